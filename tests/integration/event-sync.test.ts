import { failureOf } from '../../src-main/platform/base/failure.ts'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { keychainAccount } from '../../src-shared/platform/base/keychain-names.ts'
import { createRelayClient } from '../../src-main/platform/relay/relay-http.ts'
import { writeConnection, RELAY_CURSOR } from '../../src-main/features/connection/connection-settings.ts'
import { testWebhook } from '../../src-main/features/webhooks/test-webhook.ts'
import {
  deleteWebhook,
  registerWebhooks,
  switchWebhook,
  viewWebhooks,
} from '../../src-main/features/webhooks/webhooks.ts'
import type { EventSync } from '../../src-main/features/events/event-sync.ts'
import { appError, ok } from '../../src-shared/platform/base/errors.ts'
import { connectEventSync } from '../support/core/connect-event-sync.ts'
import { addDeal, dealOf, composeApp, value, type App } from '../support/core/composed-app.ts'
import { connectTo } from '../support/partner/client.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { createSigningKey } from '../support/relay/signing.ts'
import { directly } from '../support/relay/listen.ts'
import { makePayload } from '../support/relay/payload.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { asDevice, pairDevice, relayCommand, setUpRelay, startRelay } from '../support/relay/relay.ts'
import { asAdmin, asClient, startSandbox, type SandboxProgram } from '../support/relay/sandbox.ts'
import { formatted } from '../support/formatted-messages.ts'

// Tests the app's core with its vault, the real relay, and the sandbox as the partner, working together.

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const relayClient = createRelayClient(directly)
let sandbox: SandboxProgram
let relay: { data: string; url: string; device_token: string }
let app: App
let eventSync: EventSync
beforeAll(async () => {
  sandbox = await startSandbox(cleanup, cleanup.folder(), '--admin-port', '0')
  const { data } = await setUpRelay(cleanup, sandbox.ready.jwks_url)
  const { url } = (await startRelay(cleanup, data)).ready
  relay = { data, url, device_token: (await pairDevice(data, url)).device_token }
  app = await composeApp(cleanup)
  const { base_url, client_id, client_secret } = sandbox.ready
  const client = connectTo(cleanup, { base_url, client_id, client_secret })
  Object.assign(app.context, {
    partner: async () => ok(client),
    clock: { now: () => new Date().toISOString() },
  })
  eventSync = await connectEventSync(cleanup, app, {
    relay_url: url,
    device_token: relay.device_token,
    jwks_url: sandbox.ready.jwks_url,
    partner: async () => ok(client),
  })
  value(await writeConnection(app.vault, { base_url, client_id }))
  value(await registerWebhooks(app.context, relayClient))
})
beforeEach(async () => {
  await asAdmin(sandbox.ready).setFaults()
  await eventSync.restart()
  await until(() => (eventSync.status.state === 'live' ? true : undefined))
})

const view = async () => value(await viewWebhooks(app.context, relayClient))
const found = async (deal_id: string) =>
  value(await app.vault.listTimeline(deal_id)).map(({ kind, title, verification }) => ({
    kind,
    title,
    verification,
  }))
async function submitted(): Promise<{ deal_id: string; application_id: string }> {
  const application_id = await (await asClient(sandbox.ready)).apply(makePayload())
  return { application_id, deal_id: await addDeal(app, { state: 'received', application_id }) }
}

test('if event sync missed events that the relay purged meanwhile, the app asks the partner, reports the updates once, and continues', async () => {
  const admin = asAdmin(sandbox.ready)
  const { deal_id, application_id } = await submitted()
  await admin.publish(application_id, 'app_under_review')
  await until(async () => ((await dealOf(app, deal_id)).application_status === null ? undefined : true))
  await eventSync.stop()

  const device = asDevice(relay.url, relay.device_token)
  const before = (await device.events()).latest_seq
  await admin.publish(application_id, 'app_final_approval')
  await admin.publish(application_id, 'offer_available')
  await until(async () => ((await device.events()).latest_seq >= before + 2 ? true : undefined))
  await relayCommand(relay.data, ['event', 'purge', '--environment', 'sandbox', '--older-than-days', '0'])
  app.notified.length = 0

  await eventSync.restart()
  const note = await until(() => eventSync.status.note ?? undefined)
  expect(formatted(note)).toContain('1 deal had an update')
  expect(await dealOf(app, deal_id)).toMatchObject({
    application_status: 'app_final_approval',
    offer_status: 'offer_available',
    offers: [{ status: 'offer_available' }],
  })
  expect(await found(deal_id)).toEqual([
    { kind: 'event', title: 'Under review', verification: 'body' },
    { kind: 'found', title: 'Final approval', verification: null },
    { kind: 'found', title: 'Offer available', verification: null },
  ])

  await admin.publish(application_id, 'app_funded')
  await until(async () =>
    (await dealOf(app, deal_id)).application_status === 'app_funded' ? true : undefined,
  )
  expect(app.notified.map(({ status }) => status)).toEqual([
    'app_final_approval',
    'offer_available',
    'app_funded',
  ])
  expect(value(await app.vault.getCursor(RELAY_CURSOR))).toBe(before + 3)
  value(await eventSync.dismissNote())
  await eventSync.restart()
  expect(eventSync.status.note).toBeNull()
})

