import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { SIGNATURE_ATTACKS } from '../../../tests/support/relay/signature-attacks.ts'
import { createSigningKey, makeEvent, sha256, signEvent } from '../../../tests/support/relay/signing.ts'
import { createKeySource, type KeySource } from './key-source.ts'
import { verifySignature } from './verify-signature.ts'

const WEEK_S = 604_800

const key = createSigningKey('iso-submission-rsa-01')
const second = createSigningKey('iso-submission-rsa-02')
const stranger = createSigningKey('iso-submission-rsa-99')
const access_key = createSigningKey('iso-auth-rsa-01')
const now = new Date('2026-01-15T10:00:00Z')
const nowS = now.getTime() / 1000

const publish = (...keys: (typeof key)[]): KeySource =>
  createKeySource({
    fetchKeySet: async () => ({ keys: keys.map(({ jwk }) => jwk) }),
    now: () => now.getTime(),
  })

const keys = publish(key, second, access_key)
const event = makeEvent()
const body = Buffer.from(JSON.stringify(event, null, 1))
const base64 = createHash('sha256').update(body).digest('base64')
const verify = (signature: string | undefined, bytes: Uint8Array = body, source = keys) =>
  verifySignature({ body: bytes, signature, keys: source, now })

describe('an attack on the signature', () => {
  test.each(SIGNATURE_ATTACKS)('is refused: $name', async ({ signature }) => {
    const attack = signature({ key, stranger, access_key, body, event_id: event.event_id, now: nowS })
    const verdict = await verify(attack)
    expect(verdict).toMatchObject({ ok: false, error: { code: 'EVENT_SIGNATURE_INVALID', retryable: false } })
  })

  test.each(SIGNATURE_ATTACKS.filter(({ before_keys }) => before_keys))(
    'is refused before any key lookup: $name',
    async ({ signature }) => {
      const asked: string[] = []
      const find = async (kid: string) => {
        asked.push(kid)
        return { found: false, reason: 'unknown' } as const
      }
      const attack = signature({ key, stranger, access_key, body, event_id: event.event_id, now: nowS })
      await verify(attack, body, { signs: keys.signs, find, findReplacement: find })
      expect(asked).toEqual([])
    },
  )

  test('is refused if it uses a sandbox signature in production, even if both keys have the same kid', async () => {
    const production = publish(createSigningKey(key.kid))
    expect(await verify(signEvent(key), body, production)).toMatchObject({
      ok: false,
      error: { code: 'EVENT_SIGNATURE_INVALID' },
    })
  })

  test('is refused if it changes a body whose hash was signed', async () => {
    const signature = signEvent(key, { body_sha256: sha256(body, 'hex') })
    const changed = Buffer.from(body.toString().replace('offer_available', 'offer_rescinded'))
    expect(await verify(signature, changed)).toMatchObject({
      ok: false,
      error: { code: 'EVENT_SIGNATURE_INVALID' },
    })
    expect(await verify(signature)).toMatchObject({ ok: true })
  })

  test('is refused, and the result does not contain the key ID of the token', async () => {
    const verdict = await verify(signEvent(stranger, {}, { kid: 'iso-submission-of-the-attacker' }))
    expect(JSON.stringify(verdict)).not.toContain('iso-submission-of-the-attacker')
  })
})

