import { expect, test } from 'vitest'
import { pollAgainAfter, tryAgainAfter } from './polling-event-source.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [0, 1],
  [HOUR - 1, 1],
  [HOUR, 5],
  [DAY, 30],
  [7 * DAY, 120],
  [30 * DAY, 720],
  [400 * DAY, 720],
])(
  'if a deal had no news for %i ms, polls it every %i minutes, plus or minus 20 percent',
  (quiet, minutes) => {
    expect(pollAgainAfter(quiet, 1, 0.5)).toBe(minutes * MINUTE)
    expect([pollAgainAfter(quiet, 1, 0), pollAgainAfter(quiet, 1, 1)].map(Math.round)).toEqual(
      [0.8, 1.2].map((part) => minutes * MINUTE * part),
    )
    expect(pollAgainAfter(quiet, 3, 0.5)).toBe(3 * minutes * MINUTE)
  },
)

test('retries a failing partner after 15 seconds to 15 minutes, or later if the partner requests it', () => {
  expect([1, 2, 3, 7, 50].map((failures) => tryAgainAfter(failures, undefined, 1))).toEqual(
    [15, 30, 60, 900, 900].map((seconds) => seconds * 1000),
  )
  expect(tryAgainAfter(1, undefined, 0)).toBe(7_500)
  expect([tryAgainAfter(1, 1, 1), tryAgainAfter(1, 3_600, 1)]).toEqual([15_000, HOUR])
})
