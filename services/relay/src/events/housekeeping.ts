import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises'
import { type Environment, ENVIRONMENTS } from '../../../../src-shared/platform/words/vocabulary.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../server/monitoring.ts'
import type { Settings } from '../settings.ts'
import type { Device, EnvironmentTotal, LogUsage, OfficeEnvironment } from '../store/relay-store.ts'
import type { OfficeStore } from '../store/office-store.ts'
import type { RelayStore } from '../store/sql-store.ts'
import type { EnvironmentKeys } from './environment-keys.ts'

/** Waits for a time, or until the signal aborts, which is the only error of a sleep. Does not keep the process alive. */
export const sleepUntil = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {})

const RETENTION_EVERY_MS = 3_600_000
/** Interval at which a process tests whether it is elected for the housekeeping, and whether many events were stored. */
const CHECK_EVERY_MS = 10_000
/** Short, so that the relay soon refuses signatures of a withdrawn key, and soon reports an outage of the key URL. */
const KEYS_EVERY_MS = 15 * 60_000

interface HousekeepingParts {
  store: RelayStore
  keys: EnvironmentKeys
  metrics: Pick<Metrics, 'logMeasured' | 'purged' | 'elected' | 'housekeepingFailed'>
  log: Log
  keep: Retention
}

/**
 * Deletes old events (retention) and fetches the partner's keys: both at the start, then at intervals, until `stopping` aborts. If many
 * events were stored since the last retention run, retention runs before its interval ends. If several processes share the store, only the
 * elected one deletes events. Each one fetches the keys, because it needs them in its own memory.
 */
export async function runHousekeeping(
  { store, keys, metrics, log, keep }: HousekeepingParts,
  stopping: AbortSignal,
  checkEveryMs = CHECK_EVERY_MS,
): Promise<void> {
  /** Time of the last retention run of this process, in milliseconds of a clock that never jumps. */
  let lastRun = -Infinity
  /** What was stored when that run began (events) and ended (bytes). */
  let before: Stored = { events: 0, bytes: 0 }

  async function keepHouse(): Promise<void> {
    const isElected = await store.isElected()
    metrics.elected(isElected)
    if (!isElected) {
      lastRun = -Infinity
      return
    }
    const isDue = performance.now() - lastRun >= RETENTION_EVERY_MS
    const now = storedIn(await store.totals())
    if (!isDue && !isFlooded(keep, now, before)) return
    lastRun = performance.now()
    await applyRetention()
    // The run itself changes the bytes, but not the number of events ever stored: those that arrived meanwhile count for the next run.
    before = { events: now.events, bytes: storedIn(await store.totals()).bytes }
  }

  async function applyRetention(): Promise<void> {
    const total = new Map<Environment, LogUsage>(ENVIRONMENTS.map((name) => [name, { events: 0, bytes: 0 }]))
    let hasFailed = false
    for (const environment of await store.listEnvironments()) {
      if (stopping.aborted) return
      try {
        await applyToLog(environment, total)
      } catch (error) {
        // One office must not keep the others from being purged. If the database itself fails, this lookup rejects, and the run ends.
        const office = await store.office(environment.office_id).get()
        // The office was deleted meanwhile.
        if (office === null) continue
        hasFailed = true
        const where = { office: office.public_id, environment: environment.name }
        log.error({ err: error, what: 'retention', ...where }, 'housekeeping failed')
      }
    }
    await store.reclaim(stopping)
    for (const [name, usage] of total) metrics.logMeasured(name, usage)
    if (hasFailed) metrics.housekeepingFailed()
  }

  /** Applies the limits to the log of one environment, and adds what remains to `total`. */
  async function applyToLog(
    environment: OfficeEnvironment,
    total: Map<Environment, LogUsage>,
  ): Promise<void> {
    const { office_id, office: public_id, name, keep_days } = environment
    const office = store.office(office_id)
    const limits = keep_days === null ? keep : { ...keep, days: keep_days }
    const now = await timeForPurge(environment, office, limits)
    const { events, ids, usage, missed } = await purge(office, name, limits, now, stopping)
    metrics.purged(name, events)
    const sum = total.get(name)
    if (sum !== undefined) {
      sum.events += usage.events
      sum.bytes += usage.bytes
    }
    const left = stopping.aborted ? undefined : usage.events
    if (events > 0 || ids > 0) log.info({ office: public_id, environment: name, events, ids, left }, 'purged')
    for (const { device_id, acked_seq } of missed)
      log.warn(
        { office: public_id, environment: name, device_id, acked_seq },
        'a device had not read the purged events',
      )
  }

  /** Returns the time from which retention counts back. It never trusts this machine's clock alone. */
  async function timeForPurge(
    environment: OfficeEnvironment,
    office: OfficeStore,
    limits: Retention,
  ): Promise<number> {
    const now = Date.now()
    const ahead = await keys.secondsAhead(environment, CLOCK_TOLERANCE_S)
    if (ahead !== null) return Math.min(now, now - ahead * 1000)
    const limited = await unconfirmedNow(office, environment.name, limits, now)
    if (now - limited > DAY_MS)
      log.warn(
        {
          office: environment.office,
          environment: environment.name,
          counted_from: new Date(limited).toISOString(),
        },
        "the clock is not confirmed by the partner's, so retention deletes less",
      )
    return limited
  }

  async function readKeys(): Promise<void> {
    const environments = await store.listEnvironments()
    await keys.refreshAll(environments.filter(({ office_state }) => office_state === 'active'))
  }

  async function repeat(what: string, chore: () => Promise<void>, everyMs: number): Promise<void> {
    while (!stopping.aborted) {
      try {
        await chore()
      } catch (error) {
        log.error({ err: error, what }, 'housekeeping failed')
        if (what === 'retention') metrics.housekeepingFailed()
      }
      await sleepUntil(everyMs, stopping)
    }
  }

  await Promise.all([repeat('retention', keepHouse, checkEveryMs), repeat('keys', readKeys, KEYS_EVERY_MS)])
}

