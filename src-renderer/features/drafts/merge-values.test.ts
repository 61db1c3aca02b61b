import { expect, test } from 'vitest'
import type { DraftEdit, FormValues } from '../../../src-shared/features/deals/deal.ts'
import { valueAt } from '../../../src-shared/features/form/form-path.ts'
import { standardProfile } from '../../../src-shared/features/form/standard-profile.ts'
import { mergeValues } from './deal-store.ts'

const form = (company: FormValues): FormValues => ({ application: {}, company: { owners: [{}], ...company } })
const merge = (more: Partial<Parameters<typeof mergeValues>[0]>) =>
  mergeValues({
    profile: standardProfile,
    fresh: { values: form({}) },
    typed: form({}),
    pending: [],
    rowsMoved: false,
    ...more,
  })
const edit = (path: string, typed: string): DraftEdit => ({
  op: 'set',
  path,
  value: typed,
  row_moves: 0,
})

test('an undo or an import changes all fields except those with unsaved edits', () => {
  const values = merge({
    fresh: { values: form({ legal_name: 'Undone', dba: 'Undone too' }) },
    typed: form({ legal_name: 'Old', dba: 'Typed' }),
    pending: [edit('company.dba', 'Typed')],
  })
  expect(values).toMatchObject({ company: { legal_name: 'Undone', dba: 'Typed' } })
})

test('an unsaved edit is not applied to a row if the rows of the list have moved since the edit', () => {
  const pending = [edit('company.owners.0.email', 'ada@example.com'), edit('company.dba', 'Typed')]
  expect(merge({ pending, rowsMoved: true })).toMatchObject({ company: { owners: [{}], dba: 'Typed' } })
  expect(valueAt(merge({ pending, rowsMoved: true }), 'company.owners.0.email')).toBeUndefined()
  expect(valueAt(merge({ pending }), 'company.owners.0.email')).toBe('ada@example.com')
})

test('a typed number stays unmasked if the returned mask matches it, and is replaced by a different mask', () => {
  const typed = form({ ein: '12-3456789' })
  expect(valueAt(merge({ typed, fresh: { values: form({ ein: '••-•••6789' }) } }), 'company.ein')).toBe(
    '12-3456789',
  )
  expect(valueAt(merge({ typed, fresh: { values: form({ ein: '••-•••4321' }) } }), 'company.ein')).toBe(
    '••-•••4321',
  )
})
