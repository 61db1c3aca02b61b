import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyProof } from '../../build/verify-proof.ts'
import { createDeliveryCheck } from '../../src-main/features/events/verify-event.ts'
import { receiveEvents } from '../../src-main/features/events/receive-events.ts'
import { makeProof } from '../../src-main/features/proof/export-proof.ts'
import { ok } from '../../src-shared/platform/base/errors.ts'
import { proofText, type ProofFact, type ProofFile } from '../../src-shared/features/proof/proof-schema.ts'
import { createKeySource } from '../../src-shared/platform/webhook/key-source.ts'
import { verifySignature } from '../../src-shared/platform/webhook/verify-signature.ts'
import { addDeal, composeApp, openEngine, submitDeal, value, type App } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { createSigningKey, makeEvent, sha256, signEvent } from '../support/relay/signing.ts'

// The owner of a computer can write any fact into a proof. The partner's signatures must reveal that.

const OTHER_HASH = 'a'.repeat(64)

type EventFact = Extract<ProofFact, { what: 'event' }>

const cleanup = new Cleanup()
const key = createSigningKey('iso-submission-rsa-01')
const keys = createKeySource({ fetchKeySet: async () => ({ keys: [key.jwk] }), now: Date.now })
let app: App
let application_id: string
let proof: ProofFile

beforeAll(async () => {
  app = await composeApp(cleanup, {
    partner: { createApplication: async () => ok({ application_id, reply: null }) },
  })
  proof = await submitted()
})
afterAll(() => cleanup.run())

/** Returns the proof of a deal that the partner received, with an offer event. `padding` spaces follow the event's body. */
async function submitted(more: object = {}, padding = 0): Promise<ProofFile> {
  application_id = randomUUID()
  const deal_id = await addDeal(app)
  const { engine } = await openEngine(app, cleanup)
  value(await submitDeal(app, engine, deal_id))
  await engine.stop()
  const event = makeEvent({ application_id, ...more })
  const body = Buffer.from(JSON.stringify(event) + ' '.repeat(padding))
  const received = {
    seq: 1,
    environment: 'sandbox',
    event_id: event.event_id,
    received_at: new Date().toISOString(),
    sender: '127.0.0.1',
    signature: signEvent(key, { body_sha256: sha256(body, 'hex') }),
    body: body.toString('base64'),
  }
  const checkDelivery = createDeliveryCheck((bytes, signature, now) =>
    verifySignature({ body: bytes, signature, keys, now }),
  )
  expect(await receiveEvents(app.context, checkDelivery, [received])).toMatchObject({ error: null })
  return value(await makeProof(app.context, deal_id))
}

const isEvent = (fact: ProofFact): fact is EventFact => fact.what === 'event'

/** Changes the event facts of the proof. Returns the checks of the events with the partner's keys. */
async function forged(change: (fact: EventFact) => Partial<EventFact>) {
  const entries = proof.entries.map(({ at, fact }) => ({
    at,
    fact: isEvent(fact) ? { ...fact, ...change(fact) } : fact,
  }))
  return verifyProof({ ...proof, entries }, { keys })
}

function bodyWith(fact: EventFact, changes: object) {
  const before = JSON.parse(Buffer.from(fact.body ?? '', 'base64').toString()) as object
  const bytes = Buffer.from(JSON.stringify({ ...before, ...changes }))
  return { body: bytes.toString('base64'), body_sha256: sha256(bytes, 'hex') }
}

describe('a proof that its exporter edited', () => {
  test.each<[string, (fact: EventFact) => Partial<EventFact>]>([
    ['status', () => ({ status: 'app_funded' })],
    ['application_id', () => ({ application_id: 'another' })],
    ['event_id', () => ({ event_id: 'another' })],
    ['message_type', () => ({ message_type: 'application_event' })],
    ['timestamp', () => ({ timestamp: '2026-01-01T10:00:00.000Z' })],
    ['body', (fact) => ({ ...bodyWith(fact, { status: 'app_funded' }), status: 'app_funded' })],
    ['body but not its hash', (fact) => ({ body: bodyWith(fact, { status: 'app_funded' }).body })],
    ['hash of the body', () => ({ body_sha256: OTHER_HASH })],
    ['signature', () => ({ signature: 'a.b.c' })],
    ['signature of another event', () => ({ signature: signEvent(key, { body_sha256: OTHER_HASH }) })],
    ['signature that covers no body', () => ({ signature: signEvent(key) })],
  ])('fails for an edited %s of an event', async (_, change) => {
    expect(await forged(change)).toMatchObject([{ result: 'fail' }])
  })

  test('fails for an event of another application, even if the partner signed it', async () => {
    const foreign = (await submitted()).entries.map(({ fact }) => fact).find(isEvent)
    expect(await forged(() => foreign ?? {})).toMatchObject([{ result: 'fail' }])
  })

  test('does not show an event as signed by the partner if its body is missing', async () => {
    const [event] = await forged(() => ({ body: undefined, status: 'app_funded' }))
    expect(event).toMatchObject({ result: 'unproven' })
    for (const field of ['event_id', 'application_id', 'status', 'message_type', 'timestamp'])
      expect(event?.detail).toContain(field)
  })

  test('marks an event as “not covered” if its signature does not cover the body', async () => {
    expect(await forged(() => ({ verification: 'hint', signature: signEvent(key) }))).toMatchObject([
      { result: 'unproven', detail: expect.stringContaining("not covered by the partner's signature") },
    ])
  })
})

describe('an event in a proof', () => {
  test('passes if the partner signed its content, and is reported as unproven if the published keys are not available', async () => {
    expect(await forged(() => ({}))).toMatchObject([
      { result: 'pass', detail: expect.stringContaining('offer_available') },
    ])
    expect(await verifyProof(proof)).toMatchObject([{ check: 'event', result: 'unproven' }])
  })

  test('fails if another key of the same name signed it', async () => {
    const { jwk } = createSigningKey('iso-submission-rsa-01')
    const others = createKeySource({ fetchKeySet: async () => ({ keys: [jwk] }), now: Date.now })
    expect(await verifyProof(proof, { keys: others })).toMatchObject([{ check: 'event', result: 'fail' }])
  })

  test.each<[string, object, number]>([
    ['contains fields that the specification does not show', { ssn: '123-45-6789' }, 0],
    ['is larger than 8 KiB', {}, 9_000],
  ])('omits a body that %s', async (_, more, padding) => {
    const made = await submitted(more, padding)
    expect(proofText(made)).not.toContain('"body":')
    expect(await verifyProof(made, { keys })).toMatchObject([{ check: 'event', result: 'unproven' }])
  })
})
