import { resultOf } from '../../src-main/platform/base/failure.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Demo } from '../../src-main/features/demo/demo.ts'
import { standardEndpoints } from '../../src-shared/platform/partner/standard-endpoints.ts'
import { makeAuthority } from '../support/partner/certificates.ts'
import { composeApp, value } from '../support/core/composed-app.ts'
import { handlersOf } from '../support/core/handlers.ts'
import { testEnvironment, type TestEnvironment } from '../support/core/test-environment.ts'
import { Cleanup } from '../support/cleanup.ts'

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

let at: TestEnvironment
let handlers: ReturnType<typeof handlersOf>
beforeEach(() => {
  at = testEnvironment(cleanup)
  const place = {
    get isDemo() {
      return at.isDemo
    },
  }
  handlers = handlersOf(at, new Demo(at.environmentManager, at, place as never, {} as never))
})

const refused = { ok: false, error: { code: 'CHANGE_NOT_CONFIRMED', outcome: 'none' } }
const setting = async (key: string) =>
  value(await value(await at.environmentManager.open()).context.vault.getSetting(key))

describe('a relay', () => {
  const pair = (url: string) =>
    handlers['relay.pair']({ url, code: 'ABCD-EFGH', device_name: 'front desk' }, 'sandbox')

  test('at a new address receives no pairing code before the broker agrees in a system dialog', async () => {
    expect(await pair('https://relay.example')).toMatchObject(refused)
    expect(at.paired).toEqual([])
    at.says = true
    value(await pair('https://relay.example'))
    at.says = false
    expect(await pair('https://elsewhere.example:8443/inlet')).toMatchObject(refused)
    expect(await pair('https://relay.example/another')).toMatchObject(refused)
    expect(at.questions).toEqual([
      { from: null, to: 'https://relay.example' },
      { from: null, to: 'https://relay.example' },
      { from: 'https://relay.example', to: 'https://elsewhere.example:8443/inlet' },
      { from: 'https://relay.example', to: 'https://relay.example/another' },
    ])
    expect([at.paired, await setting('relay_url')]).toEqual([
      ['https://relay.example'],
      'https://relay.example',
    ])
  })

  test('at the already paired address is paired again without asking the broker', async () => {
    at.says = true
    value(await pair('https://relay.example'))
    at.says = false
    value(await pair(' https://RELAY.example:443/ '))
    expect(at.questions).toHaveLength(1)
  })

  test('that the broker removed requires consent again before it is paired', async () => {
    at.says = true
    value(await pair('https://relay.example'))
    value(await handlers['relay.forget']({}, 'sandbox'))
    at.says = false
    expect(await pair('https://relay.example')).toMatchObject(refused)
  })

  test('needs no consent in a demo, and consent requested before the demo began does not pair a relay during the demo', async () => {
    at.says = true
    at.whileAsked = () => (at.isDemo = true)
    expect(await pair('https://relay.example')).toMatchObject({ error: { code: 'ENVIRONMENT_CHANGED' } })
    expect([at.paired, at.questions.length]).toEqual([[], 1])
    const demo = { url: 'http://127.0.0.1:4000', code: 'ABCD-EFGH', device_name: 'Demo' }
    value(await at.connections.pairRelay(demo, 'demo'))
    expect([at.paired, at.questions.length]).toEqual([['http://127.0.0.1:4000'], 1])
  })
})