/** Retention runs again when this part of a limit has been stored since the last run. */
const FRACTION = 8
/** Minimum amounts of new data for an early retention run (deletion of old events). Smaller amounts are not worth a run. */
const MIN_EVENTS = 100
const MIN_BYTES = 100_000

/** What all processes have stored: number of events, deleted ones included, and the bytes that remain. */
interface Stored {
  events: number
  bytes: number
}

const storedIn = (totals: EnvironmentTotal[]): Stored => ({
  events: totals.reduce((sum, { latest_seq }) => sum + latest_seq, 0),
  bytes: totals.reduce((sum, { stored_bytes }) => sum + stored_bytes, 0),
})

/** True if an eighth of a limit has been added. Retention runs every hour, but a flood could fill the disk within an hour. */
function isFlooded({ events, ids, megabytes }: Retention, now: Stored, before: Stored): boolean {
  const part = (limit: number | null, least: number) =>
    limit === null ? Infinity : Math.max(least, limit / FRACTION)
  // Each new event adds one event id, so the limit of event ids counts too.
  const added = now.events - before.events
  return (
    added >= Math.min(part(events, MIN_EVENTS), part(ids, MIN_EVENTS)) ||
    now.bytes - before.bytes >= part(megabytes && megabytes * MEGABYTE, MIN_BYTES)
  )
}

const DAY_MS = 24 * 3_600_000
const MEGABYTE = 1024 * 1024
/** Events per transaction or read, so that a deletion never blocks incoming events for long. */
const BATCH = 500
/** Difference between this machine's clock and the partner's from which the relay reads the partner's time again. */
const CLOCK_TOLERANCE_S = 60

/**
 * Returns the latest time that retention may assume if nothing confirms this machine's clock: half of the retention period after the newest
 * event. A clock that is far ahead then cannot delete all events. Returns `now` if it is earlier, or if there is no event.
 */
export async function unconfirmedNow(
  office: OfficeStore,
  environment: Environment,
  { days, ids_days }: Retention,
  now: number,
): Promise<number> {
  const period = days ?? ids_days
  const [newest] = await office.sizesBefore(environment, Number.MAX_SAFE_INTEGER, 1)
  const [event] = newest === undefined ? [] : await office.readEvents(environment, newest.seq - 1, 1)
  if (event === undefined || period === null) return now
  return Math.min(now, Date.parse(event.received_at) + (period * DAY_MS) / 2)
}

/** A time in the far future. As the upper limit of the arrival time, it selects all events, regardless of their age. */
const ANY_AGE = '9999-12-31T23:59:59.999Z'

/** Limits of an environment's event log. The relay deletes the events above a limit, oldest first. Null means no limit. */
export interface Retention {
  days: number | null
  events: number | null
  megabytes: number | null
  /** Number of days that event ids are stored. The relay recognizes repeated events by these ids. */
  ids_days: number | null
  /** Maximum number of stored event ids. Ids of events that are still in the log are never deleted, even if they exceed this number. */
  ids: number | null
}

