import { resultOf } from '../../src-main/platform/base/failure.ts'
import { X509Certificate } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Demo } from '../../src-main/features/demo/demo.ts'
import { SYSTEM_NETWORK } from '../../src-shared/features/connection/service-settings.ts'
import { ok, type Result } from '../../src-shared/platform/base/errors.ts'
import { keychainAccount } from '../../src-shared/platform/base/keychain-names.ts'
import { standardEndpoints } from '../../src-shared/platform/partner/standard-endpoints.ts'
import { value } from '../support/core/composed-app.ts'
import { handlersOf } from '../support/core/handlers.ts'
import { testEnvironment, type TestEnvironment } from '../support/core/test-environment.ts'
import { makeAuthority } from '../support/partner/certificates.ts'
import { Cleanup } from '../support/cleanup.ts'

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

let at: TestEnvironment
beforeEach(() => {
  at = testEnvironment(cleanup)
})

const production = {
  environment: 'production',
  base_url: 'https://live.example',
  client_id: 'office-7',
  client_secret: 'right',
} as const

test('a window that shows an environment other than the open one cannot change settings, the relay, or webhook registrations', async () => {
  value(await at.connections.saveCredentials({ ...production, environment: 'sandbox' }))
  const handlers = handlersOf(at, new Demo(at.environmentManager, at, {} as never, {} as never))
  const profile_json = JSON.stringify({ ...standardEndpoints, id: 'of-another' })
  const pairing = { url: 'https://relay.example', code: 'ABCD-EFGH', device_name: 'front desk' }
  const pace = { requests_per_second: 7, asking_interval_minutes: 5 }
  const shown = 'production'
  const before = await Promise.all([handlers['service.settings']({}), handlers['environment.get']({})])
  const answers = await Promise.all([
    handlers['service.save_endpoints']({ profile_json }, shown),
    handlers['service.reset_endpoints']({}, shown),
    handlers['service.save_network']({ network: { ...SYSTEM_NETWORK, proxy: 'none' } }, shown),
    handlers['service.save_rate_limit'](pace, shown),
    handlers['submission.save_settings']({ undo_seconds: 60, duplicate_days: 3 }, shown),
    handlers['submission.confirm_real']({ host: 'live.example' }, shown),
    handlers['profile.save']({ profile_json: '{}' }, shown),
    handlers['profile.reset']({}, shown),
    handlers['credit_box.save']({ boxes: [] }, shown),
    handlers['environment.forget_credentials']({}, shown),
    handlers['relay.pair'](pairing, shown),
    handlers['relay.forget']({}, shown),
    handlers['webhooks.register']({}, shown),
    handlers['webhooks.fix']({}, shown),
    handlers['webhooks.switch']({ uuid: 'u-1', is_active: false }, shown),
    handlers['webhooks.delete']({ uuid: 'u-1' }, shown),
    handlers['webhooks.test']({ uuid: 'u-1' }, shown),
  ])
  for (const answer of answers) expect(answer).toMatchObject({ error: { code: 'ENVIRONMENT_CHANGED' } })
  expect(await Promise.all([handlers['service.settings']({}), handlers['environment.get']({})])).toEqual(
    before,
  )
  expect(await handlers['service.save_rate_limit'](pace, 'sandbox')).toMatchObject({
    value: pace,
  })
})

