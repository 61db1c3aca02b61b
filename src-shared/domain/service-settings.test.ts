import { expect, test } from 'vitest'
import { rateLimitSchema } from './service-settings.ts'

test.each([0, 0.1, 2.5, 100])('%d requests a second are a pace', (rate) => {
  expect(rateLimitSchema.safeParse(rate).success).toBe(true)
})

test.each([-1, 1e-9, 0.05, 101, Number.NaN, Infinity])(
  '%d are none: every call would wait for ever',
  (rate) => {
    expect(rateLimitSchema.safeParse(rate).success).toBe(false)
  },
)
