import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import type { Environment } from '../../../../src-shared/domain/vocabulary.ts'
import { appError, fail, ok, type Result } from '../../../../src-shared/errors.ts'
import { keychainAccount, restoredKeyAccount } from '../../../../src-shared/keychain-names.ts'
import { msg } from '../../../../src-shared/messages/msg.ts'
import { archiveKey, type SecretStore } from '../../../core/ports/secrets.ts'
import { homeOf, restoredOf, archivedOf, unpackingOf, waitingStamps } from './places.ts'

/**
 * Moves restored and checked data into place, and archives the previous data with its key. The folder's name commits the change. Every
 * step is repeatable, so the next start completes it after a crash at any point.
 */
export async function putRestoredInPlace(
  root: string,
  environment: Environment,
  secrets: SecretStore,
): Promise<Result<void>> {
  const [stamp, ...older] = waitingStamps(root, environment)
  if (stamp === undefined) return ok(undefined)
  const account = keychainAccount(environment, 'vault-key')
  const restored = await secrets.get(restoredKeyAccount(environment, stamp))
  if (!restored.ok) return restored
  const home = homeOf(root, environment)
  try {
    // If several are waiting, the broker meant the last one. The others are cleaned up with the incomplete ones.
    for (const old of older)
      await rename(restoredOf(root, environment, old), unpackingOf(root, environment, old))
    if (existsSync(home)) {
      const kept = await archiveKey(secrets, environment, stamp)
      if (!kept.ok) return kept
      await rename(home, archivedOf(root, environment, stamp))
    }
    if (restored.value !== null) {
      const set = await secrets.set(account, restored.value)
      if (!set.ok) return set
    }
    await rename(restoredOf(root, environment, stamp), home)
  } catch {
    return fail(
      appError('VAULT_UNAVAILABLE', msg.errorsVault.restoreNotFinished, msg.errorsVault.closeOthersAndStart, {
        retryable: true,
      }),
    )
  }
  for (const placed of [stamp, ...older]) await secrets.delete(restoredKeyAccount(environment, placed))
  return ok(undefined)
}
