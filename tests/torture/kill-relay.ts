import { setTimeout as sleep } from 'node:timers/promises'
import type { StoredDeal } from '../../src-main/platform/vault/records.ts'
import { connectEventSync } from '../support/core/connect-event-sync.ts'
import { addDeal, dealOf, composeApp, value, type App } from '../support/core/composed-app.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { Cleanup } from '../support/cleanup.ts'
import {
  OFFICE,
  pairDevice,
  postHook,
  setUpRelay,
  signBody,
  startRelay,
  storeAt,
  type RelayProgram,
} from '../support/relay/relay.ts'
import { createSigningKey, makeEvent, type SigningKey } from '../support/relay/signing.ts'
import type { Measured } from '../support/measured.ts'

/*
 * Method: 50 times, 12 parallel senders post 40 signed notifications to the real relay. After a random number of acknowledgments, SIGKILL
 * ends the relay. The test then restarts the relay with the same data and port. As the partner does, the senders repeat notifications that
 * were not acknowledged. During all this, the app's core with its real vault and event source reads from the relay, loses the connection,
 * and connects again. The next 40 notifications are sent only after the app has announced all previous ones.
 *
 * Each notification belongs to a different deal. The test looks for it in three places: the relay's log (its stored events), the deal's
 * timeline, and the announcements to the broker. `lost` counts acknowledged notifications that are missing in one of these places. `twice`
 * counts notifications that occur more than once in one of them.
 */

const ROUNDS = 50
const EVENTS_A_ROUND = 40
const SENDERS = 12
const GRACE_MS = 60_000

interface Notification {
  deal_id: string
  event_id: string
  body: string
  signature: string
}

export async function measure(): Promise<Measured> {
  const cleanup = new Cleanup()
  try {
    const key = createSigningKey('iso-submission-rsa-01')
    const { url: jwks_url } = await startKeyServer(cleanup, [key])
    const { data, hook_path } = await setUpRelay(cleanup, jwks_url)
    let relay = await startRelay(cleanup, data)
    const { port } = new URL(relay.ready.url)
    const { device_token } = await pairDevice(data, relay.ready.url)
    const app = await composeApp(cleanup, { now: new Date().toISOString() })
    const deal = await dealOf(app, await addDeal(app))
    const eventSync = await connectEventSync(cleanup, app, {
      relay_url: relay.ready.url,
      device_token,
      jwks_url,
    })
    await eventSync.restart()

    const sent: Notification[] = []
    let broken = 0
    for (let round = 0; round < ROUNDS; round++) {
      const burst = await prepare(app, deal, key)
      sent.push(...burst)
      const outcome = await sendAndKill(relay, hook_path, burst, async () => {
        relay = await startRelay(cleanup, data, '--port', port)
        return relay
      })
      broken += outcome.broken
      if (!(await isUpToDate(app, sent))) break
    }
    await relay.stop()
    return {
      metrics: await count(app, data, sent),
      goals: { lost: { at_most: 0 }, twice: { at_most: 0 } },
      rounds: ROUNDS,
      context: { notifications: sent.length, broken_off_by_the_kill: broken },
    }
  } finally {
    await cleanup.run()
  }
}

/** Adds deals with the state "received" to the vault. Returns a signed notification about an offer for each deal. */
async function prepare(app: App, like: StoredDeal, key: SigningKey): Promise<Notification[]> {
  const made = Array.from({ length: EVENTS_A_ROUND }, () => {
    const [deal_id, application_id] = [crypto.randomUUID(), crypto.randomUUID()]
    const event = makeEvent({ application_id })
    const body = JSON.stringify(event)
    const deal: StoredDeal = { ...like, deal_id, application_id, state: 'received' }
    return { deal, notification: { deal_id, event_id: event.event_id, body, signature: signBody(key, body) } }
  })
  value(await app.vault.commit(made.map(({ deal }) => ({ write: 'create_deal', deal }))))
  return made.map(({ notification }) => notification)
}

/**
 * Sends the notifications, and kills and restarts the relay in between. Resolves when the relay has acknowledged all notifications.
 * `broken` counts failed attempts.
 */
async function sendAndKill(
  first: RelayProgram,
  hook_path: string,
  burst: Notification[],
  restart: () => Promise<RelayProgram>,
): Promise<{ broken: number }> {
  const killAfter = 1 + Math.floor(Math.random() * (burst.length - SENDERS))
  const queue = [...burst]
  let acknowledged = 0
  let broken = 0
  let restarted: Promise<RelayProgram> | null = null
  async function send(): Promise<void> {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { body, signature } = next
      while (!(await isTaken(await (restarted ?? first), hook_path, body, signature))) {
        broken += 1
        await sleep(20)
      }
      acknowledged += 1
      // Do not wait for the kill and restart here. The other senders must still be posting when the kill happens.
      if (acknowledged === killAfter) restarted = first.kill().then(restart)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, send))
  return { broken }
}

async function isTaken(
  relay: RelayProgram,
  hook_path: string,
  body: string,
  signature: string,
): Promise<boolean> {
  try {
    const { status } = await postHook(`${relay.ready.url}${hook_path}`, body, signature)
    return status === 202 || status === 200
  } catch {
    return false
  }
}

/**
 * Waits until the app has announced all notifications. Returns false if it has not done so within a minute. The caller then counts the
 * missing notifications.
 */
async function isUpToDate(app: App, sent: Notification[]): Promise<boolean> {
  const end = performance.now() + GRACE_MS
  while (performance.now() < end) {
    if (new Set(app.notified.map(({ deal_id }) => deal_id)).size === sent.length) return true
    await sleep(20)
  }
  return false
}

async function count(app: App, data: string, sent: Notification[]): Promise<{ lost: number; twice: number }> {
  const inLog = await entriesInLog(data)
  let [lost, twice] = [0, 0]
  for (const { deal_id, event_id } of sent) {
    const timeline = value(await app.vault.listTimeline(deal_id))
    const counts = [
      inLog.get(event_id) ?? 0,
      timeline.filter(({ kind }) => kind === 'event').length,
      app.notified.filter((announced) => announced.deal_id === deal_id).length,
    ]
    if (counts.some((times) => times === 0)) lost += 1
    if (counts.some((times) => times > 1)) twice += 1
  }
  return { lost, twice }
}

async function entriesInLog(data: string): Promise<Map<string, number>> {
  const store = await storeAt(data)
  const times = new Map<string, number>()
  for (const { event_id } of await store.office(OFFICE).readEvents('sandbox', 0, ROUNDS * EVENTS_A_ROUND * 2))
    times.set(event_id, (times.get(event_id) ?? 0) + 1)
  await store.close()
  return times
}
