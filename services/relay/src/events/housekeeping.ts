import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { Metrics } from '../server/metrics.ts'
import type { RelayStore } from '../store/relay-store.ts'
import type { EnvironmentKeys } from './environment-keys.ts'
import type { Growth } from './growth.ts'
import { purge, type Retention } from './retention.ts'

const RETENTION_EVERY_MS = 3_600_000
/** Often enough that a withdrawn key soon stops working, and that an outage of the key URL shows up early. */
const KEYS_EVERY_MS = 15 * 60_000

interface Chores {
  store: RelayStore
  keys: EnvironmentKeys
  metrics: Metrics
  log: Log
  keep: Retention
  growth: Growth
}

/**
 * Applies retention and reads the keys: at the start, then at intervals, until `stopping` aborts. Retention also runs early when much was
 * stored since its last run.
 */
export async function keepHouse(
  { store, keys, metrics, log, keep, growth }: Chores,
  stopping: AbortSignal,
): Promise<void> {
  async function applyRetention(): Promise<void> {
    growth.reset()
    for (const { name } of await store.listEnvironments()) {
      const { events, ids, usage, missed } = await purge(store, name, keep, Date.now(), stopping)
      metrics.logMeasured(name, usage, events)
      const left = stopping.aborted ? undefined : usage.events
      if (events > 0 || ids > 0) log.info({ environment: name, events, ids, left }, 'purged')
      for (const { device_id, acked_seq } of missed)
        log.warn({ environment: name, device_id, acked_seq }, 'a device had not read what was purged')
    }
  }

  async function readKeys(): Promise<void> {
    await Promise.all((await store.listEnvironments()).map((environment) => keys.refresh(environment)))
  }

  async function repeat(what: string, chore: () => Promise<void>, pause: () => Promise<void>): Promise<void> {
    while (!stopping.aborted) {
      try {
        await chore()
      } catch (error) {
        log.error({ err: error, what }, 'housekeeping failed')
      }
      await pause()
    }
  }

  await Promise.all([
    repeat('retention', applyRetention, () => growth.wait(RETENTION_EVERY_MS, stopping)),
    repeat('keys', readKeys, () =>
      sleep(KEYS_EVERY_MS, undefined, { signal: stopping, ref: false }).catch(() => {}),
    ),
  ])
}
