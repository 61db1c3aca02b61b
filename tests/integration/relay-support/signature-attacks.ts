import { createHmac } from 'node:crypto'
import { makeToken, ps256, rs256, rs384, sha256, signEvent, type SigningKey } from './signing.ts'

export interface AttackContext {
  /** The key that is published. */
  key: SigningKey
  /** A key of the attacker's own. */
  stranger: SigningKey
  body: Buffer
  event_id: string
  /** Seconds since the epoch. */
  now: number
}

/** Each row is an X-Signature that must be refused for good: by the function, by the relay with 401, by the app. */
export interface SignatureAttack {
  name: string
  /** It ends before any key is looked up, so that it can neither choose a key nor cause a fetch. */
  before_keys?: true
  signature: (context: AttackContext) => string | undefined
}

const genuine = (key: SigningKey, header: object) =>
  makeToken({ alg: 'RS256', kid: key.kid, typ: 'JWT', ...header }, {}, rs256(key))

const hs256 = (secret: string | Buffer) => (input: Buffer) =>
  createHmac('sha256', secret).update(input).digest()

function splice(token: string, part: 0 | 1 | 2, value: string): string {
  const parts = token.split('.')
  parts[part] = value
  return parts.join('.')
}

/** A wrong digest of the right shape. */
const otherDigest = (encoding: 'hex' | 'base64url') => sha256(Buffer.from('another body'), encoding)

