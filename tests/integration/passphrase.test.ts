import { failureOf, resultOf } from '../../src-main/platform/base/failure.ts'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { EnvironmentSecretStore } from '../../src-main/platform/keychain/environment-secret-store.ts'
import type { SecretStore } from '../../src-main/platform/keychain/secrets.ts'
import { appError, type ErrorCode } from '../../src-shared/platform/base/errors.ts'
import { memoryKeychain, value } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

const passphrase = 'correct horse battery staple'

function failing(code: ErrorCode): SecretStore {
  const none = () => Promise.reject(failureOf(appError(code, 'none', 'none')))
  return { get: none, set: none, delete: none }
}

describe('a computer without a keychain', () => {
  test('refuses secrets until a passphrase is chosen, then stores secrets under the passphrase and asks for it at each start', async () => {
    const file = join(cleanup.folder(), 'secrets.json')
    const store = new EnvironmentSecretStore(failing('KEYCHAIN_UNAVAILABLE'), file, 'linux')
    expect(await resultOf(store.set('a', 'b'))).toMatchObject({ error: { code: 'KEYCHAIN_UNAVAILABLE' } })
    expect(await store.mayBeChosen()).toBe(true)
    value(await store.choose(passphrase))
    expect(await store.mayBeChosen(), 'a second time').toBe(false)
    // The writes run in parallel, as at an app start. None of them is lost.
    await Promise.all(['a', 'b', 'c'].map((account) => store.set(account, `secret ${account}`)))
    value(await store.delete('c'))

    const later = new EnvironmentSecretStore(failing('KEYCHAIN_UNAVAILABLE'), file, 'linux')
    expect(await resultOf(later.get('a'))).toMatchObject({ error: { code: 'PASSPHRASE_NEEDED' } })
    expect(await resultOf(later.set('a', 'x'))).toMatchObject({ error: { code: 'PASSPHRASE_NEEDED' } })
    expect(await resultOf(later.enter('Correct horse battery staple'))).toMatchObject({
      error: { code: 'PASSPHRASE_WRONG' },
    })
    expect(await resultOf(later.get('a'))).toMatchObject({ error: { code: 'PASSPHRASE_NEEDED' } })
    value(await later.enter(passphrase))
    expect(await Promise.all(['a', 'b', 'c'].map((account) => later.get(account)))).toEqual([
      'secret a',
      'secret b',
      null,
    ])
  })

  test('changes a known passphrase in one step and keeps every secret', async () => {
    const folder = cleanup.folder()
    const file = join(folder, 'secrets.json')
    const store = new EnvironmentSecretStore(failing('KEYCHAIN_UNAVAILABLE'), file, 'linux')
    value(await store.choose(passphrase))
    value(await store.set('a', 'secret a'))
    const before = readFileSync(file, 'utf8')
    const next = 'another good passphrase'
    expect(await resultOf(store.change('a guess', next))).toMatchObject({
      error: { code: 'PASSPHRASE_WRONG' },
    })
    expect(readFileSync(file, 'utf8')).toBe(before)
    // If a change of the passphrase and a write run concurrently, neither is lost, whichever starts first.
    const [changed] = await Promise.all([store.change(passphrase, next), store.set('b', 'secret b')])
    value(changed)
    expect(await store.get('a')).toEqual('secret a')
    expect(readdirSync(folder)).toEqual(['secrets.json'])

    const later = new EnvironmentSecretStore(failing('KEYCHAIN_UNAVAILABLE'), file, 'linux')
    expect(await resultOf(later.enter(passphrase))).toMatchObject({ error: { code: 'PASSPHRASE_WRONG' } })
    value(await later.enter(next))
    expect(await Promise.all(['a', 'b'].map((account) => later.get(account)))).toEqual([
      'secret a',
      'secret b',
    ])
  })

  test('accepts a new passphrase if the old passphrase is forgotten, and keeps the file with the old secrets', async () => {
    const folder = cleanup.folder()
    const file = join(folder, 'secrets.json')
    const store = new EnvironmentSecretStore(failing('KEYCHAIN_UNAVAILABLE'), file, 'linux')
    value(await store.choose(passphrase))
    // A wrong passphrase does not lock secrets that are already open. Otherwise the app could replace these secrets as if their passphrase
    // was forgotten.
    value(await store.set('a', 'kept'))
    const full = readFileSync(file, 'utf8')
    expect(await resultOf(store.enter('a wrong one'))).toMatchObject({ error: { code: 'PASSPHRASE_WRONG' } })
    expect(await store.get('a')).toEqual('kept')
    expect(await resultOf(store.replaceForgotten('while it is open'))).toMatchObject({ ok: false })
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual([full, ['secrets.json']])
    const later = new EnvironmentSecretStore(failing('KEYCHAIN_UNAVAILABLE'), file, 'linux')
    value(await later.replaceForgotten('another good passphrase'))
    expect(await later.get('a')).toEqual(null)
    const aside = readdirSync(folder).find((name) => name.startsWith('secrets.json.set-aside-')) as string
    expect(readFileSync(join(folder, aside), 'utf8')).toBe(full)
  })

  test('stores the key derivation parameters of the passphrase, and refuses a file with different parameters', async () => {
    const file = join(cleanup.folder(), 'secrets.json')
    const store = new EnvironmentSecretStore(failing('KEYCHAIN_UNAVAILABLE'), file, 'linux')
    value(await store.choose(passphrase))
    const written = JSON.parse(readFileSync(file, 'utf8')) as { version: number; kdf: object }
    expect(written).toMatchObject({ version: 1, kdf: { name: 'scrypt', N: 131_072, r: 8, p: 1 } })
    const forgeries = [{ ...written, kdf: { ...written.kdf, N: 2 ** 30 } }, { ...written, version: 2 }, {}]
    for (const forged of forgeries) {
      writeFileSync(file, JSON.stringify(forged))
      expect(await resultOf(store.enter(passphrase))).toMatchObject({
        error: { code: 'KEYCHAIN_UNAVAILABLE' },
      })
    }
    writeFileSync(file, JSON.stringify({ ...written, kdf: { ...written.kdf, N: 16_384 } }))
    expect(await resultOf(store.enter(passphrase))).toMatchObject({ error: { code: 'PASSPHRASE_WRONG' } })
  })
})

test.each([
  ['the keychain works', memoryKeychain(), 'linux'],
  ['the keychain is only locked', failing('KEYCHAIN_LOCKED'), 'linux'],
  ['this is Windows', failing('KEYCHAIN_UNAVAILABLE'), 'win32'],
  ['this is macOS', failing('KEYCHAIN_UNAVAILABLE'), 'darwin'],
] as const)('while %s, a passphrase cannot be chosen', async (_, keychain, platform) => {
  const store = new EnvironmentSecretStore(keychain, join(cleanup.folder(), 'secrets.json'), platform)
  expect(await store.mayBeChosen()).toBe(false)
  expect(await resultOf(store.choose(passphrase))).toMatchObject({ error: { code: 'INVALID_INPUT' } })
  expect(await resultOf(store.replaceForgotten(passphrase))).toMatchObject({
    error: { code: 'INVALID_INPUT' },
  })
  expect(store.isChosen()).toBe(false)
})
