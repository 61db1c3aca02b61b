import { expect, test } from 'vitest'
import { appError } from '../../../src-shared/platform/base/errors.ts'
import { failureOf } from '../base/failure.ts'
import { retryUntilStored } from './classify-failure.ts'

test('if storing a response fails, tries again after a quarter of a second, then at growing intervals up to five seconds', async () => {
  const waited: number[] = []
  const stored = await retryUntilStored(
    {
      pause: async (ms) => {
        waited.push(ms / 1000)
        return true
      },
      context: { log: { info: () => {}, warn: () => {} } },
    },
    async () => {
      if (waited.length < 8) throw failureOf(appError('VAULT_UNAVAILABLE', 'Not now.', 'Wait.'))
      return waited.length
    },
  )
  expect(stored).toBe(8)
  expect(waited).toEqual([0.25, 0.5, 1, 2, 4, 5, 5, 5])
})
