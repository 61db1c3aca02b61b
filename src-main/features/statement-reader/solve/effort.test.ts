import { describe, expect, it } from 'vitest'
import { variedStatement } from '../../../../tests/support/statements/varied-statement.ts'
import { linesOf } from '../lines.ts'
import { readStatement } from '../read-statement.ts'
import type { StatementPage } from '../statement-words.ts'
import { MOST_STEPS, searchWithin, spend } from './effort.ts'
import { solve } from './solve.ts'

/** Draws rows of cells. Each cell is its left edge and its text. */
const pageOf = (rows: readonly (readonly (readonly [number, string])[])[]): StatementPage => ({
  width: 612,
  height: 792,
  covered: [],
  isPicture: false,
  words: rows.flatMap((cells, at) =>
    cells.map(([x0, text]) => ({ text, x0, x1: x0 + text.length * 5, y: 40 + at * 12, size: 10, font: 'F' })),
  ),
})

const stepsFor = (pages: readonly StatementPage[], most: number) =>
  searchWithin(most, () => solve(pages.map((page, at) => linesOf(page, at + 1))))

const rows = <Row>(count: number, make: (at: number) => Row) =>
  Array.from({ length: count }, (_, at) => make(at))
const day = (at: number) => `01/${10 + (at % 20)}`
const money = (at: number) => `${(at * 7919) % 997}.${10 + (at % 90)}`

/** Each second cell of a line begins another list, so that the blocks are countless. */
const MANY_COLUMNS = pageOf(
  rows(8, (at) => rows(500, (cell) => [20 + cell * 40, (cell % 2 === 0 ? money : day)(at + cell)] as const)),
)

/** Each row is a section of its own, whose sign nothing tells. The only amount outside of them is the sum of the first two rows. */
const MANY_SECTIONS = pageOf([
  [
    [40, 'Beginning'],
    [90, 'balance'],
    [300, '100.00'],
  ],
  ...rows(120, (at) =>
    at > 1 && at % 2 === 0
      ? ([
          [40, 'Section'],
          [90, 'heading'],
        ] as const)
      : ([
          [40, day(at)],
          [90, 'Payment'],
          [300, ['40.00', '60.00'][at] ?? money(at)],
        ] as const),
  ),
])

describe('the search for a reading', () => {
  it('is not verified and says why, if a page has more possible readings than the search may try', () => {
    const { verdict, findings } = readStatement({ pages: [MANY_COLUMNS], isAmended: false })
    expect([verdict, findings.map(({ detail }) => detail)]).toEqual(['unreadable', ['took_too_long']])
  })

  it('takes few steps more than it may, if a page has countless columns', () => {
    const { found, steps } = stepsFor([MANY_COLUMNS], MOST_STEPS)
    expect(found).toBeNull()
    expect(steps).toBeLessThan(MOST_STEPS * 1.01)
  })

  it('does not try all signs, if a page has countless sections and no closing balance', () => {
    const { found, steps } = stepsFor([MANY_SECTIONS], MOST_STEPS)
    expect(found).not.toBeNull()
    expect(steps).toBeLessThan(1_000_000)
  })

  it('takes less than a thirtieth of its steps for usual statements', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { pages } = variedStatement(seed).file
      expect(stepsFor(pages, Infinity).steps).toBeLessThan((MOST_STEPS * pages.length) / 30)
    }
  })

  it('ends with other errors as they are', () => {
    const broken = () => {
      spend(1)
      throw new RangeError('broken')
    }
    expect(() => searchWithin(10, broken)).toThrow(RangeError)
  })
})
