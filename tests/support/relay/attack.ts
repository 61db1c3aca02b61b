import { createHmac } from 'node:crypto'
import { makeToken, rs256, sha256, type SigningKey } from './signing.ts'

export interface AttackContext {
  /** The partner's published key, which signs notifications. */
  key: SigningKey
  /** A key that the partner did not publish. An attacker created it. */
  stranger: SigningKey
  /** The partner's published key that signs access tokens. It must not be accepted for notifications. */
  access_key: SigningKey
  body: Buffer
  event_id: string
  /** The current time in seconds since 1970. */
  now: number
}

/**
 * A forged X-Signature header. `verifySignature` and the app must refuse it, and the relay must answer 401. Exception: the signature may
 * name a key that the relay does not know. The partner may have published this key a moment ago. If the relay may not fetch the keys again
 * yet, it answers 503 and does not accept the event.
 */
export interface SignatureAttack {
  name: string
  /**
   * True if the refusal happens before the key is looked up, so that a forged token can neither choose a key nor cause a fetch of the keys.
   */
  before_keys?: true
  /** True if a published key made the signature. The relay then knows the key, so it must answer 401 and not 503. */
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

/**
 * Changes the last letter of one part of a token (0: header, 1: claims, 2: signature). A lenient base64url decoder still decodes the same
 * bytes from the changed part. A strict decoder must refuse it.
 */
export function respell(token: string, part: 0 | 1 | 2): string {
  const text = token.split('.')[part] ?? ''
  // The last base64url letter can have bits that no byte uses (spare bits). Without them, no other letter gives the same bytes.
  if (text.length % 4 === 0) throw new Error('This part has only one spelling.')
  const last = LETTERS.indexOf(text.slice(-1))
  return splice(token, part, `${text.slice(0, -1)}${LETTERS[last + 1]}`)
}

export const otherDigest = (encoding: 'hex' | 'base64url') => sha256(Buffer.from('another body'), encoding)
