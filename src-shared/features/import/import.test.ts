import { expect, test } from 'vitest'
import { planImport, type PlannedRow } from './import.ts'

const row = (number: number, of: Partial<PlannedRow> = {}): PlannedRow => ({
  row: number,
  same_as_row: null,
  existing: null,
  ...of,
})

test('a plan that skips businesses that the broker has keeps every row of a new business', () => {
  const existing = { deal_id: 'd', legal_name: 'Juniper', is_editable: true }
  const rows = [
    row(2),
    row(3, { same_as_row: 2 }),
    row(4, { existing }),
    row(5, { existing, same_as_row: 4 }),
    row(6),
  ]
  expect(planImport(rows, 'skip')).toEqual({
    created: [2, 6],
    filled: [],
    merged: [{ row: 3, into: 2 }],
    skipped: [4, 5],
  })
  expect(planImport(rows, 'create').created).toEqual([2, 3, 4, 5, 6])
})
