import { afterEach, describe, expect, test, vi } from 'vitest'
import { EnvironmentKeys, PartnerClock } from '../../services/relay/src/events/environment-keys.ts'
import { runHousekeeping, type Retention } from '../../services/relay/src/events/housekeeping.ts'
import { createLog } from '../../services/relay/src/log.ts'
import { Metrics } from '../../services/relay/src/server/monitoring.ts'
import { createOffice } from '../../services/relay/src/offices/office-service.ts'
import { type NewEvent, NO_QUOTAS } from '../../services/relay/src/store/relay-store.ts'
import type { OfficeStore } from '../../services/relay/src/store/office-store.ts'
import type { RelayStore } from '../../services/relay/src/store/sql-store.ts'
import { Cleanup } from '../support/cleanup.ts'
import { OFFICE, storeAt } from '../support/relay/relay.ts'

// Tests the relay's housekeeping (its periodic work), and how it stops.

const cleanup = new Cleanup()
afterEach(() => vi.useRealTimers())
afterEach(() => cleanup.run())

const ALL: Retention = { days: null, events: null, megabytes: null, ids_days: null, ids: null }
const OLD = '2026-05-01T09:00:00.000Z'

const JWKS_URL = 'file:///none/keys.json'
const log = createLog('error')

/** Keys of a partner whose clock agrees with this machine's. */
function confirmedKeys(store: RelayStore): EnvironmentKeys {
  const clock = new PartnerClock()
  clock.observe(JWKS_URL, Date.now())
  return new EnvironmentKeys(store, 'iso-submission-*', log, clock)
}

/** Opens a relay store with 2,000 old events. */
async function openLog(): Promise<RelayStore> {
  const store = await storeAt(cleanup.folder())
  cleanup.add(() => store.close())
  await store.office(OFFICE).setEnvironment({ name: 'sandbox', jwks_url: JWKS_URL, sender_addresses: [] })
  const events = Array.from({ length: 2000 }, (_, at): NewEvent => {
    const event_id = `e${at}`
    const raw_body = Buffer.from(JSON.stringify({ event_id }))
    const known = { sender: '203.0.113.7', signature: 'x.y.z', kid: 'k', verification: 'body' as const }
    return { office_id: OFFICE, environment: 'sandbox', event_id, received_at: OLD, raw_body, ...known }
  })
  await store.append(events)
  return store
}

/** Wraps the store so that it reports each call of one method of an office's part. */
function watched(store: RelayStore, name: keyof OfficeStore, onCall: () => void): RelayStore {
  const watching = <T extends object>(part: T, onGet: (asked: string | symbol) => void): T =>
    new Proxy(part, {
      get: (target, asked) => {
        const method: unknown = Reflect.get(target, asked)
        if (typeof method !== 'function') return method
        onGet(asked)
        return method.bind(target) as unknown
      },
    })
  return Object.create(store, {
    listEnvironments: { value: () => store.listEnvironments() },
    totals: { value: () => store.totals() },
    reclaim: { value: () => store.reclaim() },
    office: {
      value: (office_id: number) =>
        watching(store.office(office_id), (asked) => {
          if (asked === name) onCall()
        }),
    },
  }) as RelayStore
}

test.each<[keyof OfficeStore, Retention, number]>([
  ['purgeEvents', { ...ALL, days: 1 }, 1500],
  ['purgeEvents', { ...ALL, events: 1 }, 1500],
  ['sizesBefore', { ...ALL, events: 1900 }, 2000],
])('housekeeping that is stopped finishes only the current batch of %s with %j', async (name, keep, left) => {
  const store = await openLog()
  const stopping = new AbortController()
  let calls = 0
  const watching = watched(store, name, () => {
    calls += 1
    stopping.abort()
  })
  const keys = confirmedKeys(store)
  await runHousekeeping({ store: watching, keys, metrics: new Metrics(store), log, keep }, stopping.signal)
  expect(calls).toBe(1)
  expect(await store.office(OFFICE).readEvents('sandbox', 0, 3000)).toHaveLength(left)
  // The events that were purged before the stop are deleted. The log now starts with the oldest remaining event.
  const { oldest_seq } = await store.office(OFFICE).bounds('sandbox')
  expect(oldest_seq).toBe(2000 - left + 1)
})

test('housekeeping that fails is counted, so that an alert can report it', async () => {
  const store = await openLog()
  const stopping = new AbortController()
  const failing = Object.create(store, {
    listEnvironments: { value: () => store.listEnvironments() },
    isElected: {
      value: async () => {
        stopping.abort()
        throw new Error('The disk is full.')
      },
    },
  }) as RelayStore
  const metrics = new Metrics(store)
  await runHousekeeping(
    { store: failing, keys: confirmedKeys(store), metrics, log: createLog('silent'), keep: ALL },
    stopping.signal,
  )
  expect((await metrics.read()).text).toContain('\nrelay_housekeeping_failures_total 1\n')
})

