import { expect, test } from 'vitest'
import { PartnerClock } from './environment-keys.ts'

const URL = 'https://partner.example/keys'
const HOUR_MS = 3_600_000

test("a jump of this machine's clock shows at once, before the partner's time is read again", () => {
  let wall = Date.parse('2026-05-01T09:00:00Z')
  let steady = 5000
  const clock = new PartnerClock({ wall: () => wall, steady: () => steady })
  expect(clock.secondsAhead(URL)).toBe(null)
  clock.observe(URL, wall)
  wall += HOUR_MS
  steady += HOUR_MS
  expect(clock.secondsAhead(URL)).toBe(0)
  wall += 600_000
  expect(clock.secondsAhead(URL)).toBe(600)
  wall -= 1_200_000
  expect(clock.secondsAhead(URL)).toBe(-600)
})

test('a date that cannot be read does not replace the known time of the partner', () => {
  const clock = new PartnerClock({ wall: () => 1000, steady: () => 0 })
  clock.observe(URL, 2000)
  clock.observe(URL, Number.NaN)
  expect(clock.secondsAhead(URL)).toBe(-1)
})
