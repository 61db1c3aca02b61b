import { expect, test } from 'vitest'
import { timeLeftText } from './expiry.tsx'

const local = (day: number, hour: number) => new Date(2026, 4, day, hour).getTime()

test('shows the days until an offer expires, and a countdown if less than a day is left', () => {
  const now = local(4, 12)
  expect(timeLeftText(local(18, 11), now)).toBe('14 days left')
  expect(timeLeftText(local(5, 13), now)).toBe('1 day left')
  expect(timeLeftText(local(5, 11), now)).toBe('23:00:00 left')
  expect(timeLeftText(now, now)).toBe('Expired')
})