export const SIGNATURE_ATTACKS: SignatureAttack[] = [
  // No signature at all
  { name: 'no header', before_keys: true, signature: () => undefined },
  { name: 'an empty header', before_keys: true, signature: () => '' },
  { name: 'no JWT', before_keys: true, signature: () => 'definitely not a token' },
  { name: 'a token of five parts', signature: ({ key }) => `${signEvent(key)}.e30.e30` },
  { name: 'two tokens in one header', signature: ({ key }) => `${signEvent(key)}, ${signEvent(key)}` },
  {
    name: 'a token far too long',
    before_keys: true,
    signature: ({ key }) => signEvent(key, { padding: 'x'.repeat(9000) }),
  },
  // Algorithms
  {
    name: 'alg none',
    before_keys: true,
    signature: ({ key }) => makeToken({ alg: 'none', kid: key.kid, typ: 'JWT' }, {}, () => ''),
  },
  {
    name: 'alg nOnE',
    before_keys: true,
    signature: ({ key }) => makeToken({ alg: 'nOnE', kid: key.kid, typ: 'JWT' }, {}, () => ''),
  },
  {
    name: 'alg none with a genuine signature',
    before_keys: true,
    signature: ({ key }) => makeToken({ alg: 'none', kid: key.kid, typ: 'JWT' }, {}, rs256(key)),
  },
  {
    name: 'HS256 with the public key in PEM as secret',
    before_keys: true,
    signature: ({ key }) => {
      const pem = key.publicKey.export({ type: 'spki', format: 'pem' })
      return makeToken({ alg: 'HS256', kid: key.kid, typ: 'JWT' }, {}, hs256(pem))
    },
  },
  {
    name: 'HS256 with the modulus as secret',
    before_keys: true,
    signature: ({ key }) =>
      makeToken(
        { alg: 'HS256', kid: key.kid, typ: 'JWT' },
        {},
        hs256(Buffer.from(key.jwk.n ?? '', 'base64url')),
      ),
  },
  {
    name: 'RS384 with the right key',
    before_keys: true,
    signature: ({ key }) => makeToken({ alg: 'RS384', kid: key.kid, typ: 'JWT' }, {}, rs384(key)),
  },
  {
    name: 'PS256 with the right key',
    before_keys: true,
    signature: ({ key }) => makeToken({ alg: 'PS256', kid: key.kid, typ: 'JWT' }, {}, ps256(key)),
  },
  {
    name: 'PS256 that says RS256',
    signature: ({ key }) => makeToken({ alg: 'RS256', kid: key.kid, typ: 'JWT' }, {}, ps256(key)),
  },
  // Keys
  {
    name: 'signed by a stranger under the published kid',
    signature: ({ key, stranger }) =>
      makeToken({ alg: 'RS256', kid: key.kid, typ: 'JWT' }, {}, rs256(stranger)),
  },
  {
    name: "a stranger's key brought along in jwk",
    before_keys: true,
    signature: ({ stranger }) =>
      makeToken({ alg: 'RS256', kid: stranger.kid, typ: 'JWT', jwk: stranger.jwk }, {}, rs256(stranger)),
  },
  {
    name: 'jwk beside a genuine signature',
    before_keys: true,
    signature: ({ key }) => genuine(key, { jwk: key.jwk }),
  },
  {
    name: 'jku',
    before_keys: true,
    signature: ({ key }) => genuine(key, { jku: 'https://attacker.example/keys' }),
  },
  {
    name: 'x5u',
    before_keys: true,
    signature: ({ key }) => genuine(key, { x5u: 'https://attacker.example/chain' }),
  },
  { name: 'x5c', before_keys: true, signature: ({ key }) => genuine(key, { x5c: ['MIIB'] }) },
  { name: 'an unknown kid', signature: ({ stranger }) => signEvent(stranger) },
  { name: 'no kid', before_keys: true, signature: ({ key }) => genuine(key, { kid: undefined }) },
  { name: 'an empty kid', before_keys: true, signature: ({ key }) => genuine(key, { kid: '' }) },
  { name: 'a kid that is a number', before_keys: true, signature: ({ key }) => genuine(key, { kid: 1 }) },
  {
    name: 'a kid that is a list',
    before_keys: true,
    signature: ({ key }) => genuine(key, { kid: [key.kid] }),
  },
  { name: 'a kid that is a path', signature: ({ key }) => genuine(key, { kid: '../../../../dev/null' }) },
  { name: 'a kid that is SQL', signature: ({ key }) => genuine(key, { kid: "x' UNION SELECT 1 --" }) },
  { name: 'a kid from the prototype', signature: ({ key }) => genuine(key, { kid: '__proto__' }) },
  {
    name: 'a kid far too long',
    before_keys: true,
    signature: ({ key }) => genuine(key, { kid: 'k'.repeat(201) }),
  },
  // Header
  { name: 'an unknown critical header', signature: ({ key }) => genuine(key, { crit: ['exp'], exp: 1 }) },
  { name: 'an unencoded payload', signature: ({ key }) => genuine(key, { crit: ['b64'], b64: false }) },
  {
    name: 'a token of another type',
    before_keys: true,
    signature: ({ key }) => genuine(key, { typ: 'at+jwt' }),
  },
  // Tampering
  {
    name: 'claims changed after signing',
    signature: ({ key, event_id }) =>
      splice(
        signEvent(key, { event_id: 'other' }),
        1,
        Buffer.from(JSON.stringify({ event_id })).toString('base64url'),
      ),
  },
  { name: 'a signature cut short', signature: ({ key }) => signEvent(key).slice(0, -8) },
  { name: 'a signature left out', signature: ({ key }) => splice(signEvent(key), 2, '') },
  {
    name: 'claims that are no object',
    signature: ({ key }) => makeToken({ alg: 'RS256', kid: key.kid, typ: 'JWT' }, ['claims'], rs256(key)),
  },
  // Time
  { name: 'exp long past', signature: ({ key, now }) => signEvent(key, { exp: now - 301 }) },
  { name: 'exp as text', signature: ({ key, now }) => signEvent(key, { exp: String(now + 60) }) },
  { name: 'iat in the future', signature: ({ key, now }) => signEvent(key, { iat: now + 302 }) },
  {
    name: 'iat in the future with a valid exp',
    signature: ({ key, now }) => signEvent(key, { iat: now + 302, exp: now + 900 }),
  },
  { name: 'iat too old with no exp', signature: ({ key, now }) => signEvent(key, { iat: now - 302 }) },
  { name: 'iat as text', signature: ({ key, now }) => signEvent(key, { iat: String(now) }) },
  { name: 'nbf in the future', signature: ({ key, now }) => signEvent(key, { nbf: now + 302 }) },
  // Binding
  {
    name: 'another body_sha256',
    signature: ({ key }) => signEvent(key, { body_sha256: otherDigest('hex') }),
  },
  {
    name: 'another body_hash',
    signature: ({ key }) => signEvent(key, { body_hash: otherDigest('base64url') }),
  },
  { name: 'another sha256', signature: ({ key }) => signEvent(key, { sha256: otherDigest('hex') }) },
  { name: 'an empty body hash', signature: ({ key }) => signEvent(key, { body_sha256: '' }) },
  { name: 'a body hash of null', signature: ({ key }) => signEvent(key, { body_sha256: null }) },
  {
    name: 'one right body hash and one wrong',
    signature: ({ key, body }) =>
      signEvent(key, { body_sha256: sha256(body, 'hex'), sha256: otherDigest('hex') }),
  },
  {
    name: 'the hash of the body with one more space',
    signature: ({ key, body }) =>
      signEvent(key, { body_sha256: sha256(Buffer.concat([body, Buffer.from(' ')]), 'hex') }),
  },
  {
    name: "another event's event_id",
    signature: ({ key }) => signEvent(key, { event_id: crypto.randomUUID() }),
  },
  { name: "another event's jti", signature: ({ key }) => signEvent(key, { jti: crypto.randomUUID() }) },
  { name: 'an event_id that is no text', signature: ({ key }) => signEvent(key, { event_id: 1 }) },
]
