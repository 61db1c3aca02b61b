import { expect, test } from 'vitest'
import { axisTicks } from './axis-ticks.ts'

test.each([
  [[42_000], [0, 10_000, 20_000, 30_000, 40_000, 50_000]],
  [
    [51_000, 4],
    [0, 20_000, 40_000, 60_000],
  ],
  [
    [-3_000, 42_000],
    [-10_000, 0, 10_000, 20_000, 30_000, 40_000, 50_000],
  ],
  [[], [0]],
])('an axis for %j has lines at %j', (values, ticks) => {
  expect(axisTicks(values)).toEqual(ticks)
})
