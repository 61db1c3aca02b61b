import { createHmac } from 'node:crypto'
import { makeToken, rs256, sha256, type SigningKey } from './signing.ts'

export interface AttackContext {
  /** The key that is published. */
  key: SigningKey
  /** A key of the attacker's own. */
  stranger: SigningKey
  /** The published key by which the service signs access tokens. */
  access_key: SigningKey
  body: Buffer
  event_id: string
  /** Seconds since the epoch. */
  now: number
}

/**
 * Each row is an X-Signature that must be refused for good: by the function, by the relay with 401, by the app. What names a
 * published key and was not signed by it, or names none, could be by one that was published a moment ago: where the keys may not
 * be read anew yet, the relay answers 503 and takes it as little.
 */
export interface SignatureAttack {
  name: string
  /** It ends before any key is looked up, so that it can neither choose a key nor cause a fetch. */
  before_keys?: true
  /** The signature itself is genuine, so that the keys leave no doubt. */
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
  // A part of whole groups has no spare bits, and only one spelling.
  if (text.length % 4 === 0) throw new Error('This part has only one spelling.')
  const last = LETTERS.indexOf(text.slice(-1))
  return splice(token, part, `${text.slice(0, -1)}${LETTERS[last + 1]}`)
}

/** A wrong digest of the right shape. */
export const otherDigest = (encoding: 'hex' | 'base64url') => sha256(Buffer.from('another body'), encoding)
