import { must, Failure, resultOf } from '../../platform/base/failure.ts'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Platform } from '../../platform/environment/platform.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import { setVaultKey, type SecretStore } from '../../platform/keychain/secrets.ts'
import { newKeyFile } from '../../platform/vault/vault-storage.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { wrapKey } from './recovery-code.ts'
import type { Reopen } from './restore.ts'
import { stampOf, VAULT_FILES, type VaultFiles } from './vault-files.ts'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'
import { appError, type AppError } from '../../../src-shared/platform/base/errors.ts'
import { nextKeyAccount, replacedKeyAccount } from '../../../src-shared/platform/base/keychain-names.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

export interface KeyChange {
  reopen: Reopen
  isSending: () => Promise<boolean>
}

/**
 * Gives an open vault a new key, and encrypts this key with a recovery code (`entropy`). The previous code then no longer opens the vault.
 * Before any file changes, stores both the old and the new key in the keychain. Then creates a second set of the vault's files, encrypted
 * with the new key. The next time the vault is opened, the new set replaces the old one. Until the new set is complete, the old key and
 * code are valid. From then on, the new key and code are valid, and `onDecided` is called.
 */
export async function replaceKey(
  vaultFiles: VaultFiles,
  { reopen, isSending }: KeyChange,
  context: Pick<Platform, 'environment' | 'vault' | 'emit'>,
  present: string,
  entropy: Buffer,
  onDecided: () => void,
): Promise<void> {
  const { environment, vault } = context
  if (await isSending()) throw new Failure(busySending())
  const next = randomBytes(32).toString('hex')
  const at = vaultFiles.clock.now()
  await noteReplaced(vault, present, at)
  return oneAtATime(VAULT_FILES, async () => {
    await keepBoth(vaultFiles.secrets, environment, present, next)
    const key_file = wrapKey(next, entropy, at)
    let isDecided = false
    const opened = await resultOf(
      reopen(environment, async () => {
        const onProgress = progress(context)
        const rekeying = { from: present, to: next, key_file, stamp: stampOf(at), onProgress }
        const rekeyed = await resultOf(vaultFiles.storage.rekey(environment, rekeying))
        if (!rekeyed.ok) await resultOf(vaultFiles.secrets.delete(nextKeyAccount(environment)))
        must(rekeyed)
        isDecided = true
        onDecided()
      }),
    )
    if (!opened.ok) throw new Failure(isDecided ? decidedButClosed(opened.error) : opened.error)
  })
}

/** Reports the progress to the windows, but only when the percentage changes. */
function progress({ emit }: Pick<Platform, 'emit'>) {
  let reported = -1
  return (done: number, total: number) => {
    const percent = total === 0 ? 100 : Math.floor((done * 100) / total)
    if (percent === reported) return
    reported = percent
    emit('vault.rekey_progress', { percent })
  }
}

/**
 * Stores both the old and the new key in the keychain. The old key is still needed to open older backups. Reads the new key back, because
 * the data could never be read again if the keychain had not stored this key.
 */
async function keepBoth(
  secrets: SecretStore,
  environment: Environment,
  present: string,
  next: string,
): Promise<void> {
  await secrets.set(replacedKeyAccount(environment, newKeyFile(present).check), present)
  await setVaultKey(secrets, nextKeyAccount(environment), next, msg.errorsVault.unlockAndRetry)
}

function busySending(): AppError {
  return appError('VAULT_BUSY', msg.errorsVault.sendingNow, msg.errorsVault.confirmAfterSending, {
    retryable: true,
  })
}

/**
 * Creates the error for the case that the key was replaced, but the vault could not be opened afterward. The error says that the new code
 * is valid.
 */
function decidedButClosed({ code, message, retryable }: AppError): AppError {
  return appError(code, msg.errorsVault.newCodeHolds(message), msg.errorsVault.keepNewPaper, {
    retryable,
  })
}

const SETTING = 'replaced_keys'
const CODE = 'recovery_code_confirmed'
const schema = z.array(z.object({ check: z.string().regex(/^[0-9a-f]{32}$/), replaced_at: z.string() }))

/** Returns the check values (values that identify a key) of this vault's previous keys. */
export async function replacedChecks(vault: Vault, presentCheck: string): Promise<string[]> {
  const replaced = await read(vault)
  // Leave out the current key. It is in the stored list if its replacement failed.
  return replaced.map(({ check }) => check).filter((check) => check !== presentCheck)
}

/** Returns true if a recovery code was ever confirmed for this vault, even if the key file has been lost since. */
export async function hadCode(vault: Vault): Promise<boolean> {
  const noted = await vault.getSetting(CODE)
  return noted !== null
}

/** Stores that a recovery code is about to be confirmed. Call this before the confirmation. */
export async function noteCode(vault: Vault): Promise<void> {
  await vault.commit([{ write: 'set_setting', key: CODE, value: 'true' }])
}

/**
 * Stores the check value of `key`, which is about to be replaced, so that the app can later find backups with this key. Call this before
 * the replacement starts.
 */
export async function noteReplaced(vault: Vault, key: string, replaced_at: string): Promise<void> {
  const before = await read(vault)
  const { check } = newKeyFile(key)
  const others = before.filter((one) => one.check !== check)
  const value = JSON.stringify([...others, { check, replaced_at }])
  await vault.commit([{ write: 'set_setting', key: SETTING, value }])
}

async function read(vault: Vault): Promise<z.infer<typeof schema>> {
  const kept = await vault.getSetting(SETTING)
  const parsed = schema.safeParse(kept === null ? [] : JSON.parse(kept))
  return parsed.success ? parsed.data : []
}
