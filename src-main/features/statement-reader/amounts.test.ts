import { expect, test } from 'vitest'
import { amountsIn, parseAmount } from './amounts.ts'
import type { Word } from './statement-words.ts'

test.each([
  ['1,234.56', 123_456, false],
  ['$1,234.56', 123_456, false],
  ['US$0.05', 5, false],
  ['.75', 75, false],
  ['-40.00', -4000, true],
  ['-$40.00', -4000, true],
  ['$-40.00', -4000, true],
  ['40.00-', -4000, true],
  ['(1,045.00)', -104_500, true],
  ['($45.00)', -4500, true],
  ['+$84,982.01', 8_498_201, true],
  ['12.00CR', 1200, true],
  ['12.00DR', -1200, true],
  ['1.234,56', 123_456, false],
  ["1'234.56", 123_456, false],
  ['1234567.89', 123_456_789, false],
  ['1 234 567,89', 123_456_789, false],
  ['1\u00a0234.56', 123_456, false],
  ['1\u2019234.56', 123_456, false],
  ['500.00*', 50_000, false],
  ['-500.00#', -50_000, true],
  ['*500.00', 50_000, false],
])('reads %j as %i cents', (text, cents, isSigned) => {
  expect(parseAmount(text)).toEqual({ cents, isSigned })
})

test.each([
  '12',
  '12.5',
  '1,23.45',
  '12,345',
  '1234,567.00',
  '4.15%',
  '06/12',
  '12.00x',
  '500.00R',
  '1.234 567,89',
  'NaN',
  '--',
  '1.2.3',
  '١٢.٣٤',
  '9'.repeat(30),
])('does not read %j as an amount', (text) => {
  expect(parseAmount(text)).toBeNull()
})

const line = (...texts: [string, number, number][]): Word[] =>
  texts.map(([text, x0, x1]) => ({ text, x0, x1, y: 10, size: 10, font: '' }))

test('takes a sign, a currency, and the letters CR or DR from words of their own', () => {
  expect(amountsIn(line(['USD', 0, 18], ['12.00', 21, 40])).map(({ cents }) => cents)).toEqual([1200])
  expect(amountsIn(line(['-', 0, 3], ['$', 4, 8], ['12.00', 9, 40])).map(({ cents }) => cents)).toEqual([
    -1200,
  ])
  expect(amountsIn(line(['12.00', 0, 30], ['DR', 34, 44])).map(({ cents }) => cents)).toEqual([-1200])
  expect(amountsIn(line(['12.00', 0, 30], ['-', 31, 34])).map(({ cents }) => cents)).toEqual([-1200])
})

test('leaves a dash between a text and an amount out of the amount', () => {
  expect(amountsIn(line(['Fee', 0, 18], ['-', 22, 25], ['12.00', 36, 60]))).toMatchObject([
    { cents: 1200, isSigned: false },
  ])
})

test('leaves a mark that stands far away to the next column', () => {
  expect(amountsIn(line(['12.00', 0, 30], ['DR', 90, 100]))).toMatchObject([
    { cents: 1200, isSigned: false, last: 0 },
  ])
})

test.each([
  [['5', '500.00'], 550_000],
  [['5', '500,00'], 550_000],
  [['5,', '500.00'], 550_000],
  [['5.', '500,00'], 550_000],
  [['-5', '500.00'], -550_000],
  [['(5', '500.00)'], -550_000],
  [['$', '5', '500.00'], 550_000],
  [['1', '234', '567,89'], 123_456_789],
  [['1,', '234,', '567.89'], 123_456_789],
  [['5,500', '.50'], 550_050],
  [['5', ',500.00'], 550_000],
])('joins an amount that has a gap at a separator: %j', (texts, cents) => {
  let x = 0
  const words = texts.map((text): [string, number, number] => {
    const place: [string, number, number] = [text, x, x + text.length * 5]
    x += text.length * 5 + 3
    return place
  })
  expect(amountsIn(line(...words)).map((one) => one.cents)).toEqual([cents])
})

test.each([
  ['a longer number', line(['Check', 0, 28], ['1042', 31, 51], ['500.00', 54, 84]), 50_000],
  ['a number far away', line(['12', 0, 10], ['500.00', 40, 70]), 50_000],
  ['a number before two digits', line(['5', 0, 5], ['50.00', 8, 33]), 5000],
  ['a number after a text', line(['3', 0, 5], ['days', 8, 28], ['500.00', 31, 61]), 50_000],
])('does not join %s', (_, words, cents) => {
  expect(amountsIn(words).map((one) => one.cents)).toEqual([cents])
})
