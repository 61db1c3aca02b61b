import { describe, expect, it } from 'vitest'
import type { StatementPage, Word } from '../../src-main/features/statement-reader/statement-words.ts'
import { readStatement } from '../../src-main/features/statement-reader/read-statement.ts'
import type { StatementReading } from '../../src-shared/features/statements/statement.ts'
import {
  detailsOf,
  from,
  handHead,
  handPage,
  type HandRow,
  row,
  usualRows,
  withBalance,
} from '../support/statements/hand-drawn.ts'

/** Pages whose letters stand apart from each other. A person reads them as usual. */

const first: HandRow[] = [
  ...handHead('1,000.00', '1,675.00'),
  withBalance,
  ...usualRows,
  [],
  [from(500, 'Page 1 of 2')],
]
const second: HandRow[] = [
  withBalance,
  row('03/16', 'Rent', '-300.00', '1,450.00'),
  row('03/20', 'Card batch', '225.00', '1,675.00'),
  [],
  [from(500, 'Page 2 of 2')],
]

const read = (change: (word: Word) => Word[]): StatementReading => {
  const [one, two] = [first, second].map(handPage)
  if (one === undefined || two === undefined) throw new Error('Both pages are drawn.')
  // The number of the page is in the footer of the bank's form.
  const isFooter = ({ x0 }: Word) => x0 >= 500
  const changed: StatementPage = {
    ...one,
    words: one.words.flatMap((word) => (isFooter(word) ? [word] : change(word))),
  }
  return readStatement({ pages: [changed, two], isAmended: false })
}

/** Cuts a word into pieces of some letters, with gaps between them. */
function cut(word: Word, length: number, gapAt: (at: number) => number): Word[] {
  const wide = (word.x1 - word.x0) / word.text.length
  return Array.from({ length: Math.ceil(word.text.length / length) }, (_, at): Word => {
    const text = word.text.slice(at * length, (at + 1) * length)
    const x0 = word.x0 + wide * length * at
    return { ...word, text, x0, x1: x0 + wide * text.length - gapAt(at) }
  })
}

const amountsOf = ({ accounts }: StatementReading) =>
  accounts.flatMap(({ months }) =>
    months.flatMap(({ opening_cents, transactions, closing_cents }) => [
      opening_cents,
      ...transactions.map(({ amount_cents }) => amount_cents),
      closing_cents,
    ]),
  )
const ALL = [100_000, 90_000, -40_000, 25_000, -30_000, 22_500, 167_500]

describe('a page with wide spaces between its letters', () => {
  it('is read if the spaces are even', () => {
    const reading = read((word) => cut(word, 1, () => 2))
    expect(reading.verdict).toBe('verified')
    expect(amountsOf(reading)).toEqual(ALL)
  })

  it.each([
    ['single letters', 1],
    ['pairs of letters', 2],
  ])('is not left out of the figures if the spaces are not even: %s', (_, length) => {
    const reading = read((word) => cut(word, length, (at) => (at % 2 === 0 ? 1.8 : 3.6)))
    expect(reading.verdict).not.toBe('verified')
    expect(detailsOf(reading)).toContain('page_unread')
  })
})

describe('an amount in pieces', () => {
  it.each([
    ['two pieces', 3, 1],
    ['single digits', 1, 1.6],
  ])('is read if the gaps are narrower than a space: %s', (_, length, gap) => {
    const reading = read((word) => (word.text === '-400.00' ? cut(word, length, () => gap) : [word]))
    expect(reading.verdict).toBe('verified')
    expect(amountsOf(reading)).toEqual(ALL)
  })
})
