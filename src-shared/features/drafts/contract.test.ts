import { expect, test } from 'vitest'
import { draftsContract } from './contract.ts'

const { input } = draftsContract['drafts.save']
const ids = { deal_id: crypto.randomUUID(), window_id: crypto.randomUUID() }
const accepts = (...edits: unknown[]) => input.safeParse({ ...ids, edits }).success
const insert = (row: string) => ({ op: 'insert_row', path: 'company.owners', row })

test('an edit that names its row by an id is accepted', () => {
  expect(accepts(insert('r4k2m'), { op: 'remove_row', path: 'company.owners', row: 'r4k2m' })).toBe(true)
  expect(accepts({ op: 'set', path: 'company.owners.r4k2m.ssn', value: '1' })).toBe(true)
})

test.each(['0', '12', '__proto__', 'constructor', 'r', 'R4K2M', 'r4k2m.ssn', `r${'0'.repeat(21)}`])(
  'a row with the id %j is refused',
  (row) => {
    expect(accepts(insert(row))).toBe(false)
    expect(accepts({ op: 'remove_row', path: 'company.owners', row })).toBe(false)
  },
)

test('an edit that names its row by a number, and thousands of rows in one call, are refused', () => {
  expect(accepts({ op: 'set', path: 'company.owners.0.ssn', value: '1' })).toBe(false)
  expect(accepts(...Array.from({ length: 2_000 }, (_, at) => insert(`row${at + 10}`)))).toBe(false)
})
