import { failureOf } from '../../src-main/platform/base/failure.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDeliveryCheck } from '../../src-main/features/events/verify-event.ts'
import { applyWaitingEvents, receiveEvents } from '../../src-main/features/events/receive-events.ts'
import { keySetStore } from '../../src-main/features/webhooks/partner-keys.ts'
import type { Vault } from '../../src-main/platform/vault/vault.ts'
import type { RelayEvent } from '../../src-shared/platform/webhook/event.ts'
import { appError, fail, ok } from '../../src-shared/platform/base/errors.ts'
import { createKeySource } from '../../src-shared/platform/webhook/key-source.ts'
import { verifySignature } from '../../src-shared/platform/webhook/verify-signature.ts'
import {
  addDeal,
  dealOf,
  kindsOf,
  memoryKeychain,
  composeApp,
  openEngine,
  scriptedPartner,
  submitDeal,
  value,
  type App,
} from '../support/core/composed-app.ts'
import { countingVault, damagedVault, logInto } from '../support/core/faulty-vaults.ts'
import { Cleanup } from '../support/cleanup.ts'
import { createSigningKey, makeEvent, sha256, signEvent, type SigningKey } from '../support/relay/signing.ts'
import { RELAY_CURSOR } from '../../src-main/features/connection/connection-settings.ts'
import { resumeSubmissions } from '../../src-main/features/submission/engine.ts'

const cleanup = new Cleanup()
let key: SigningKey
let stranger: SigningKey
let shared: App
const service = { down: false }
beforeAll(async () => {
  key = createSigningKey('iso-submission-rsa-01')
  stranger = createSigningKey('iso-submission-rsa-01')
  shared = await composeApp(cleanup)
})
afterAll(() => cleanup.run())

let app: App
let application_id: string
const unavailable = appError('EVENT_KEYS_UNAVAILABLE', 'Not now.', 'Wait.', { retryable: true })
beforeEach(async () => {
  service.down = false
  app = shared
  application_id = randomUUID()
  app.notified.length = app.asked.length = 0
  value(
    await app.vault.commit([
      { write: 'set_cursor', source: RELAY_CURSOR, seq: 0 },
      { write: 'set_setting', key: 'jwks', value: null },
    ]),
  )
})

/** Creates the app's own verifier, with keys that the partner publishes while the partner is available. */
function verifier({ vault }: App) {
  let at = Date.parse('2026-05-04T10:00:00.000Z')
  const keys = createKeySource({
    fetchKeySet: async () => {
      if (service.down) throw new Error('out of order')
      return { keys: [key.jwk] }
    },
    // Each call advances the clock past the cooldown (the minimum pause between two fetches of the keys).
    now: () => (at += 60_000),
    store: keySetStore(vault, 'https://partner.example/jwks'),
  })
  return (body: Uint8Array, signature: string, received_at: Date) =>
    verifySignature({ body, signature, keys, now: received_at })
}

function relayEvent(seq: number, changes: Record<string, unknown> = {}, signer = key): RelayEvent {
  const event = makeEvent({ application_id, ...changes })
  return signed(seq, JSON.stringify(event), event.event_id, signer)
}

function signed(seq: number, body: string, event_id: string, signer = key): RelayEvent {
  return {
    seq,
    environment: 'sandbox',
    event_id,
    received_at: '2026-05-04T10:00:01.000Z',
    sender: '127.0.0.1',
    signature: signEvent(signer, { body_sha256: sha256(Buffer.from(body), 'hex') }),
    body: Buffer.from(body).toString('base64'),
  }
}

const cursor = async () => value(await app.vault.getCursor(RELAY_CURSOR))
/** Receives one event as a separate batch. Returns a failure if the app did not accept it. */
const receive = (event: RelayEvent) => receiveOne(event, verifier(app))
async function receiveOne(event: RelayEvent, verify: ReturnType<typeof verifier>) {
  const { outcomes, error } = await receiveEvents(app.context, createDeliveryCheck(verify), [event])
  return error === null ? ok(outcomes[0]?.state) : fail(error)
}
const received = () => addDeal(app, { state: 'received', application_id })

