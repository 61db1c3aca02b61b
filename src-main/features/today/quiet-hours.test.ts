import { expect, test } from 'vitest'
import { isQuiet, quietFor } from './announcer.ts'

const night = { enabled: true, from: '19:00', to: '08:00', weekends: false, except_offers: false }
const at = (hour: number, minute = 0, day = 5) => new Date(2026, 4, day, hour, minute)

test.each([
  [18, 59, false],
  [19, 0, true],
  [0, 0, true],
  [7, 59, true],
  [8, 0, false],
])('quiet hours from 19:00 to 08:00 are evaluated correctly at %i:%i', (hour, minute, quiet) => {
  expect(isQuiet(night, at(hour, minute))).toBe(quiet)
})

test('quiet hours can begin and end on one day, and are empty if start and end are equal', () => {
  const lunch = { ...night, from: '12:00', to: '13:00' }
  expect([at(11, 59), at(12), at(12, 59), at(13)].map((now) => isQuiet(lunch, now))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isQuiet({ ...lunch, to: '12:00' }, at(12))).toBe(false)
})

test('quiet hours end at the exact minute, even after a weekend', () => {
  expect(quietFor(night, at(23, 30))).toBe(8.5 * 3_600_000)
  const friday = at(19, 0, 8)
  expect(quietFor({ ...night, weekends: true }, friday)).toBe(
    new Date(2026, 4, 11, 8).getTime() - friday.getTime(),
  )
})
