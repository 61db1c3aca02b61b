import type { Message } from '../../../src-shared/messages/message.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'

/** 128 random bits as BIP 39 words. The last word contains a checksum, which reveals writing errors. */
const BITS = 128
export const CODE_WORDS = 12

/** Loaded on first use: evaluating it took a sixth of main's loading time at a start. */
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
 * Returns the 16 bytes of a typed code. It ignores case, numbers, punctuation, and line breaks, and accepts unambiguous first letters of
 * a word. Fails with `RECOVERY_CODE_INVALID`, which names the wrong word.
 */
export async function readRecoveryCode(typed: string): Promise<Result<Buffer>> {
  const { mnemonicToEntropy, wordlist } = await loadBip39()
  const parts = typed.toLowerCase().match(/\p{L}+/gu) ?? []
  const read: string[] = []
  for (const [index, part] of parts.entries()) {
    const word = completeWord(wordlist, part)
    if (word === null) return fail(invalid(msg.errorsVault.noSuchWord(index + 1, part)))
    read.push(word)
  }
  if (read.length !== CODE_WORDS) return fail(invalid(msg.errorsVault.wordCount(CODE_WORDS, parts.length)))
  try {
    return ok(Buffer.from(mnemonicToEntropy(read.join(' '), wordlist)))
  } catch {
    return fail(invalid(msg.errorsVault.wordsNotACode))
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
