import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSigningKey } from '../../../tests/support/relay/signing.ts'
import {
  createKeySource,
  isNamedLike,
  isPatternWithin,
  SIGNING_KEYS_PATTERN,
  type KeySetStore,
  type KeptKeySet,
} from './key-source.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const first = createSigningKey('first')
const second = createSigningKey('second')

/** Returns a number in base64url that consists of bytes, given as a byte and how often it follows, and so on. */
function numberOf(...runs: number[]): string {
  const bytes = runs.flatMap((byte, at) => (at % 2 === 0 ? Array<number>(runs[at + 1] ?? 0).fill(byte) : []))
  return Buffer.from(bytes).toString('base64url')
}

/** A fake service that publishes keys. The test sets its response and its clock. */
function makeService(store?: KeySetStore) {
  const service = {
    time: Date.parse('2026-01-15T10:00:00Z'),
    answer: { keys: [first.jwk] } as unknown,
    down: false,
    fetches: 0,
    problems: [] as string[],
    open: () =>
      createKeySource({
        fetchKeySet: async () => {
          service.fetches += 1
          // Wait one turn of the event loop, so that concurrent callers find a fetch in progress.
          await new Promise((resolve) => setImmediate(resolve))
          if (service.down) throw new Error('connection refused')
          return service.answer
        },
        now: () => service.time,
        onProblem: (what) => service.problems.push(what),
        ...(store === undefined ? {} : { store }),
      }),
  }
  return service
}

function memoryStore(): KeySetStore & { kept: KeptKeySet | null } {
  const store = {
    kept: null as KeptKeySet | null,
    load: async () => structuredClone(store.kept),
    save: async (keys: KeptKeySet) => {
      store.kept = structuredClone(keys)
    },
  }
  return store
}

test('concurrent lookups share one fetch', async () => {
  const service = makeService()
  const source = service.open()
  const found = await Promise.all(Array.from({ length: 20 }, () => source.find('first')))
  expect(found.every((lookup) => lookup.found)).toBe(true)
  expect(service.fetches).toBe(1)
})

test('many lookups of unknown key IDs cause only one fetch per cooldown', async () => {
  const service = makeService()
  const source = service.open()
  await source.find('first')
  const flood = async () => {
    for (let i = 0; i < 50; i += 1)
      expect(await source.find(crypto.randomUUID())).toEqual({ found: false, reason: 'unknown' })
  }
  await flood()
  expect(service.fetches).toBe(1)
  service.time += 31_000
  await flood()
  expect(service.fetches).toBe(2)
  expect(await source.find('first')).toMatchObject({ found: true })
})

test('a key that is published after the last fetch is found once the cooldown is over', async () => {
  const service = makeService()
  const source = service.open()
  await source.find('first')
  service.answer = { keys: [first.jwk, second.jwk] }
  service.time += 31_000
  expect(await source.find('second')).toMatchObject({ found: true })
  expect(await source.find('first')).toMatchObject({ found: true })
})

test('a key ID is reported as unknown only if the keys were fetched after the notification arrived', async () => {
  const service = makeService()
  const source = service.open()
  const found = await source.find('first')
  service.time += 9000
  const came = service.time
  service.answer = { keys: [second.jwk] }
  expect(await source.find('second', came)).toEqual({ found: false, reason: 'unavailable' })
  if (!found.found) throw new Error('not found')
  expect(await source.findReplacement('first', found.key, came)).toEqual({
    found: false,
    reason: 'unavailable',
  })
  expect(service.fetches).toBe(1)
  service.time += 22_000
  expect(await source.find('second', came)).toMatchObject({ found: true })
  expect(await source.find('third', came)).toEqual({ found: false, reason: 'unknown' })
  // The source already fetched its keys after the notification arrived (at the time `came`). The result is therefore final without another
  // fetch.
  service.time += 25_000
  expect(await source.findReplacement('first', found.key, came)).toEqual({ found: false, reason: 'unknown' })
  expect(service.fetches).toBe(2)
  // The event's time of receipt is in the future, so a clock was wrong. The lookup of the key must still end with a result instead of
  // waiting for that time.
  service.time += 31_000
  expect(await source.find('third', service.time + HOUR)).toEqual({ found: false, reason: 'unknown' })
})

