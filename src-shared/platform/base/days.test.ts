import { expect, test } from 'vitest'
import { monthsBetween } from './days.ts'

test.each([
  ['2026-03', '2026-03', 0],
  ['2026-03', '2026-04', 0],
  ['2025-12', '2026-02', 1],
  ['2025-02', '2026-08', 17],
])('the number of months between %s and %s is %i', (earlier, later, months) => {
  expect(monthsBetween(earlier, later)).toBe(months)
})
