import { resultOf } from '../../src-main/platform/base/failure.ts'
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
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Measured } from '../support/measured.ts'
import { median } from '../support/median.ts'
import { interleave, rounded, startBare, timed } from './harness.ts'

/*
 * Method: a real relay in its own process stores 10,000 signed events: four for each of 2,500 deals. Two events in a row never belong to
 * the same deal. The app's core starts with its real vault process (encrypted, `synchronous=FULL`), the real event source, and an empty
 * cursor (position in the relay's stream). It checks every signature from the raw bytes. The measured time begins with the start of event
 * sync and ends with the last event's commit. It includes one fetch of the public keys.
 *
 * The bare program (bare/catch-up.ts) verifies the signatures of the same events in one process, and inserts them into a plain SQLite
 * database, durably in groups of 500. It fetches nothing, decides nothing, and encrypts nothing. `ratio_to_bare` is the ratio of the medians.
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
const ROUNDS = 5

export async function measure(): Promise<Measured> {
  const cleanup = new Cleanup()
  try {
    const key = createSigningKey('iso-submission-rsa-01')
    const jwks = await startKeyServer(cleanup, [key])
    const { data } = await setUpRelay(cleanup, jwks.url)
    const filled = await fillRelay(data, key)
    const relay = await startRelay(cleanup, data)
    const bare = startBare<number>(cleanup, 'catch-up')
    const folder = cleanup.folder()
    const events = join(folder, 'events.json')
    await writeFile(events, JSON.stringify(filled))
    const taken = await interleave(
      { rounds: ROUNDS },
      {
        // A new process for the vault, and a new database, in each round.
        ours: () => catchUp(data, relay.ready.url, jwks.url),
        bare: (at) => bare.ask({ jwk: key.jwk, events, database: join(folder, `${at}.db`) }),
      },
    )
    const seconds = median(taken.ours.map((one) => one.seconds))
    const bare_s = median(taken.bare) / 1000
    return {
      metrics: {
        ratio_to_bare: rounded(seconds / bare_s),
        lost: taken.ours.reduce((sum, { lost }) => sum + lost, 0),
        twice: taken.ours.reduce((sum, { twice }) => sum + twice, 0),
      },
      goals: { ratio_to_bare: { at_most: 4 }, lost: { at_most: 0 }, twice: { at_most: 0 } },
      rounds: ROUNDS,
      context: { seconds: rounded(seconds), bare_s: rounded(bare_s), events: EVENTS, deals: DEALS },
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
    const stored = new Promise<void>((resolve) => {
      eventSync.watch(({ seq }) => seq === EVENTS && resolve())
    })
    const ms = await timed(() => Promise.all([eventSync.restart(), stored]))
    const seconds = ms / 1000
    return { seconds, ...(await count(app, deals)) }
  } finally {
    await cleanup.run()
  }
}

/**
 * Writes the events directly into the relay's store, which is fast. How fast the relay receives events over HTTP is the subject of the
 * bench `relay-ingest`. Returns the events with the body as base64, as the relay delivers them.
 */
async function fillRelay(data: string, key: SigningKey): Promise<{ signature: string; body: string }[]> {
  // The relay deletes old events. These events are recent enough that the relay still has them.
  const began = Date.now() - COURSE.length * 3_600_000
  const filled: { signature: string; body: string }[] = []
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
      for (const { signature, raw_body } of events)
        filled.push({ signature, body: Buffer.from(raw_body).toString('base64') })
    }
  })
  return filled
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