/** Runs housekeeping until it has measured the logs. Returns the number of failures that it counted. */
async function failuresOfOneRun(store: RelayStore, keep: Retention): Promise<number> {
  const stopping = new AbortController()
  let failures = 0
  const metrics = {
    logMeasured: () => stopping.abort(),
    purged: () => {},
    elected: () => {},
    housekeepingFailed: () => {
      failures += 1
    },
  }
  const keys = confirmedKeys(store)
  const quiet = createLog('silent')
  await runHousekeeping({ store, keys, metrics, log: quiet, keep }, stopping.signal)
  return failures
}

describe('an office does not keep housekeeping from deleting the events of the others', () => {
  /** Opens a store with old events of the first office and of a second one. */
  async function openTwo() {
    const store = await openLog()
    const second = await createOffice(store, 'Second', NO_QUOTAS, 'test')
    const own = store.office(second.office_id)
    await own.setEnvironment({ name: 'sandbox', jwks_url: JWKS_URL, sender_addresses: [] })
    const [event] = await store.office(OFFICE).readEvents('sandbox', 0, 1)
    if (event === undefined) throw new Error('The log is empty.')
    await store.append([{ ...event, office_id: second.office_id }])
    let reclaimed = 0
    /** The store, with other methods of the first office. */
    const changed = (methods: (first: OfficeStore) => Partial<OfficeStore>): RelayStore =>
      Object.create(store, {
        listEnvironments: { value: () => store.listEnvironments() },
        totals: { value: () => store.totals() },
        isElected: { value: async () => true },
        reclaim: {
          value: async () => {
            reclaimed += 1
          },
        },
        office: {
          value: (office_id: number) => {
            const part = store.office(office_id)
            return office_id === OFFICE ? Object.assign(part, methods(store.office(office_id))) : part
          },
        },
      }) as RelayStore
    const isDone = async () => (await own.readEvents('sandbox', 0, 1)).length === 0 && reclaimed === 1
    return { store, changed, isDone }
  }
  const keep = { ...ALL, days: 30, ids_days: 365 }

  test('if its own retention fails', async () => {
    const { changed, isDone } = await openTwo()
    const failing = changed(() => ({
      bounds: () => Promise.reject(new Error('This log cannot be read.')),
    }))
    expect(await failuresOfOneRun(failing, keep)).toBe(1)
    expect(await isDone()).toBe(true)
  })

  test('if it is deleted during the run', async () => {
    const { store, changed, isDone } = await openTwo()
    const vanishing = changed((first) => ({
      sizesBefore: async (...args) => {
        await first.delete()
        return first.sizesBefore(...args)
      },
    }))
    expect(await failuresOfOneRun(vanishing, keep)).toBe(0)
    expect(await isDone()).toBe(true)
    expect(await store.office(OFFICE).get()).toBeNull()
  })

  test('if it keeps its events longer than a date can express', async () => {
    const { store, changed, isDone } = await openTwo()
    await store.office(OFFICE).setQuotas({ ...NO_QUOTAS, keep_days: 200_000_000 })
    expect(
      await failuresOfOneRun(
        changed(() => ({})),
        keep,
      ),
    ).toBe(0)
    expect(await isDone()).toBe(true)
    expect(await store.office(OFFICE).readEvents('sandbox', 0, 3000)).toHaveLength(2000)
  })
})

/** Runs retention once with a clock that is 400 days after the events. Returns the number of remaining events. */
async function leftAfterRetention(store: RelayStore, keysOf: (store: RelayStore) => EnvironmentKeys) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(OLD) + 400 * 24 * 3_600_000 })
  const stopping = new AbortController()
  const metrics = {
    logMeasured: () => {
      stopping.abort()
    },
    purged: () => {},
    elected: () => {},
    housekeepingFailed: () => {},
  }
  const keep = { ...ALL, days: 30, ids_days: 365 }
  await runHousekeeping({ store, keys: keysOf(store), metrics, log, keep }, stopping.signal)
  return (await store.office(OFFICE).readEvents('sandbox', 0, 3000)).length
}

test("retention keeps the newest events if the clock is far ahead and the partner's time is not known", async () => {
  const left = await leftAfterRetention(
    await openLog(),
    (store) => new EnvironmentKeys(store, 'iso-submission-*', log),
  )
  expect(left).toBe(2000)
})

test("retention keeps events that are not old by the partner's clock", async () => {
  const left = await leftAfterRetention(await openLog(), (store) => {
    const clock = new PartnerClock()
    clock.observe(JWKS_URL, Date.parse(OLD) + 3_600_000)
    return new EnvironmentKeys(store, 'iso-submission-*', log, clock)
  })
  expect(left).toBe(2000)
})

test('retention deletes all events that are old by both clocks, even if no newer event follows', async () => {
  expect(await leftAfterRetention(await openLog(), confirmedKeys)).toBe(0)
})
