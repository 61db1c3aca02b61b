import { logInto } from '../support/core/faulty-vaults.ts'
import { failureOf, resultOf } from '../../src-main/platform/base/failure.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createConnectPartner } from '../../src-main/platform/partner/connect-partner.ts'
import { saveCredentials } from '../../src-main/features/connection/credentials.ts'
import { PartnerLink } from '../../src-main/features/connection/partner-link.ts'
import {
  keepEndpoints,
  parseEndpoints,
  RATE_LIMIT,
  readNetwork,
  saveNetwork,
  saveRateLimit,
  viewServiceSettings,
} from '../../src-main/features/connection/service-settings.ts'
import { readConnection, writeConnection } from '../../src-main/features/connection/connection-settings.ts'
import type { PartnerConnection } from '../../src-main/platform/partner/partner-api.ts'
import type { Vault } from '../../src-main/platform/vault/vault.ts'
import { SYSTEM_NETWORK } from '../../src-shared/features/connection/service-settings.ts'
import { appError, ok } from '../../src-shared/platform/base/errors.ts'
import { keychainAccount } from '../../src-shared/platform/base/keychain-names.ts'
import { standardEndpoints } from '../../src-shared/platform/partner/standard-endpoints.ts'
import { memoryKeychain, composeApp, scriptedPartner, value, type App } from '../support/core/composed-app.ts'
import { makeAuthority, type Authority } from '../support/partner/certificates.ts'
import {
  APPLICATION,
  CLIENT_ID,
  CLIENT_SECRET,
  json,
  startPartner,
} from '../support/partner/scripted-partner.ts'
import { Cleanup } from '../support/cleanup.ts'
import { formatted } from '../support/formatted-messages.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const PROXY_PASSWORD = 'proxy-password-of-the-test'
const application = { application: {}, company: {} }

const secrets = memoryKeychain()
let authority: Authority
let app: App
let link: PartnerLink

beforeAll(async () => {
  authority = makeAuthority()
  app = await composeApp(cleanup, { secrets })
  const connect = createConnectPartner({ resolveProxy: async () => 'DIRECT' })
  link = new PartnerLink('sandbox', app.vault, secrets, connect, logInto([]))
  cleanup.add(() => link.reset())
})

beforeEach(async () => {
  link.reset()
  secrets.kept.clear()
  secrets.kept.set(keychainAccount('sandbox', 'client-secret'), CLIENT_SECRET)
  value(await keepEndpoints(app.context, standardEndpoints))
  value(await saveNetwork(app.context, SYSTEM_NETWORK, undefined))
})

