// @module-tag all

import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { EnvironmentKeys } from '../../services/relay/src/events/environment-keys.ts'
import { runHousekeeping } from '../../services/relay/src/events/housekeeping.ts'
import { createLog } from '../../services/relay/src/log.ts'
import { Metrics } from '../../services/relay/src/server/monitoring.ts'
import type { NewEvent } from '../../services/relay/src/store/relay-store.ts'
import { onEachEngine } from '../support/relay/engines.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import {
  OFFICE,
  asDevice,
  pairDevice,
  postHook,
  setUpRelay,
  signBody,
  startRelay,
  storeAt,
} from '../support/relay/relay.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())
const after = new Cleanup()
afterEach(() => after.run())

const FLOOD = 100_000
/** Notifications per batch: about as many as a busy partner sends in parallel. Request limits are off. */
const BATCH = 100
/** Shorter than the ten seconds of the relay, because this flood lasts only seconds. */
const CHECK_EVERY_MS = 100
const KEEP = { days: null, events: 2000, megabytes: 2, ids_days: null, ids: 8000 }
/**
 * Factor by which the log may exceed a limit. Retention (the removal of old events) starts whenever the log has grown by an eighth of the
 * limit. More batches arrive while retention runs.
 */
const LEEWAY = 1.25

const newEvent = (): NewEvent => {
  const event_id = randomUUID()
  return {
    office_id: OFFICE,
    environment: 'sandbox',
    event_id,
    received_at: new Date().toISOString(),
    sender: '203.0.113.7',
    signature: 'x'.repeat(500),
    kid: 'iso-submission-rsa-01',
    verification: 'body',
    raw_body: Buffer.from(`{"event_id":"${event_id}"}`),
  }
}

onEachEngine((newPlace) => {
  test(`a flood of ${FLOOD} events keeps stored events, stored ids, and memory within their limits`, async () => {
    const place = await newPlace()
    const store = await storeAt(place)
    const office = store.office(OFFICE)
    await office.setEnvironment({ name: 'sandbox', jwks_url: 'file:///none/keys.json', sender_addresses: [] })
    const log = createLog('error')
    const stopping = new AbortController()
    const keys = new EnvironmentKeys(store, 'iso-submission-*', log)
    const housekeeping = runHousekeeping(
      { store, keys, metrics: new Metrics(store), log, keep: KEEP },
      stopping.signal,
      CHECK_EVERY_MS,
    )
    const before = process.memoryUsage().rss
    let most = 0
    for (let sent = 0; sent < FLOOD; sent += BATCH) {
      const batch = Array.from({ length: BATCH }, newEvent)
      await store.append(batch)
      await new Promise((resolve) => setImmediate(resolve))
      if (sent % 10_000 !== 0) continue
      const { oldest_seq, latest_seq } = await office.bounds('sandbox')
      most = Math.max(most, latest_seq - oldest_seq + 1)
    }
    // Retention removes the last excess events when the log has grown by another eighth of the limit, or at the latest in the hourly run.
    const { oldest_seq, latest_seq } = await until(async () => {
      const bounds = await office.bounds('sandbox')
      return bounds.latest_seq - bounds.oldest_seq + 1 <= KEEP.events * LEEWAY ? bounds : undefined
    })
    expect(latest_seq - oldest_seq).toBeGreaterThan(KEEP.events / 2)
    // Retention runs during the flood, so the log never contains a large part of it.
    expect(most).toBeLessThan(FLOOD / 4)
    await until(async () => ((await office.excessIds('sandbox', KEEP.ids * LEEWAY)) === 0 ? true : undefined))
    expect((process.memoryUsage().rss - before) / 1024 ** 2).toBeLessThan(200)
    stopping.abort()
    await housekeeping
    await store.close()
    // When the relay closes the database, SQLite moves its WAL into the database file. Without the relay's limits, that file would have 80
    // MB.
    if (!place.startsWith('postgres'))
      expect(statSync(join(place, 'relay.db')).size / 1024 ** 2).toBeLessThan(25)
  })
})

test('a flooded relay purges before the hourly run and still recognizes the events in its log', async () => {
  const key = createSigningKey('iso-submission-rsa-01')
  const { url: jwks_url } = await startKeyServer(cleanup, [key])
  const { data, hook_path } = await setUpRelay(after, jwks_url)
  const limits = ['--keep-events', '40', '--keep-ids', '80', '--sender-requests-per-minute', '0']
  const relay = await startRelay(after, data, ...limits)
  const sent = Array.from({ length: 400 }, () => JSON.stringify(makeEvent()))
  const post = async (body: string) =>
    (await postHook(`${relay.ready.url}${hook_path}`, body, signBody(key, body))).status
  for (const body of sent) expect(await post(body)).toBe(202)
  const device = asDevice(relay.ready.url, (await pairDevice(data, relay.ready.url)).device_token)
  const { oldest_seq, latest_seq } = await until(async () => {
    const page = await device.events('?after=399')
    return page.oldest_seq > 200 ? page : undefined
  })
  expect(latest_seq).toBe(400)
  for (const body of sent.slice(oldest_seq - 1)) expect(await post(body)).toBe(200)
  // The relay forgot this id long ago, so it stores the notification as a new event.
  expect(await post(sent[0] ?? '')).toBe(202)
})
