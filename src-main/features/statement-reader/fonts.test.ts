import { describe, expect, it } from 'vitest'
import type { StatementPage, Word } from './statement-words.ts'
import { fontsThatDiffer } from './fonts.ts'
import { toLine } from './lines.ts'
import type { Entry } from './solve/reading.ts'

/** Entries whose amounts look like those of their column, or not. */

const HEIGHT = 792
const ROWS_PER_PAGE = 20

interface Part {
  entries: Entry[]
}

/** Changes the words of the entry at an index. The word at 440 is the amount, that at 560 the balance. */
type Change = (word: Word, at: number) => Word

const isAmount = ({ x1 }: Word) => x1 === 440
const isBalance = ({ x1 }: Word) => x1 === 560
const none: Change = (word) => word
const centsOf = (at: number) => 1000 + at

function entryOf(at: number, change: Change, sign: (at: number) => number): Entry {
  const page = Math.floor(at / ROWS_PER_PAGE) + 1
  const y = 100 + (at % ROWS_PER_PAGE) * 14
  const word = (text: string, x0: number, x1: number) =>
    change({ text, x0, x1, y, size: 9, font: 'g_f1' }, at)
  const description = word('Payroll', 100, 140)
  const amount = word('10.00', 400, 440)
  const balance = word('99.00', 520, 560)
  const line = toLine([word('03/04', 40, 70), description, amount, balance], page)
  const printed = (cents: number, index: number, of: Word) => ({
    ...{ cents, isSigned: true, x0: of.x0, x1: of.x1, first: index, last: index },
  })
  const cents = sign(at) * centsOf(at)
  return {
    strip: {
      line,
      dates: [
        {
          date: { year: null, month: 3, day: 4, isAmbiguous: true, order: null, end: 5 },
          ...{ first: 0, last: 0, x0: 40, x1: 70 },
        },
      ],
      amounts: [
        { ...printed(cents, 2, amount), isWhole: false },
        { ...printed(9900, 3, balance), isWhole: false },
      ],
      isEntry: true,
    },
    ...{ at, cents, balance: 9900 },
    cell: { column: 0, cents, isSigned: true, isWhole: false, first: 2, last: 2 },
  }
}

const partWith = (count: number, change: Change, sign: (at: number) => number = () => -1): Part => ({
  entries: Array.from({ length: count }, (_, at) => entryOf(at, change, sign)),
})
const pagesOf = (count: number, isPicture = false): StatementPage[] =>
  Array.from({ length: count }, () => ({ width: 612, height: HEIGHT, words: [], covered: [], isPicture }))

/** The places that are reported: page, right edge, and the baseline of the row. */
const places = (parts: readonly Part[], pages = pagesOf(9)) =>
  fontsThatDiffer(parts, pages).map(({ kind, page, boxes: [, bottom = 0, right, top = 0] }) => {
    const y = HEIGHT - bottom - (top - bottom) * (0.25 / 1.1)
    return [kind, page, right, Math.round(y)].join(' ')
  })
const placeOf = (at: number, right = 440) =>
  `fonts_differ ${Math.floor(at / ROWS_PER_PAGE) + 1} ${right} ${100 + (at % ROWS_PER_PAGE) * 14}`
const amountAt = (rows: readonly number[], change: (word: Word) => Word): Change => {
  return (word, at) => (rows.includes(at) && isAmount(word) ? change(word) : word)
}
const otherFont = (word: Word): Word => ({ ...word, font: 'g_f2' })

