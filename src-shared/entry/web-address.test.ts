import { expect, test } from 'vitest'
import { keepWebAddress } from './web-address.ts'

test.each([
  ['example.com', 'https://example.com'],
  [' www.example.com/about?x=1 ', 'https://www.example.com/about?x=1'],
  ['partner.example:8443', 'https://partner.example:8443'],
])('adds https:// to the web address %j, and does not add it again to the result', (typed, kept) => {
  expect(keepWebAddress(typed)).toBe(kept)
  expect(keepWebAddress(kept)).toBe(kept)
})

test.each([
  'https://example.com',
  'http://example.com',
  'ftp://example.com',
  'localhost:4010',
  '127.0.0.1:4010',
  'example',
  'St. Mary',
  'name@example.com',
  'https:/example.com',
  'café.example',
  '',
])('keeps the text %j as typed instead of adding https://', (typed) =>
  expect(keepWebAddress(typed)).toBe(typed),
)
