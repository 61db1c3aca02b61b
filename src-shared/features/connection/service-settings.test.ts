import { expect, test } from 'vitest'
import { rateLimitSchema } from './service-settings.ts'

test.each([0, 0.1, 2.5, 100])('accepts a rate limit of %d requests per second', (rate) => {
  expect(rateLimitSchema.safeParse(rate).success).toBe(true)
})

test.each([-1, 1e-9, 0.05, 101, Number.NaN, Infinity])(
  'refuses a rate limit of %d requests per second',
  (rate) => {
    expect(rateLimitSchema.safeParse(rate).success).toBe(false)
  },
)
