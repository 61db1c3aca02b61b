import { expect, test } from 'vitest'
import { dateAt } from '../../../src-shared/platform/base/printed-dates.ts'
import { dateInPeriod, periodIn } from './dates.ts'

test.each([
  ['statement period 02/13/24 - 03/12/24', '2024-02-13', '2024-03-12'],
  ['december 1 to december 31, 2025', '2025-12-01', '2025-12-31'],
  ['december 17 through january 16, 2026', '2025-12-17', '2026-01-16'],
  ['01 de julio de 2026 al 31 de julio de 2026', '2026-07-01', '2026-07-31'],
  ['aug 11, 2024 - sep 10, 2024', '2024-08-11', '2024-09-10'],
  ['01/03/2025 al 31/03/2025', '2025-03-01', '2025-03-31'],
  ['15/02/2025 al 12/03/2025', '2025-02-15', '2025-03-12'],
  ['02/03/2025 al 01/04/2025', '2025-03-02', '2025-04-01'],
  ['03/01/2025 - 04/02/2025', '2025-03-01', '2025-04-02'],
  ['from : 01/04/2024 to : 31/03/2025', '2024-04-01', '2025-03-31'],
])('finds the period in %j', (line, from, to) => {
  expect(periodIn(line)).toEqual({ from, to })
})

test.each([
  'call 800-555-0134 to ask',
  '12/31 to nowhere',
  '03/01/2020 to 03/01/2026',
  '03/31/2026 to 03/01/2026',
  '31/03/2026 to 04/15/2026',
])('finds no period in %j', (line) => {
  expect(periodIn(line)).toBeNull()
})

test('takes the year of a date from a period that runs into the next year', () => {
  const period = { from: '2025-12-17', to: '2026-01-16' }
  const at = (text: string) =>
    dateInPeriod(
      dateAt(text) ?? { year: null, month: 1, day: 1, isAmbiguous: false, order: null, end: 0 },
      period,
    )
  expect(at('12/30')).toBe('2025-12-30')
  expect(at('01/02')).toBe('2026-01-02')
  expect(at('02/02')).toBeNull()
})
