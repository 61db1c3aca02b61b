import { expect, test } from 'vitest'
import { rowsOf } from './complete-draft.fixture.ts'
import { splitEntry } from './split-entry.ts'
import { standardProfile } from './standard-profile.ts'

const split = (path: string, company: object) => splitEntry(standardProfile, { company } as never, path)
const pasted = '18 Alder St Suite 4, Portland, OR 97204'

test('offers the parts of a pasted address for the fields of the same address, also of an owner', () => {
  expect(split('company.address.street_1', { address: { street_1: pasted, state: 'OR' } })).toEqual([
    { path: 'company.address.street_1', value: '18 Alder St' },
    { path: 'company.address.street_2', value: 'Suite 4' },
    { path: 'company.address.city', value: 'Portland' },
    { path: 'company.address.state', value: 'OR' },
    { path: 'company.address.zip', value: '97204' },
  ])
  expect(
    split('company.owners.row01.address.street_1', { owners: rowsOf({ address: { street_1: pasted } }) })?.at(
      -1,
    ),
  ).toEqual({ path: 'company.owners.row01.address.zip', value: '97204' })
})

test('offers to move a trade name out of the legal name', () =>
  expect(split('company.legal_name', { legal_name: 'Alder LLC d/b/a Joe’s' })).toEqual([
    { path: 'company.legal_name', value: 'Alder LLC' },
    { path: 'company.dba', value: 'Joe’s' },
  ]))

test('offers nothing if a field of a part has another value, or if there is nothing to split', () => {
  expect(split('company.address.street_1', { address: { street_1: pasted, city: 'Salem' } })).toBeNull()
  expect(split('company.legal_name', { legal_name: 'Alder LLC dba Joe', dba: 'Jo' })).toBeNull()
  expect(split('company.address.street_1', { address: { street_1: '18 Alder St' } })).toBeNull()
})
