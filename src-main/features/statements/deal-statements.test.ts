import { expect, test } from 'vitest'
import type { Evidence, StatementReading } from '../../../src-shared/features/statements/statement.ts'
import { finding } from '../statement-reader/finding.ts'
import { evidenceOf } from './deal-statements.ts'

const reading = (evidence?: Evidence[]): StatementReading => ({
  verdict: 'verified',
  findings: [],
  accounts: [],
  ...(evidence === undefined ? {} : { evidence }),
})
const place = (kind: Evidence['kind'], page: number): Evidence => ({
  ...{ kind, page, boxes: [400, 600, 440, 610], printed_cents: null, read_cents: null },
})

test('has what the reader noticed, and then the findings that are more than an error of reading', () => {
  const fonts = place('fonts_differ', 2)
  const opening = finding('opening_differs_from_previous_closing', 'previous_closing', 1, {
    printed_cents: 180_000,
    read_cents: 175_000,
  })
  const error = finding('does_not_add_up', 'closing_balance', 1)
  expect(evidenceOf(reading([fonts]), [error, opening])).toEqual([
    fonts,
    {
      kind: 'opening_differs_from_previous_closing',
      ...{ page: 1, boxes: [], printed_cents: 180_000, read_cents: 175_000 },
    },
  ])
  expect(evidenceOf(reading(), [error])).toEqual([])
})

test('does not repeat a finding about the same page', () => {
  const noticed = place('text_differs_from_picture', 3)
  const found = [3, 4].map((page) => finding('text_differs_from_picture', 'picture_differs', page))
  expect(evidenceOf(reading([noticed]), found).map(({ page, boxes }) => [page, boxes.length])).toEqual([
    [3, 4],
    [4, 0],
  ])
})