describe('an event of a known application', () => {
  test('updates its deal, is announced, and moves the cursor', async () => {
    const deal_id = await received()
    value(await receive(relayEvent(4)))
    expect(await dealOf(app, deal_id)).toMatchObject({ offer_status: 'offer_available' })
    expect(value(await app.vault.listTimeline(deal_id))).toMatchObject([
      { kind: 'event', verification: 'body' },
    ])
    const announced = {
      deal_id,
      status: 'offer_available',
      title: 'Offer available',
      body: 'Juniper Bakery LLC',
      amount: { cents: 35_000_00, of: 'requested' },
    }
    expect(app.notified).toEqual([announced])
    const items = value(await app.vault.unreadNews())
    expect(items[0]).toMatchObject({ ...announced, read_at: null })
    expect(app.emitted).toContainEqual({ event: 'today.changed', payload: {} })
    expect(await cursor()).toBe(4)
  })

  test.each(['2026-05-03T11:00:00.000Z', '2040-01-01T00:00:00.000Z'])(
    "is accepted by a computer whose clock says %s, because the relay's arrival time counts",
    async (now) => {
      const right = app.context.clock
      app.context.clock = { now: () => now }
      const deal_id = await received()
      const event = relayEvent(4)
      const body = Buffer.from(event.body, 'base64')
      const iat = Date.parse(event.received_at) / 1000 - 1
      event.signature = signEvent(key, { iat, body_sha256: sha256(body, 'hex') })
      expect(value(await receive(event))).toBe('applied')
      app.context.clock = right
      expect(await dealOf(app, deal_id)).toMatchObject({ offer_status: 'offer_available' })
      expect(await cursor()).toBe(4)
    },
  )

  test('whose status is a JavaScript property name is stored and shown like any unknown status', async () => {
    const deal_id = await received()
    for (const [at, status] of ['constructor', 'toString', '__proto__'].entries())
      value(
        await receive(
          relayEvent(at + 1, {
            message_type: 'application_event',
            status,
            timestamp: `2026-05-04T10:00:0${at}Z`,
          }),
        ),
      )
    expect(await dealOf(app, deal_id)).toMatchObject({ application_status: '__proto__' })
    const titles = ['constructor', 'toString', '__proto__'].map((one) => ({ title: { args: [one] } }))
    expect(app.notified).toMatchObject(titles)
    expect(await cursor()).toBe(3)
  })

  test('that is repeated, even concurrently or under another number, changes and announces nothing', async () => {
    const deal_id = await received()
    const event = relayEvent(4)
    const verify = verifier(app)
    const all = await Promise.all([4, 4, 5, 6].map((seq) => receiveOne({ ...event, seq }, verify)))
    // Which of the four copies the app applies does not matter. It applies the copy that it verified first.
    const became = (what: string) => all.map(value).filter((outcome) => outcome === what)
    expect([became('applied').length, became('duplicate').length]).toEqual([1, 3])
    const before = await dealOf(app, deal_id)
    value(await receive({ ...event, seq: 7 }))
    expect(await dealOf(app, deal_id)).toEqual(before)
    expect(await kindsOf(app, deal_id)).toEqual(['event'])
    expect(app.notified).toHaveLength(1)
    expect(await cursor()).toBe(7)
  })

  test('that is older than the deal’s known status appears on the timeline, but does not change the status', async () => {
    const deal_id = await received()
    const at = (minute: number) => `2026-05-04T10:${minute}:00.000000+00:00`
    value(await receive(relayEvent(1, { status: 'offer_rescinded', timestamp: at(30) })))
    value(await receive(relayEvent(2, { status: 'offer_available', timestamp: at(10) })))
    expect(await dealOf(app, deal_id)).toMatchObject({
      offer_status: 'offer_rescinded',
      offer_status_at: at(30),
    })
    expect(await kindsOf(app, deal_id)).toEqual(['event', 'event'])
    expect(app.notified).toMatchObject([{ status: 'offer_rescinded' }])
    expect(await cursor()).toBe(2)
  })
})

describe('an event that can never be accepted is quarantined, changes nothing, and blocks nothing', () => {
  test.each<[string, () => RelayEvent]>([
    ['signed by a stranger', () => relayEvent(9, {}, stranger)],
    ['signed with an unknown key', () => relayEvent(9, {}, { ...key, kid: 'iso-submission-rsa-99' })],
    ['without a signature', () => ({ ...relayEvent(9), signature: '' })],
    ['with a body that was not signed', () => ({ ...relayEvent(9), body: relayEvent(9).body })],
    ['with a body that is not JSON', () => signed(9, 'hello', 'x')],
    ['without an application', () => relayEvent(9, { application_id: '' })],
    ['with an invalid time', () => relayEvent(9, { timestamp: 'yesterday' })],
    ['with the id of another event', () => ({ ...relayEvent(9), event_id: 'another' })],
  ])('%s', async (_, make) => {
    const deal_id = await received()
    const before = await dealOf(app, deal_id)
    value(await receive(make()))
    expect(await cursor()).toBe(9)
    expect(await dealOf(app, deal_id)).toEqual(before)
    expect(await kindsOf(app, deal_id)).toEqual([])
    expect(value(await app.vault.waitingEvents(application_id))).toEqual([])
    expect(app.notified).toEqual([])
  })
})

