import { expect, test } from 'vitest'
import { splitName } from './person-name.ts'

test.each([
  ['Maria Lopez', 'Maria', 'Lopez'],
  ['  Maria\u00A0Lopez ', 'Maria', 'Lopez'],
  ['Doe, John', 'John', 'Doe'],
  ['Doe, John Q.', 'John Q.', 'Doe'],
  ['Smith, Mary Ann', 'Mary Ann', 'Smith'],
  ['Doe Jr., John', 'John', 'Doe Jr.'],
  ['Doe, John, Jr.', 'John', 'Doe Jr.'],
  ['John Doe, Jr.', 'John', 'Doe Jr.'],
  ['John Q. Doe', 'John Q.', 'Doe'],
  ['John Q Doe III', 'John Q', 'Doe III'],
  ['Dr. John Doe Jr.', 'John', 'Doe Jr.'],
  ['Jane Doe, CPA', 'Jane', 'Doe'],
  ['Juan de la Cruz', 'Juan', 'de la Cruz'],
  ["Sean O'Brien-Smith", 'Sean', "O'Brien-Smith"],
])('the full name %j is split', (full, first_name, last_name) => {
  expect(splitName(full)).toEqual({ first_name, last_name })
})

test.each([
  'Mary Ann Smith',
  'J. Smith',
  'Cher',
  'Smith, Jr.',
  '4 Walls',
  'Mr. Smith',
  '',
  ',',
  'a@b.example',
  'A, B, C',
])('the name %j is not split, because its last name is unclear', (unclear) => {
  expect(splitName(unclear)).toBeNull()
})
