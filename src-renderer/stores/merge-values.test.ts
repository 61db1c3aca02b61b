import { expect, test } from 'vitest'
import type { DraftEdit, FormValues } from '../../src-shared/domain/deal.ts'
import { valueAt } from '../../src-shared/profile/form-path.ts'
import { standardProfile } from '../../src-shared/profile/standard-profile.ts'
import { mergeValues } from './merge-values.ts'

const form = (company: FormValues): FormValues => ({ application: {}, company: { owners: [{}], ...company } })
const merge = (more: Partial<Parameters<typeof mergeValues>[0]>) =>
  mergeValues({
    profile: standardProfile,
    fresh: { values: form({}) },
    typed: form({}),
    pending: [],
    conflicting: [],
    rowsMoved: false,
    ...more,
  })
const edit = (path: string, typed: string): DraftEdit => ({
  op: 'set',
  path,
  value: typed,
  seen: null,
  row_moves: 0,
})

test('what another window wrote comes in, field by field, and what is typed here stays', () => {
  const values = merge({
    fresh: { values: form({ legal_name: 'Theirs', dba: 'Theirs too' }) },
    typed: form({ legal_name: 'Old', dba: 'Mine' }),
    pending: [edit('company.dba', 'Mine')],
  })
  expect(values).toMatchObject({ company: { legal_name: 'Theirs', dba: 'Mine' } })
})

test('a disputed field keeps what was typed here until the broker chooses', () => {
  const fresh = { values: form({ dba: 'Theirs' }) }
  const typed = form({ dba: 'Mine' })
  expect(valueAt(merge({ fresh, typed, conflicting: ['company.dba'] }), 'company.dba')).toBe('Mine')
  expect(valueAt(merge({ fresh, typed }), 'company.dba')).toBe('Theirs')
})

test('nothing that is typed goes into a row that may be another one now', () => {
  const pending = [edit('company.owners.0.email', 'ada@example.com'), edit('company.dba', 'Mine')]
  expect(merge({ pending, rowsMoved: true })).toMatchObject({ company: { owners: [{}], dba: 'Mine' } })
  expect(valueAt(merge({ pending, rowsMoved: true }), 'company.owners.0.email')).toBeUndefined()
  expect(valueAt(merge({ pending }), 'company.owners.0.email')).toBe('ada@example.com')
})

test('a number that is being typed stays readable while the vault answers its mask, and another one does not', () => {
  const typed = form({ ein: '12-3456789' })
  expect(valueAt(merge({ typed, fresh: { values: form({ ein: '••-•••6789' }) } }), 'company.ein')).toBe(
    '12-3456789',
  )
  expect(valueAt(merge({ typed, fresh: { values: form({ ein: '••-•••4321' }) } }), 'company.ein')).toBe(
    '••-•••4321',
  )
})