describe('a genuine signature', () => {
  test.each<[string, Record<string, unknown>, 'body' | 'hint']>([
    ['no claims at all', {}, 'hint'],
    ['unknown claims', { iss: 'partner', something: { new: true } }, 'hint'],
    ['the event_id', { event_id: event.event_id }, 'hint'],
    ['the event_id as jti', { jti: event.event_id }, 'hint'],
    ['body_sha256 in hex', { body_sha256: sha256(body, 'hex') }, 'body'],
    ['body_hash in upper-case hex', { body_hash: sha256(body, 'hex').toUpperCase() }, 'body'],
    ['sha256 in base64url', { sha256: sha256(body, 'base64url') }, 'body'],
    ['sha256 in padded base64url', { sha256: `${sha256(body, 'base64url')}=` }, 'body'],
    ['an exp in the past, within the tolerance', { exp: nowS - 299 }, 'hint'],
    ['an iat in the future, within the tolerance', { iat: nowS + 299 }, 'hint'],
    ['a random jti', { jti: crypto.randomUUID() }, 'hint'],
    ['a random jti next to the hash', { jti: crypto.randomUUID(), sha256: sha256(body, 'hex') }, 'body'],
    ['body_hash in standard base64', { body_hash: base64 }, 'body'],
    ['body_hash behind its algorithm, in hex', { body_hash: `sha256=${sha256(body, 'hex')}` }, 'body'],
    ['body_hash behind its algorithm, in base64', { body_hash: `SHA-256:${base64}` }, 'body'],
    ['an empty body hash', { body_sha256: '' }, 'hint'],
    ['a body hash of null', { body_sha256: null }, 'hint'],
    ['a hash with another length', { body_hash: 'ab'.repeat(64) }, 'hint'],
    ['an invalid hash next to the right one', { sha256: 'v1', body_hash: base64 }, 'body'],
    ['an iat almost one week in the past', { iat: nowS - WEEK_S + 1 }, 'hint'],
    ['an old iat with an exp in the future', { iat: nowS - 3000, exp: nowS + 600 }, 'hint'],
  ])('is accepted with %s', async (_name, claims, verification) => {
    expect(await verify(signEvent(key, claims))).toMatchObject({
      ok: true,
      value: { verification, kid: key.kid, event_id: event.event_id },
    })
  })

  test('is accepted from either published key', async () => {
    expect(await verify(signEvent(second))).toMatchObject({ ok: true, value: { kid: second.kid } })
  })

  test('is accepted without typ, and with typ in lowercase', async () => {
    expect(await verify(signEvent(key, {}, { typ: undefined }))).toMatchObject({ ok: true })
    expect(await verify(signEvent(key, {}, { typ: 'jwt' }))).toMatchObject({ ok: true })
  })

  test('is accepted from a new key with the same key ID after the keys are fetched again', async () => {
    const renewed = createSigningKey(key.kid)
    let published = key
    let time = now.getTime()
    const source = createKeySource({ fetchKeySet: async () => ({ keys: [published.jwk] }), now: () => time })
    expect(await verify(signEvent(key), body, source)).toMatchObject({ ok: true })
    published = renewed
    const verifyLate = (signature: string) =>
      verifySignature({ body, signature, keys: source, now: new Date(now.getTime() + 9000) })
    time += 9000
    expect(await verifyLate(signEvent(renewed))).toMatchObject({ error: { code: 'EVENT_KEYS_UNAVAILABLE' } })
    time += 31_000
    expect(await verifyLate(signEvent(renewed))).toMatchObject({ ok: true })
    expect(await verify(signEvent(renewed), body, source)).toMatchObject({ ok: true })
    expect(await verify(signEvent(key), body, source)).toMatchObject({ ok: false })
  })
})

test('a notification is not verified while the names of the signing keys are unknown', async () => {
  const published = { fetchKeySet: async () => ({ keys: [key.jwk] }), now: () => now.getTime() }
  const signingKeys = async () => Promise.reject(new Error('the profile cannot be read'))
  expect(await verify(signEvent(key), body, createKeySource({ ...published, signingKeys }))).toMatchObject({
    ok: false,
    error: { code: 'EVENT_KEYS_UNAVAILABLE', retryable: true },
  })
})

test('while the keys are unreachable, a notification is not verified, but the verification can be retried', async () => {
  const outage = createKeySource({
    fetchKeySet: async () => Promise.reject(new Error('connection refused')),
    now: () => now.getTime(),
  })
  expect(await verify(signEvent(key), body, outage)).toMatchObject({
    ok: false,
    error: { code: 'EVENT_KEYS_UNAVAILABLE', retryable: true },
  })
})

test.each([
  ['not JSON', Buffer.from('status=offer_available')],
  ['an empty body', Buffer.alloc(0)],
  ['a list', Buffer.from('[{"event_id":"1"}]')],
  ['no event_id', Buffer.from('{"status":"offer_available"}')],
  ['an event_id that is a number', Buffer.from('{"event_id":1}')],
  ['an event_id far too long', Buffer.from(JSON.stringify({ event_id: 'x'.repeat(201) }))],
  ['broken UTF-8', Buffer.concat([Buffer.from('{"event_id":"'), Buffer.from([0xff]), Buffer.from('"}')])],
])(
  'a notification with a genuine signature is rejected as malformed if its body is invalid: %s',
  async (_name, bytes) => {
    expect(await verify(signEvent(key), bytes)).toMatchObject({
      ok: false,
      error: { code: 'EVENT_MALFORMED' },
    })
    expect(await verify(signEvent(stranger), bytes)).toMatchObject({
      error: { code: 'EVENT_SIGNATURE_INVALID' },
    })
  },
)