test('a withdrawn key stops working after the keys are fetched again', async () => {
  const service = makeService()
  const source = service.open()
  await source.find('first')
  service.answer = { keys: [second.jwk] }
  service.time += 9 * MINUTE
  expect(await source.find('first')).toMatchObject({ found: true })
  service.time += 2 * MINUTE
  expect(await source.find('first')).toEqual({ found: false, reason: 'unknown' })
})

test('in an outage, known keys work for a limited time, and the keys are requested once per cooldown', async () => {
  const service = makeService()
  const source = service.open()
  await source.find('first')
  service.down = true
  service.time += HOUR
  for (let i = 0; i < 20; i += 1) expect(await source.find('first')).toMatchObject({ found: true })
  expect(service.fetches).toBe(2)
  expect(await source.find('second')).toEqual({ found: false, reason: 'unavailable' })
  service.time += 24 * HOUR
  expect(await source.find('first')).toEqual({ found: false, reason: 'unavailable' })
  expect(service.problems).toContain('fetch')
  service.down = false
  service.time += MINUTE
  expect(await source.find('first')).toMatchObject({ found: true })
})

test('known keys survive a restart during an outage, within the same time limit', async () => {
  const store = memoryStore()
  const service = makeService(store)
  await service.open().find('first')
  service.down = true
  service.time += HOUR
  expect(await service.open().find('first')).toMatchObject({ found: true })
  service.time += 24 * HOUR
  expect(await service.open().find('first')).toEqual({ found: false, reason: 'unavailable' })
})

test('keys that cannot be saved still verify signatures', async () => {
  const service = makeService({
    load: async () => null,
    save: async () => Promise.reject(new Error('disk full')),
  })
  expect(await service.open().find('first')).toMatchObject({ found: true })
  expect(service.problems).toEqual(['save'])
})

test.each([
  ['an error page', '<html>'],
  ['an empty set', { keys: [] }],
  ['a secret key', { keys: [{ kty: 'oct', alg: 'RS256', kid: 'first', k: 'c2VjcmV0' }] }],
  ['a key of another type', { keys: [{ ...first.jwk, kty: 'oct' }] }],
  ['an encryption key', { keys: [{ ...first.jwk, use: 'enc' }] }],
  ['a key for another algorithm', { keys: [{ ...first.jwk, alg: 'PS256' }] }],
  ['a key of 1024 bits', { keys: [createSigningKey('first', 1024).jwk] }],
  ['a key of 16384 bits', { keys: [{ ...first.jwk, n: numberOf(0xff, 2048) }] }],
  ['a key of 2040 bits after a zero', { keys: [{ ...first.jwk, n: numberOf(0, 1, 0xff, 255) }] }],
  ['a key with an even modulus', { keys: [{ ...first.jwk, n: numberOf(0xff, 255, 0xfe, 1) }] }],
  ['a damaged key', { keys: [{ ...first.jwk, n: '!' }] }],
  ['a key with the exponent 1', { keys: [{ ...first.jwk, e: 'AQ' }] }],
  ['a key with the exponent 1 after zeros', { keys: [{ ...first.jwk, e: 'AAAB' }] }],
  ['a key with the exponent 0', { keys: [{ ...first.jwk, e: 'AA' }] }],
  ['a key without an exponent', { keys: [{ ...first.jwk, e: '' }] }],
  ['a key with an even exponent', { keys: [{ ...first.jwk, e: 'AQAA' }] }],
  ['a key with an exponent of 33 bits', { keys: [{ ...first.jwk, e: numberOf(1, 5) }] }],
  ['a key that may only sign', { keys: [{ ...first.jwk, key_ops: ['sign'] }] }],
])('%s is an invalid response, and the known keys stay valid', async (_name, answer) => {
  const service = makeService()
  const source = service.open()
  service.answer = answer
  expect(await source.find('first')).toEqual({ found: false, reason: 'unavailable' })
  service.answer = { keys: [first.jwk] }
  service.time += MINUTE
  await source.find('first')
  service.answer = answer
  service.time += HOUR
  expect(await source.find('first')).toMatchObject({ found: true })
})

