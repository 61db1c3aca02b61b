import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { type Environment, ENVIRONMENTS } from '../../../../src-shared/platform/words/vocabulary.ts'
import { TOLERANCE_S } from '../../../../src-shared/platform/webhook/verify-signature.ts'
import type { EnvironmentKeys } from '../events/environment-keys.ts'
import type { EnvironmentTotal, KeyAddress } from '../store/relay-store.ts'
import type { RelayStore } from '../store/sql-store.ts'
import { backupAgeSeconds } from '../store/sqlite/last-backup.ts'

const NOTIFICATION_OUTCOMES = [
  'stored',
  'duplicate',
  'conflict',
  'signature_reused',
  'office_suspended',
  'over_quota',
  'closed',
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

const LIMITS = [
  'sender',
  'inlet',
  'office',
  'connections',
  'strangers',
  'device',
  'streams',
  'polls',
  'slow',
  'header',
] as const

/** What one scrape reads from the store. The number of statements does not depend on the number of offices and devices. */
interface Facts {
  totals: EnvironmentTotal[]
  waiting: Awaited<ReturnType<RelayStore['oldestWaiting']>>
  addresses: KeyAddress[]
}

interface MetricSources {
  keys?: EnvironmentKeys
  /** Data folder whose backups are watched. Without it, there is no metric about backups. */
  data?: string | undefined
}

/**
 * Metrics for Prometheus. Their labels have few values: environments, outcomes, limits, and checks. They never contain names, ids, sender
 * addresses, or inlets (webhook addresses), so the number of samples does not grow with the number of offices and devices.
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
  readonly #elected: Gauge
  readonly #housekeepingFailed: Counter
  readonly #checks: Gauge<'check'>
  readonly #store: RelayStore
  /** What the metrics of the current scrape read from the store. */
  #facts: Promise<Facts> = Promise.resolve({ totals: [], waiting: [], addresses: [] })

  constructor(store: RelayStore, sources: MetricSources = {}) {
    this.#store = store
    this.#notifications = this.#counter('relay_notifications_total', 'Notifications by outcome.', [
      'environment',
      'outcome',
    ])
    // Start each counter at 0. Otherwise, Prometheus could not see the first increase, and an alert would miss it.
    for (const environment of [...ENVIRONMENTS, 'none'])
      for (const outcome of NOTIFICATION_OUTCOMES) this.#notifications.inc({ environment, outcome }, 0)
    this.#acknowledged = new Histogram({
      name: 'relay_ack_seconds',
      help: 'Time from the headers of a notification to its acknowledgment after the commit.',
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [this.#registry],
    })
    this.#refused = this.#counter('relay_requests_refused_total', 'Requests and connections over a limit.', [
      'limit',
    ])
    for (const limit of LIMITS) this.#refused.inc({ limit }, 0)
    this.#purged = this.#counter('relay_purged_events_total', 'Events deleted by retention.', ['environment'])
    this.#housekeepingFailed = this.#counter(
      'relay_housekeeping_failures_total',
      'Runs of the housekeeping of the database that failed. The log contains the reason.',
    )
    this.#logEvents = this.#gauge(
      'relay_log_events',
      'Events in the log at the last retention run, at most an hour ago.',
      ['environment'],
    )
    this.#logBytes = this.#gauge('relay_log_bytes', 'Bytes of the bodies and signatures of these events.', [
      'environment',
    ])
    this.#elected = this.#gauge(
      'relay_housekeeping_elected',
      '1 if this process does the housekeeping of the database, otherwise 0.',
    )
    this.#checks = this.#gauge('relay_check_ok', 'Checks of /readyz: 1 if the check passes, 0 if it fails.', [
      'check',
    ])
    this.#addScraped(sources)
    // The library measures the event loop with timers of 10 and 100 ms by default, which would take most of the time of an idle relay.
    collectDefaultMetrics({
      register: this.#registry,
      eventLoopMonitoringPrecision: 50,
      eventLoopUtilizationTimeout: 1000,
    })
  }

  #counter<Label extends string = never>(
    name: string,
    help: string,
    labelNames: Label[] = [],
  ): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] })
  }

  #gauge<Label extends string = never>(name: string, help: string, labelNames: Label[] = []): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.#registry] })
  }

  #addScraped({ keys, data }: MetricSources): void {
    this.#addPerEnvironment(
      'relay_connected_devices',
      'Devices with an open stream or long poll at this process.',
      ({ totals }) => {
        const connected = [...this.#devices.values()]
        return totals.map(({ environment }) => [
          environment,
          connected.filter((device) => device.environment === environment).length,
        ])
      },
    )
    this.#addPerEnvironment('relay_devices', 'Paired devices.', ({ totals }) =>
      totals.map(({ environment, devices }) => [environment, devices]),
    )
    this.#addPerEnvironment(
      'relay_oldest_waiting_seconds',
      'Age of the oldest event that any paired device has not acknowledged; 0 if there is none.',
      ({ totals, waiting }) => {
        const oldest = new Map(waiting.map(({ environment, received_at }) => [environment, received_at]))
        return totals.map(({ environment }) => {
          const since = oldest.get(environment)
          return [environment, since === undefined ? 0 : Math.max(0, secondsSince(since))]
        })
      },
    )
    this.#addPerEnvironment(
      'relay_log_latest_seq',
      'Number of events that the logs of all offices have ever numbered.',
      ({ totals }) => totals.map(({ environment, latest_seq }) => [environment, latest_seq]),
    )
    this.#addPerEnvironment(
      'relay_keys_age_seconds',
      "Time since the relay last read the partner's keys, which it reads every 15 minutes. The longest time, if there are several partners.",
      ({ addresses }) => {
        const longest = new Map<Environment, number>()
        for (const { environment, kept } of addresses) {
          const age = kept === null ? Infinity : secondsSince(kept.fetched_at)
          longest.set(environment, Math.max(age, longest.get(environment) ?? 0))
        }
        return longest
      },
    )
    if (keys !== undefined)
      this.#addPerEnvironment(
        'relay_clock_ahead_seconds',
        "By how much this machine's clock is ahead of the partner's. No sample if the partner's time is not known.",
        async ({ addresses }) => {
          const samples: [Environment, number][] = []
          for (const environment of ENVIRONMENTS) {
            const ahead = await leastAhead(
              keys,
              addresses.filter((address) => address.environment === environment),
            )
            if (ahead !== null) samples.push([environment, ahead])
          }
          return samples
        },
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
   * Adds a gauge with one sample per environment. `measure` returns the samples. While the database cannot be read, the gauge has no
   * samples, and the other metrics remain readable.
   */
  #addPerEnvironment(
    name: string,
    help: string,
    measure: (facts: Facts) => Iterable<[Environment, number]> | Promise<Iterable<[Environment, number]>>,
  ): void {
    const readFacts = () => this.#facts
    void new Gauge({
      name,
      help,
      labelNames: ['environment'],
      registers: [this.#registry],
      async collect() {
        this.reset()
        try {
          for (const [environment, value] of await measure(await readFacts()))
            this.set({ environment }, value)
        } catch {
          // The metric relay_check_ok{check="storage"} reports that the database cannot be read.
          this.reset()
        }
      },
    })
  }

  #readStore(): void {
    const store = this.#store
    this.#facts = Promise.all([store.totals(), store.oldestWaiting(), store.listKeyAddresses()]).then(
      ([totals, waiting, addresses]) => ({ totals, waiting, addresses }),
    )
    // Each gauge handles the failure. Without this handler, a failure before the first gauge reads would end the process.
    this.#facts.catch(() => {})
  }

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

  logMeasured(environment: Environment, { events, bytes }: { events: number; bytes: number }): void {
    this.#logEvents.set({ environment }, events)
    this.#logBytes.set({ environment }, bytes)
  }

  /** Records whether this process does the housekeeping. Only the elected process measures the logs. */
  elected(isElected: boolean): void {
    this.#elected.set(isElected ? 1 : 0)
    if (isElected) return
    this.#logEvents.reset()
    this.#logBytes.reset()
  }

  housekeepingFailed(): void {
    this.#housekeepingFailed.inc()
  }

  purged(environment: Environment, events: number): void {
    this.#purged.inc({ environment }, events)
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

  async read(): Promise<{ type: string; text: string }> {
    this.#readStore()
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

  readonly #onProblem: (error: unknown) => void

  constructor(
    store: RelayStore,
    keys: EnvironmentKeys,
    stopping: AbortSignal,
    onProblem: (error: unknown) => void = () => {},
  ) {
    this.#store = store
    this.#onProblem = onProblem
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
      const addresses = await this.#readKeys()
      const isAnySet = addresses.length > 0 || (await this.#store.listEnvironments()).length > 0
      const each = await Promise.all(ENVIRONMENTS.map((name) => this.#checkEnvironment(name, addresses)))
      const checks: Record<string, string> = {
        storage: 'ok',
        environments: isAnySet ? 'ok' : 'none is set',
        ...Object.fromEntries(each.flat()),
      }
      return { ready: Object.values(checks).every((state) => state === 'ok'), checks }
    } catch (error) {
      this.#onProblem(error)
      return { ready: false, checks: { storage: 'cannot be written' } }
    }
  }

  /** Reads the stored keys. If no partner of an environment has usable keys, fetches them first. */
  async #readKeys(): Promise<KeyAddress[]> {
    const addresses = await this.#store.listKeyAddresses()
    const usable = new Set(
      addresses.filter(({ kept }) => this.#keys.stateOf(kept) === 'ok').map(({ environment }) => environment),
    )
    const missing = addresses.filter(({ environment }) => !usable.has(environment))
    if (missing.length === 0) return addresses
    await Promise.all(missing.map((address) => this.#keys.refresh(address)))
    return this.#store.listKeyAddresses()
  }

  /**
   * Checks an environment of all offices together. If the offices have several partners, the check passes as soon as it passes for one of
   * them: one office with a wrong address of its keys must not make the relay look broken for all others.
   */
  async #checkEnvironment(name: Environment, all: KeyAddress[]): Promise<[string, string][]> {
    const addresses = all.filter(({ environment }) => environment === name)
    if (addresses.length === 0) return []
    const states = addresses.map(({ kept }) => this.#keys.stateOf(kept))
    const ahead = await leastAhead(this.#keys, addresses)
    const isClockRight = ahead === null || Math.abs(ahead) <= TOLERANCE_S
    const direction = (ahead ?? 0) > 0 ? 'ahead' : 'behind'
    return [
      [`keys ${name}`, states.includes('ok') ? 'ok' : (states[0] ?? 'not known')],
      [`clock ${name}`, isClockRight ? 'ok' : `${Math.round(Math.abs(ahead))} s ${direction}`],
    ]
  }
}

/** Returns by how many seconds this machine's clock is ahead of the partner whose clock is closest. Null if no time is known. */
async function leastAhead(keys: EnvironmentKeys, addresses: KeyAddress[]): Promise<number | null> {
  const all = await Promise.all(addresses.map((address) => keys.secondsAhead(address, TOLERANCE_S)))
  const known = all.filter((ahead) => ahead !== null)
  return known.toSorted((a, b) => Math.abs(a) - Math.abs(b))[0] ?? null
}

/** Handles the requests of the administration API (`offices/api-server.ts`). */
type OfficeApi = (request: IncomingMessage, response: ServerResponse) => void

const secondsSince = (instant: string) => (Date.now() - Date.parse(instant)) / 1000

/**
 * Creates the server of the endpoints for administrators (metrics, readiness, and the administration API if it is on). It has a separate port, so that a proxy in front of the
 * main port cannot expose these endpoints by mistake.
 */
export function createAdminServer(
  metrics: Metrics,
  readiness: Readiness,
  officeApi: OfficeApi | null,
  onProblem: (error: unknown) => void,
): Server {
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
    } else if (officeApi !== null) officeApi(request, response)
    else response.writeHead(404).end()
  }
  return createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      onProblem(error)
      response.writeHead(500).end()
    })
  })
}
