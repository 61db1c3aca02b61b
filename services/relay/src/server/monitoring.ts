import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { type Environment, ENVIRONMENTS } from '../../../../src-shared/domain/vocabulary.ts'
import { TOLERANCE_S } from '../../../../src-shared/webhook/verify-signature.ts'
import type { EnvironmentKeys } from '../events/environment-keys.ts'
import type { Device, EnvironmentConfig, RelayStore } from '../store/relay-store.ts'
import { backupAgeSeconds } from '../store/sqlite/last-backup.ts'

/** Results of receiving a notification. */
const NOTIFICATION_OUTCOMES = [
  'stored',
  'duplicate',
  'conflict',
  'signature_invalid',
  'malformed',
  'keys_unavailable',
  'sender_refused',
  'rate_limited',
  'too_large',
  'unknown_inlet',
  'failed',
] as const
export type NotificationOutcome = (typeof NOTIFICATION_OUTCOMES)[number]

/** Limits whose excess is counted. */
const LIMITS = [
  'sender',
  'inlet',
  'connections',
  'strangers',
  'device',
  'streams',
  'polls',
  'slow',
  'header',
] as const

/** What the metrics read besides the store. */
interface MetricSources {
  keys?: EnvironmentKeys
  /** Data folder whose backups are watched. Without it, there is no metric about backups. */
  data?: string | undefined
}