test.each([
  ['the exponent 3', { e: 'Aw' }],
  ['the exponent 65537 after a zero', { e: 'AAEAAQ' }],
  [
    'a modulus after a zero',
    { n: Buffer.concat([Buffer.alloc(1), Buffer.from(first.jwk.n!, 'base64url')]).toString('base64url') },
  ],
  ['the operation verify', { key_ops: ['verify'] }],
])('a key with %s is usable', async (_name, change) => {
  const service = makeService()
  service.answer = { keys: [{ ...first.jwk, ...change }] }
  expect(await service.open().find('first')).toMatchObject({ found: true })
})

test('a clock that was set back does not block a lookup', async () => {
  const service = makeService()
  const source = service.open()
  await source.find('first')
  service.time -= 24 * HOUR
  service.answer = { keys: [first.jwk, second.jwk] }
  expect(await source.find('second')).toMatchObject({ found: true })
})

test('if a key is published with its private part by mistake, the private part is not stored', async () => {
  const store = memoryStore()
  const service = makeService(store)
  service.answer = { keys: [{ ...first.jwk, ...first.privateKey.export({ format: 'jwk' }), kid: 'first' }] }
  expect(await service.open().find('first')).toMatchObject({ found: true })
  expect(Object.keys(store.kept?.keys[0] ?? {}).toSorted()).toEqual(['e', 'kid', 'n'])
})

test.each([
  ['iso-submission-*', 'iso-submission-rsa-02', true],
  ['iso-submission-*', 'iso-submission-', false],
  ['iso-submission-*', 'iso-auth-rsa-01', false],
  ['iso-submission-*', 'my-iso-submission-rsa-01', false],
  ['*-hooks', 'partner-hooks', true],
  ['*-hooks', 'partner-hooks-2', false],
  ['hooks', 'hooks', true],
  ['hooks', 'hooks-2', false],
  ['a*a', 'a', false],
])('the key pattern %s matches %s: %s', (pattern, kid, is) => {
  expect([isNamedLike(pattern, kid), SIGNING_KEYS_PATTERN.test(pattern)]).toEqual([is, true])
})

test.each([
  ['iso-submission-rsa-*', 'iso-submission-*', true],
  ['iso-submission-rsa-01', 'iso-submission-*', true],
  ['iso-submission-*', 'iso-submission-*', true],
  ['iso-submission-*', 'iso-submission-rsa-*', false],
  ['iso-*', 'iso-submission-*', false],
  ['*', 'iso-submission-*', false],
  ['iso-submission-*', '*', true],
  ['iso-submission-', 'iso-submission-*', false],
  ['iso-submission-*', 'iso-submission-rsa-01', false],
  ['other', 'hooks', false],
])('every key name that matches the pattern %s also matches the pattern %s: %s', (inner, outer, is) => {
  expect(isPatternWithin(inner, outer)).toBe(is)
})

test('isPatternWithin returns true if and only if every key name that matches the first pattern also matches the second', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 3 })
  const pattern = fc.tuple(letters, fc.constantFrom('', '*'), letters).map((parts) => parts.join(''))
  const names = (length: number): string[] =>
    length === 0 ? [''] : names(length - 1).flatMap((name) => [`${name}a`, `${name}b`])
  const all = [1, 2, 3, 4, 5, 6, 7, 8].flatMap(names)
  const isWrong = ([inner, outer]: [string, string]) => {
    const matched = all.filter((name) => isNamedLike(inner, name))
    // Skip an inner pattern that matches none of the test's names: for such a pattern, this test accepts any result.
    return (
      matched.length > 0 &&
      isPatternWithin(inner, outer) !== matched.every((name) => isNamedLike(outer, name))
    )
  }
  expect(fc.sample(fc.tuple(pattern, pattern), 500).filter(isWrong)).toEqual([])
})

test('signing keys are recognized by the name in the specification or, if configured, by another name pattern', async () => {
  const options = { fetchKeySet: async () => ({ keys: [] }), now: Date.now }
  const usual = createKeySource(options)
  expect(await Promise.all([usual.signs('iso-submission-rsa-01'), usual.signs('other')])).toEqual([
    true,
    false,
  ])
  const set = createKeySource({ ...options, signingKeys: async () => 'other' })
  expect(await Promise.all([set.signs('iso-submission-rsa-01'), set.signs('other')])).toEqual([false, true])
})