describe('receiving an event', () => {
  test('fails without quarantining the event while the signing keys are not available, and succeeds once they are available', async () => {
    const deal_id = await received()
    service.down = true
    const event = relayEvent(3)
    expect(await receive(event)).toMatchObject({
      ok: false,
      error: { code: 'EVENT_KEYS_UNAVAILABLE', retryable: true },
    })
    expect(await cursor()).toBe(0)
    expect(await kindsOf(app, deal_id)).toEqual([])

    service.down = false
    value(await receive(event))
    expect(app.notified).toHaveLength(1)
    expect(await cursor()).toBe(3)
  })

  test('still works with the stored signing keys while the key server is down, even after a restart', async () => {
    await received()
    value(await receive(relayEvent(1)))
    service.down = true
    // Each call of `receive` uses a new verifier, as after a restart. This verifier knows only the keys that the vault stored.
    value(await receive(relayEvent(2)))
    expect(await cursor()).toBe(2)
    value(await receive(relayEvent(3, {}, stranger)))
    expect(app.notified).toHaveLength(2)
  })

  test.each([['insert_event'], ['set_cursor']] as const)(
    'stores neither the event nor the cursor if the commit that contains the %s write fails',
    async (failing) => {
      const deal_id = await addDeal(app, { application_id })
      const event = relayEvent(71)
      const { vault } = countingVault(app.vault, unavailable, (writes) =>
        writes.some(({ write }) => write === failing),
      )
      const { outcomes, error } = await receiveEvents(
        { ...app.context, vault },
        createDeliveryCheck(verifier(app)),
        [event],
      )
      expect({ outcomes, error }).toEqual({ outcomes: [], error: unavailable })
      expect(value(await app.vault.getCursor(RELAY_CURSOR))).toBe(0)
      expect(value(await app.vault.newsContext([event.event_id], [])).known).toEqual([])
      expect(await kindsOf(app, deal_id)).not.toContain('event')
      expect(app.notified).toEqual([])
    },
  )

  test('fails if the vault is closed, and announces nothing', async () => {
    app = await composeApp(cleanup)
    await app.vault.close()
    expect(await receive(relayEvent(1))).toMatchObject({ ok: false, error: { code: 'VAULT_UNAVAILABLE' } })
    expect(app.notified).toEqual([])
  })
})

describe('an event that arrives before the response to its application', () => {
  test('waits silently, and is applied and announced once when the application is known', async () => {
    value(await receive(relayEvent(1, { message_type: 'application_event', status: 'app_received' })))
    value(await receive(relayEvent(2)))
    value(await receive(relayEvent(3, { application_id: 'of another office' })))
    expect(app.notified).toEqual([])
    expect(await cursor()).toBe(3)

    const deal_id = await received()
    await applyWaitingEvents(app.context, application_id)
    await applyWaitingEvents(app.context, application_id)
    expect(await dealOf(app, deal_id)).toMatchObject({
      application_status: 'app_received',
      offer_status: 'offer_available',
    })
    expect(await kindsOf(app, deal_id)).toEqual(['event', 'event'])
    expect(app.notified.map(({ status }) => status)).toEqual(['app_received', 'offer_available'])
    const items = value(await app.vault.unreadNews())
    expect(items.filter((item) => item.deal_id === deal_id)).toHaveLength(2)
    expect(value(await app.vault.waitingEvents('of another office'))).toHaveLength(1)
  })

  test('is applied even if the vault could not be read when the response arrived', async () => {
    value(await receive(relayEvent(1)))
    let failures = 1
    const waitingEvents: Vault['waitingEvents'] = async (id) =>
      failures-- > 0
        ? Promise.reject(failureOf(appError('VAULT_UNAVAILABLE', 'It is away.', 'Wait.')))
        : app.vault.waitingEvents(id)
    const vault = Object.assign(Object.create(app.vault) as Vault, { waitingEvents })
    const partner = scriptedPartner({ createApplication: async () => ok({ application_id, reply: null }) })
    const context = { ...app.context, vault, partner: async () => ok(partner) }
    const { engine } = await openEngine({ ...app, context }, cleanup)
    const deal_id = await addDeal(app)
    value(await submitDeal({ ...app, context }, engine, deal_id))
    expect(await dealOf(app, deal_id)).toMatchObject({ application_id, offer_status: 'offer_available' })
    expect(app.notified).toMatchObject([{ deal_id, status: 'offer_available' }])
  })

  test('is applied at the next start if the app crashed before it applied the event', async () => {
    const folder = cleanup.folder()
    const secrets = memoryKeychain()
    app = await composeApp(cleanup, { folder, secrets })
    value(await receive(relayEvent(1)))
    value(await receive(relayEvent(2, { application_id: 'unknown still' })))
    const deal_id = await received()
    await app.crash()

    app = await composeApp(cleanup, { folder, secrets })
    value(await resumeSubmissions(app.context))
    expect(app.notified).toMatchObject([{ deal_id }])
    expect(value(await app.vault.waitingEvents(application_id))).toEqual([])
    expect(value(await app.vault.waitingEvents('unknown still'))).toHaveLength(1)
  })
})

