import { fail, type Result } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import type { SecretStore } from '../ports/secrets.ts'

interface Move {
  secrets: SecretStore
  account: string
  /** Empty to remove it. */
  secret: string
  /** Removes the previous address. From then on, the secret in the keychain is sent nowhere. */
  leave(): Promise<Result<void>>
  /** Restores the previous address. */
  comeBack(): Promise<unknown>
}

/**
 * Stores a secret in the keychain whose address is then stored in the vault. Both cannot be written atomically, so between two addresses
 * there is briefly none. An interruption therefore never sends a secret to the wrong address.
 */
export async function moveSecret({ secrets, account, secret, leave, comeBack }: Move): Promise<Result<void>> {
  // A locked keychain fails here, before any change.
  const had = await secrets.get(account)
  if (!had.ok) return had
  const left = await leave()
  if (!left.ok) return left
  const kept = secret === '' ? await secrets.delete(account) : await secrets.set(account, secret)
  if (kept.ok) return kept
  // A keychain locked meanwhile may still store the secret when it is unlocked. It is then unknown which of the two it contains.
  if (kept.error.code === 'KEYCHAIN_LOCKED')
    return fail({ ...kept.error, advice: msg.errorsVault.unlockAndSaveAgain })
  await comeBack()
  return kept
}
