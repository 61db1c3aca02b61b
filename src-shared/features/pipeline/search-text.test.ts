import { expect, test } from 'vitest'
import { completeDraft, rowsOf } from '../form/complete-draft.fixture.ts'
import { wordsOf } from '../../platform/base/text.ts'
import type { FormValues } from '../deals/deal.ts'
import { isSimilar, searchTextOf, searchWords } from './search-text.ts'

/** Returns true if a search for `typed` finds a deal with these values. */
function finds(
  typed: string,
  company: FormValues = {},
  {
    legal_name = '',
    owners = {},
    amounts = [],
  }: { legal_name?: string; owners?: FormValues; amounts?: number[] } = {},
): boolean {
  const values = { ...completeDraft(), company: { ...company, owners } }
  const { names, marks, notes } = searchTextOf(
    {
      values,
      legal_name,
      reference: '',
      application_id: null,
      amount_cents: amounts[0] ?? null,
      offers: amounts.slice(1).map((amount_cents) => ({ amount_cents })),
    },
    [],
  )
  const indexed = wordsOf(`${names} ${marks} ${notes}`)
  return searchWords(typed).some((words) =>
    words.every((word) => indexed.some((one) => one.startsWith(word))),
  )
}

test.each(["O'Brien", 'O’Brien', 'obrien', "o'b", 'brien', 'BRIEN', 'o brien'])(
  "a search for %s finds O'Brien",
  (typed) => {
    expect(finds(typed, {}, { legal_name: "O'Brien Plumbing LLC" })).toBe(true)
    expect(finds(typed, { dba: 'O’Brien & Sons' })).toBe(true)
    expect(finds(typed, {}, { owners: rowsOf({ first_name: 'Ann', last_name: "O'Brien" }) })).toBe(true)
  },
)

test.each([
  ['soren', 'Søren Bakery'],
  ['SØREN', 'Soren Bakery'],
  ['lodz', 'Łódź Deli'],
  ['strasse', 'Straße Cafe'],
  ['Straße', 'Strasse Cafe'],
  ['aesop', 'Æsop Books'],
])('a search for %s finds %s', (typed, legal_name) => {
  expect(finds(typed, {}, { legal_name })).toBe(true)
})

test('the letter after the apostrophe of a possessive is not a word', () => {
  expect(finds('s', {}, { legal_name: "Ana's Bakery" })).toBe(false)
})

test('a search for the EIN in any notation, the ZIP code, or the sales representative finds a deal', () => {
  for (const typed of ['12-3456789', '123456789', '6789']) {
    expect(finds(typed, { ein: '12-3456789' }), typed).toBe(true)
    expect(finds(typed, { ein: '12-345678' }), typed).toBe(false)
  }
  expect(finds('12-3456780', { ein: '12-3456789' })).toBe(false)
  expect(finds('97201', { address: { zip: '97201-1234' } })).toBe(true)
  const values = { ...completeDraft(), application: { sales_representative: 'Dana Whitfield' } }
  const deal = { values, legal_name: '', reference: '', application_id: null, amount_cents: null, offers: [] }
  expect(wordsOf(searchTextOf(deal, []).marks)).toContain('whitfield')
})

test.each(['122,500', '$122,500.00', '122500', '$122.5k', '122.5K', 'juniper 122,500'])(
  'a search for %s finds the requested amount and the amount of an offer, and no other amount',
  (typed) => {
    const finding = (...amounts: number[]) => finds(typed, {}, { legal_name: 'Juniper Bakery', amounts })
    expect(finding(12_250_000)).toBe(true)
    expect(finding(15_000_000, 10_000_000, 12_250_000)).toBe(true)
    expect(finding(122_500_000)).toBe(false)
    expect(finding()).toBe(false)
  },
)

test.each(['Texas', 'texas', 'TX', 'tex', 'Tejas'])('a search for %s finds a deal in Texas', (typed) => {
  expect(finds(typed, { address: { state: 'TX' } })).toBe(true)
  expect(finds(typed, { address: { state: 'OR' } })).toBe(false)
})

test('a search for a state of two words finds a deal there', () => {
  expect(finds('new york', { address: { state: 'NY' } })).toBe(true)
  expect(finds('new york', { address: { state: 'NJ' } })).toBe(false)
})

test('a search for the city finds a deal', () => {
  expect(finds('port', { address: { city: 'Portland' } })).toBe(true)
  expect(finds('sao paulo', { address: { city: 'São Paulo' } })).toBe(true)
})

test.each([
  '5415550142',
  '541-555-0142',
  '(541) 555-0142',
  '541.555.0142',
  '+1 541 555 0142',
  '+15415550142',
  '1-541-555-0142',
  '541 55 50 142',
  '(541) 555',
  '555-0142',
  '5550142',
  '0142',
])('a search for %s finds the phone number (541) 555-0142', (typed) => {
  expect(finds(typed, { phone: '(541) 555-0142' })).toBe(true)
  const owner = { first_name: 'Ann', last_name: 'Lee', cell_phone: '5415550142' }
  expect(finds(typed, {}, { owners: rowsOf(owner) })).toBe(true)
})

test('a search for another number does not find a deal by its phone number', () => {
  for (const typed of ['541-555-0143', '5550143', '415550'])
    expect(finds(typed, { phone: '(541) 555-0142' }), typed).toBe(false)
})

test.each([
  'ana.ruiz@juniper.com',
  'ANA.RUIZ@JUNIPER.COM',
  'ana.ruiz@jun',
  '@juniper.com',
  'juniper.com',
  'ruiz',
])('a search for %s finds the e-mail address ana.ruiz@juniper.com', (typed) => {
  expect(finds(typed, { email: 'ana.ruiz@juniper.com' })).toBe(true)
  const owner = { first_name: 'A', last_name: 'B', email: 'ana.ruiz@juniper.com' }
  expect(finds(typed, {}, { owners: rowsOf(owner) })).toBe(true)
})

test('a search for an e-mail address finds only deals with this address', () => {
  const company = { email: 'ana@gmail.com' }
  expect(finds('ana@gmail.com', company)).toBe(true)
  expect(finds('ana@gmail.com', { email: 'ana@yahoo.com' })).toBe(false)
  // Nearly all deals have one of these words, so a search for them would be slow and useless.
  expect(finds('gmail', company)).toBe(false)
  expect(finds('com', company)).toBe(false)
})

test('an SSN or an EIN in the wrong field is not indexed', () => {
  const company = {
    phone: '900-12-3456',
    email: '900-12-3456@example.com',
    address: { city: 'Portland 12-3456789' },
  }
  for (const typed of ['900', '3456', '123456789', '900123456']) expect(finds(typed, company)).toBe(false)
  expect(finds('portland', company)).toBe(true)
})

test('a name that ends like an Internet address is found with and without its end', () => {
  for (const typed of ['Flowers.com', 'flowers', 'flowers com'])
    expect(finds(typed, {}, { legal_name: 'Flowers.com Inc' })).toBe(true)
})

test.each([
  ['junper', true],
  ['juunper', false],
  ['jnuiper', true],
  ['jumiper', true],
  ['juniiper', true],
  ['ujniper', true],
  ['junpe', true],
  ['junipers', true],
  ['jasper', false],
  ['nujiper', false],
])('%s is similar to juniper: %s', (typed, is) => {
  expect(isSimilar(typed, 'juniper')).toBe(is)
})
