import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** Crockford's base 32: no I, L, O or U, so that a code survives being read out and typed. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_GROUPS = 3
const GROUP_LENGTH = 4

/** How long a pairing code may be used. */
export const PAIRING_CODE_LIFETIME_MS = 10 * 60_000

/** A secret is kept as this only. A token is too random to be searched for, and a code is dead before that. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Compares in a time that tells nothing of where they differ. */
export function isSameHash(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
}

/** 256 random bits. */
export function createDeviceToken(): string {
  return randomBytes(32).toString('base64url')
}

/** 128 random bits, as a path segment. In hex, since a leading hyphen would look like an option on the command line. */
export function createInletSegment(): string {
  return randomBytes(16).toString('hex')
}

/**
 * A code such as `K7QD-9M2P-XT4F`. The first group only finds it and the rest is the secret, so that wrong guesses cost the
 * one code that they name, and a stranger cannot use up everybody's tries.
 */
export function createPairingCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: CODE_GROUPS }, group).join('-')
}

/** What is looked up and compared of a code as somebody typed it; null when it cannot be one. */
export function readPairingCode(typed: string): { lookup: string; code_hash: string } | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (code.length !== CODE_GROUPS * GROUP_LENGTH || ![...code].every((letter) => ALPHABET.includes(letter)))
    return null
  return { lookup: code.slice(0, GROUP_LENGTH), code_hash: hashSecret(code) }
}
