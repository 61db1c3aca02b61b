import type { ServiceCall } from '../../../src-shared/domain/service-call.ts'
import type { Vault } from '../ports/vault.ts'

const KEPT_FOR_MS = 30 * 86_400_000

/** Adds an entry to the call log and deletes entries older than 30 days. A failure to write the log affects no call. */
export async function appendCall(vault: Vault, call: ServiceCall): Promise<void> {
  const forget_before = new Date(Date.parse(call.at) - KEPT_FOR_MS).toISOString()
  await vault.commit([{ write: 'append_call', call, forget_before }])
}
