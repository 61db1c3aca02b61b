import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** Crockford's base 32. Without I, L, O, and U, people can read a code aloud and type it without mistakes. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_GROUPS = 3
const GROUP_LENGTH = 4

export const PAIRING_CODE_LIFETIME_MS = 10 * 60_000

/** Hashes a secret for storage. No slow hash is needed: a token has 256 random bits, and a code expires before it can be guessed. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Compares in constant time, so that the duration does not reveal where the hashes differ. */
export function isSameHash(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
}

/** 256 random bits. */
export function createDeviceToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns 128 random bits in hex as a path segment. Base64 could start with a hyphen, which a command line treats as an option. */
export function createInletSegment(): string {
  return randomBytes(16).toString('hex')
}

/**
 * Creates a code such as `K7QD-9M2P-XT4F`. The first group is only the lookup key; the rest is the secret. A wrong guess therefore uses up
 * a try of one code only, and an outsider cannot block all codes.
 */
export function createPairingCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: CODE_GROUPS }, group).join('-')
}

/** Returns the lookup key and the hash of a typed code, or null if it cannot be a code. */
export function readPairingCode(typed: string): { lookup: string; code_hash: string } | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (code.length !== CODE_GROUPS * GROUP_LENGTH || ![...code].every((letter) => ALPHABET.includes(letter)))
    return null
  return { lookup: code.slice(0, GROUP_LENGTH), code_hash: hashSecret(code) }
}
