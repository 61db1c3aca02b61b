import { expect, test } from 'vitest'
import { appError, fail, ok } from '../../../src-shared/platform/base/errors.ts'
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
    async () =>
      waited.length < 8 ? fail(appError('VAULT_UNAVAILABLE', 'Not now.', 'Wait.')) : ok(waited.length),
  )
  expect(stored).toEqual(ok(8))
  expect(waited).toEqual([0.25, 0.5, 1, 2, 4, 5, 5, 5])
})