/** Returns the retention limits from the settings. In the settings, 0 means no limit; in the result, null does. */
export function retentionOf(settings: Settings): Retention {
  return {
    days: settings.keep_days || null,
    events: settings.keep_events || null,
    megabytes: settings.keep_megabytes || null,
    ids_days: settings.keep_ids_days || null,
    ids: settings.keep_ids || null,
  }
}

interface Purged {
  events: number
  ids: number
  /** Events and bytes that remain in the event log. */
  usage: LogUsage
  /** Paired devices that had not read all deleted events. The relay tells these devices that events are missing. */
  missed: Pick<Device, 'device_id' | 'name' | 'acked_seq'>[]
}

/**
 * Deletes the oldest events and event ids of an environment in small batches until the limits are met. If `stopping` aborts, stops early.
 * The next run then deletes the rest, and `usage` contains only what was counted so far.
 */
export async function purge(
  office: OfficeStore,
  environment: Environment,
  keep: Retention,
  now: number,
  stopping?: AbortSignal,
): Promise<Purged> {
  // No event is older than 1970, and a date cannot express every number of days.
  const daysAgo = (days: number) => new Date(Math.max(0, now - days * DAY_MS)).toISOString()
  let events = 0
  const { days, ids_days, ids: most } = keep
  if (days !== null) {
    const received_before = days === 0 ? ANY_AGE : daysAgo(days)
    events += await inBatches(
      (limit) => office.purgeEvents(environment, { received_before }, limit),
      stopping,
    )
  }
  const { usage, excess } = await measure(office, environment, keep, stopping)
  if (excess > 0)
    events += await inBatches((limit) => office.purgeEvents(environment, { seq: excess }, limit), stopping)

  let ids = 0
  if (ids_days !== null) {
    const [oldest] = await office.readEvents(environment, 0, 1)
    // Delete only ids that arrived before the oldest event in the log. An event that is still in the log keeps its id, however old it is.
    const before = [daysAgo(ids_days), oldest?.received_at ?? ANY_AGE].toSorted()[0] ?? ''
    ids += await inBatches(
      (limit) => office.purgeEventIds(environment, { received_before: before }, limit),
      stopping,
    )
  }
  const arrival = most === null ? 0 : await office.excessIds(environment, most)
  if (arrival > 0)
    ids += await inBatches((limit) => office.purgeEventIds(environment, { arrival }, limit), stopping)

  const { oldest_seq } = await office.bounds(environment)
  const devices = events === 0 ? [] : await office.listDevices()
  const missed = devices
    .filter((device) => device.environment === environment && device.revoked_at === null)
    .filter(({ acked_seq }) => acked_seq < oldest_seq - 1)
    .map(({ device_id, name, acked_seq }) => ({ device_id, name, acked_seq }))
  return { events, ids, usage, missed }
}

/**
 * Adds up the events of an event log, from the newest backward, until a limit is exceeded. `excess` is the sequence number of the newest
 * event beyond the limit, or 0 if the log is within the limits. Counting from the newest event prevents two parallel runs from deleting
 * twice as much. Reads in batches with pauses, because reading a long log takes seconds, and a sender waits only five seconds for a
 * response.
 */
async function measure(
  office: OfficeStore,
  environment: Environment,
  keep: Retention,
  stopping: AbortSignal | undefined,
): Promise<{ usage: LogUsage; excess: number }> {
  const mostEvents = keep.events ?? Infinity
  const mostBytes = (keep.megabytes ?? Infinity) * MEGABYTE
  const usage = { events: 0, bytes: 0 }
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const sizes = await office.sizesBefore(environment, before, BATCH)
    for (const { seq, bytes } of sizes) {
      if (usage.events + 1 > mostEvents || usage.bytes + bytes > mostBytes) return { usage, excess: seq }
      usage.events += 1
      usage.bytes += bytes
      before = seq
    }
    if (sizes.length < BATCH || stopping?.aborted) return { usage, excess: 0 }
    await endOfTurn()
  }
}

async function inBatches(
  purgeSome: (limit: number) => Promise<number>,
  stopping: AbortSignal | undefined,
): Promise<number> {
  let total = 0
  while (!stopping?.aborted) {
    const purged = await purgeSome(BATCH)
    if (purged === 0) break
    total += purged
    await endOfTurn()
  }
  return total
}
