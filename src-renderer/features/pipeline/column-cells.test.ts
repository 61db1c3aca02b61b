import { expect, test } from 'vitest'
import type { DealRow } from '../../../src-shared/features/pipeline/pipeline.ts'
import { COLUMN_CELLS, distinctNameOf } from './column-cells.tsx'

const deal = {
  deal_id: 'd1',
  legal_name: 'Marlow Garage Inc',
  reference: '',
  amount_cents: 12_000_000,
  updated_at: '2026-05-04T10:00:00.000Z',
}

test('a deal is named with its reference', () => {
  expect(distinctNameOf({ ...deal, reference: 'MG-2' })).toBe('Marlow Garage Inc · MG-2')
})

test('a deal without a reference is named with its amount and the time of its last change', () => {
  expect(distinctNameOf(deal)).toMatch(/^Marlow Garage Inc · \$120,000 · May 4, 2026, \d/)
  expect(distinctNameOf({ ...deal, amount_cents: null })).toMatch(/^Marlow Garage Inc · May 4, 2026, \d/)
})

test('the requested amount of a funded deal is the one by which the column sorts and filters', () => {
  const cell = COLUMN_CELLS.amount.textOf({ ...deal, funded_cents: 10_000_000 } as DealRow)
  expect(cell).toEqual({ children: '$120,000' })
})
