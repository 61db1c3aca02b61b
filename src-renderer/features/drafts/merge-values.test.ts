import { expect, test } from 'vitest'
import type { DraftChange, FormValues } from '../../../src-shared/features/deals/deal.ts'
import { valueAt } from '../../../src-shared/features/form/form-path.ts'
import { rowsOf } from '../../../src-shared/features/form/complete-draft.fixture.ts'
import { standardProfile } from '../../../src-shared/features/form/standard-profile.ts'
import { mergeValues } from './deal-store.ts'

const form = (company: FormValues): FormValues => ({
  application: {},
  company: { owners: rowsOf({}), ...company },
})
const merge = (more: Partial<Parameters<typeof mergeValues>[0]>) =>
  mergeValues({
    profile: standardProfile,
    fresh: { values: form({}) },
    typed: form({}),
    pending: [],
    ...more,
  })
const edit = (path: string, typed: string): DraftChange => ({
  op: 'set',
  path,
  value: typed,
})

test('an undo or an import changes all fields except those with unsaved edits', () => {
  const values = merge({
    fresh: { values: form({ legal_name: 'Undone', dba: 'Undone too' }) },
    typed: form({ legal_name: 'Old', dba: 'Typed' }),
    pending: [edit('company.dba', 'Typed')],
  })
  expect(values).toMatchObject({ company: { legal_name: 'Undone', dba: 'Typed' } })
})

test('an unsaved edit of a row is shown in this row only, and is omitted if another window removed the row', () => {
  const pending = [edit('company.owners.row02.email', 'bo@example.com'), edit('company.dba', 'Typed')]
  const after = (owners: FormValues) => merge({ pending, fresh: { values: form({ owners }) } })
  expect(after(rowsOf({}, {}))).toMatchObject({
    company: { owners: { row01: {}, row02: { email: 'bo@example.com' } }, dba: 'Typed' },
  })
  expect(after({ row02: {} })).toMatchObject({ company: { owners: { row02: { email: 'bo@example.com' } } } })
  expect(after(rowsOf({}))).toEqual({
    application: {},
    company: { owners: { row01: {} }, dba: 'Typed' },
  })
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