test('if a database with fewer events took over at the relay, the app gets the events that have numbers it already knew, and asks the partner', async () => {
  const admin = asAdmin(sandbox.ready)
  const { deal_id, application_id } = await submitted()
  await admin.publish(application_id, 'app_under_review')
  await until(async () => ((await dealOf(app, deal_id)).application_status === null ? undefined : true))
  const cursor = value(await app.vault.getCursor(RELAY_CURSOR))
  const epoch = value(await app.vault.getEpoch(RELAY_CURSOR))
  expect(epoch).not.toBe('')
  await eventSync.stop()

  // The last event did not reach the database that took over.
  // The relay may be writing at this moment.
  const database = new DatabaseSync(join(relay.data, 'relay.db'), { timeout: 5000 })
  database.exec(`
    DELETE FROM events WHERE environment = 'sandbox' AND seq = ${cursor};
    UPDATE environments SET last_seq = ${cursor - 1} WHERE name = 'sandbox';
    UPDATE store_epoch SET epoch = 'another'`)
  database.close()
  await admin.publish(application_id, 'app_final_approval')
  await admin.publish(application_id, 'offer_available')
  const device = asDevice(relay.url, relay.device_token)
  await until(async () => ((await device.events()).latest_seq > cursor ? true : undefined))

  await eventSync.restart()
  expect(formatted(await until(() => eventSync.status.note ?? undefined))).toContain(
    'asked the funding partner',
  )
  await until(async () => ((await found(deal_id)).length >= 3 ? true : undefined))
  expect((await found(deal_id)).map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Under review', 'Final approval', 'Offer available']),
  )
  expect(value(await app.vault.getEpoch(RELAY_CURSOR))).toBe('another')
  value(await eventSync.dismissNote())
  await eventSync.restart()
  await until(() => (eventSync.status.state === 'live' ? true : undefined))
  expect(eventSync.status.note).toBeNull()
})

test('a hint is confirmed when the partner reports the same status, and a forged hint changes nothing', async () => {
  const admin = asAdmin(sandbox.ready)
  await admin.setFaults({ route: 'WEBHOOK *', fault: 'unbound' })
  app.notified.length = 0
  const { deal_id, application_id } = await submitted()
  await admin.publish(application_id, 'app_under_review')
  await until(async () =>
    (await found(deal_id)).some(({ verification }) => verification === 'confirmed') ? true : undefined,
  )
  await admin.publish(application_id, 'app_funded', { recorded: false })
  await until(async () =>
    (await found(deal_id)).some(({ verification }) => verification === 'contradicted') ? true : undefined,
  )
  expect(await found(deal_id)).toEqual([
    { kind: 'event', title: 'Under review', verification: 'confirmed' },
    { kind: 'found', title: 'Under review', verification: null },
    { kind: 'event', title: 'Funded', verification: 'contradicted' },
  ])
  expect((await dealOf(app, deal_id)).application_status).toBe('app_under_review')
  expect(app.notified.map(({ status }) => status)).toEqual(['app_under_review'])
})

