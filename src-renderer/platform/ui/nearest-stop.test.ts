import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearestStop } from './step-slider.tsx'

test.each([
  ['the minimum', 0, 10_000],
  ['a value between two stops', 10_700, 10_500],
  ['a value at a stop', 12_000, 12_000],
  ['a value near the last regular stop', 35_010, 35_000],
  ['a value between the last regular stop and the end', 35_110, 35_200],
  ['the end', 35_200, 35_200],
  ['a value beyond the end', 99_999, 35_200],
])('finds the nearest slider stop to %s', (_, value, stop) => {
  expect(nearestStop({ min: 10_000, max: 35_200, step: 500 }, value)).toBe(stop)
})

test('both ends of a slider count as stops, and the nearest stop is within the range, with no other stop closer', () => {
  const stops = fc
    .tuple(fc.nat(1_000_000), fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 100_000 }))
    .map(([min, range, step]) => ({ min, max: min + range, step }))
  fc.assert(
    fc.property(stops, fc.nat(2_000_000), (range, value) => {
      const { min, max, step } = range
      expect(nearestStop(range, min)).toBe(min)
      expect(nearestStop(range, max)).toBe(max)
      const found = nearestStop(range, value)
      expect(found).toBeGreaterThanOrEqual(min)
      expect(found).toBeLessThanOrEqual(max)
      expect(found === max || (found - min) % step === 0).toBe(true)
      const inside = Math.min(max, Math.max(min, value))
      expect(Math.abs(found - inside)).toBeLessThanOrEqual(step / 2)
    }),
  )
})
