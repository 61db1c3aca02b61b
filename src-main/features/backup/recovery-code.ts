import { Failure, failure } from '../../platform/base/failure.ts'
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type KeyFile, newKeyFile } from '../../platform/vault/vault-storage.ts'
import { appError } from '../../../src-shared/platform/base/errors.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

/**
 * A recovery code has 128 random bits, written as words of BIP 39 (a standard list of words). The last word contains a checksum, which
 * reveals mistakes in a written copy.
 */
const BITS = 128
export const CODE_WORDS = 12

/** Loads the BIP 39 library only when it is needed. Loading it at the app's start would make up a sixth of the main process's load time. */
const loadBip39 = async () => ({
  ...(await import('@scure/bip39')),
  ...(await import('@scure/bip39/wordlists/english.js')),
})

/** Creates a new code of 128 random bits and a checksum, as words. */
export async function newRecoveryCode(): Promise<string[]> {
  const { generateMnemonic, wordlist } = await loadBip39()
  return generateMnemonic(wordlist, BITS).split(' ')
}

/**
 * Returns the 16 bytes of a typed recovery code. Ignores case, numbers, punctuation, and line breaks. Instead of a word, accepts its first
 * letters if only one word begins with them. Fails with `RECOVERY_CODE_INVALID`, which names the wrong words.
 */
export async function readRecoveryCode(typed: string): Promise<Buffer> {
  const { mnemonicToEntropy, wordlist } = await loadBip39()
  const parts = typed.toLowerCase().match(/\p{L}+/gu) ?? []
  const read = parts.map((part) => completeWord(wordlist, part))
  const wrong = parts.flatMap((part, index) => (read[index] === null ? [[index + 1, part] as const] : []))
  if (wrong.length > 0) throw new Failure(invalid(msg.errorsVault.noSuchWords(wrong.slice(0, CODE_WORDS))))
  if (read.length !== CODE_WORDS)
    throw new Failure(invalid(msg.errorsVault.wordCount(CODE_WORDS, parts.length)))
  try {
    return Buffer.from(mnemonicToEntropy(read.join(' '), wordlist))
  } catch {
    throw new Failure(invalid(msg.errorsVault.wordsNotACode))
  }
}

export async function isWord(typed: string, word: string): Promise<boolean> {
  const { wordlist } = await loadBip39()
  return completeWord(wordlist, typed.trim().toLowerCase()) === word
}

function completeWord(wordlist: readonly string[], typed: string): string | null {
  if (wordlist.includes(typed)) return typed
  const candidates = typed === '' ? [] : wordlist.filter((word) => word.startsWith(typed))
  return candidates.length === 1 ? (candidates[0] as string) : null
}

function invalid(message: Message) {
  return appError('RECOVERY_CODE_INVALID', message, msg.errorsVault.compareEachWord)
}

const TAG_BYTES = 16

/**
 * Creates a key file, which contains the vault's key, encrypted with a recovery code: HKDF-SHA256 over the code's 128 bits, then
 * AES-256-GCM.
 */
export function wrapKey(key: string, entropy: Buffer, made_at: string): KeyFile {
  const [salt, nonce] = [randomBytes(32), randomBytes(12)]
  const file = newKeyFile(key)
  const cipher = createCipheriv('aes-256-gcm', wrappingKey(entropy, salt), nonce)
  cipher.setAAD(bound(file, made_at))
  const sealed = Buffer.concat([cipher.update(key, 'hex'), cipher.final(), cipher.getAuthTag()])
  const text = (bytes: Buffer) => bytes.toString('base64')
  return { ...file, recovery: { made_at, salt: text(salt), nonce: text(nonce), sealed: text(sealed) } }
}

/**
 * Decrypts the vault's key with the recovery code. Fails with `RECOVERY_CODE_MISSING` if the broker has never confirmed a code, or with
 * `RECOVERY_CODE_WRONG`.
 */
export function unwrapKey(file: KeyFile, entropy: Buffer): string {
  if (file.recovery === null)
    throw failure(
      'RECOVERY_CODE_MISSING',
      msg.errorsVault.noCodeConfirmed,
      msg.errorsVault.useBackupOrKeychain,
    )
  const { made_at, salt, nonce, sealed } = file.recovery
  const bytes = Buffer.from(sealed, 'base64')
  try {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      wrappingKey(entropy, Buffer.from(salt, 'base64')),
      Buffer.from(nonce, 'base64'),
      { authTagLength: TAG_BYTES },
    )
    decipher.setAAD(bound(file, made_at))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const key = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
    return key.toString('hex')
  } catch {
    throw failure('RECOVERY_CODE_WRONG', msg.errorsVault.codeOfOtherData, msg.errorsVault.useNewestCode)
  }
}

function wrappingKey(entropy: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', entropy, salt, 'funding-desk recovery code', 32))
}

/**
 * Returns those parts of the key file that AES-GCM authenticates together with the encrypted key. If someone copies the encrypted key into
 * the key file of another vault or version, it therefore cannot be decrypted.
 */
function bound({ format, version, check }: KeyFile, made_at: string): Buffer {
  return Buffer.from(JSON.stringify([format, version, check, made_at]))
}