test('three offers of one deal in one second reach the broker, although the partner signs their notifications alike', async () => {
  const admin = asAdmin(sandbox.ready)
  await admin.setFaults({ route: 'WEBHOOK *', fault: 'unbound' })
  app.notified.length = 0
  const { deal_id, application_id } = await submitted()
  for (let count = 0; count < 3; count += 1) await admin.publish(application_id, 'offer_available')
  await until(async () => ((await dealOf(app, deal_id)).offers.length === 3 ? true : undefined))
  const events = async () => (await found(deal_id)).filter(({ kind }) => kind === 'event')
  await until(async () => ((await events()).length === 3 ? true : undefined))
  await until(async () =>
    (await events()).every(({ verification }) => verification !== 'hint') ? true : undefined,
  )
  const told = app.notified.filter(({ status }) => status === 'offer_available')
  expect(told.length).toBeGreaterThan(0)
  expect(told.every(({ unconfirmed }) => unconfirmed === undefined)).toBe(true)
  expect(eventSync.status.event_problems).toBe(0)
})

describe('the start of event sync', () => {
  afterEach(() => vi.restoreAllMocks())

  const isLive = () => until(() => (eventSync.status.state === 'live' ? true : undefined))

  /** Makes the next read of the relay's token fail. Other reads succeed. Counts all reads. */
  function failTokenOnce(code: 'VAULT_UNAVAILABLE' | 'KEYCHAIN_LOCKED') {
    const { secrets, environment } = app.context
    const token = keychainAccount(environment, 'relay-token')
    const get = secrets.get.bind(secrets)
    const reads = { count: 0 }
    vi.spyOn(secrets, 'get').mockImplementation(async (account) => {
      if (account !== token) return get(account)
      reads.count += 1
      if (reads.count === 1) throw failureOf(appError(code, 'It cannot be read.', 'Wait.'))
      return get(account)
    })
    return reads
  }

  test.each(['VAULT_UNAVAILABLE', 'KEYCHAIN_LOCKED'] as const)(
    'succeeds when the broker retries after the relay token could not be read (%s)',
    async (code) => {
      failTokenOnce(code)
      await eventSync.restart()
      expect(eventSync.status).toMatchObject({ state: 'offline', detail: 'It cannot be read.' })
      eventSync.retryNow()
      await isLive()
    },
  )

  /**
   * Starts event sync with a token that cannot be read. Returns the retry that event sync then plans for a minute later. The
   * timers stay real, because fake ones would also end calls to the vault that are running, and with them the vault's process.
   */
  async function failAndFindRetry(code: 'VAULT_UNAVAILABLE' | 'KEYCHAIN_LOCKED') {
    await eventSync.stop()
    const reads = failTokenOnce(code)
    const planned: (() => void)[] = []
    const setTimer = globalThis.setTimeout
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((work: () => void, ms?: number) => {
      // Clients of HTTP set timers of the same length.
      if (ms === 60_000 && new Error().stack?.includes('event-sync.ts')) planned.push(work)
      return setTimer(work, ms)
    })
    await eventSync.restart()
    expect(reads.count).toBe(1)
    return { retry: planned[0] }
  }

  test('is retried automatically a minute after the relay token could not be read', async () => {
    const { retry } = await failAndFindRetry('VAULT_UNAVAILABLE')
    retry?.()
    expect(await isLive()).toBe(true)
  })

  test('is not retried automatically if the keychain is locked', async () => {
    const { retry } = await failAndFindRetry('KEYCHAIN_LOCKED')
    expect(retry).toBeUndefined()
    expect(eventSync.status.state).toBe('offline')
  })

  test('is canceled if event sync is stopped meanwhile', async () => {
    const restarting = eventSync.restart()
    await eventSync.stop()
    await restarting
    expect(eventSync.status.state).not.toBe('connecting')
  })
})

