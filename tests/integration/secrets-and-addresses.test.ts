import { logInto } from '../support/core/faulty-vaults.ts'
import { failureOf, resultOf } from '../../src-main/platform/base/failure.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { saveCredentials } from '../../src-main/features/connection/credentials.ts'
import { PartnerLink } from '../../src-main/features/connection/partner-link.ts'
import { pairRelay, readRelay } from '../../src-main/features/connection/relay-link.ts'
import {
  proxyPassword,
  readNetwork,
  saveNetwork,
} from '../../src-main/features/connection/service-settings.ts'
import { readConnection, writeConnection } from '../../src-main/features/connection/connection-settings.ts'
import type { PartnerConnection } from '../../src-main/platform/partner/partner-api.ts'
import type { RelayClient } from '../../src-main/platform/relay/event-source.ts'
import type { Vault } from '../../src-main/platform/vault/vault.ts'
import { SYSTEM_NETWORK } from '../../src-shared/features/connection/service-settings.ts'
import { type AppError, appError, fail, ok } from '../../src-shared/platform/base/errors.ts'
import { keychainAccount } from '../../src-shared/platform/base/keychain-names.ts'
import { messages } from '../../src-shared/platform/texts/messages.ts'
import { memoryKeychain, composeApp, scriptedPartner, value, type App } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'

/**
 * Tests that the app sends a secret only to the address for which the secret was entered. The keychain stores the secret, and the vault
 * stores its address. The rule also applies if the app fails between these two writes, and during concurrent calls.
 */

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

let app: App
let secrets: ReturnType<typeof memoryKeychain>
beforeEach(async () => {
  secrets = memoryKeychain()
  app = await composeApp(cleanup, { secrets })
})

/**
 * Returns a context whose vault reports a full disk, starting with the first write that sets `key` to a value for which `kept` returns
 * true.
 */
function fullFrom(key: string, kept: (written: string | null) => boolean) {
  let isFull = false
  const commit: Vault['commit'] = async (writes) => {
    isFull ||= writes.some((one) => one.write === 'set_setting' && one.key === key && kept(one.value))
    if (isFull) throw failureOf(appError('VAULT_UNAVAILABLE', 'The disk is full.', 'Make room.'))
    return app.vault.commit(writes)
  }
  return { ...app.context, vault: Object.assign(Object.create(app.vault) as Vault, { commit }) }
}

const unlockIt = appError('KEYCHAIN_LOCKED', 'It is locked.', 'Unlock it. Nothing was changed.')
const isGone = appError('KEYCHAIN_UNAVAILABLE', 'It is gone.', 'Start it.')
const withKeychain = (own: Partial<typeof secrets>) => ({
  ...app.context,
  secrets: { ...secrets, ...own },
})
const failing = (error: AppError) => () => Promise.reject(failureOf(error))
const locked = () => withKeychain({ get: failing(unlockIt), set: failing(unlockIt) })
const broken = () => withKeychain({ set: failing(isGone) })
/**
 * A keychain that reports that it is locked, but still stores the value. Simulates a keychain that the user unlocks after the caller
 * stopped waiting.
 */
const slow = () =>
  withKeychain({
    set: async (account, secret) => {
      await secrets.set(account, secret)
      throw failureOf(unlockIt)
    },
  })

const notHeld = () => ({
  error: { code: 'KEYCHAIN_LOCKED', advice: messages().errorsVault.unlockAndSaveAgain },
})

describe('a relay token', () => {
  const relay: RelayClient = {
    pair: async (_url, code) => ok({ device_token: `token of ${code}`, environment: 'sandbox' }),
    readEvents: async () => fail(appError('RELAY_UNREACHABLE', 'It does not answer.', 'Look.')),
    getDevice: async () => fail(appError('RELAY_UNREACHABLE', 'It does not answer.', 'Look.')),
  }
  const pairing = (name: string) => ({ url: `https://${name}.example`, code: name, device_name: 'desk' })
  const former = { value: { url: 'https://former.example', token: 'token of former' } }

  beforeEach(async () => {
    value(await pairRelay(app.context, relay, pairing('former')))
  })

  test('is not used for the previous relay’s address if the vault did not store the new address', async () => {
    const full = fullFrom('relay_url', (url) => url === pairing('present').url)
    expect(await resultOf(pairRelay(full, relay, pairing('present')))).toMatchObject({
      error: { code: 'VAULT_UNAVAILABLE' },
    })
    expect(await resultOf(readRelay(app.context))).toMatchObject({ error: { code: 'RELAY_NOT_PAIRED' } })
    expect(value(await readConnection(app.vault)).relay_url).toBe('')
  })

  test('stays with the previous relay if the keychain did not store the new token', async () => {
    for (const keychain of [locked(), broken()]) {
      expect(await resultOf(pairRelay(keychain, relay, pairing('present')))).toMatchObject({ ok: false })
      expect(await resultOf(readRelay(app.context))).toMatchObject(former)
    }
  })

  test('is not requested while the keychain is locked, so the pairing code stays valid', async () => {
    const pair = vi.fn<RelayClient['pair']>(relay.pair)
    expect(await resultOf(pairRelay(locked(), { ...relay, pair }, pairing('present')))).toMatchObject({
      ok: false,
    })
    expect(pair).not.toHaveBeenCalled()
  })

  test('is not sent to any relay while the keychain may still be storing it, and the error reports this', async () => {
    expect(await resultOf(pairRelay(slow(), relay, pairing('present')))).toMatchObject(notHeld())
    expect(await resultOf(readRelay(app.context))).toMatchObject({ error: { code: 'RELAY_NOT_PAIRED' } })
  })

  test('is sent to neither relay if another relay is paired while the token is being read', async () => {
    const get: typeof secrets.get = async (account) => {
      const token = await secrets.get(account)
      value(await pairRelay(app.context, relay, pairing('present')))
      return token
    }
    expect(await resultOf(readRelay(withKeychain({ get })))).toMatchObject({
      error: { code: 'RELAY_NOT_PAIRED' },
    })
  })
})

