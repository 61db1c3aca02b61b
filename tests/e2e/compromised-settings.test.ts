import { afterAll, beforeAll, expect, it } from 'vitest'
import { answeringDialogs } from '../../build/demo/journey.ts'
import type { ServiceSettingsView } from '../../src-shared/features/connection/service-settings.ts'
import { makeAuthority } from '../support/partner/certificates.ts'
import { Cleanup } from '../support/cleanup.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'
import { welcomingServer } from '../support/e2e/welcoming-server.ts'

// An attacker's script in the page tries to change who can read the broker's data and which servers the app trusts.

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

let testEnvironment: TestEnvironment
beforeAll(async () => {
  testEnvironment = await TestEnvironment.openSetUp()
})
afterAll(() => testEnvironment.close())
const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const call = <T = { ok: boolean; error?: { code: string } }>(channel: string, input: unknown) =>
  testEnvironment.page.evaluate<T>(
    `fundingDesk.call(${JSON.stringify(channel)}, ${JSON.stringify(input)}, 'sandbox')`,
  )

it('a compromised page cannot change certificate, partner, relay, requests, or signing keys without consent in a system dialog', async () => {
  const { ca } = makeAuthority()
  const stranger = await welcomingServer(cleanup)
  const state = () => Promise.all([call('service.settings', {}), call('environment.get', {})])
  const before = await state()
  const { network, endpoints } = (before[0] as unknown as { value: ServiceSettingsView }).value
  const mine = { base_url: 'https://attacker.example', client_id: 'mine', client_secret: 'mine' }
  // If a dialog showed this value unchanged, it would reverse the text direction and push the question off the screen.
  const forged = { note: `\u202e${'x'.repeat(5_000)}` }
  const inlet = {
    method: 'POST',
    path: '/iso/api/v1/webhook/',
    body: { webhook_url: stranger.origin, ...forged },
  }
  const attempts: [channel: string, input: object][] = [
    [
      'service.save_network',
      { network: { ...network, proxy: 'manual', proxy_url: 'http://127.0.0.1:9', extra_ca: ca } },
    ],
    ['environment.save_credentials', { window_id: UNKNOWN, environment: 'sandbox', ...mine }],
    ['relay.pair', { url: stranger.origin, code: 'AAAA-BBBB-CCCC', device_name: 'mine' }],
    ['service.save_endpoints', { profile_json: JSON.stringify({ ...endpoints, signing_keys: '*' }) }],
    [
      'service.save_endpoints',
      {
        profile_json: JSON.stringify({
          ...endpoints,
          endpoints: { ...endpoints.endpoints, 'webhook.create': inlet },
        }),
      },
    ],
  ]
  // The attempts must fail if the broker presses Enter or Escape in the dialogs.
  const asked = await answeringDialogs(testEnvironment.app.application, 'no', async () => {
    for (const [channel, input] of attempts)
      expect(await call(channel, input)).toMatchObject({
        ok: false,
        error: { code: 'CHANGE_NOT_CONFIRMED' },
      })
  })
  expect(asked.map((question) => question.split('\n')[0])).toEqual([
    'Trust this certificate?',
    'Send to a different address?',
    'Use this relay?',
    'Use these API endpoints?',
    'Use these API endpoints?',
  ])
  expect([asked[2], asked[3], asked[4]]).toEqual([
    expect.stringContaining(stranger.origin),
    expect.stringContaining('Notification signing keys: * (now: iso-submission-*)'),
    expect.stringContaining(
      `webhook.create: POST /iso/api/v1/webhook/ {"webhook_url":"${stranger.origin}","note":"\\u202exx`,
    ),
  ])
  expect(asked[4]?.length).toBeLessThan(500)
  expect(await state()).toEqual(before)
  expect(stranger.asked).toEqual([])
})