describe("decisions that require the broker's consent", () => {
  const there = { ...production, environment: 'sandbox', base_url: 'https://one.example' } as const
  const elsewhere = { ...there, base_url: 'https://two.example:8443/api' }
  const nothingChanged = () => resultOf(at.connections.changeService(async () => {}, 'sandbox'))
  const addressKept = async () =>
    resultOf(value(await at.environmentManager.open()).context.vault.getSetting('base_url'))

  test('the first partner address needs no consent, but a changed address does', async () => {
    value(await at.connections.saveCredentials(there))
    value(
      await at.connections.saveCredentials({
        ...there,
        base_url: 'https://ONE.example:443/',
        client_id: 'office-8',
      }),
    )
    expect(at.questions).toEqual([])

    const moved = { from: 'https://one.example', to: 'https://two.example:8443/api' }
    const refused = { ok: false, error: { code: 'CHANGE_NOT_CONFIRMED', outcome: 'none' } }
    expect(await resultOf(at.connections.saveCredentials(elsewhere))).toMatchObject(refused)
    // A first address needs no consent. After the broker removed the credentials, a new address still counts as a change, so it needs
    // consent.
    value(await at.connections.forgetCredentials(at.chosen))
    expect(await resultOf(at.connections.saveCredentials(elsewhere))).toMatchObject(refused)
    expect(at.questions).toEqual([moved, moved])
    expect(await addressKept()).toEqual(ok('https://ONE.example:443/'))

    at.says = true
    value(await at.connections.saveCredentials(elsewhere))
    expect(await addressKept()).toEqual(ok(elsewhere.base_url))
  })

  test('a partner address with a different path on the same host needs consent, because the app reads the signing keys below that path', async () => {
    value(await at.connections.saveCredentials(there))
    const below = { ...there, base_url: 'https://one.example/uploads/7' }
    expect(await resultOf(at.connections.saveCredentials(below))).toMatchObject({
      error: { code: 'CHANGE_NOT_CONFIRMED' },
    })
    expect(at.questions).toEqual([{ from: 'https://one.example', to: 'https://one.example/uploads/7' }])
    expect(await addressKept()).toEqual(ok('https://one.example'))
  })

  test('a new address also needs consent in an environment that is not open, but not in a demo', async () => {
    value(await at.connections.saveCredentials(production))
    value(await at.connections.saveCredentials(there))
    const live = { ...production, base_url: 'https://false.example' }
    expect(await resultOf(at.connections.saveCredentials(live))).toMatchObject({
      error: { code: 'CHANGE_NOT_CONFIRMED' },
    })
    expect([at.chosen, at.questions]).toEqual([
      'sandbox',
      [{ from: 'https://live.example', to: 'https://false.example' }],
    ])
    at.isDemo = true
    value(await at.connections.saveCredentials(elsewhere))
    expect(at.questions).toHaveLength(1)
  })

  test('consent applies to the environment in the dialog, not to a demo that began meanwhile', async () => {
    const { ca } = makeAuthority()
    value(await at.connections.saveCredentials(there))
    at.says = true
    at.whileAsked = () => (at.isDemo = true)
    const environmentMismatch = { error: { code: 'ENVIRONMENT_CHANGED' } }
    expect(await resultOf(at.connections.saveCredentials(elsewhere))).toMatchObject(environmentMismatch)
    at.isDemo = false
    const network = { ...SYSTEM_NETWORK, extra_ca: ca }
    expect(await resultOf(at.connections.changeNetwork(network, undefined, 'sandbox'))).toMatchObject(
      environmentMismatch,
    )
    at.isDemo = false
    expect(await addressKept()).toEqual(ok(there.base_url))
    expect(value(await nothingChanged()).network.extra_ca).toBe('')
  })

  test('a partner saved while the connection to another partner is being tested is not replaced without consent', async () => {
    let entered: Result<unknown> | undefined
    at.whileTested = async (base_url) => {
      if (base_url === elsewhere.base_url) entered = await resultOf(at.connections.saveCredentials(there))
    }
    expect(await resultOf(at.connections.saveCredentials(elsewhere))).toMatchObject({
      error: { code: 'CHANGE_NOT_CONFIRMED' },
    })
    expect([entered?.ok, at.questions]).toEqual([true, []])
    expect(await addressKept()).toEqual(ok(there.base_url))
    expect(at.secrets.kept.get(keychainAccount('sandbox', 'client-secret'))).toBe(there.client_secret)
  })

  test('a certificate is trusted only after the broker agrees, and then needs no further consent', async () => {
    const [first, second] = [makeAuthority(), makeAuthority()]
    const trusting = (extra_ca: string) =>
      resultOf(at.connections.changeNetwork({ ...SYSTEM_NETWORK, extra_ca }, undefined, at.chosen))
    expect(await trusting(first.ca)).toMatchObject({ error: { code: 'CHANGE_NOT_CONFIRMED' } })
    expect(value(await nothingChanged()).network.extra_ca).toBe('')

    at.says = true
    expect(value(await trusting(first.ca)).network.extra_ca).toBe(first.ca.trim())
    value(
      await at.connections.changeNetwork(
        { ...SYSTEM_NETWORK, proxy: 'none', extra_ca: first.ca },
        undefined,
        at.chosen,
      ),
    )
    // TLS also trusts PEM certificates with these labels. The app asks for consent only for the label `CERTIFICATE`, so it must refuse the
    // others.
    for (const label of ['X509 CERTIFICATE', 'TRUSTED CERTIFICATE'])
      expect(await trusting(first.ca + second.ca.replaceAll('CERTIFICATE', label))).toMatchObject({
        error: { code: 'INVALID_INPUT', fields: [{ path: 'extra_ca' }] },
      })
    value(await trusting(second.ca + first.ca))
    value(await trusting(''))
    const { subject, fingerprint256: fingerprint } = new X509Certificate(first.ca)
    const name = subject.replace(/^CN=/, '')
    const added = { name, fingerprint: new X509Certificate(second.ca).fingerprint256 }
    expect(at.questions).toEqual([[{ name, fingerprint }], [{ name, fingerprint }], [added]])
  })
})