describe('an endpoint profile', () => {
  const save = (changes: object) =>
    handlers['service.save_endpoints'](
      { profile_json: JSON.stringify({ ...standardEndpoints, ...changes }) },
      'sandbox',
    )
  const withOperation = (name: string, change: object) => {
    const { endpoints } = standardEndpoints
    const before = Object.entries(endpoints).find(([one]) => one === name)?.[1]
    return { endpoints: { ...endpoints, [name]: { ...before, ...change } } }
  }
  const operations = () => at.questions.map((asked) => (asked as { operations: string[] }).operations)

  test('with more signing keys is stored only after the broker agrees in a system dialog', async () => {
    const widened = { from: 'iso-submission-*', to: '*' }
    expect(await save({ signing_keys: '*' })).toMatchObject(refused)
    expect(at.questions).toEqual([{ operations: [], offer_fields: [], signing_keys: widened }])
    expect(await setting('endpoint_profile')).toBeNull()
    at.says = true
    value(await save({ signing_keys: '*' }))
    expect(await setting('endpoint_profile')).toContain('"signing_keys":"*"')
  })

  test('with fewer signing keys is stored without consent, but a reset that adds signing keys requires consent', async () => {
    value(await save({ signing_keys: 'iso-submission-rsa-*' }))
    value(await save({ signing_keys: 'iso-submission-rsa-01' }))
    expect(at.questions).toEqual([])
    expect(await handlers['service.reset_endpoints']({}, 'sandbox')).toMatchObject(refused)
    expect(at.questions).toMatchObject([
      { signing_keys: { from: 'iso-submission-rsa-01', to: 'iso-submission-*' } },
    ])
  })

  test.each([
    [
      'registers another address for notifications',
      'webhook.create',
      { body: { webhook_url: 'https://evil.example' } },
    ],
    ['reads the signing keys from another path', 'jwks.read', { path: '/documents/7/content' }],
    ['sends applications to another path', 'application.create', { path: '/echo' }],
  ])('that %s is not stored before the broker agrees', async (_what, name, change) => {
    expect(await save(withOperation(name, change))).toMatchObject(refused)
    expect(operations()).toEqual([[expect.stringContaining(`${name}: `)]])
    expect(await setting('endpoint_profile')).toBeNull()
  })

  test.each([
    ['another amount as the payback', { payback: ['payment_amount'] }, 'payback: payment_amount'],
    ['the id of another offer', { offer_id: ['other_id', 'offer_id'] }, 'offer_id: other_id, offer_id'],
    ['no commission', { commission: [] }, 'commission: '],
  ])(
    'that takes %s from the response is not stored before the broker agrees',
    async (_what, changed, line) => {
      const offer_fields = { ...standardEndpoints.offer_fields, ...changed }
      expect(await save({ offer_fields })).toMatchObject(refused)
      expect(at.questions).toEqual([{ operations: [], offer_fields: [line], signing_keys: null }])
      expect(await setting('endpoint_profile')).toBeNull()
      at.says = true
      value(await save({ offer_fields }))
      // If the profile omits `offer_fields`, the app uses the standard field names. They need no consent, so the app asks no third question.
      value(await save({ offer_fields: undefined }))
      expect(at.questions).toHaveLength(2)
    },
  )

  test('that interprets the word weekly in offers as daily is not stored before the broker agrees', async () => {
    const offer_words = { daily: ['weekly'], weekly: standardEndpoints.offer_words?.weekly ?? [] }
    expect(await save({ offer_words })).toMatchObject(refused)
    expect(at.questions).toEqual([{ operations: [], offer_fields: ['daily: weekly'], signing_keys: null }])
    at.says = true
    value(await save({ offer_words }))
    // If the profile omits `offer_words`, the app uses the standard words. They need no consent, so the app asks no third question.
    value(await save({ offer_words: undefined }))
    expect(at.questions).toHaveLength(2)
  })

  test('that reads offers in different units is not stored before the broker agrees', async () => {
    const offer_units = {
      ...standardEndpoints.offer_units,
      holdback_percent: { unit: 'factor' as const, from: 0, to: 1_000 },
    }
    const changed = { offer_units, discount_amount: 'discount' as const }
    expect(await save(changed)).toMatchObject(refused)
    expect(at.questions).toEqual([
      {
        operations: [],
        offer_fields: ['holdback_percent: factor, 0 – 1000', 'discount_amount: discount'],
        signing_keys: null,
      },
    ])
    at.says = true
    value(await save(changed))
    // If the profile omits units, the app uses the standard units. They need no consent, so the app asks no third question.
    value(await save({ offer_units: undefined, discount_amount: undefined }))
    expect(at.questions).toHaveLength(2)
  })

  test('needs consent only once for the same change, and no consent for a return to the standard profile', async () => {
    at.says = true
    value(await save(withOperation('application.read', { path: '/v2/applications/{application_id}' })))
    value(
      await save({
        ...withOperation('application.read', { path: '/v2/applications/{application_id}' }),
        title: 'T',
      }),
    )
    value(await handlers['service.reset_endpoints']({}, 'sandbox'))
    expect(at.questions).toHaveLength(1)
  })
})