describe('webhook registrations', () => {
  test('are listed with their origin, and a registration that the broker disables is not reported as a problem', async () => {
    const client = value(await app.context.partner())
    const other = value(await client.createWebhook('offer', 'https://elsewhere.example/hook'))
    const { registrations, problems, inlet_url } = await view()
    expect(problems).toEqual([])
    expect(registrations).toMatchObject([
      { event_type: 'offer', origin: 'here', webhook_url: inlet_url, is_active: true },
      { event_type: 'application', origin: 'here', is_active: true },
      { uuid: other.uuid, origin: 'foreign' },
    ])
    value(await deleteWebhook(app.context, other.uuid))
    const [offers] = registrations
    value(await switchWebhook(app.context, offers?.uuid ?? '', false))
    expect(await view()).toMatchObject({ problems: [], registrations: [{ is_active: false }, {}] })
    value(await switchWebhook(app.context, offers?.uuid ?? '', true))
    expect((await view()).registrations).toHaveLength(2)
  })

  test('are reported in the connection status if they are missing, disabled, or redirected, and can be repaired', async () => {
    const client = value(await app.context.partner())
    const [offers, status] = value(await client.listWebhooks())
    if (offers === undefined || status === undefined) throw new Error('not registered')
    value(await client.deleteWebhook(offers.uuid))
    value(await client.updateWebhook({ ...status, webhook_url: 'https://elsewhere.example/hook' }))
    expect((await view()).problems).toEqual([
      { event_type: 'offer', problem: 'missing' },
      { event_type: 'application', problem: 'elsewhere' },
    ])
    await eventSync.restart()
    expect(formatted(await until(() => eventSync.status.webhook_problem ?? undefined))).toContain(
      'missing at the funding partner',
    )

    value(await registerWebhooks(app.context, relayClient))
    const fixed = await view()
    expect(fixed.problems).toEqual([])
    expect(fixed.registrations.map(({ origin, is_active }) => [origin, is_active])).toEqual([
      ['here', true],
      ['here', true],
    ])
    value(
      await client.updateWebhook({
        ...status,
        webhook_url: fixed.inlet_url ?? '',
        is_active: false,
      }),
    )
    expect((await view()).problems).toEqual([{ event_type: 'application', problem: 'switched_off' }])
    value(await registerWebhooks(app.context, relayClient))
    expect((await view()).problems).toEqual([])
  })

  test('are tested in steps, and the step that failed is reported', async () => {
    const parts = { context: app.context, eventSync, relay: relayClient }
    const [offers] = (await view()).registrations
    const uuid = offers?.uuid ?? ''
    const round = value(await testWebhook(parts, uuid))
    expect(round).toMatchObject({ done: true, stuck: null })
    expect(round.steps.map(({ step }) => step)).toEqual(['service', 'relay', 'app'])
    // The app does not list the test event among the events of unknown applications.
    expect(value(await app.vault.unmatchedEvents('2026-01-01T00:00:00.000Z'))).toEqual([])

    expect(value(await testWebhook(parts, 'unknown'))).toMatchObject({
      steps: [],
      stuck: { step: 'service' },
    })

    await asAdmin(sandbox.ready).setFaults({ route: 'WEBHOOK *', fault: 'wrong_key' })
    const refused = value(await testWebhook({ ...parts, patienceMs: 1200 }, uuid))
    expect(refused.steps.map(({ step }) => step)).toEqual(['service'])
    expect(refused.stuck).toMatchObject({ step: 'relay' })

    await asAdmin(sandbox.ready).setFaults()
    await eventSync.stop()
    const deaf = value(await testWebhook({ ...parts, patienceMs: 3000 }, uuid))
    expect(deaf.steps.map(({ step }) => step)).toEqual(['service', 'relay'])
    expect(deaf.stuck).toMatchObject({ step: 'app' })
  })
})

test('the app asks the partner about an event that the relay accepted but the app rejects', async () => {
  // The partner has withdrawn the key that signed the event, so this computer cannot fetch the key.
  const { url: jwks_url } = await startKeyServer(cleanup, [createSigningKey('iso-submission-rsa-99')])
  const other = await composeApp(cleanup)
  const client = await app.context.partner()
  const { device_token } = await pairDevice(relay.data, relay.url)
  Object.assign(other.context, { clock: { now: () => new Date().toISOString() } })
  const application_id = await (await asClient(sandbox.ready)).apply(makePayload())
  const deal_id = await addDeal(other, { state: 'received', application_id })
  const partner = async () => client
  const listening = await connectEventSync(cleanup, other, {
    relay_url: relay.url,
    device_token,
    jwks_url,
    partner,
    // The app rejects an event with an unknown key only if it fetched the keys after the event arrived. Without a cooldown (the minimum
    // pause between two fetches), the app fetches the keys immediately.
    cooldownMs: 0,
  })
  value(await writeConnection(other.vault, { base_url: sandbox.ready.base_url, client_id: 'x' }))
  await listening.restart()
  await until(() => (listening.status.state === 'live' ? true : undefined))
  await asAdmin(sandbox.ready).publish(application_id, 'app_under_review')
  const { application_status } = await until(async () => {
    const deal = await dealOf(other, deal_id)
    return deal.application_status === null ? undefined : deal
  })
  expect(application_status).toBe('app_under_review')
  expect(value(await other.vault.waitingEvents(application_id))).toEqual([])
})