/**
 * Metrics for Prometheus. Their labels have few values: environments, outcomes, limits, and checks. They never contain names, ids, sender
 * addresses, or inlets (webhook addresses), so the number of samples does not grow with the number of devices.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #devices = new Map<string, { environment: Environment; connections: number }>()
  readonly #notifications: Counter<'environment' | 'outcome'>
  readonly #acknowledged: Histogram
  readonly #refused: Counter<'limit'>
  readonly #purged: Counter<'environment'>
  readonly #logEvents: Gauge<'environment'>
  readonly #logBytes: Gauge<'environment'>
  readonly #checks: Gauge<'check'>

  constructor(store: RelayStore, sources: MetricSources = {}) {
    const registers = [this.#registry]
    this.#notifications = new Counter({
      name: 'relay_notifications_total',
      help: 'Notifications by outcome.',
      labelNames: ['environment', 'outcome'],
      registers,
    })
    // Start each counter at 0. Otherwise, Prometheus could not see the first increase, and an alert would miss it.
    for (const environment of [...ENVIRONMENTS, 'none'])
      for (const outcome of NOTIFICATION_OUTCOMES) this.#notifications.inc({ environment, outcome }, 0)
    this.#acknowledged = new Histogram({
      name: 'relay_ack_seconds',
      help: 'Time from the headers of a notification to its acknowledgment after the commit.',
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    })
    this.#refused = new Counter({
      name: 'relay_requests_refused_total',
      help: 'Requests and connections over a limit.',
      labelNames: ['limit'],
      registers,
    })
    for (const limit of LIMITS) this.#refused.inc({ limit }, 0)
    this.#purged = new Counter({
      name: 'relay_purged_events_total',
      help: 'Events deleted by retention.',
      labelNames: ['environment'],
      registers,
    })
    this.#logEvents = new Gauge({
      name: 'relay_log_events',
      help: 'Events in the log at the last retention run, at most an hour ago.',
      labelNames: ['environment'],
      registers,
    })
    this.#logBytes = new Gauge({
      name: 'relay_log_bytes',
      help: 'Bytes of the bodies and signatures of these events.',
      labelNames: ['environment'],
      registers,
    })
    this.#checks = new Gauge({
      name: 'relay_check_ok',
      help: 'Checks of /readyz: 1 if the check passes, 0 if it fails.',
      labelNames: ['check'],
      registers,
    })
    this.#addScraped(store, sources)
    collectDefaultMetrics({ register: this.#registry })
  }

  /** Adds the metrics whose values are calculated whenever Prometheus fetches the metrics. */
  #addScraped(store: RelayStore, { keys, data }: MetricSources): void {
    const devices = this.#devices
    this.#addPerEnvironment(
      store,
      'relay_connected_devices',
      'Devices with an open stream or long poll at this process.',
      async ({ name }) => [...devices.values()].filter(({ environment }) => environment === name).length,
    )
    this.#addPerEnvironment(store, 'relay_devices', 'Paired devices.', async ({ name }) => {
      return (await devicesInUse(store, name)).length
    })
    this.#addPerEnvironment(
      store,
      'relay_oldest_waiting_seconds',
      'Age of the oldest event that any paired device has not acknowledged; 0 if there is none.',
      async ({ name }) => {
        const cursors = (await devicesInUse(store, name)).map(({ acked_seq }) => acked_seq)
        const [oldest] = cursors.length === 0 ? [] : await store.readEvents(name, Math.min(...cursors), 1)
        return oldest === undefined ? 0 : Math.max(0, secondsSince(oldest.received_at))
      },
    )
    this.#addPerEnvironment(
      store,
      'relay_log_latest_seq',
      'Number of the newest event.',
      async ({ name }) => (await store.bounds(name)).latest_seq,
    )
    this.#addPerEnvironment(
      store,
      'relay_keys_age_seconds',
      "Time since the relay last read the partner's keys, which it reads every 15 minutes.",
      async ({ jwks_url }) => {
        const kept = await store.loadKeySet(jwks_url)
        return kept === null ? Infinity : secondsSince(kept.fetched_at)
      },
    )
    if (keys !== undefined)
      this.#addPerEnvironment(
        store,
        'relay_clock_ahead_seconds',
        "By how much this machine's clock is ahead of the partner's. No sample if the partner's time is not known.",
        (environment) => keys.secondsAhead(environment, TOLERANCE_S),
      )
    if (data === undefined) return
    void new Gauge({
      name: 'relay_backup_age_seconds',
      help: 'Time since the last backup; infinite if there was none.',
      registers: [this.#registry],
      collect() {
        this.set(backupAgeSeconds(data, Date.now()))
      },
    })
  }

  /**
   * Adds a gauge with one sample per environment. `measure` returns its value, or null for no sample. While the database cannot be read,
   * the gauge has no samples, and the other metrics remain readable.
   */
  #addPerEnvironment(
    store: RelayStore,
    name: string,
    help: string,
    measure: (environment: EnvironmentConfig) => Promise<number | null>,
  ): void {
    void new Gauge({
      name,
      help,
      labelNames: ['environment'],
      registers: [this.#registry],
      async collect() {
        this.reset()
        try {
          for (const environment of await store.listEnvironments()) {
            const value = await measure(environment)
            if (value !== null) this.set({ environment: environment.name }, value)
          }
        } catch {
          // The metric relay_check_ok{check="storage"} reports that the database cannot be read.
          this.reset()
        }
      },
    })
  }

  /** Sets the results of the readiness checks. */
  recordChecks(checks: ReadinessReport['checks']): void {
    this.#checks.reset()
    for (const [check, state] of Object.entries(checks)) this.#checks.set({ check }, state === 'ok' ? 1 : 0)
  }

  /** Counts a notification. `environment` is `none` if it is not known. */
  countNotification(environment: Environment | 'none', outcome: NotificationOutcome): void {
    this.#notifications.inc({ environment, outcome })
  }

  acknowledged(seconds: number): void {
    this.#acknowledged.observe(seconds)
  }

  countRefused(limit: (typeof LIMITS)[number]): void {
    this.#refused.inc({ limit })
  }

  logMeasured(
    environment: Environment,
    { events, bytes }: { events: number; bytes: number },
    purged: number,
  ) {
    this.#logEvents.set({ environment }, events)
    this.#logBytes.set({ environment }, bytes)
    this.#purged.inc({ environment }, purged)
  }

  /** Counts a device as connected until the returned function is called. */
  connected({ device_id, environment }: { device_id: string; environment: Environment }): () => void {
    const entry = this.#devices.get(device_id) ?? { environment, connections: 0 }
    entry.connections += 1
    this.#devices.set(device_id, entry)
    return () => {
      entry.connections -= 1
      if (entry.connections === 0) this.#devices.delete(device_id)
    }
  }

  /** Returns the metrics in Prometheus text format. */
  async read(): Promise<{ type: string; text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() }
  }
}

