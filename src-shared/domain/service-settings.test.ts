import { expect, test } from 'vitest'
import { rateLimitSchema } from './service-settings.ts'

test.each([0, 0.1, 2.5, 100])('%d requests per second is a valid rate limit', (rate) => {
  expect(rateLimitSchema.safeParse(rate).success).toBe(true)
})

test.each([-1, 1e-9, 0.05, 101, Number.NaN, Infinity])(
  '%d requests per second is refused, because calls would wait forever',
  (rate) => {
    expect(rateLimitSchema.safeParse(rate).success).toBe(false)
  },
)
