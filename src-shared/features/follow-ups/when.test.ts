import { describe, expect, it, test } from 'vitest'
import { dueMs, dueTimeOf, presetsAt } from './follow-up.ts'
import { instantOf, wallTimeOf } from '../../platform/entry/wall-time.ts'
import { readWhen } from './when.ts'

/** A Wednesday. */
const NOW = '2026-11-25T10:00'
const read = (typed: string, now = NOW) => {
  const found = readWhen(typed, now)
  if ('problem' in found) return found.problem
  return 'wall' in found.when ? found.when.wall : found.when.minutes
}

describe('a typed time', () => {
  test.each([
    // Days without a time mean nine in the morning.
    ['tomorrow', '2026-11-26T09:00'],
    ['tomorrow 9', '2026-11-26T09:00'],
    ['Tomorrow at 9', '2026-11-26T09:00'],
    ['tomorrow 2', '2026-11-26T14:00'],
    ['tomorrow 02:00', '2026-11-26T02:00'],
    ['tomorrow 2am', '2026-11-26T02:00'],
    ['tomorrow 12', '2026-11-26T12:00'],
    ['tomorrow 12am', '2026-11-26T00:00'],
    ['tomorrow 9:30 p.m.', '2026-11-26T21:30'],
    ['9 tomorrow', '2026-11-26T09:00'],
    ['tomorrow noon', '2026-11-26T12:00'],
    ['tomorrow afternoon', '2026-11-26T14:00'],
    ['tomorrow evening 8', '2026-11-26T20:00'],
    ['day after tomorrow', '2026-11-27T09:00'],
    ['today 4', '2026-11-25T16:00'],
    ['today 8', '2026-11-25T20:00'],
    ['tonight', '2026-11-25T18:00'],
    ['tonight 8', '2026-11-25T20:00'],
    ['eod', '2026-11-25T17:00'],
    ['4pm', '2026-11-25T16:00'],
    ['9am', '2026-11-26T09:00'],
    ['at 9', '2026-11-26T09:00'],
    ['11:15', '2026-11-25T11:15'],
    ['in 3 days', '2026-11-28T09:00'],
    ['3 days', '2026-11-28T09:00'],
    ['3d', '2026-11-28T09:00'],
    ['3', '2026-11-28T09:00'],
    ['in three days at 14:30', '2026-11-28T14:30'],
    ['in a week', '2026-12-02T09:00'],
    ['2w', '2026-12-09T09:00'],
    ['in a month', '2026-12-25T09:00'],
    // Thursday is Thanksgiving.
    ['2 business days', '2026-11-30T09:00'],
    ['fri 14:30', '2026-11-27T14:30'],
    ['friday', '2026-11-27T09:00'],
    ['wed', '2026-12-02T09:00'],
    ['wed 14:30', '2026-11-25T14:30'],
    ['wed 9am', '2026-12-02T09:00'],
    ['mon', '2026-11-30T09:00'],
    ['next monday', '2026-11-30T09:00'],
    ['next friday', '2026-12-04T09:00'],
    ['next week', '2026-11-30T09:00'],
    ['next month', '2026-12-02T09:00'],
    ['in 2 weeks', '2026-12-09T09:00'],
    ['eow', '2026-11-27T09:00'],
    ['end of the week at 4', '2026-11-27T16:00'],
    ['eom', '2026-11-30T09:00'],
    ['end of month 14:30', '2026-11-30T14:30'],
    ['fin de mes', '2026-11-30T09:00'],
    ['dec 3', '2026-12-03T09:00'],
    ['3 dec', '2026-12-03T09:00'],
    ['December 3rd, 2pm', '2026-12-03T14:00'],
    ['dec 3 2027 8:15', '2027-12-03T08:15'],
    ['12/3', '2026-12-03T09:00'],
    ['12/3/26 3pm', '2026-12-03T15:00'],
    ['2026-12-03 07:00', '2026-12-03T07:00'],
    ['jan 5', '2027-01-05T09:00'],
    ['feb 29', '2028-02-29T09:00'],
    // Spanish.
    ['mañana', '2026-11-26T09:00'],
    ['mañana a las 9', '2026-11-26T09:00'],
    ['mañana por la mañana', '2026-11-26T09:00'],
    ['mañana por la tarde', '2026-11-26T14:00'],
    ['pasado mañana', '2026-11-27T09:00'],
    ['hoy a las 4', '2026-11-25T16:00'],
    ['hoy a la 1', '2026-11-25T13:00'],
    ['a las 9 de la noche', '2026-11-25T21:00'],
    ['en 3 días', '2026-11-28T09:00'],
    ['dentro de dos semanas', '2026-12-09T09:00'],
    ['2 días hábiles', '2026-11-30T09:00'],
    ['el viernes', '2026-11-27T09:00'],
    ['vie 14:30', '2026-11-27T14:30'],
    ['martes', '2026-12-01T09:00'],
    ['el próximo lunes', '2026-11-30T09:00'],
    ['la semana que viene', '2026-11-30T09:00'],
    ['el próximo mes', '2026-12-02T09:00'],
    ['3 de diciembre', '2026-12-03T09:00'],
    ['3 dic a mediodía', '2026-12-03T12:00'],
    ['dic 3', '2026-12-03T09:00'],
    // A period may separate hours and minutes.
    ['9.30', '2026-11-26T09:30'],
    ['14.30', '2026-11-25T14:30'],
    ['9.30am', '2026-11-26T09:30'],
    ['9.10 a.m.', '2026-11-26T09:10'],
    ['tomorrow 9.05', '2026-11-26T09:05'],
    ['mañana a las 9.30', '2026-11-26T09:30'],
    ['a 9.10', '2026-11-26T09:10'],
    ['Dec. 3, 2 p.m.', '2026-12-03T14:00'],
    ['dec 3,2027', '2027-12-03T09:00'],
    ['12/3,9:30', '2026-12-03T09:30'],
    ["tomorrow 9 o'clock.", '2026-11-26T09:00'],
  ])('“%s” is understood', (typed, wall) => {
    expect(read(typed)).toBe(wall)
  })

  test.each([
    ['in 2 hours', 120],
    ['2h', 120],
    ['45 min', 45],
    ['in an hour', 60],
    ['later', 180],
    ['en una hora', 60],
    ['más tarde', 180],
    ['dentro de 30 minutos', 30],
    ['1.5 hours', 90],
    ['in 1.5 hrs', 90],
    ['0.5 hours', 30],
    ['2.5h', 150],
    ['1.25 hours', 75],
    ['1,5 horas', 90],
    ['en 0,5 horas', 30],
    ['half an hour', 30],
    ['in half an hour', 30],
    ['half hour', 30],
    ['media hora', 30],
    ['en media hora', 30],
  ])('“%s” is an elapsed time', (typed, minutes) => {
    expect(read(typed)).toBe(minutes)
  })

  test.each([
    ['', 'unclear'],
    ['soon', 'unclear'],
    ['tomorrow friday', 'unclear'],
    ['tomorrow 9 10', 'unclear'],
    ['in 2 hours tomorrow', 'unclear'],
    ['tomorrow 25:00', 'unclear'],
    ['tomorrow 9:75', 'unclear'],
    ['13pm', 'unclear'],
    ['tomorrow 0am', 'unclear'],
    ['noon midnight', 'unclear'],
    ['__proto__', 'unclear'],
    ['constructor 9', 'unclear'],
    ['1.5', 'unclear'],
    ['1.5 days', 'unclear'],
    ['1,5 días', 'unclear'],
    ['1.5 business days', 'unclear'],
    ['1,5 días hábiles', 'unclear'],
    ['2.50 weeks', 'unclear'],
    ['1.5 min', 'unclear'],
    ['.5 hours', 'unclear'],
    ["1'5 horas", 'unclear'],
    ['1’5 horas', 'unclear'],
    ['1.000 days', 'unclear'],
    ['1,000 days', 'unclear'],
    // It may be a time of day, December 3, or a duration.
    ['3.12', 'unclear'],
    ['9.30 h', 'unclear'],
    ['half a day', 'unclear'],
    ['half', 'unclear'],
    ['0.0 hours', 'past'],
    ['today 8am', 'past'],
    ['today 09:00', 'past'],
    ['11/24/2026', 'past'],
    ['0 days', 'past'],
    ['0 min', 'past'],
    ['dec 32', 'noSuchDay'],
    ['13/3', 'noSuchDay'],
    ['2027-02-29', 'noSuchDay'],
    ['900 days', 'tooFar'],
    ['9999 weeks', 'tooFar'],
    ['9999 months', 'tooFar'],
    ['9999 business days', 'tooFar'],
    ['dec 3 2099', 'tooFar'],
  ])('“%s” is rejected as %s', (typed, problem) => {
    expect(read(typed)).toBe(problem)
  })

  it('is understood at the end of a month, a week, and a year', () => {
    expect(read('tomorrow', '2026-12-31T23:59')).toBe('2027-01-01T09:00')
    expect(read('next month', '2026-12-31T23:59')).toBe('2027-01-07T09:00')
    expect(read('next month', '2026-10-05T10:00')).toBe('2026-11-02T09:00')
    expect(read('in a month', '2027-01-31T10:00')).toBe('2027-02-28T09:00')
    expect(read('next friday', '2026-11-29T10:00')).toBe('2026-12-04T09:00')
    expect(read('monday', '2026-11-30T10:00')).toBe('2026-12-07T09:00')
  })

  it('is refused quickly if it is long or repetitive', () => {
    for (const typed of ['tomorrow '.repeat(500_000), '9'.repeat(79), '1:'.repeat(30), 'a '.repeat(29)])
      expect(['unclear', 'tooFar']).toContain(read(typed))
  })

  it('with decimals is never read as a larger whole number', () => {
    const units =
      ' |h| h| hours| hr| horas|d| days| días| business days| días hábiles|w| weeks| semanas| months| meses|m| min|pm| am'
    const before = ['', 'in ', 'en ', 'tomorrow ', 'a las ']
    for (const whole of ['', '0', '1', '2', '3', '9', '10', '12', '31', '007'])
      for (const decimals of [
        '0',
        '5',
        '9',
        '05',
        '12',
        '25',
        '30',
        '50',
        '99',
        '125',
        '500',
        '0030',
        '2027',
      ])
        for (const separator of ['.', ',', "'", '’'])
          for (const unit of units.split('|'))
            for (const start of before) {
              const typed = `${start}${whole}${separator}${decimals}${unit}`
              const found = readWhen(typed, NOW)
              if ('problem' in found) continue
              const hours = Number(`${whole}.${decimals}`)
              if ('minutes' in found.when) {
                expect(/^ ?h/.test(unit), typed).toBe(true)
                expect(found.when.minutes, typed).toBe(Math.round(hours * 60))
                continue
              }
              // It is a time of day. Only the hour and the minute were typed, so the day is today or tomorrow.
              expect(found.when.wall < '2026-11-27', typed).toBe(true)
              expect(found.when.wall.slice(14), typed).toBe(decimals)
            }
  })

  it('never makes the parser throw or return a time that has passed, for any words', () => {
    const words =
      'tomorrow 9 14:30 in 3 days next week dec 12/3 am pm a las mañana fri noon at 0 31 feb m h tarde'
    const all = words.split(' ')
    for (let seed = 0; seed < 4_000; seed++) {
      const picked = Array.from(
        { length: (seed % 4) + 1 },
        (_, at) => all[(seed * 7 + at * (seed % 11)) % all.length],
      )
      const found = readWhen(picked.join(' '), NOW)
      if ('problem' in found) continue
      if ('wall' in found.when) expect(found.when.wall > NOW, picked.join(' ')).toBe(true)
      else expect(found.when.minutes).toBeGreaterThan(0)
    }
  })
})

