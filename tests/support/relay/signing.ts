import {
  constants,
  createHash,
  generateKeyPairSync,
  sign,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'

/** A key pair with which the partner signs. `jwk` is the public key in the format in which the partner publishes it. */
export interface SigningKey {
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
  jwk: JsonWebKey & { kid: string }
}

export function createSigningKey(kid: string, modulusLength = 2048): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength })
  const { n, e } = publicKey.export({ format: 'jwk' })
  return { kid, privateKey, publicKey, jwk: { kty: 'RSA', alg: 'RS256', use: 'sig', kid, n: n!, e: e! } }
}

export const encodePart = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')

/** Creates a signed token (JWT) without a library, because a library would refuse to create invalid tokens. */
export function makeToken(
  header: unknown,
  claims: unknown,
  signer: (input: Buffer) => Buffer | string,
): string {
  const input = `${encodePart(header)}.${encodePart(claims)}`
  return `${input}.${Buffer.from(signer(Buffer.from(input))).toString('base64url')}`
}

export const rs256 = (key: SigningKey) => (input: Buffer) => sign('sha256', input, key.privateKey)
export const rs384 = (key: SigningKey) => (input: Buffer) => sign('sha384', input, key.privateKey)
export const ps256 = (key: SigningKey) => (input: Buffer) =>
  sign('sha256', input, { key: key.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 })

/** Creates an X-Signature as the partner does, with the given claims. By default, its header is as in section 5 of the specification. */
export function signEvent(
  key: SigningKey,
  claims: Record<string, unknown> = {},
  header: object = {},
): string {
  return makeToken({ alg: 'RS256', kid: key.kid, typ: 'JWT', ...header }, claims, rs256(key))
}

export const sha256 = (bytes: Uint8Array, encoding: 'hex' | 'base64url') =>
  createHash('sha256').update(bytes).digest(encoding)

/** Creates the body of a notification with its six fields (specification, section 6). `changes` replace fields. */
export function makeEvent(
  changes: Record<string, unknown> = {},
): Record<string, unknown> & { event_id: string } {
  return {
    message_type: 'offer_event',
    callback_path: 'http://127.0.0.1/iso/api/v1/applications/123456789',
    status: 'offer_available',
    application_id: '123456789',
    timestamp: '2026-01-15T10:00:00.123456+00:00',
    event_id: crypto.randomUUID(),
    ...changes,
  }
}