describe('settings for the partner', () => {
  const view = async () => value(await viewServiceSettings(app.context))
  const own = {
    ...standardEndpoints,
    id: 'own',
    title: 'Own paths',
    endpoints: {
      ...standardEndpoints.endpoints,
      'application.create': { method: 'PUT' as const, path: '/deals' },
    },
  }

  test('use the signing key names of the specification until a profile changes them', async () => {
    expect(value(await link.signingKeys())).toBe('iso-submission-*')
    const named = { ...standardEndpoints, signing_keys: 'partner-hooks-*' }
    value(await keepEndpoints(app.context, named))
    link.reset()
    expect(value(await link.signingKeys())).toBe('partner-hooks-*')
    const two = { ...standardEndpoints, signing_keys: 'a*b*' }
    expect(await resultOf(() => parseEndpoints(JSON.stringify(two)))).toMatchObject({
      error: { code: 'INVALID_INPUT', fields: [{ path: 'signing_keys' }] },
    })
  })

  test.each([
    [
      'endpoint_profile',
      '{"kind":"endpoint-profile","id":"of another version"}',
      'The saved API endpoint profile',
    ],
    ['endpoint_profile', '{', 'The saved API endpoint profile'],
    ['network', '{"proxy":"carrier pigeon"}', 'The saved network setting'],
    ['requests_per_second', '"fast"', 'The saved rate limit'],
  ] as const)('report a stored %s that contains %s, and accept a new value', async (key, stored, name) => {
    value(await writeConnection(app.vault, { base_url: 'https://sandbox.example', client_id: CLIENT_ID }))
    link.reset()
    value(await app.vault.commit([{ write: 'set_setting', key, value: stored }]))
    const reported = {
      code: 'SETTINGS_UNREADABLE',
      outcome: 'not_received',
      message: expect.stringContaining(name),
    }
    expect(formatted(await link.get())).toMatchObject({ ok: false, error: reported })
    expect(formatted(await view())).toMatchObject({
      endpoints: standardEndpoints,
      network: SYSTEM_NETWORK,
      unreadable: [reported],
      is_standard_profile: key !== 'endpoint_profile',
    })
    if (key !== 'network')
      expect(await resultOf(readNetwork(app.vault))).toEqual({ ok: true, value: SYSTEM_NETWORK })

    value(await keepEndpoints(app.context, standardEndpoints))
    value(await saveNetwork(app.context, SYSTEM_NETWORK, undefined))
    value(await saveRateLimit(app.context, { requests_per_second: 1, asking_interval_minutes: 5 }))
    expect((await view()).unreadable).toEqual([])
    value(await link.get())
  })

  test('use another endpoint profile from the next call on, until a reset', async () => {
    const partner = await startPartner(cleanup)
    value(await writeConnection(app.vault, { base_url: partner.base_url, client_id: CLIENT_ID }))
    value(await saveRateLimit(app.context, { requests_per_second: 0, asking_interval_minutes: 1 }))
    expect(await view()).toMatchObject({ is_standard_profile: true, endpoints: standardEndpoints })
    partner.on('PUT /deals', json(201, { application_id: '5' }))
    value(await value(await link.get()).createApplication(application))
    value(await keepEndpoints(app.context, own))
    link.reset()
    expect(await view()).toMatchObject({ is_standard_profile: false, endpoints: { id: 'own' } })
    value(await value(await link.get()).createApplication(application))
    expect([partner.count(APPLICATION), partner.count('PUT /deals')]).toEqual([1, 1])
    value(await keepEndpoints(app.context, standardEndpoints))
    link.reset()
    expect((await view()).is_standard_profile).toBe(true)
    value(await value(await link.get()).createApplication(application))
    expect(partner.count(APPLICATION)).toBe(2)
  })

  const changed = (operation: string, endpoint: unknown) =>
    JSON.stringify({ ...own, endpoints: { ...own.endpoints, [operation]: endpoint } })
  test.each<[string, string, string | null]>([
    ['invalid JSON', '{"kind":', null],
    ['a text instead of an object', '"profile"', ''],
    ['a list instead of an object', '[]', ''],
    [
      'an unknown method',
      changed('offers.list', { method: 'FETCH', path: '/x' }),
      'endpoints.offers.list.method',
    ],
    [
      'a complete URL as a path',
      changed('offers.list', { method: 'GET', path: 'https://evil.example' }),
      'endpoints.offers.list.path',
    ],
    [
      'a body that is not text',
      changed('offer.accept', { method: 'POST', path: '/x', body: { a: 1 } }),
      'endpoints.offer.accept.body.a',
    ],
    ['no path for applications', changed('application.create', undefined), 'endpoints.application.create'],
    ['another kind of profile', JSON.stringify({ ...own, kind: 'form' }), 'kind'],
    ['no version', JSON.stringify({ ...own, version: 0 }), 'version'],
  ])(
    'refuse a profile with %s, name the path of the problem, and store nothing',
    async (_name, text, path) => {
      const result = await resultOf(() => parseEndpoints(text))
      if (result.ok) throw new Error('it was taken')
      expect(result.error.code).toBe('INVALID_INPUT')
      if (path !== null) expect(result.error.fields?.map((field) => field.path)).toContain(path)
      expect((await view()).is_standard_profile).toBe(true)
    },
  )

  test('store the rate limit', async () => {
    value(await saveRateLimit(app.context, { requests_per_second: 2.5, asking_interval_minutes: 1 }))
    expect((await view()).requests_per_second).toBe(2.5)
    value(await app.vault.commit([{ write: 'set_setting', key: RATE_LIMIT, value: null }]))
    expect((await view()).requests_per_second).toBe(1)
  })

  const account = keychainAccount('sandbox', 'proxy-password')
  const manual = {
    ...SYSTEM_NETWORK,
    ...({ proxy: 'manual', proxy_url: 'http://proxy.office:3128', proxy_user: 'broker' } as const),
  } as const

  test('store the proxy password in the keychain, keep it if the field is untouched, and delete it if the field is cleared', async () => {
    value(await saveNetwork(app.context, manual, PROXY_PASSWORD))
    expect(secrets.kept.get(account)).toBe(PROXY_PASSWORD)
    expect(await view()).toMatchObject({ network: manual, has_proxy_password: true })
    expect(JSON.stringify(await view())).not.toContain(PROXY_PASSWORD)
    value(await saveNetwork(app.context, { ...manual, proxy_user: 'deputy' }, undefined))
    expect(secrets.kept.get(account)).toBe(PROXY_PASSWORD)
    value(await saveNetwork(app.context, manual, ''))
    expect(secrets.kept.has(account)).toBe(false)
    value(await saveNetwork(app.context, manual, PROXY_PASSWORD))
    value(await saveNetwork(app.context, { ...manual, proxy_user: '' }, undefined))
    expect(secrets.kept.has(account)).toBe(false)
    expect(await view()).toMatchObject({ has_proxy_password: false })
  })

  test.each([
    ['a manual proxy', manual],
    ['the system’s proxy', { ...manual, proxy: 'system' as const }],
  ])('refuse to reuse the password of %s for a new proxy address', async (_name, before) => {
    value(await saveNetwork(app.context, before, PROXY_PASSWORD))
    const other = { ...manual, proxy_url: 'http://elsewhere.example:3128' }
    expect(await resultOf(saveNetwork(app.context, other, undefined))).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', fields: [{ path: 'proxy_password' }] },
    })
    expect((await view()).network).toEqual(before)
    value(await saveNetwork(app.context, other, 'its own'))
    expect(secrets.kept.get(account)).toBe('its own')
    // The system's proxy needs no new password, because the administrator chooses its address.
    value(await saveNetwork(app.context, SYSTEM_NETWORK, undefined))
  })

  test.each([
    '',
    'proxy.office:3128',
    'ftp://proxy.office',
    'http://user:password@proxy.office:3128',
    'http://proxy.office:3128/path',
    'http://proxy.office:port',
    'http://proxy.office:99999',
    'http://proxy.office?x',
    'http://',
  ])('refuse %j as a proxy address, and store nothing, including the password', async (proxy_url) => {
    const result = await resultOf(saveNetwork(app.context, { ...manual, proxy_url }, PROXY_PASSWORD))
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', fields: [{ path: 'proxy_url' }] },
    })
    expect(await view()).toMatchObject({ network: SYSTEM_NETWORK, has_proxy_password: false })
  })

  test('accept one or several certificates, and drop other text', async () => {
    const [one, other] = [authority.ca.trim(), authority.server.cert.trim()]
    const extra_ca = `The office’s own:\n${one}\n# another\r\n${other.replaceAll('\n', '\r\n')}`
    value(await saveNetwork(app.context, { ...SYSTEM_NETWORK, extra_ca }, undefined))
    expect((await view()).network.extra_ca).toBe(`${one}\n${other}`)
  })

  test.each([
    ['words', () => 'trust me'],
    ['a truncated certificate', () => authority.ca.slice(0, 200)],
    ['a damaged certificate', () => authority.ca.replace(/\n[^\n]{20}/, '\nAAAAAAAAAAAAAAAAAAAA')],
    [
      'a good certificate and one with another label',
      () => authority.ca + authority.ca.replaceAll(' CERT', ' X509 CERT'),
    ],
    [
      'a good certificate and one with a heading',
      () => authority.ca + authority.ca.replace('\n', '\nNote: a-b\n\n'),
    ],
    [
      'a good certificate and a damaged one',
      () => authority.ca + authority.ca.replace(/\n[^\n]{20}/, '\nAAAA'),
    ],
  ])('refuse %s instead of a certificate', async (_name, extra_ca) => {
    const result = await resultOf(
      saveNetwork(app.context, { ...SYSTEM_NETWORK, extra_ca: extra_ca() }, undefined),
    )
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', fields: [{ path: 'extra_ca' }] },
    })
    expect((await view()).network.extra_ca).toBe('')
  })
})

