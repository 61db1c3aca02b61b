import { resultOf } from '../../src-main/platform/base/failure.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConnection, writeConnection } from '../../src-main/features/connection/connection-settings.ts'
import { registerWebhooks, viewWebhooks } from '../../src-main/features/webhooks/webhooks.ts'
import type { WebhookRegistration } from '../../src-main/platform/partner/partner-api.ts'
import type { RelayClient } from '../../src-main/platform/relay/event-source.ts'
import {
  appError,
  fail,
  ok,
  type AppError,
  type ErrorCode,
  type Outcome,
} from '../../src-shared/platform/base/errors.ts'
import { keychainAccount } from '../../src-shared/platform/base/keychain-names.ts'
import { standardEndpoints } from '../../src-shared/platform/partner/standard-endpoints.ts'
import { memoryKeychain, composeApp, value, type App } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const INLET = 'https://relay.example/hooks/sandbox/x'
const relay: RelayClient = {
  pair: async () => ok({ device_token: 't', environment: 'sandbox' }),
  readEvents: async () => ok({ oldest_seq: 1, latest_seq: 0, epoch: 'one', events: [] }),
  getDevice: async () => ok({ device_id: 'd', name: 'n', environment: 'sandbox', inlet_urls: [INLET] }),
}

let app: App
let standing: WebhookRegistration[]
/** Event kinds that the partner refuses to register, with its response. */
let refusals: Map<string, AppError>
let isListed: boolean
let isRead: boolean
const notOffered = appError('PARTNER_NOT_OFFERED', 'No.', 'Wait.')

beforeAll(async () => {
  const secrets = memoryKeychain()
  await secrets.set(keychainAccount('sandbox', 'relay-token'), 'token')
  app = await composeApp(cleanup, {
    secrets,
    partner: {
      listWebhooks: async () => (isListed ? ok([...standing]) : fail(notOffered)),
      readWebhook: async (uuid) => {
        const one = standing.find((each) => each.uuid === uuid)
        // Return what the real client returns for a 404 on an assumed path (a path that the specification does not show).
        return one === undefined || !isRead ? fail(notOffered) : ok(one)
      },
      updateWebhook: async (changed) => {
        const one = standing.find(({ uuid }) => uuid === changed.uuid)
        return one === undefined ? fail(notOffered) : ok(Object.assign(one, changed))
      },
      createWebhook: async (event_type, webhook_url) => {
        const refusal = refusals.get(event_type)
        if (refusal !== undefined) return fail(refusal)
        const made = { uuid: randomUUID(), event_type, webhook_url, is_active: true }
        standing.push(made)
        return ok(made)
      },
    },
  })
})
beforeEach(async () => {
  standing = []
  refusals = new Map()
  isListed = true
  isRead = true
  value(
    await app.vault.commit([
      { write: 'set_setting', key: 'webhooks_made', value: null },
      { write: 'set_setting', key: 'endpoint_profile', value: null },
      { write: 'set_setting', key: 'webhook_read_worked', value: null },
    ]),
  )
  value(await writeConnection(app.vault, { relay_url: 'https://relay.example', webhook_url: '' }))
})

const register = () => resultOf(registerWebhooks(app.context, relay))
const kinds = () => standing.map(({ event_type }) => event_type)
const refuse = (event_type: string, code: ErrorCode, outcome: Outcome = 'not_received') =>
  refusals.set(event_type, appError(code, 'No.', 'Wait.', { outcome }))
const registeredAt = async () => value(await readConnection(app.vault)).webhook_url

test.each(['PARTNER_VALIDATION_FAILED', 'PARTNER_CONFLICT', 'PARTNER_NOT_OFFERED'] as const)(
  'registration continues without an event kind that the partner refuses (%s)',
  async (code) => {
    refuse('application', code)
    value(await register())
    expect(kinds()).toEqual(['offer'])
    expect(await registeredAt()).toBe(INLET)
    expect(value(await viewWebhooks(app.context, relay)).problems).toEqual([])
  },
)

test.each([
  ['PARTNER_UNAVAILABLE', 'unknown'],
  ['PARTNER_UNREACHABLE', 'not_received'],
  ['PARTNER_RATE_LIMITED', 'not_received'],
  ['PARTNER_CREDENTIALS_REJECTED', 'not_received'],
] as const)(
  'a temporary failure (%s) is reported, and the next registration succeeds',
  async (code, outcome) => {
    refuse('application', code, outcome)
    expect(await register()).toMatchObject({ ok: false, error: { code } })
    expect(await registeredAt()).not.toBe(INLET)
    refusals.clear()
    value(await register())
    expect(kinds()).toEqual(['offer', 'application'])
    expect(await registeredAt()).toBe(INLET)
  },
)

test('a refusal of the specified event kind fails the registration', async () => {
  refuse('offer', 'PARTNER_VALIDATION_FAILED')
  expect(await register()).toMatchObject({ ok: false, error: { code: 'PARTNER_VALIDATION_FAILED' } })
})

test('the endpoint profile defines the event kinds', async () => {
  const { 'webhook.create': create, ...others } = standardEndpoints.endpoints
  const endpoints = { ...others, 'webhook.create': { ...create, event_types: ['offer', 'status'] } }
  const profile = JSON.stringify({ ...standardEndpoints, endpoints })
  value(await app.vault.commit([{ write: 'set_setting', key: 'endpoint_profile', value: profile }]))
  value(await register())
  expect(kinds()).toEqual(['offer', 'status'])
})

test('a registration whose address got a slash at the end counts as this relay’s and stays as it is', async () => {
  value(await register())
  for (const one of standing) one.webhook_url += '/'
  expect(value(await viewWebhooks(app.context, relay))).toMatchObject({
    problems: [],
    registrations: [{ origin: 'here' }, { origin: 'here' }],
  })
  value(await register())
  expect(standing.map(({ webhook_url }) => webhook_url)).toEqual([`${INLET}/`, `${INLET}/`])
})

test('a deleted registration is detected if the partner allows reading single registrations, and is created again', async () => {
  isListed = false
  value(await register())
  expect(kinds()).toEqual(['offer', 'application'])
  expect(value(await viewWebhooks(app.context, relay)).problems).toEqual([])
  standing = []
  expect(value(await viewWebhooks(app.context, relay)).problems).toEqual([
    { event_type: 'offer', problem: 'missing' },
    { event_type: 'application', problem: 'missing' },
  ])
  value(await register())
  expect(kinds()).toEqual(['offer', 'application'])
  expect(value(await viewWebhooks(app.context, relay)).problems).toEqual([])
})

test('if the partner cannot return registrations, event kinds count as registered, and the broker can register them again', async () => {
  isListed = false
  isRead = false
  value(await register())
  expect(value(await viewWebhooks(app.context, relay))).toMatchObject({ listed_at: null, problems: [] })
  value(await register())
  expect(kinds()).toEqual(['offer', 'application'])
  standing = []
  value(await register())
  expect(kinds()).toEqual(['offer', 'application'])
  // The partner reports a conflict, so it already has registrations that the app does not know. The call must succeed nevertheless.
  standing = []
  for (const kind of ['offer', 'application']) refuse(kind, 'PARTNER_CONFLICT')
  value(await register())
})
