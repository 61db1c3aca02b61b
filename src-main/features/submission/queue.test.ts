import { expect, test } from 'vitest'
import { pauseMs, reconcileAgainAt } from './queue.ts'

const NOW = Date.UTC(2026, 10, 23, 9)
test('the pause after failures doubles from two seconds up to five minutes, and is never shorter than the partner requests', () => {
  const longest = (failures: number) => pauseMs(failures, 1, undefined)
  expect([1, 2, 3, 8, 9, 100].map(longest)).toEqual([2_000, 4_000, 8_000, 256_000, 300_000, 300_000])
  expect(pauseMs(9, 0, undefined)).toBe(150_000)
  expect([pauseMs(1, 1, 1), pauseMs(1, 1, 900)]).toEqual([2_000, 900_000])
})

test('reconciling repeats after seconds at first, then after minutes, and finally every half hour', () => {
  const seconds = [0, 1, 2, 3, 4, 50].map((tries) => (Date.parse(reconcileAgainAt(tries, NOW)) - NOW) / 1000)
  expect(seconds).toEqual([5, 30, 120, 600, 1800, 1800])
})