test('reading the names of the signing keys fails while the profile cannot be read, and does not fall back to the standard names', async () => {
  const named = { ...standardEndpoints, signing_keys: 'partner-hooks-*' }
  value(await keepEndpoints(app.context, named))
  let isAway = true
  const getSetting: Vault['getSetting'] = async (key) =>
    isAway
      ? Promise.reject(failureOf(appError('VAULT_UNAVAILABLE', 'It is away.', 'Wait.')))
      : app.vault.getSetting(key)
  const vault = Object.assign(Object.create(app.vault) as Vault, { getSetting })
  const own = new PartnerLink('sandbox', vault, secrets, () => ok(scriptedPartner({})), logInto([]))
  expect(await own.signingKeys()).toMatchObject({ error: { code: 'VAULT_UNAVAILABLE' } })
  isAway = false
  expect(value(await own.signingKeys())).toBe('partner-hooks-*')
})

describe('a client that is requested while the connection changes', () => {
  /** Creates a vault that delays each read of a setting until the test releases the read. */
  function slowToRead(key: string) {
    let [reach, goOn] = [() => {}, () => {}]
    const reached = new Promise<void>((resolve) => (reach = resolve))
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve))
    const getSetting: Vault['getSetting'] = async (asked) => {
      const kept = await app.vault.getSetting(asked)
      if (asked !== key) return kept
      reach()
      await mayGoOn
      return kept
    }
    return { vault: Object.assign(Object.create(app.vault) as Vault, { getSetting }), reached, goOn }
  }
  const moveTo = async (base_url: string) =>
    value(await writeConnection(app.vault, { base_url, client_id: CLIENT_ID }))

  test('belongs to the newly configured partner', async () => {
    const connected: PartnerConnection[] = []
    const { vault, reached, goOn } = slowToRead('endpoint_profile')
    const own = new PartnerLink(
      'sandbox',
      vault,
      secrets,
      (connection) => {
        connected.push(connection)
        return ok(scriptedPartner({}))
      },
      logInto([]),
    )
    await moveTo('https://former.example')
    const asked = own.get()
    await reached
    await moveTo('https://present.example')
    own.reset()
    goOn()
    const client = value(await asked)
    expect(connected.map(({ base_url }) => base_url)).toEqual(['https://present.example'])
    expect(value(await own.get())).toBe(client)
  })

  test('is refused if the stored address cannot be used, so that nothing is recorded as sent', async () => {
    await moveTo('http://partner.example')
    expect(await link.get()).toMatchObject({ error: { code: 'PARTNER_ADDRESS_INSECURE' } })
  })

  test('gets no secret for the previous partner', async () => {
    const connected: PartnerConnection[] = []
    const own = new PartnerLink(
      'sandbox',
      app.vault,
      secrets,
      (connection) => {
        connected.push(connection)
        return ok(scriptedPartner({}))
      },
      logInto([]),
    )
    await moveTo('https://former.example')
    value(await own.get())
    expect(await connected[0]?.clientSecret()).toEqual({ ok: true, value: CLIENT_SECRET })
    await moveTo('https://present.example')
    expect(await connected[0]?.clientSecret()).toMatchObject({
      error: { code: 'ENVIRONMENT_NOT_CONFIGURED' },
    })
  })

  test('gets no secret for the previous partner even if the vault did not store the new one', async () => {
    await moveTo('https://former.example')
    const commit: Vault['commit'] = async (writes) =>
      writes.some((one) => one.write === 'set_setting' && one.key === 'base_url')
        ? Promise.reject(failureOf(appError('VAULT_UNAVAILABLE', 'The disk is full.', 'Make room.')))
        : app.vault.commit(writes)
    const vault = Object.assign(Object.create(app.vault) as Vault, { commit })
    const credentials = {
      environment: 'sandbox',
      base_url: 'https://present.example',
      client_id: CLIENT_ID,
    } as const
    expect(
      await resultOf(
        saveCredentials({ ...app.context, vault }, { ...credentials, client_secret: 'of the new one' }),
      ),
    ).toMatchObject({ error: { code: 'VAULT_UNAVAILABLE' } })
    const own = new PartnerLink('sandbox', app.vault, secrets, () => ok(scriptedPartner({})), logInto([]))
    expect(await own.get()).toMatchObject({ error: { code: 'ENVIRONMENT_NOT_CONFIGURED' } })
  })

  test('keeps the previous address and client ID if the keychain did not store the new secret', async () => {
    await moveTo('https://former.example')
    const broken = {
      ...secrets,
      set: () => Promise.reject(failureOf(appError('KEYCHAIN_UNAVAILABLE', 'It is gone.', 'Start it.'))),
    }
    const credentials = {
      environment: 'sandbox',
      base_url: 'https://present.example',
      client_id: CLIENT_ID,
    } as const
    expect(
      await resultOf(
        saveCredentials({ ...app.context, secrets: broken }, { ...credentials, client_secret: 'new' }),
      ),
    ).toMatchObject({ error: { code: 'KEYCHAIN_UNAVAILABLE' } })
    expect(value(await readConnection(app.vault))).toMatchObject({
      base_url: 'https://former.example',
      client_id: CLIENT_ID,
    })
  })
})
