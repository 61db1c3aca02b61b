import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { typedText } from '../../../src-shared/platform/entry/typed-text.ts'

/** Crockford's base 32. It lacks I, L, O, and U, so that people can read a code aloud and type it without mistakes. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_GROUPS = 3
const GROUP_LENGTH = 4

export const PAIRING_CODE_LIFETIME_MS = 10 * 60_000

/** No slow hash is needed: a token has 256 random bits, and a pairing code expires before it can be guessed. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Compares two hashes in constant time, so that the duration does not reveal where the hashes differ. */
export function isSameHash(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
}

export function createDeviceToken(): string {
  return randomBytes(32).toString('base64url')
}

/** 128 random bits. Base64 is unsuitable: a command line treats a text that starts with a hyphen as an option. */
export function createInletSegment(): string {
  return randomBytes(16).toString('hex')
}

/**
 * Creates a pairing code such as `K7QD-9M2P-XT4F`. The first group only identifies the code; the other groups are the secret. A wrong guess
 * therefore counts as an attempt at one code only, so that an outsider cannot block all codes.
 */
export function createPairingCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: CODE_GROUPS }, group).join('-')
}

/** Accepts a typed or pasted code with any dashes, spaces, and punctuation. Null if the text does not have the form of a code. */
export function readPairingCode(typed: string): { lookup: string; code_hash: string } | null {
  const code = typedText(typed)
    .toUpperCase()
    .replaceAll(/[ .,;:'"-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  if (code.length !== CODE_GROUPS * GROUP_LENGTH || ![...code].every((letter) => ALPHABET.includes(letter)))
    return null
  return { lookup: code.slice(0, GROUP_LENGTH), code_hash: hashSecret(code) }
}
