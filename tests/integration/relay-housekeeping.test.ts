import { afterEach, expect, test } from 'vitest'
import { EnvironmentKeys } from '../../services/relay/src/events/environment-keys.ts'
import { Growth, runHousekeeping, type Retention } from '../../services/relay/src/events/housekeeping.ts'
import { createLog } from '../../services/relay/src/log.ts'
import { Metrics } from '../../services/relay/src/server/monitoring.ts'
import type { NewEvent, RelayStore } from '../../services/relay/src/store/relay-store.ts'
import { Cleanup } from '../support/cleanup.ts'
import { storeAt } from '../support/relay/relay.ts'

// Tests the relay's housekeeping (its periodic work), and how it stops.

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

const ALL: Retention = { days: null, events: null, megabytes: null, ids_days: null, ids: null }
const OLD = '2026-05-01T09:00:00.000Z'

/** Opens a relay store with 2,000 old events. */
async function openLog(): Promise<RelayStore> {
  const store = await storeAt(cleanup.folder())
  cleanup.add(() => store.close())
  await store.setEnvironment({ name: 'sandbox', jwks_url: 'file:///none/keys.json', sender_addresses: [] })
  const events = Array.from({ length: 2000 }, (_, at): NewEvent => {
    const event_id = `e${at}`
    const raw_body = Buffer.from(JSON.stringify({ event_id }))
    const known = { sender: '203.0.113.7', signature: 'x.y.z', kid: 'k', verification: 'body' as const }
    return { environment: 'sandbox', event_id, received_at: OLD, raw_body, ...known }
  })
  await store.append(events)
  return store
}

/** Wraps the store so that it reports each call of one method. */
function watched(store: RelayStore, name: keyof RelayStore, onCall: () => void): RelayStore {
  return new Proxy(store, {
    get: (target, asked) => {
      const method: unknown = Reflect.get(target, asked)
      if (typeof method !== 'function') return method
      if (asked === name) onCall()
      return method.bind(target) as unknown
    },
  })
}

test.each<[keyof RelayStore, Retention, number]>([
  ['purgeEvents', { ...ALL, days: 1 }, 1500],
  ['purgeEvents', { ...ALL, events: 1 }, 1500],
  ['sizesBefore', { ...ALL, events: 1900 }, 2000],
])('housekeeping that is stopped finishes only the current batch of %s', async (name, keep, left) => {
  const store = await openLog()
  const stopping = new AbortController()
  const log = createLog('error')
  let calls = 0
  const watching = watched(store, name, () => {
    calls += 1
    stopping.abort()
  })
  const growth = new Growth({ events: null, bytes: null })
  const keys = new EnvironmentKeys(store, 'iso-submission-*', log)
  await runHousekeeping(
    { store: watching, keys, metrics: new Metrics(store), log, keep, growth },
    stopping.signal,
  )
  expect(calls).toBe(1)
  expect(await store.readEvents('sandbox', 0, 3000)).toHaveLength(left)
  // The events that were purged before the stop are deleted. The log now starts with the oldest remaining event.
  const { oldest_seq } = await store.bounds('sandbox')
  expect(oldest_seq).toBe(2000 - left + 1)
})