describe('an event that causes an exception', () => {
  const damaged = (lines: unknown[]) => ({
    ...app.context,
    vault: damagedVault(app.vault),
    log: logInto(lines),
  })
  const FAULT = ['event not processed', { kind: 'TypeError', where: null }]
  const review = { message_type: 'application_event', status: 'app_under_review' }

  test('is set aside with its reason, does not block the next ones, and is applied at the next start', async () => {
    const kept = { folder: cleanup.folder(), secrets: memoryKeychain() }
    app = await composeApp(cleanup, kept)
    const deal_id = await received()
    const lines: unknown[] = []
    const check = createDeliveryCheck(verifier(app))
    const { outcomes, error } = await receiveEvents(damaged(lines), check, [
      relayEvent(1),
      relayEvent(2, review),
    ])
    expect([error, outcomes.map(({ state }) => state)]).toEqual([null, ['waiting', 'applied']])
    expect(lines).toEqual([FAULT])
    expect(await cursor()).toBe(2)
    expect(app.asked).toEqual([{ deal_id, application_id, about: 'all' }])
    const problem = { problem: 'set_aside', application_id }
    expect(value(await app.vault.eventProblems())).toMatchObject([problem])
    expect(await dealOf(app, deal_id)).toMatchObject({
      application_status: 'app_under_review',
      offer_status: null,
    })

    // The next start fails, too, and keeps the event. The start after that applies it.
    value(await resumeSubmissions(damaged(lines)))
    expect(lines).toEqual([FAULT, FAULT])
    expect(value(await app.vault.waitingEvents(application_id))).toHaveLength(1)
    await app.crash()
    app = await composeApp(cleanup, kept)
    value(await resumeSubmissions(app.context))
    expect(app.notified).toMatchObject([{ deal_id, status: 'offer_available' }])
    expect(value(await app.vault.waitingEvents(application_id))).toEqual([])
  })

  test('while its signature is checked is reported, does not block the next ones, and the app can ask the partner', async () => {
    const deal_id = await received()
    const lines: unknown[] = []
    const verify = verifier(app)
    const events = [relayEvent(1), relayEvent(2, review)]
    const check = createDeliveryCheck(async (body, signature, at) => {
      if (signature === events[0]?.signature) throw new TypeError('900-12-3456')
      return verify(body, signature, at)
    })
    const { outcomes } = await receiveEvents({ ...app.context, log: logInto(lines) }, check, events)
    expect(outcomes).toMatchObject([
      { state: 'invalid', deal_id, application_id },
      { state: 'applied', deal_id },
    ])
    expect(lines[0]).toEqual(FAULT)
    expect(JSON.stringify(lines)).not.toContain('900-12-3456')
    expect(await cursor()).toBe(2)
  })
})

test('a new offer triggers a read of the offers; a hint triggers a read of everything', async () => {
  const deal_id = await received()
  value(await receive(relayEvent(1)))
  expect(app.asked.splice(0)).toEqual([{ deal_id, application_id, about: 'offers' }])
  const hint = makeEvent({ application_id, message_type: 'application_event', status: 'app_funded' })
  value(await receive({ ...signed(2, JSON.stringify(hint), hint.event_id), signature: signEvent(key) }))
  expect(app.asked).toEqual([{ deal_id, application_id, about: 'all' }])
})

