import { expect, test } from 'vitest'
import { distinctNameOf } from './column-cells.tsx'

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