/** Time for which a readiness report is cached. Each new report writes to the disk, and anyone may request a report. */
const CACHE_MS = 2000

interface ReadinessReport {
  ready: boolean
  /** Result of each check: `ok`, or the problem. */
  checks: Record<string, string>
}

/**
 * Checks whether the relay can accept notifications now: the store is writable, the partner's signing keys are known, and the clock is right.
 */
export class Readiness {
  readonly #store: RelayStore
  readonly #keys: EnvironmentKeys
  readonly #stopping: AbortSignal
  #last: { at: number; report: Promise<ReadinessReport> } | null = null

  constructor(store: RelayStore, keys: EnvironmentKeys, stopping: AbortSignal) {
    this.#store = store
    this.#keys = keys
    this.#stopping = stopping
  }

  async report(): Promise<ReadinessReport> {
    if (this.#stopping.aborted) return { ready: false, checks: { relay: 'stopping' } }
    const now = performance.now()
    if (this.#last === null || now - this.#last.at > CACHE_MS) this.#last = { at: now, report: this.#check() }
    return this.#last.report
  }

  async #check(): Promise<ReadinessReport> {
    try {
      await this.#store.probe()
      const environments = await this.#store.listEnvironments()
      const each = await Promise.all(environments.map((environment) => this.#checkEnvironment(environment)))
      const checks: Record<string, string> = {
        storage: 'ok',
        environments: environments.length > 0 ? 'ok' : 'none is set',
        ...Object.fromEntries(each.flat()),
      }
      return { ready: Object.values(checks).every((state) => state === 'ok'), checks }
    } catch {
      return { ready: false, checks: { storage: 'cannot be written' } }
    }
  }

  async #checkEnvironment(environment: EnvironmentConfig): Promise<[string, string][]> {
    const { name } = environment
    const ahead = await this.#keys.secondsAhead(environment, TOLERANCE_S)
    const isClockRight = ahead === null || Math.abs(ahead) <= TOLERANCE_S
    const direction = (ahead ?? 0) > 0 ? 'ahead' : 'behind'
    return [
      [`keys ${name}`, await this.#keys.state(environment)],
      [`clock ${name}`, isClockRight ? 'ok' : `${Math.round(Math.abs(ahead))} s ${direction}`],
    ]
  }
}

function devicesInUse(store: RelayStore, name: Environment): Promise<Device[]> {
  return store
    .listDevices()
    .then((all) => all.filter(({ environment, revoked_at }) => environment === name && revoked_at === null))
}

const secondsSince = (instant: string) => (Date.now() - Date.parse(instant)) / 1000

/**
 * Creates the server of the endpoints for administrators (metrics and readiness). It has a separate port, so that a proxy in front of the
 * main port cannot expose these endpoints by mistake.
 */
export function createAdminServer(metrics: Metrics, readiness: Readiness): Server {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET' && request.url === '/metrics') {
      metrics.recordChecks((await readiness.report()).checks)
      const { type, text } = await metrics.read()
      response.writeHead(200, { 'content-type': type }).end(text)
    } else if (request.method === 'GET' && request.url === '/readyz') {
      const report = await readiness.report()
      response
        .writeHead(report.ready ? 200 : 503, { 'content-type': 'application/json' })
        .end(JSON.stringify(report))
    } else response.writeHead(404).end()
  }
  return createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end())
  })
}
