import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addBusinessDays,
  addMonths,
  businessDayAfter,
  businessDayBefore,
  dayText,
  isBusinessDay,
  readDay,
} from './business-days.ts'

const day = (text: string) => {
  const read = readDay(text)
  if (read === null) throw new Error(`no day: ${text}`)
  return read
}

/** Weekdays on which the Federal Reserve Banks are closed, from their published holiday schedules. */
const CLOSED = {
  2022: ['01-17', '02-21', '05-30', '06-20', '07-04', '09-05', '10-10', '11-11', '11-24', '12-26'],
  2023: ['01-02', '01-16', '02-20', '05-29', '06-19', '07-04', '09-04', '10-09', '11-23', '12-25'],
  2024: ['01-01', '01-15', '02-19', '05-27', '06-19', '07-04', '09-02', '10-14', '11-11', '11-28', '12-25'],
  2025: ['01-01', '01-20', '02-17', '05-26', '06-19', '07-04', '09-01', '10-13', '11-11', '11-27', '12-25'],
  2026: ['01-01', '01-19', '02-16', '05-25', '06-19', '09-07', '10-12', '11-11', '11-26', '12-25'],
  2027: ['01-01', '01-18', '02-15', '05-31', '07-05', '09-06', '10-11', '11-11', '11-25'],
  2028: ['01-17', '02-21', '05-29', '06-19', '07-04', '09-04', '10-09', '11-23', '12-25'],
}

describe('business days', () => {
  test.each(Object.entries(CLOSED))(
    'exclude exactly the weekends and the bank holidays of %s',
    (year, closed) => {
      const found: string[] = []
      for (let at = day(`${year}-01-01`); at <= day(`${year}-12-31`); at++) {
        const weekday = new Date(`${dayText(at)}T12:00:00Z`).getUTCDay()
        if (weekday !== 0 && weekday !== 6 && !isBusinessDay(at)) found.push(dayText(at).slice(5))
        if (weekday === 0 || weekday === 6) expect(isBusinessDay(at)).toBe(false)
      }
      expect(found).toEqual(closed)
    },
  )

  test('skip weekends and holidays forward and backward', () => {
    // Banks are closed on Thanksgiving 2026 (November 26) and on the weekend after it, but open on the Friday in between. July 4, 2026 is a
    // Saturday, so banks are open on the Friday before it.
    expect(dayText(businessDayAfter(day('2026-11-25')))).toBe('2026-11-27')
    expect(dayText(businessDayAfter(day('2026-11-27')))).toBe('2026-11-30')
    expect(dayText(businessDayBefore(day('2026-11-30')))).toBe('2026-11-27')
    expect(dayText(businessDayAfter(day('2026-07-02')))).toBe('2026-07-03')
    expect(dayText(businessDayAfter(day('2027-07-02')))).toBe('2027-07-06')
  })
})

test('adding business days in one step gives the same day as adding them one by one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 1, max: 600 }), (start, count) => {
      const from = day('2024-01-01') + start
      let end = from
      for (let left = count; left > 0; left--) end = businessDayAfter(end)
      expect(addBusinessDays(from, count)).toBe(end)
    }),
  )
})

describe('a day', () => {
  test.each(['2026-05-04', '2026-05-04T23:59:59Z', '2026-05-04 10:00'])('is read from %s', (text) => {
    expect(readDay(text)).toBe(day('2026-05-04'))
  })
  test.each(['2026-02-29', '2026-13-01', '0014-03-02', '9999-01-01', '2026-05-041', '05/04/2026', '', null])(
    'is not read from %s',
    (text) => {
      expect(readDay(text)).toBeNull()
    },
  )
  test('moved by months keeps its day of the month, or becomes the last day of a shorter month', () => {
    expect(dayText(addMonths(day('2026-01-31'), 1))).toBe('2026-02-28')
    expect(dayText(addMonths(day('2026-01-31'), 25))).toBe('2028-02-29')
    expect(dayText(addMonths(day('2026-03-31'), -1))).toBe('2026-02-28')
    expect(dayText(addMonths(day('2026-01-10'), 1, 25))).toBe('2026-02-25')
  })
})
