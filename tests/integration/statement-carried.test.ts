import { describe, expect, it } from 'vitest'
import {
  from,
  handHead as head,
  readHand as read,
  row,
  summaryLine,
  usualRows as rows,
  withBalance,
} from '../support/statements/hand-drawn.ts'

/** Statements that repeat the balance at a page break. */

describe('a balance at the end of a page with which the next page begins', () => {
  const first = [
    ...head('1,000.00', '1,675.00', [
      summaryLine('Payments In', '1,375.00'),
      summaryLine('Payments Out', '700.00'),
    ]),
    withBalance,
    ...rows,
  ]
  const second = [
    row('03/16', 'Rent', '-300.00', '1,450.00'),
    row('03/20', 'Card batch', '225.00', '1,675.00'),
  ]

  it.each([
    ['Balance carried forward', 'Balance brought forward'],
    ['Brold', 'Opening balance'],
    ['Brold', 'Previous balance'],
  ])('divides no statement, whatever its words are: %s, %s', (end, start) => {
    const reading = read(
      [...first, [from(100, end), [540, '1,750.00']]],
      [withBalance, [from(100, start), [540, '1,750.00']], ...second],
    )
    expect(reading.verdict).toBe('verified')
    expect(reading.accounts[0]?.months.map(({ closing_cents }) => closing_cents)).toEqual([167_500])
  })
})
