import { resultOf } from '../../src-main/platform/base/failure.ts'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { prefetchSecrets } from '../../src-main/platform/keychain/prefetch-secrets.ts'
import { KeytarSecretStore } from '../../src-main/platform/keychain/keytar-secret-store.ts'
import { formatted } from '../support/formatted-messages.ts'
import { skipped, whyOnlyLinux } from '../support/skipped.ts'

// Uses the real keyring of the session in which these tests run (build/runtime/desktop-session.mjs).

const account = 'sandbox/client-secret'
const secret = 'corréct horse 🐴 “battery”\n'

/** Each test stores its keychain entries under a separate service name, so that the tests do not share entries. */
const stores: KeytarSecretStore[] = []
function openStore(service = `Funding Desk test ${randomUUID()}`): KeytarSecretStore {
  const store = new KeytarSecretStore(service)
  stores.push(store)
  return store
}
afterEach(async () => {
  for (const store of stores.splice(0)) await store.delete(account)
})

describe('the keychain of the operating system', () => {
  test('stores a secret unchanged, replaces it, and deletes it', async () => {
    const store = openStore()
    expect(await store.get(account)).toEqual(null)
    expect(await store.set(account, secret)).toEqual(undefined)
    expect(await store.get(account)).toEqual(secret)
    expect(await store.set(account, 'x'.repeat(2000))).toEqual(undefined)
    expect(await store.get(account)).toEqual('x'.repeat(2000))
    expect(await store.delete(account)).toEqual(undefined)
    expect(await store.get(account)).toEqual(null)
    expect(await store.delete(account), 'what is not there').toEqual(undefined)
  })

  test('stores up to 2,560 bytes, the maximum of Windows, and refuses more without a change', async () => {
    const store = openStore()
    const longest = 'ü'.repeat(1_280)
    expect(await store.set(account, longest)).toEqual(undefined)
    const refused = formatted(await resultOf(store.set(account, `${longest}x`)))
    expect(refused).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    expect(JSON.stringify(refused)).toContain('2,560 bytes')
    expect(JSON.stringify(refused)).not.toContain('ü')
    expect(await store.get(account)).toEqual(longest)
  })

  test('returns a secret to another instance of the store, as after a restart', async () => {
    const service = `Funding Desk test ${randomUUID()}`
    await openStore(service).set(account, secret)
    expect(await openStore(service).get(account)).toEqual(secret)
  })

  test('separates the entries of different services and accounts', async () => {
    const [one, other] = [openStore(), openStore()]
    await one.set(account, 'one')
    await other.set(account, 'other')
    expect(await one.get('production/client-secret')).toEqual(null)
    await other.delete(account)
    expect(await other.get(account)).toEqual(null)
    expect(await one.get(account)).toEqual('one')
  })

  test('returns a prefetched value only for the first request, and only if the store did not change the entry', async () => {
    const service = `Funding Desk test ${randomUUID()}`
    await openStore(service).set(account, 'kept')
    const other = 'sandbox/relay-token'
    const begun = prefetchSecrets(service, [account, other])
    expect(await Promise.all(begun.map(({ answer }) => answer))).toEqual(['kept', null])
    await openStore(service).set(account, 'newer')

    const store = new KeytarSecretStore(service, begun)
    expect(await store.get(account), 'as it was begun').toEqual('kept')
    expect(await store.get(account), 'asked anew').toEqual('newer')
    await store.set(other, 'there')
    expect(await store.get(other), 'changed since').toEqual('there')
    await store.delete(other)
  })

  test('shares one read among concurrent requests, and reads again after a write', async () => {
    const store = openStore()
    await store.set(account, 'before')
    const reads = Array.from({ length: 50 }, () => store.get(account))
    expect(new Set(reads).size).toBe(1)
    expect(await Promise.all(reads)).toEqual(Array(50).fill('before'))

    const early = store.get(account)
    const written = store.set(account, 'after')
    expect(store.get(account)).not.toBe(early)
    await written
    expect(await store.get(account)).toEqual('after')
    await early
  })
})

describe('a missing keychain', () => {
  const module = new URL('../../src-main/platform/keychain/keytar-secret-store.ts', import.meta.url).href
  const script = `
    import { KeytarSecretStore } from ${JSON.stringify(module)}
    const store = new KeytarSecretStore('Funding Desk test')
    const [, account, secret] = process.argv
    const calls = await Promise.allSettled([store.get(account), store.set(account, secret), store.delete(account)])
    console.log(JSON.stringify(calls.map(({ reason }) => reason.error)))
  `

  const always = whyOnlyLinux('Windows and macOS always have a keychain')
  test.skipIf(always !== null)(
    `is reported with advice by each call, and no output contains the secret${skipped(always)}`,
    async () => {
      const { stdout, stderr } = await promisify(execFile)(
        process.execPath,
        ['--input-type=module', '--eval', script, '--', account, 'not-for-anyone'],
        { env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' } },
      )
      const answers = JSON.parse(stdout) as unknown[]
      expect(answers).toHaveLength(3)
      for (const answer of answers)
        expect(formatted(answer)).toMatchObject({
          code: 'KEYCHAIN_UNAVAILABLE',
          retryable: true,
          advice: expect.stringContaining('keyring'),
        })
      expect(stdout + stderr).not.toContain('not-for-anyone')
    },
  )
})
