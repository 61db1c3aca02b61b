import { resultOf } from '../../src-main/platform/base/failure.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { withStore } from '../../services/relay/src/commands/define-command.ts'
import type { NewEvent } from '../../services/relay/src/store/relay-store.ts'
import type { StoredDeal } from '../../src-main/platform/vault/records.ts'
import type { VaultWrite } from '../../src-main/platform/vault/vault.ts'
import { connectEventSync } from '../support/core/connect-event-sync.ts'
import { addDeal, dealOf, composeApp, value, type App } from '../support/core/composed-app.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { Cleanup } from '../support/cleanup.ts'
import { OFFICE, pairDevice, setUpRelay, startRelay } from '../support/relay/relay.ts'
import { createSigningKey, makeEvent, sha256, signEvent, type SigningKey } from '../support/relay/signing.ts'
import type { Measured } from '../support/measured.ts'
import { RELAY_CURSOR } from '../../src-main/features/connection/connection-settings.ts'

/*
 * Method: a real relay in its own process stores 10,000 signed events: four for each of 2,500 deals. Two events in a row never belong to
 * the same deal. The app's core starts with its real vault process (encrypted, `synchronous=FULL`), the real event source, and an empty
 * cursor (position in the relay's stream). It checks every signature from the raw bytes. The measured time begins with the start of event
 * sync and ends with the last event's commit. It includes one fetch of the public keys.
 *
 * `lost` counts events without a timeline entry, and deals whose statuses are not the latest. `twice` counts timeline entries and
 * notifications beyond one per event. Each round uses a new vault and a new paired device. The results are the medians of the rounds.
 */

const DEALS = 2_500
const COURSE = [
  ['application_event', 'app_under_review'],
  ['offer_event', 'offer_available'],
  ['offer_event', 'offer_accepted'],
  ['application_event', 'app_funded'],
] as const
const EVENTS = DEALS * COURSE.length
const ROUNDS = 3

export async function measure(): Promise<Measured> {
  const cleanup = new Cleanup()
  try {
    const key = createSigningKey('iso-submission-rsa-01')
    const jwks = await startKeyServer(cleanup, [key])
    const { data } = await setUpRelay(cleanup, jwks.url)
    await fillRelay(data, key)
    const relay = await startRelay(cleanup, data)
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round++) {
      // Run the rounds one after another. Parallel rounds would slow each other down.
      rounds.push(await catchUp(data, relay.ready.url, jwks.url))
    }
    const seconds = rounds.map((round) => round.seconds).toSorted((a, b) => a - b)
    return {
      metrics: {
        seconds: Number((seconds[Math.floor(ROUNDS / 2)] ?? NaN).toFixed(2)),
        lost: rounds.reduce((sum, { lost }) => sum + lost, 0),
        twice: rounds.reduce((sum, { twice }) => sum + twice, 0),
      },
      goals: { seconds: { at_most: 1.5 }, lost: { at_most: 0 }, twice: { at_most: 0 } },
      rounds: ROUNDS,
      context: { events: EVENTS, deals: DEALS, slowest_s: Number((seconds.at(-1) ?? NaN).toFixed(2)) },
    }
  } finally {
    await cleanup.run()
  }
}

interface Round {
  seconds: number
  lost: number
  twice: number
}

async function catchUp(data: string, relay_url: string, jwks_url: string): Promise<Round> {
  const cleanup = new Cleanup()
  try {
    const app = await composeApp(cleanup, { now: new Date().toISOString() })
    const deals = await addDeals(app)
    const { device_token } = await pairDevice(data, relay_url)
    const eventSync = await connectEventSync(cleanup, app, { relay_url, device_token, jwks_url })
    const started = performance.now()
    await eventSync.restart()
    while (value(await app.vault.getCursor(RELAY_CURSOR)) < EVENTS) await sleep(10)
    const seconds = (performance.now() - started) / 1000
    return { seconds, ...(await count(app, deals)) }
  } finally {
    await cleanup.run()
  }
}

/**
 * Writes the events directly into the relay's store, which is fast. How fast the relay receives events over HTTP is the subject of the
 * bench `relay-ingest`.
 */
async function fillRelay(data: string, key: SigningKey): Promise<void> {
  // The relay deletes old events. These events are recent enough that the relay still has them.
  const began = Date.now() - COURSE.length * 3_600_000
  await withStore({ data }, async (store) => {
    for (const [step, [message_type, status]] of COURSE.entries()) {
      const events = Array.from({ length: DEALS }, (_, deal): NewEvent => {
        const at = new Date(began + step * 3_600_000 + deal).toISOString()
        const event = makeEvent({ message_type, status, application_id: String(deal), timestamp: at })
        const raw_body = Buffer.from(JSON.stringify(event))
        return {
          office_id: OFFICE,
          environment: 'sandbox',
          event_id: event.event_id,
          received_at: at,
          sender: '127.0.0.1',
          signature: signEvent(key, { body_sha256: sha256(raw_body, 'hex') }),
          kid: key.kid,
          verification: 'body',
          raw_body,
        }
      })
      // Sequential, so that all deals get the first status before any deal gets the second.
      await store.append(events)
    }
  })
}

/** Adds the deals that the events belong to, 500 deals per commit. */
async function addDeals(app: App): Promise<string[]> {
  const first = await dealOf(app, await addDeal(app))
  const deals = Array.from({ length: DEALS }, (_, number): StoredDeal => ({
    ...first,
    deal_id: crypto.randomUUID(),
    state: 'received',
    application_id: String(number),
    legal_name: `Juniper Bakery ${number} LLC`,
  }))
  const writes = deals.map((deal): VaultWrite => ({ write: 'create_deal', deal }))
  for (let at = 0; at < writes.length; at += 500) value(await app.vault.commit(writes.slice(at, at + 500)))
  return deals.map(({ deal_id }) => deal_id)
}

async function count(app: App, deals: string[]): Promise<{ lost: number; twice: number }> {
  let [lost, twice] = [0, 0]
  for (const deal_id of deals) {
    // Read one deal at a time. Thousands of parallel reads would only wait in a queue.
    const [deal, timeline] = await Promise.all([
      dealOf(app, deal_id),
      resultOf(app.vault.listTimeline(deal_id)),
    ])
    const lines = value(timeline).filter(({ kind }) => kind === 'event').length
    lost += Math.max(0, COURSE.length - lines)
    twice += Math.max(0, lines - COURSE.length)
    if (deal.application_status !== 'app_funded' || deal.offer_status !== 'offer_accepted') lost += 1
  }
  const announced = new Set(app.notified.map(({ deal_id, status }) => `${deal_id} ${status}`))
  return { lost: lost + EVENTS - announced.size, twice: twice + app.notified.length - announced.size }
}