describe('the connection settings in a restored backup', () => {
  const restored = async (settings: Record<string, string>) => {
    const { vault } = await composeApp(cleanup, {})
    const writes = Object.entries(settings).map(([key, kept]) => ({
      write: 'set_setting' as const,
      key,
      value: kept,
    }))
    value(await vault.commit(writes))
    return vault
  }
  const nothing = { service: null, relay: null, endpoints: null, certificates: [] }

  test('need no consent if this computer already uses them', async () => {
    at.says = true
    const credentials = { base_url: 'https://live.example', client_id: 'office-7', client_secret: 'right' }
    value(await at.connections.saveCredentials({ environment: 'sandbox', ...credentials }))
    value(
      await at.connections.pairRelay(
        { url: 'https://relay.example', code: 'c', device_name: 'd' },
        'sandbox',
      ),
    )
    at.questions.length = 0
    const own = await restored({ base_url: 'https://live.example', relay_url: 'https://relay.example' })
    value(await at.connections.confirmRestored('sandbox', own))
    expect(at.questions).toEqual([])
  })

  test('need consent if this computer does not use them yet, and one system dialog lists partner, relay, requests, keys, and certificates', async () => {
    await at.environmentManager.open()
    const { ca } = makeAuthority()
    const { endpoints } = standardEndpoints
    const theirs = await restored({
      base_url: 'https://evil.example/api',
      relay_url: 'https://relay.evil.example',
      network: JSON.stringify({ proxy: 'system', proxy_url: '', proxy_user: '', extra_ca: ca }),
      endpoint_profile: JSON.stringify({
        ...standardEndpoints,
        signing_keys: '*',
        offer_fields: { ...standardEndpoints.offer_fields, net_to_merchant: ['payback'] },
        endpoints: { ...endpoints, 'jwks.read': { method: 'GET', path: '/mine' } },
      }),
    })
    expect(await resultOf(at.connections.confirmRestored('sandbox', theirs))).toMatchObject(refused)
    expect(at.questions).toEqual([
      {
        service: 'https://evil.example/api',
        relay: 'https://relay.evil.example',
        endpoints: {
          operations: ['jwks.read: GET /mine'],
          offer_fields: ['net_to_merchant: payback'],
          signing_keys: { from: 'iso-submission-*', to: '*' },
        },
        certificates: [{ name: expect.any(String) as string, fingerprint: expect.any(String) as string }],
      },
    ])
  })

  test.each(['sandbox', 'production'] as const)(
    'need consent if the data of %s on this computer cannot be opened',
    async (environment) => {
      at.beforeOpening = async () => {
        throw new Error('damaged')
      }
      await at.environmentManager.open()
      const theirs = await restored({ relay_url: 'https://relay.example' })
      expect(await resultOf(at.connections.confirmRestored(environment, theirs))).toMatchObject(refused)
      expect(at.questions).toEqual([{ ...nothing, relay: 'https://relay.example' }])
    },
  )

  test('are compared with the connections of the environment that they are restored to, even if that environment is not open', async () => {
    at.says = true
    const live = { base_url: 'https://live.example', client_id: 'office-7', client_secret: 'right' }
    value(await at.connections.saveCredentials({ environment: 'production', ...live }))
    value(await at.connections.saveCredentials({ environment: 'sandbox', ...live }))
    const own = await restored({ base_url: 'https://live.example' })
    value(await at.connections.confirmRestored('production', own))
    expect(at.questions).toEqual([])
  })
})
