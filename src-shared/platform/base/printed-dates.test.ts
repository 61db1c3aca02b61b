import { expect, test } from 'vitest'
import { dateAt } from './printed-dates.ts'

test.each([
  ['06/12', null, 6, 12],
  ['6/2/26', 2026, 6, 2],
  ['06-12', null, 6, 12],
  ['2026-06-12', 2026, 6, 12],
  ['31/01/2026', 2026, 1, 31],
  ['jan 5', null, 1, 5],
  ['jan. 5, 2026', 2026, 1, 5],
  ['december 31st', null, 12, 31],
  ['05-jan-26', 2026, 1, 5],
  ['05 jan', null, 1, 5],
  ['05jan26', 2026, 1, 5],
  ['1 de julio de 2026', 2026, 7, 1],
  ['15 ago', null, 8, 15],
])('reads the date %j', (text, year, month, day) => {
  expect(dateAt(text)).toMatchObject({ year, month, day })
})

test.each(['13/32', '00/10', 'jan', '1234', '12.00', '1-2', 'march of dimes', '06/12x', '123/45'])(
  'finds no date in %j',
  (text) => {
    expect(dateAt(text)).toBeNull()
  },
)
