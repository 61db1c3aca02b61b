import { useState } from 'react'
import type { AppError, ErrorCode, Result } from '../../../src-shared/errors.ts'
import { useEnvironment } from '../../stores/environment-store.ts'

/** What only a code, a backup or a new beginning helps against. */
export const LOST: ReadonlySet<ErrorCode> = new Set([
  'VAULT_KEY_MISSING',
  'VAULT_KEY_WRONG',
  'VAULT_DAMAGED',
  'VAULT_SHORTENED',
])

/** Runs something that opens the data, and shows the app when it did. */
export function useOpening() {
  const [error, setError] = useState<AppError | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  async function open(work: () => Promise<Result<unknown>>) {
    setIsBusy(true)
    const done = await work()
    setIsBusy(false)
    setError(done.ok ? null : done.error)
    // Also after a failure that has a screen of its own: the passphrase was right, and the key is missing.
    if (done.ok || LOST.has(done.error.code)) await useEnvironment.getState().load()
  }
  return { error, isBusy, open }
}
