import { expect, test } from 'vitest'
import { readUsAddress, splitTradeName } from './us-address.ts'

const parts = (typed: string) => {
  const read = readUsAddress(typed)
  return read && [read.street_1, read.street_2, read.city, read.state, read.zip]
}

test.each([
  ['18 Alder St Suite 4, Portland, OR 97204', ['18 Alder St', 'Suite 4', 'Portland', 'OR', '97204']],
  [
    '18 Alder St, Suite 4, Portland, OR 97204-1234',
    ['18 Alder St', 'Suite 4', 'Portland', 'OR', '97204-1234'],
  ],
  ['18 Alder St, Suite 4 Portland, Oregon 97204', ['18 Alder St', 'Suite 4', 'Portland', 'OR', '97204']],
  ['18 Alder St Portland OR 97204', ['18 Alder St', '', 'Portland', 'OR', '97204']],
  ['18 Alder St #4 Portland, OR 97204', ['18 Alder St', '#4', 'Portland', 'OR', '97204']],
  ['18 Alder St. Apt. 4B, Portland, OR', ['18 Alder St.', 'Apt. 4B', 'Portland', 'OR', '']],
  ['18\u00a0Alder St,\u200b Portland,\u2009OR\u00a097204', ['18 Alder St', '', 'Portland', 'OR', '97204']],
  ['350 5th Ave, New York, New York 10118', ['350 5th Ave', '', 'New York', 'NY', '10118']],
  ['350 5th Ave New York NY 10118, USA', ['350 5th Ave', '', 'New York', 'NY', '10118']],
  [
    '1600 Pennsylvania Ave NW, Washington, DC 20500',
    ['1600 Pennsylvania Ave NW', '', 'Washington', 'DC', '20500'],
  ],
  [
    '1600 Pennsylvania Ave NW Washington DC 20500',
    ['1600 Pennsylvania Ave NW', '', 'Washington', 'DC', '20500'],
  ],
  ['12 Main St, Charleston, West Virginia 25301', ['12 Main St', '', 'Charleston', 'WV', '25301']],
  ['12 Summit Ave St. Paul, MN 55102', ['12 Summit Ave', '', 'St. Paul', 'MN', '55102']],
  ['P.O. Box 12, Winston-Salem, N.C. 27101', ['P.O. Box 12', '', 'Winston-Salem', 'NC', '27101']],
  ['PO Box 12, Salem, OR 97301', ['PO Box 12', '', 'Salem', 'OR', '97301']],
  [
    "12-34 Queens Blvd Fl 2, Coeur d'Alene, ID, 83814",
    ['12-34 Queens Blvd', 'Fl 2', "Coeur d'Alene", 'ID', '83814'],
  ],
  ['18 alder st, portland, or 97204', ['18 alder st', '', 'portland', 'OR', '97204']],
])('splits the address %j', (typed, expected) => expect(parts(typed)).toEqual(expected))

test.each([
  '',
  '18 Alder St',
  '18 Alder St Suite 4',
  '18 Alder St, Portland',
  '18 Alder St OR',
  'Alder Plaza',
  'Portland, OR 97204',
  '18, Portland, OR 97204',
  '18 Alder St, 97204',
  '18 Alder St, London, UK',
  'c/o Ada, Portland, OR 97204',
  `18 ${'Alder '.repeat(5_000)}St, Portland, OR 97204`,
])('does not split %j', (typed) => expect(parts(typed)).toBeNull())

test.each([
  ["Alder LLC d/b/a Joe's Diner", 'Alder LLC', "Joe's Diner"],
  ["Alder LLC, D.B.A. Joe's Diner", 'Alder LLC', "Joe's Diner"],
  ["Alder LLC (DBA: Joe's Diner)", 'Alder LLC', "Joe's Diner"],
  ["Alder LLC – dba – Joe's Diner", 'Alder LLC', "Joe's Diner"],
  ["Alder LLC doing business as Joe's Diner", 'Alder LLC', "Joe's Diner"],
])('moves the trade name of %j', (typed, legal_name, dba) =>
  expect(splitTradeName(typed)).toEqual({ legal_name, dba }),
)

test.each(['Alder LLC', 'DBA Services LLC', 'Alder dba', 'Doing Business Well Inc', ''])(
  'finds no trade name in %j',
  (typed) => expect(splitTradeName(typed)).toBeNull(),
)
