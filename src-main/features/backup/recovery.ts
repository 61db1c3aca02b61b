import { Failure, resultOf, failure } from '../../platform/base/failure.ts'
import { randomInt } from 'node:crypto'
import type { ShownCode } from '../../../src-shared/features/backup/vault-status.ts'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'
import { appError } from '../../../src-shared/platform/base/errors.ts'
import { keychainAccount } from '../../../src-shared/platform/base/keychain-names.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { archiveKey } from '../../platform/keychain/secrets.ts'
import { keyFileOf, stampOf, type VaultFiles } from './vault-files.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import { CODE_WORDS, isWord, newRecoveryCode, readRecoveryCode, unwrapKey, wrapKey } from './recovery-code.ts'
import { hadCode, type KeyChange, noteCode, replaceKey } from './replace-key.ts'

const WORDS_ASKED = 3

/**
 * Keeps a newly shown recovery code in memory until the broker confirms it. Until the confirmation, the previous code remains valid.
 * Otherwise, the only valid code could be one that the broker never wrote down.
 */
export class ShownCodes {
  readonly #codes = new Map<Environment, ShownCode>()

  async show(environment: Environment): Promise<ShownCode> {
    const places = Array.from({ length: CODE_WORDS }, (_, place) => place)
    const asked = Array.from(
      { length: WORDS_ASKED },
      () => places.splice(randomInt(places.length), 1)[0] as number,
    )
    const code = { words: await newRecoveryCode(), asked: asked.toSorted((one, other) => one - other) }
    this.#codes.set(environment, code)
    return code
  }

  /**
   * Returns the shown code if the broker typed the requested words correctly. Fails with `RECOVERY_CODE_WRONG`, which names the first wrong
   * word.
   */
  async confirm(environment: Environment, answers: readonly string[]): Promise<string> {
    const code = this.#codes.get(environment)
    if (code === undefined)
      throw failure('RECOVERY_CODE_MISSING', msg.errorsVault.noCodeToConfirm, msg.errorsVault.makeNewCode)
    const areRight = await Promise.all(
      code.asked.map((place, index) => isWord(answers[index] ?? '', code.words[place] as string)),
    )
    const wrong = code.asked.filter((_, index) => !areRight[index])
    if (wrong.length === 0) return code.words.join(' ')
    const { wordsNotRight, compareOrLook } = msg.errorsVault
    throw failure('RECOVERY_CODE_WRONG', wordsNotRight(wrong.map((place) => place + 1)), compareOrLook, {
      fields: wrong.map((place) => ({ path: String(place), message: wordsNotRight([place + 1]) })),
    })
  }

  forget(environment: Environment): void {
    this.#codes.delete(environment)
  }
}

/**
 * Makes the shown recovery code valid if the broker typed the requested words. If another code was valid before, replaces the vault's key,
 * so that the old code no longer works.
 */
export async function confirmRecoveryCode(
  vaultFiles: VaultFiles,
  codes: ShownCodes,
  change: KeyChange,
  context: Pick<Platform, 'environment' | 'vault' | 'emit'>,
  answers: readonly string[],
): Promise<void> {
  const { environment } = context
  const code = await codes.confirm(environment, answers)
  const entropy = await readRecoveryCode(code)
  const { key, file: before } = await keyFileOf(vaultFiles, environment)
  const had = before.recovery === null ? await hadCode(context.vault) : true
  await noteCode(context.vault)
  if (had) return replaceKey(vaultFiles, change, context, key, entropy, () => codes.forget(environment))
  const file = wrapKey(key, entropy, vaultFiles.clock.now())
  await vaultFiles.storage.writeKeyFile(environment, file)
  codes.forget(environment)
}

/**
 * Recovers the vault's key with the recovery code, if the keychain lost this key. Checks that the key opens the data, and stores it in the
 * keychain again. Does not change the data.
 */
export async function unlockWithCode(
  { storage, secrets, clock }: VaultFiles,
  environment: Environment,
  typed: string,
): Promise<void> {
  const entropy = await readRecoveryCode(typed)
  const file = await storage.readKeyFile(environment)
  const { codeFileMissing, restoreSameCode } = msg.errorsVault
  if (file === null) throw failure('RECOVERY_CODE_MISSING', codeFileMissing, restoreSameCode)
  const key = unwrapKey(file, entropy)
  const fits = await resultOf(storage.tryKey(environment, key))
  // The key itself is correct: otherwise, `unwrapKey` would have failed. If the database still rejects the key, the database is damaged.
  if (!fits.ok)
    throw new Failure(
      fits.error.code === 'VAULT_KEY_WRONG'
        ? appError(
            'VAULT_DAMAGED',
            msg.errorsVault.codeRightDataDamaged,
            msg.errorsVault.restoreSameCodeUnchanged,
          )
        : fits.error,
    )
  await archiveKey(secrets, environment, stampOf(clock.now()))
  return secrets.set(keychainAccount(environment, 'vault-key'), key)
}

/** Succeeds if this is the recovery code of the environment. Needs neither the keychain nor an open vault. Changes nothing. */
export async function checkRecoveryCode(
  { storage }: Pick<VaultFiles, 'storage'>,
  environment: Environment,
  typed: string,
): Promise<void> {
  const entropy = await readRecoveryCode(typed)
  const file = await storage.readKeyFile(environment)
  const { codeFileMissing, useBackupOrKeychain } = msg.errorsVault
  if (file === null) throw failure('RECOVERY_CODE_MISSING', codeFileMissing, useBackupOrKeychain)
  unwrapKey(file, entropy)
}

/** True if the broker has confirmed a recovery code for the environment. */
export async function hasRecoveryCode(
  { storage }: Pick<VaultFiles, 'storage'>,
  environment: Environment,
): Promise<boolean> {
  const file = await resultOf(storage.readKeyFile(environment))
  return file.ok && file.value !== null && file.value.recovery !== null
}