describe('a wall time', () => {
  const NEW_YORK = 'America/New_York'
  const iso = (wall: string, zone = NEW_YORK) => new Date(instantOf(wall, zone)).toISOString()

  it('becomes the instant at which a clock in the zone shows it, in summer and in winter', () => {
    expect(iso('2026-11-26T09:00')).toBe('2026-11-26T14:00:00.000Z')
    expect(iso('2026-07-01T09:00')).toBe('2026-07-01T13:00:00.000Z')
    expect(iso('2026-11-26T09:00', 'Asia/Kolkata')).toBe('2026-11-26T03:30:00.000Z')
    expect(wallTimeOf(Date.parse('2026-11-26T14:00:59.000Z'), NEW_YORK)).toBe('2026-11-26T09:00')
  })

  it('keeps its hour on the days on which the clocks change', () => {
    // Clocks go forward at 2:00 on March 14, 2027, and back at 2:00 on November 7, 2027.
    expect(iso('2027-03-14T09:00')).toBe('2027-03-14T13:00:00.000Z')
    expect(iso('2027-03-13T09:00')).toBe('2027-03-13T14:00:00.000Z')
    expect(iso('2027-11-07T09:00')).toBe('2027-11-07T14:00:00.000Z')
    expect(read('tomorrow', '2027-03-13T22:00')).toBe('2027-03-14T09:00')
  })

  it('is the next existing time if the clocks skip it, and the first one if they repeat it', () => {
    expect(iso('2027-03-14T02:30')).toBe('2027-03-14T07:30:00.000Z')
    expect(wallTimeOf(instantOf('2027-03-14T02:30', NEW_YORK), NEW_YORK)).toBe('2027-03-14T03:30')
    expect(iso('2027-11-07T01:30')).toBe('2027-11-07T05:30:00.000Z')
    // Lord Howe Island moves its clocks by half an hour.
    expect(wallTimeOf(instantOf('2026-10-04T02:15', 'Australia/Lord_Howe'), 'Australia/Lord_Howe')).toBe(
      '2026-10-04T02:45',
    )
  })

  it('is due by the clock of the zone in which the computer is now, while an elapsed time stays an instant', () => {
    const now = Date.parse('2026-11-25T15:00:00.000Z')
    const tomorrow = dueTimeOf({ wall: '2026-11-26T09:00' }, now, NEW_YORK)
    expect(new Date(dueMs(tomorrow, NEW_YORK)).toISOString()).toBe('2026-11-26T14:00:00.000Z')
    expect(new Date(dueMs(tomorrow, 'America/Los_Angeles')).toISOString()).toBe('2026-11-26T17:00:00.000Z')
    const later = dueTimeOf({ minutes: 120 }, now, NEW_YORK)
    expect(new Date(dueMs(later, 'America/Los_Angeles')).toISOString()).toBe('2026-11-25T17:00:00.000Z')
  })
})

describe('the presets', () => {
  it('are in the future, and none means the same as another', () => {
    expect(
      presetsAt(NOW).map(({ preset, when }) => [preset, 'wall' in when ? when.wall : when.minutes]),
    ).toEqual([
      ['later', 180],
      ['tomorrow', '2026-11-26T09:00'],
      ['in_days', '2026-11-28T09:00'],
      ['monday', '2026-11-30T09:00'],
      ['in_week', '2026-12-02T09:00'],
    ])
    // On a Sunday, the next Monday is tomorrow. On a Friday, it is in three days.
    for (const day of ['2026-11-29T10:00', '2026-11-27T10:00'])
      expect(presetsAt(day).map(({ preset }) => preset)).not.toContain('monday')
  })
})
