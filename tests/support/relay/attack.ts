import { createHmac } from 'node:crypto'
import { makeToken, rs256, sha256, type SigningKey } from './signing.ts'

export interface AttackContext {
  /** The published key. */
  key: SigningKey
  /** An attacker's key. */
  stranger: SigningKey
  /** The published key that signs access tokens. */
  access_key: SigningKey
  body: Buffer
  event_id: string
  /** Seconds since the epoch. */
  now: number
}

/**
 * An X-Signature that must be refused permanently: by `verifySignature`, by the relay with 401, and by the app. Exception: an unknown key
 * may just have been published. If it is too early for the relay to fetch the keys again, the relay responds with 503 and does not accept
 * the event.
 */
export interface SignatureAttack {
  name: string
  /** The refusal happens before any key lookup, so that the token can neither choose a key nor cause a fetch. */
  before_keys?: true
  /** The signature itself is genuine, so the relay must not answer 503. */
  is_signed?: true
  signature: (context: AttackContext) => string | undefined
}

export const genuine = (key: SigningKey, header: object) =>
  makeToken({ alg: 'RS256', kid: key.kid, typ: 'JWT', ...header }, {}, rs256(key))

export const hs256 = (secret: string | Buffer) => (input: Buffer) =>
  createHmac('sha256', secret).update(input).digest()

export function splice(token: string, part: 0 | 1 | 2, value: string): string {
  const parts = token.split('.')
  parts[part] = value
  return parts.join('.')
}

export const headerOf = (key: SigningKey) => ({ alg: 'RS256', kid: key.kid, typ: 'JWT' })

export function cutClaims(token: string): string {
  const [, claims = ''] = token.split('.')
  return splice(token, 1, claims.slice(0, -1))
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Changes the last letter of a part so that a lenient decoder still reads the same bytes. */
export function respell(token: string, part: 0 | 1 | 2): string {
  const text = token.split('.')[part] ?? ''
  // Without spare bits, a part has only one spelling.
  if (text.length % 4 === 0) throw new Error('This part has only one spelling.')
  const last = LETTERS.indexOf(text.slice(-1))
  return splice(token, part, `${text.slice(0, -1)}${LETTERS[last + 1]}`)
}

export const otherDigest = (encoding: 'hex' | 'base64url') => sha256(Buffer.from('another body'), encoding)
