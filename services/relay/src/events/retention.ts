import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { Settings } from '../config/settings.ts'
import type { Environment } from '../../../../src-shared/domain/vocabulary.ts'
import type { Device, LogUsage, RelayStore } from '../store/relay-store.ts'

const DAY_MS = 24 * 3_600_000
const MEGABYTE = 1024 * 1024
/** Events in one transaction, so that a purge never holds up those that come in. */
const BATCH = 500
/** Later than every event. */
const ANY_AGE = '9999'

/** How much of a log is kept; null sets no limit. */
export interface Retention {
  days: number | null
  events: number | null
  megabytes: number | null
  /** How long event ids are known again. */
  ids_days: number | null
}

/** In the settings 0 stands for no limit. */
export function retentionOf(settings: Settings): Retention {
  return {
    days: settings.keep_days || null,
    events: settings.keep_events || null,
    megabytes: settings.keep_megabytes || null,
    ids_days: settings.keep_ids_days || null,
  }
}

export interface Purged {
  events: number
  ids: number
  /** What is left. */
  usage: LogUsage
  /** Paired devices that had not read everything: they are told of the gap. */
  missed: Pick<Device, 'device_id' | 'name' | 'acked_seq'>[]
}

/** Deletes the oldest events of an environment until the rest is within the limits, in small batches. */
export async function purge(
  store: RelayStore,
  environment: Environment,
  keep: Retention,
  now: number,
): Promise<Purged> {
  const daysAgo = (days: number) => new Date(now - days * DAY_MS).toISOString()
  let events = 0
  const { days, ids_days } = keep
  if (days !== null)
    events += await inBatches((limit) => store.purgeEvents(environment, daysAgo(days), limit))
  const excess = await countExcess(store, environment, keep)
  events += await inBatches((limit) => store.purgeEvents(environment, ANY_AGE, limit), excess)

  let ids = 0
  if (ids_days !== null) {
    const [oldest] = await store.readEvents(environment, 0, 1)
    // An event that is still there stays known, however old it is.
    const before = [daysAgo(ids_days), oldest?.received_at ?? ANY_AGE].toSorted()[0] ?? ''
    ids = await inBatches((limit) => store.purgeEventIds(environment, before, limit))
  }

  const { oldest_seq } = await store.bounds(environment)
  const devices = events === 0 ? [] : await store.listDevices()
  const missed = devices
    .filter((device) => device.environment === environment && device.revoked_at === null)
    .filter(({ acked_seq }) => acked_seq < oldest_seq - 1)
    .map(({ device_id, name, acked_seq }) => ({ device_id, name, acked_seq }))
  return { events, ids, usage: await store.usage(environment), missed }
}

/** How many of the oldest events are too many, by number and by size. */
async function countExcess(store: RelayStore, environment: Environment, keep: Retention): Promise<number> {
  const usage = await store.usage(environment)
  const byNumber = keep.events === null ? 0 : usage.events - keep.events
  let bytes = keep.megabytes === null ? 0 : usage.bytes - keep.megabytes * MEGABYTE
  let bySize = 0
  for (let after = 0; bytes > 0;) {
    const page = await store.readEvents(environment, after, 100)
    if (page.length === 0) break
    for (const { seq, raw_body, signature } of page) {
      if (bytes <= 0) break
      bytes -= raw_body.length + signature.length
      bySize += 1
      after = seq
    }
  }
  return Math.max(0, byNumber, bySize)
}

async function inBatches(purgeSome: (limit: number) => Promise<number>, most = Infinity): Promise<number> {
  let total = 0
  while (total < most) {
    const purged = await purgeSome(Math.min(BATCH, most - total))
    total += purged
    if (purged === 0) break
    await endOfTurn()
  }
  return total
}
