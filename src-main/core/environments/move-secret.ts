import { fail, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { SecretStore } from '../ports/secret-store.ts'

interface Move {
  secrets: SecretStore
  account: string
  /** Empty where there is none any more. */
  secret: string
  /** Leaves the address of the former one: from here on, what lies in the keychain goes nowhere. */
  leave(): Promise<Result<void>>
  /** Goes back to it. */
  comeBack(): Promise<unknown>
}

/**
 * Keeps a secret in the keychain whose address is then to be kept in the vault. Both cannot be written at once, so between two addresses
 * there is none for a moment: where it ends in the middle, no secret goes to another's address.
 */
export async function moveSecret({ secrets, account, secret, leave, comeBack }: Move): Promise<Result<void>> {
  // One that is locked says so before anything changes.
  const had = await secrets.get(account)
  if (!had.ok) return had
  const left = await leave()
  if (!left.ok) return left
  const kept = secret === '' ? await secrets.delete(account) : await secrets.set(account, secret)
  if (kept.ok) return kept
  // Locked in between, it takes the secret whenever it is unlocked: by then nobody knows which of the two lies there.
  if (kept.error.code === 'KEYCHAIN_LOCKED')
    return fail({ ...kept.error, advice: words().errorsVault.unlockAndSaveAgain })
  await comeBack()
  return kept
}