describe('an amount that looks different from its column', () => {
  it.each([
    ['font', otherFont],
    ['larger size', (word: Word) => ({ ...word, size: 9.6 })],
    ['smaller size', (word: Word) => ({ ...word, size: 8.5 })],
    ['lower baseline', (word: Word) => ({ ...word, y: word.y + 1 })],
    ['higher baseline', (word: Word) => ({ ...word, y: word.y - 1 })],
  ])('is reported with its page and its place if it has another %s', (_, change) => {
    for (const at of [0, 7, 19, 20, 33]) {
      const found = fontsThatDiffer([partWith(34, amountAt([at], change))], pagesOf(2))
      expect(found).toHaveLength(1)
      expect(found[0]?.page).toBe(at < ROWS_PER_PAGE ? 1 : 2)
      const [left = 0, bottom = 0, right = 0, top = 0] = found[0]?.boxes ?? []
      const middle = HEIGHT - (100 + (at % ROWS_PER_PAGE) * 14) + 3
      expect([left, right]).toEqual([400, 440])
      expect(bottom < middle && middle < top && top - bottom < 14).toBe(true)
    }
  })

  it('is reported in each column, and in each account', () => {
    const change: Change = (word, at) =>
      at === 5 && (isAmount(word) || isBalance(word)) ? otherFont(word) : word
    expect(places([partWith(15, change)])).toEqual([placeOf(5), placeOf(5, 560)])
    const [first, second] = [partWith(12, none), partWith(12, amountAt([4], otherFont))]
    expect(places([first, second])).toEqual([placeOf(4)])
  })

  it('is reported among 10 amounts, and among 20 with one more, but not among 9', () => {
    expect(places([partWith(10, amountAt([3], otherFont))])).toEqual([placeOf(3)])
    expect(places([partWith(20, amountAt([3, 11], otherFont))])).toEqual([placeOf(3), placeOf(11)])
    expect(places([partWith(9, amountAt([3], otherFont))])).toEqual([])
  })

  it('is compared with amounts of the same sign only', () => {
    const credits = (at: number) => (at % 2 === 0 ? 1 : -1)
    const bold: Change = (word, at) => (at % 2 === 0 && isAmount(word) ? otherFont(word) : word)
    expect(places([partWith(30, bold, credits)])).toEqual([])
    // Nine credits and nine debits: too few of each.
    expect(places([partWith(18, amountAt([4], otherFont), credits)])).toEqual([])
    expect(places([partWith(20, amountAt([4], otherFont), credits)])).toEqual([placeOf(4)])
  })

  it('is reported at most 20 times', () => {
    const rows = Array.from({ length: 25 }, (_, at) => at * 12)
    expect(places([partWith(300, amountAt(rows, otherFont))], pagesOf(15))).toHaveLength(20)
  })
})

describe('amounts of a usual layout', () => {
  const all: [string, Part][] = [
    ['all look the same', partWith(40, none)],
    ['a whole row is bold', partWith(20, (word, at) => (at === 6 ? otherFont(word) : word))],
    ['a whole row is larger', partWith(20, (word, at) => (at === 6 ? { ...word, size: 11 } : word))],
    ['a whole row is lower', partWith(20, (word, at) => (at === 6 ? { ...word, y: word.y + 3 } : word))],
    ['their column is bold', partWith(20, (word) => (isAmount(word) ? otherFont(word) : word))],
    ['their column is lower', partWith(20, (word) => (isAmount(word) ? { ...word, y: word.y + 2 } : word))],
    // 22 of 25 are 88 %.
    ['88 % look the same', partWith(25, amountAt([2, 9, 17], otherFont))],
    [
      '88 % have the same baseline',
      partWith(
        25,
        amountAt([2, 9, 17], (word) => ({ ...word, y: word.y + 1 })),
      ),
    ],
    [
      'half of them are bold',
      partWith(20, (word, at) => (at < 10 && isAmount(word) ? otherFont(word) : word)),
    ],
    [
      'the font of an amount is another part of the same font',
      partWith(40, (word, at) => ({
        ...word,
        font: `${at === 4 && isAmount(word) ? 'QRSTUV' : 'ABCDEF'}+Arial`,
      })),
    ],
    [
      'the sizes differ by less than one sees',
      partWith(
        20,
        amountAt([4], (word) => ({ ...word, size: 9.04 })),
      ),
    ],
    [
      'the baselines differ by less than one sees',
      partWith(
        20,
        amountAt([4], (word) => ({ ...word, y: word.y + 0.5 })),
      ),
    ],
  ]

  it.each(all)('are no evidence if %s', (_, part) => {
    expect(places([part])).toEqual([])
  })

  it('are no evidence if the column of another account looks different', () => {
    const bold: Change = (word) => (isAmount(word) ? otherFont(word) : word)
    expect(places([partWith(40, none), partWith(4, bold)])).toEqual([])
  })

  it('are no evidence in a picture', () => {
    const part = partWith(20, amountAt([3], otherFont))
    expect(places([part], pagesOf(1))).toEqual([placeOf(3)])
    expect(places([part], pagesOf(1, true))).toEqual([])
  })
})
