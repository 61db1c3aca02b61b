import { expect, test } from 'vitest'
import { rowsOf } from './complete-draft.fixture.ts'
import { splitEntry } from './split-entry.ts'
import { standardProfile } from './standard-profile.ts'

const split = (path: string, company: object) => splitEntry(standardProfile, { company } as never, path)
const part = (path: string, value: string, replaced = '') => ({ path, value, replaced })
const pasted = '18 Alder St Suite 4, Portland, OR 97204'

test('offers the parts of a pasted address for the fields of the same address, also of an owner', () => {
  expect(split('company.address.street_1', { address: { street_1: pasted, state: 'OR' } })).toEqual([
    part('company.address.street_1', '18 Alder St'),
    part('company.address.street_2', 'Suite 4'),
    part('company.address.city', 'Portland'),
    part('company.address.state', 'OR'),
    part('company.address.zip', '97204'),
  ])
  expect(
    split('company.owners.row01.address.street_1', { owners: rowsOf({ address: { street_1: pasted } }) })?.at(
      -1,
    ),
  ).toEqual(part('company.owners.row01.address.zip', '97204'))
})

test('offers to move a trade name out of the legal name', () =>
  expect(split('company.legal_name', { legal_name: 'Alder LLC d/b/a Joe’s' })).toEqual([
    part('company.legal_name', 'Alder LLC'),
    part('company.dba', 'Joe’s'),
  ]))

test('offers to move the last name out of the first name, unless there is a last name', () => {
  const path = 'company.owners.row01.first_name'
  expect(split(path, { owners: rowsOf({ first_name: 'Ada Maria Sample' }) })).toEqual([
    part(path, 'Ada Maria'),
    part('company.owners.row01.last_name', 'Sample'),
  ])
  expect(split(path, { owners: rowsOf({ first_name: 'Ada Maria', last_name: 'Sample' }) })).toBeNull()
  expect(split(path, { owners: rowsOf({ first_name: 'Ada' }) })).toBeNull()
})

test('names the other values that the parts replace, without regard to case', () => {
  const address = { street_1: pasted, street_2: 'Floor 2', city: 'portland', zip: '97204' }
  expect(split('company.address.street_1', { address })?.filter(({ replaced }) => replaced !== '')).toEqual([
    part('company.address.street_2', 'Suite 4', 'Floor 2'),
  ])
  expect(split('company.legal_name', { legal_name: 'Alder LLC dba Joe', dba: 'Jo' })?.at(-1)).toEqual(
    part('company.dba', 'Joe', 'Jo'),
  )
})

test('offers nothing if there is nothing to split, or if more than two names were pasted', () => {
  expect(split('company.address.street_1', { address: { street_1: '18 Alder St' } })).toBeNull()
  for (const legal_name of [
    'Legal Name: Alder LLC DBA: Joe’s',
    'Alder LLC DBA: Joe’s EIN: 12-3456789 Owner SSN 900-12-3456',
    'Alder LLC dba Joe’s SSN 900 12 3456',
  ])
    expect(split('company.legal_name', { legal_name })).toBeNull()
})
