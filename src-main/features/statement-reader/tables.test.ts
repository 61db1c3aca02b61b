import { expect, test } from 'vitest'
import { toLine } from './lines.ts'
import { headerOf, partsOf, rowOf } from './tables.ts'
import type { Word } from './statement-words.ts'

/** Texts with their left edges. A letter is 5 points wide. */
const words = (...texts: [string, number][]): Word[] =>
  texts.flatMap(([text, start]) => {
    let x = start
    return text.split(' ').map((piece) => {
      const word = { text: piece, x0: x, x1: x + piece.length * 5, y: 10, size: 10, font: '' }
      x = word.x1 + 3
      return word
    })
  })
const headingOf = (...texts: [string, number][]) => {
  const header = headerOf(toLine(words(...texts), 1), undefined)
  if (header === null) throw new Error('This is no heading.')
  return header
}
const rowIn = (header: ReturnType<typeof headingOf>, ...texts: [string, number][]) =>
  rowOf(words(...texts), header.groups[0] ?? [], 1)

const plain = headingOf(['Date', 0], ['Description', 60], ['Withdrawals', 300], ['Deposits', 400])

test.each([
  ['500', true],
  ['-500', true],
  ['500.00R', true],
  ['$500', true],
  ['= 500.00=', true],
  ['500.00*', false],
  ['500.00', false],
])('tells whether a row has digits that are no amount: %s', (text, hasUnread) => {
  expect(rowIn(plain, ['03/05', 0], ['Item', 60], [text, 400])?.hasUnread).toBe(hasUnread)
})

test('takes no number of a description that reaches into a column for an amount', () => {
  const row = rowIn(
    plain,
    ['03/05', 0],
    ['Payroll of a long name with the number 1234', 100],
    ['500.00', 400],
  )
  expect(row?.hasUnread).toBe(false)
  expect(row?.amounts.map(({ kind }) => kind)).toEqual(['credit'])
})

test.each([
  ['Transaction date', 'Posting date', 6, false],
  ['Purchase date', 'Booking date', 6, false],
  ['Purchase date', 'Date', 6, false],
  ['Fecha operación', 'Fecha contable', 6, false],
  ['Posting date', 'Transaction date', 5, false],
  ['Transaction date', 'Effective date', 5, true],
])('takes the day of posting of two dates: %s, %s', (first, second, day, isDateDoubted) => {
  // The two headings stand so close together that they look like one.
  const header = headingOf([first, 0], [second, first.length * 5 + 6], ['Description', 200], ['Amount', 300])
  expect(header.groups[0]?.filter(({ kind }) => kind === 'date').length).toBe(2)
  const row = rowIn(header, ['03/05', 0], ['03/06', first.length * 5 + 6], ['Item', 200], ['5.00', 305])
  expect([row?.date?.day, row?.isDateDoubted]).toEqual([day, isDateDoubted])
})

test('doubts a second date in a column of its own, but not in a description', () => {
  const header = headingOf(['Date', 0], ['Value', 60], ['Description', 120], ['Amount', 300])
  expect(rowIn(header, ['03/05', 0], ['03/06', 60], ['Item', 120], ['5.00', 305])?.isDateDoubted).toBe(true)
  expect(rowIn(plain, ['03/05', 0], ['03/06 Item', 60], ['5.00', 400])?.isDateDoubted).toBe(false)
})

test('splits no amount with a gap between two groups of columns', () => {
  const header = headingOf(['Date', 0], ['Balance', 60], ['Date', 120], ['Balance', 180])
  const [left, right] = partsOf(toLine(words(['03/05', 0], ['-15 829.55', 55]), 1), header)
  expect(left?.words.map(({ text }) => text)).toEqual(['03/05', '-15', '829.55'])
  expect(right?.words).toEqual([])
})