describe('a batch', () => {
  test('is applied up to the first event that cannot be verified yet because the signing keys are not available', async () => {
    const deal_id = await received()
    const other = await addDeal(app, { state: 'received', application_id: 'another' })
    const at = (second: number) => `2026-05-04T10:00:0${second}.000000+00:00`
    const events = [
      relayEvent(1, { message_type: 'application_event', status: 'app_under_review', timestamp: at(1) }),
      relayEvent(2, { timestamp: at(2) }),
      relayEvent(3, { application_id: 'another', timestamp: at(3) }),
      relayEvent(4, {}, stranger),
      relayEvent(5, { status: 'offer_rescinded', timestamp: at(5) }),
    ]
    const verify = verifier(app)
    const batch = [...events, events[1]!, relayEvent(7)]
    const until = batch.length - 1
    const { outcomes, error } = await receiveEvents(
      app.context,
      createDeliveryCheck(async (body, signature, now) =>
        signature === batch[until]?.signature ? fail(unavailable) : verify(body, signature, now),
      ),
      batch,
    )
    expect(error?.code).toBe('EVENT_KEYS_UNAVAILABLE')
    expect(outcomes.map(({ state }) => state)).toEqual([
      'applied',
      'applied',
      'applied',
      'invalid',
      'applied',
      'duplicate',
    ])
    expect(await cursor()).toBe(2)
    expect(await dealOf(app, deal_id)).toMatchObject({
      application_status: 'app_under_review',
      offer_status: 'offer_rescinded',
    })
    expect(await kindsOf(app, deal_id)).toEqual(['event', 'event', 'event'])
    expect(await kindsOf(app, other)).toEqual(['event'])
    expect(app.notified.map((reported) => [reported.deal_id, reported.status])).toEqual([
      [deal_id, 'app_under_review'],
      [deal_id, 'offer_available'],
      [other, 'offer_available'],
      [deal_id, 'offer_rescinded'],
    ])
  })

  /** Creates events of unknown applications, which take little time to process. */
  function unmatchedEvents(from: number): RelayEvent[] {
    const unmatched = { ...relayEvent(from), signature: 'none' }
    return Array.from({ length: 500 }, (_, at) => ({ ...unmatched, seq: from + at }))
  }

  test('with many events is stored in several commits, and each commit builds on the previous ones', async () => {
    const deal_id = await received()
    const review = (seq: number) =>
      relayEvent(seq, { message_type: 'application_event', status: 'app_under_review' })
    const first = review(1)
    const batch = [
      first,
      ...unmatchedEvents(2),
      review(502),
      ...unmatchedEvents(503),
      { ...first, seq: 1003 },
    ]
    const { vault, sizes } = countingVault(app.vault, unavailable)
    const { outcomes, error } = await receiveEvents(
      { ...app.context, vault },
      createDeliveryCheck(verifier(app)),
      batch,
    )
    expect(error).toBeNull()
    expect(outcomes.map(({ seq }) => seq)).toEqual(batch.map(({ seq }) => seq))
    expect(outcomes.filter(({ state }) => state !== 'invalid').map(({ state }) => state)).toEqual([
      'applied',
      'applied',
      'duplicate',
    ])
    expect(sizes).toHaveLength(3)
    expect(await cursor()).toBe(1003)
    expect(await kindsOf(app, deal_id)).toEqual(['event', 'event'])
    // The second event contains the same news as the first event. The app recognizes this even before the vault stored the first event.
    expect(app.notified.map(({ status }) => status)).toEqual(['app_under_review'])
  })

  test('with a failed commit keeps the earlier commits and none of the later ones', async () => {
    const deal_id = await received()
    const batch = [
      relayEvent(1),
      ...unmatchedEvents(2),
      relayEvent(502),
      ...unmatchedEvents(503),
      relayEvent(1003),
    ]
    const { vault, sizes } = countingVault(app.vault, unavailable, (_, nth) => nth === 2)
    const { outcomes, error } = await receiveEvents(
      { ...app.context, vault },
      createDeliveryCheck(verifier(app)),
      batch,
    )
    expect(error).toEqual(unavailable)
    expect(sizes).toHaveLength(3)
    expect(outcomes.at(-1)?.seq).toBe(500)
    expect(await cursor()).toBe(500)
    expect(await kindsOf(app, deal_id)).toEqual(['event'])
    expect(app.notified).toHaveLength(1)
  })
})
