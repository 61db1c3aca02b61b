import { afterEach, describe, expect, test } from 'vitest'
import { en } from '../../../src-shared/app/texts.en.ts'
import { es } from '../../../src-shared/app/texts.es.ts'
import { setMessages } from '../../../src-shared/platform/texts/messages.ts'
import { describePeriod, nameOfLine } from './periods.ts'
import type { StatementPeriod } from '../../../src-shared/features/documents/document.ts'

afterEach(() => setMessages('en', en))

/** Replaces the special spaces that `Intl` writes around the dash of a range with normal spaces. */
const plain = (text: string) => text.replaceAll(/[\u2009\u202f]/g, ' ')
const days = (from: string, to: string): StatementPeriod => ({ from, to })
const line = (missing_days: StatementPeriod[], more: { month_so_far?: string; undated?: number } = {}) =>
  plain(nameOfLine({ label: 'Bank statement', missing_days, month_so_far: null, undated: 0, ...more }))

const JANUARY = days('2026-01-01', '2026-01-31')
const FEBRUARY = days('2026-02-01', '2026-02-28')
const END_OF_MARCH = days('2026-03-17', '2026-03-31')
const APRIL_SO_FAR = days('2026-04-01', '2026-04-15')

describe('the label of a checklist entry for bank statements', () => {
  test('lists the missing days, and shows completely missing months by name', () => {
    expect(line([])).toBe('Bank statement')
    expect(line([END_OF_MARCH])).toBe('Bank statement (March 17 – 31, 2026)')
    expect(line([JANUARY, FEBRUARY, END_OF_MARCH])).toBe(
      'Bank statement (January, February, and March 17 – 31, 2026)',
    )
    expect(line([days('2025-12-31', '2025-12-31'), JANUARY])).toBe(
      'Bank statement (December 31, 2025 and January 2026)',
    )
  })

  test('describes the current month as month-to-date', () => {
    expect(line([APRIL_SO_FAR], { month_so_far: '2026-04' })).toBe(
      'Bank statement (April 2026 month-to-date)',
    )
    expect(line([days('2026-04-11', '2026-04-15')])).toBe('Bank statement (April 11 – 15, 2026)')
  })

  test('states how many statements have no dates', () => {
    expect(line([JANUARY], { undated: 1 })).toBe(
      'Bank statement (January 2026; 1 statement has no dates, so its month is unknown)',
    )
  })

  test('is available in Spanish', () => {
    setMessages('es', es)
    expect(line([JANUARY, END_OF_MARCH], { undated: 2 })).toBe(
      'Bank statement (enero y 17–31 de marzo de 2026; 2 estados de cuenta no tienen fechas y no se conocen sus meses)',
    )
  })
})

test.each([
  [JANUARY, ''],
  [days('2026-01-01', '2026-03-31'), ''],
  [days('2026-02-16', '2026-03-15'), 'Statement cycle across February and March 2026'],
  [days('2025-12-16', '2026-01-15'), 'Statement cycle across December 2025 and January 2026'],
  [days('2026-03-01', '2026-03-16'), 'Part of March 2026'],
  [days('2026-03-31', '2026-03-31'), 'Part of March 2026'],
  [days('2026-01-01', '2026-03-16'), 'Part of January, February, and March 2026'],
])('the days %j are described as “%s”', (period, expected) => {
  expect(describePeriod(period)).toBe(expected)
})