describe('a proxy password', () => {
  const account = keychainAccount('sandbox', 'proxy-password')
  const by = (name: string) => ({
    ...SYSTEM_NETWORK,
    ...({ proxy: 'manual', proxy_url: `http://${name}.example:3128`, proxy_user: 'broker' } as const),
  })
  const bySystem = { ...SYSTEM_NETWORK, proxy_user: 'broker' }
  const network = async () => value(await readNetwork(app.vault))
  const refused = { error: { code: 'INVALID_INPUT', fields: [{ path: 'proxy_password' }] } }

  test.each([
    ['another proxy', by('present')],
    ['the system’s proxy', bySystem],
  ])(
    'of %s is not used for the previous proxy if the vault did not store the new proxy',
    async (_name, present) => {
      value(await saveNetwork(app.context, by('former'), 'of the former'))
      const full = fullFrom('network', (kept) => kept === JSON.stringify(present))
      expect(await resultOf(saveNetwork(full, present, 'of the present'))).toMatchObject({
        error: { code: 'VAULT_UNAVAILABLE' },
      })
      expect(secrets.kept.get(account)).toBe('of the present')
      expect(await network()).toMatchObject({ proxy_url: by('former').proxy_url, proxy_user: '' })
      // Entering the user of the former proxy again does not restore the former password.
      expect(await resultOf(saveNetwork(app.context, by('former'), undefined))).toMatchObject(refused)
    },
  )

  test('stays with the previous proxy if the keychain did not store the new password', async () => {
    value(await saveNetwork(app.context, by('former'), 'of the former'))
    for (const keychain of [locked(), broken()])
      expect(await resultOf(saveNetwork(keychain, by('present'), 'of the present'))).toMatchObject({
        ok: false,
      })
    expect(await network()).toEqual(by('former'))
    expect(value(await proxyPassword(app.context, by('former')))).toBe('of the former')
  })

  test('is not sent to any proxy while the keychain may still be storing it', async () => {
    value(await saveNetwork(app.context, by('former'), 'of the former'))
    expect(await resultOf(saveNetwork(slow(), by('present'), 'of the present'))).toMatchObject(notHeld())
    expect(value(await proxyPassword(app.context, by('former')))).toBeNull()
  })

  test('of a configured proxy is not sent to the system’s proxy', async () => {
    value(await saveNetwork(app.context, by('former'), 'of the former'))
    expect(await resultOf(saveNetwork(app.context, bySystem, undefined))).toMatchObject(refused)
    expect(await network()).toEqual(by('former'))
  })

  test('of a new proxy is not available to a client that was created for the previous proxy', async () => {
    const connected: PartnerConnection[] = []
    const link = new PartnerLink(
      'sandbox',
      app.vault,
      secrets,
      (connection) => {
        connected.push(connection)
        return ok(scriptedPartner({}))
      },
      logInto([]),
    )
    value(await writeConnection(app.vault, { base_url: 'https://partner.example', client_id: 'office-7' }))
    value(await saveNetwork(app.context, by('former'), 'of the former'))
    value(await link.get())
    expect(await connected[0]?.proxyPassword()).toEqual(ok('of the former'))
    value(await saveNetwork(app.context, by('present'), 'of the present'))
    expect(await connected[0]?.proxyPassword()).toEqual(ok(null))
  })
})

test('a client secret is not sent to any partner while the keychain may still be storing it', async () => {
  const service = (name: string) => ({
    ...({ environment: 'sandbox', base_url: `https://${name}.example`, client_id: 'office-7' } as const),
    client_secret: `of ${name}`,
  })
  value(await saveCredentials(app.context, service('former')))
  expect(await resultOf(saveCredentials(slow(), service('present')))).toMatchObject(notHeld())
  const link = new PartnerLink('sandbox', app.vault, secrets, () => ok(scriptedPartner({})), logInto([]))
  expect(await link.get()).toMatchObject({ error: { code: 'ENVIRONMENT_NOT_CONFIGURED' } })
})

test('a client secret is not available while the vault cannot report which partner it belongs to', async () => {
  const connected: PartnerConnection[] = []
  const link = new PartnerLink(
    'sandbox',
    app.vault,
    secrets,
    (connection) => {
      connected.push(connection)
      return ok(scriptedPartner({}))
    },
    logInto([]),
  )
  value(await writeConnection(app.vault, { base_url: 'https://partner.example', client_id: 'office-7' }))
  secrets.kept.set(keychainAccount('sandbox', 'client-secret'), 'of somebody')
  value(await link.get())
  await app.vault.close()
  expect(await connected[0]?.clientSecret()).toMatchObject({ ok: false })
})
