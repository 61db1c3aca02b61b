import { describe, expect, test } from 'vitest'
import { keepNaturalDay } from './natural-date.ts'

/** A Monday. */
const TODAY = '2026-11-23'
const PAST = { latest: TODAY }
const MONTH = { latest: TODAY, monthIsEnough: true }

describe('keepNaturalDay', () => {
  test.each([
    ['today', '2026-11-23'],
    ['Yesterday', '2026-11-22'],
    ['\u200byesterday\u00a0', '2026-11-22'],
    ['the day before yesterday', '2026-11-21'],
    ['last friday', '2026-11-20'],
    ['Friday', '2026-11-20'],
    ['tue', '2026-11-17'],
    ['3 days ago', '2026-11-20'],
    ['two weeks ago', '2026-11-09'],
    ['hoy', '2026-11-23'],
    ['ayer', '2026-11-22'],
    ['anteayer', '2026-11-21'],
    ['hace 3 días', '2026-11-20'],
    ['hace dos semanas', '2026-11-09'],
    ['el viernes pasado', '2026-11-20'],
    ['el martes', '2026-11-17'],
    ['3/2/14', '2014-03-02'],
    ['2 de marzo de 2014', '2014-03-02'],
  ])('reads %j as %s', (typed, date) => expect(keepNaturalDay(typed, TODAY, PAST)).toBe(date))

  test.each([
    ['nov 20', '2026-11-20'],
    ['11/23', '2026-11-23'],
    ['11/24', '2025-11-24'],
    ['20 de noviembre', '2026-11-20'],
    ['Dec 1', '2025-12-01'],
    ['feb 29', '2024-02-29'],
    ['yesterday', '2026-11-22'],
    ['3/2/14', '2014-03-02'],
  ])('reads %j as the last such day, %s, where the year may be missing', (typed, date) => {
    expect(keepNaturalDay(typed, TODAY, { yearIsOptional: true })).toBe(date)
    if (!/y|14/.test(typed)) expect(keepNaturalDay(typed, TODAY)).toBe(typed)
  })

  test.each([
    ['Mar 2014', '2014-03-01'],
    ['March 2014', '2014-03-01'],
    ['marzo de 2014', '2014-03-01'],
    ['3/2014', '2014-03-01'],
    ['03/14', '2014-03-01'],
    ["Mar '98", '1998-03-01'],
    ['2014', '2014-01-01'],
    ['last month', '2026-10-01'],
    ['12 yrs', '2014-11-01'],
    ['12 años', '2014-11-01'],
    ['18 mo', '2025-05-01'],
    ['el mes pasado', '2026-10-01'],
    ['3/2/2014', '2014-03-02'],
  ])('reads the month or year %j as %s where a month is enough, and refuses it elsewhere', (typed, date) => {
    expect(keepNaturalDay(typed, TODAY, MONTH)).toBe(date)
    if (!typed.includes('/2/')) expect(keepNaturalDay(typed, TODAY, PAST)).toBe(typed)
  })

  test.each([
    ['tomorrow', '2026-11-24'],
    ['mañana', '2026-11-24'],
    ['pasado mañana', '2026-11-25'],
    ['in 2 weeks', '2026-12-07'],
    ['en 2 semanas', '2026-12-07'],
  ])('reads %j as %s only where a date may be in the future', (typed, date) => {
    expect(keepNaturalDay(typed, TODAY)).toBe(date)
    expect(keepNaturalDay(typed, TODAY, PAST)).toBe(typed)
  })

  test.each([
    'friday',
    'Mar 2',
    'may',
    'soon',
    'yesterday 5pm',
    '5pm',
    'yesterday or so',
    'today and tomorrow',
    'today - friday',
    '41700',
    '3/2',
    '3/2/2014 5:15 PM',
    'the 5th',
    '2027',
    '',
    `${'last '.repeat(5_000)}friday`,
  ])('keeps %j as typed instead of guessing', (typed) => expect(keepNaturalDay(typed, TODAY)).toBe(typed))
})
