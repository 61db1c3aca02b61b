import { otherDigest, type SignatureAttack } from './attack.ts'
import { sha256, signEvent } from './signing.ts'

const WEEK_S = 604_800

/** Tokens that the partner's key really signed, but whose claims do not match the time, the body, or the event. */
export const CLAIM_ATTACKS: SignatureAttack[] = [
  // Claims about the time
  { name: 'exp long past', signature: ({ key, now }) => signEvent(key, { exp: now - 301 }) },
  { name: 'exp as text', signature: ({ key, now }) => signEvent(key, { exp: String(now + 60) }) },
  { name: 'iat in the future', signature: ({ key, now }) => signEvent(key, { iat: now + 302 }) },
  {
    name: 'iat in the future with a valid exp',
    signature: ({ key, now }) => signEvent(key, { iat: now + 302, exp: now + 900 }),
  },
  {
    name: 'a very old iat without an exp',
    signature: ({ key, now }) => signEvent(key, { iat: now - WEEK_S - 2 }),
  },
  { name: 'iat as text', signature: ({ key, now }) => signEvent(key, { iat: String(now) }) },
  { name: 'nbf in the future', signature: ({ key, now }) => signEvent(key, { nbf: now + 302 }) },
  // Claims that belong to another body or event
  {
    name: 'another body_sha256',
    signature: ({ key }) => signEvent(key, { body_sha256: otherDigest('hex') }),
  },
  {
    name: 'another body_hash',
    signature: ({ key }) => signEvent(key, { body_hash: otherDigest('base64url') }),
  },
  { name: 'another sha256', signature: ({ key }) => signEvent(key, { sha256: otherDigest('hex') }) },
  {
    name: 'another body_hash in standard base64 after its algorithm',
    signature: ({ key }) =>
      signEvent(key, {
        body_hash: `sha256=${Buffer.from(otherDigest('base64url'), 'base64url').toString('base64')}`,
      }),
  },
  {
    name: 'one right and one wrong body hash',
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
  { name: 'an event_id that is not text', signature: ({ key }) => signEvent(key, { event_id: 1 }) },
]
