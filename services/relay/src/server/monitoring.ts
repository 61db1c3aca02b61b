import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { type Environment, ENVIRONMENTS } from '../../../../src-shared/platform/words/vocabulary.ts'
import { TOLERANCE_S } from '../../../../src-shared/platform/webhook/verify-signature.ts'
import type { EnvironmentKeys } from '../events/environment-keys.ts'
import type { KeyAddress } from '../store/relay-store.ts'
import type { RelayStore } from '../store/sql-store.ts'
import { backupAgeSeconds } from '../store/sqlite/backup.ts'

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

/**
 * Metrics for Prometheus. Their labels have few values: environments, outcomes, limits, and checks. They never contain names, ids, sender
 * addresses, or inlets (webhook addresses), so the number of samples does not grow with the number of offices and devices.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #connectedDevices = new Map<string, { environment: Environment; connections: number }>()
  readonly #notifications = this.#counter('relay_notifications_total', 'Notifications by outcome.', [
    'environment',
    'outcome',
  ])
  readonly #acknowledged = new Histogram({
    name: 'relay_ack_seconds',
    help: 'Time from the headers of a notification to its acknowledgment after the commit.',
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.#registry],
  })
  readonly #refused = this.#counter(
    'relay_requests_refused_total',
    'Requests and connections over a limit.',
    ['limit'],
  )
  readonly #purged = this.#counter('relay_purged_events_total', 'Events deleted by retention.', [
    'environment',
  ])
  readonly #housekeepingFailed = this.#counter(
    'relay_housekeeping_failures_total',
    'Runs of the housekeeping of the database that failed. The log contains the reason.',
  )
  readonly #logEvents = this.#perEnvironment(
    'relay_log_events',
    'Events in the log at the last retention run, at most an hour ago.',
  )
  readonly #logBytes = this.#perEnvironment(
    'relay_log_bytes',
    'Bytes of the bodies and signatures of these events.',
  )
  readonly #elected = this.#gauge(
    'relay_housekeeping_elected',
    '1 if this process does the housekeeping of the database, otherwise 0.',
  )
  readonly #checks = this.#gauge(
    'relay_check_ok',
    'Checks of /readyz: 1 if the check passes, 0 if it fails.',
    ['check'],
  )
  /** Gauges that are measured whenever Prometheus reads the metrics. */
  readonly #measured = {
    connected: this.#perEnvironment(
      'relay_connected_devices',
      'Devices with an open stream or long poll at this process.',
    ),
    devices: this.#perEnvironment('relay_devices', 'Paired devices.'),
    waiting: this.#perEnvironment(
      'relay_oldest_waiting_seconds',
      'Age of the oldest event that any paired device has not acknowledged; 0 if there is none.',
    ),
    latest: this.#perEnvironment(
      'relay_log_latest_seq',
      'Number of events that the logs of all offices have ever numbered.',
    ),
    keys: this.#perEnvironment(
      'relay_keys_age_seconds',
      "Time since the relay last read the partner's keys, which it reads every 15 minutes. The longest time, if there are several partners.",
    ),
    clock: this.#perEnvironment(
      'relay_clock_ahead_seconds',
      "By how much this machine's clock is ahead of the partner's. No sample if the partner's time is not known.",
    ),
  }
  readonly #store: RelayStore
  readonly #keys: EnvironmentKeys | undefined

  /** `data` is the data folder whose backups are watched. Without it, there is no metric about backups. */
  constructor(store: RelayStore, { keys, data }: { keys?: EnvironmentKeys; data?: string | undefined } = {}) {
    this.#store = store
    this.#keys = keys
    // Start each counter at 0. Otherwise, Prometheus could not see the first increase, and an alert would miss it.
    for (const environment of [...ENVIRONMENTS, 'none'])
      for (const outcome of NOTIFICATION_OUTCOMES) this.#notifications.inc({ environment, outcome }, 0)
    for (const limit of LIMITS) this.#refused.inc({ limit }, 0)
    if (data !== undefined)
      void new Gauge({
        name: 'relay_backup_age_seconds',
        help: 'Time since the last backup; infinite if there was none.',
        registers: [this.#registry],
        collect() {
          this.set(backupAgeSeconds(data, Date.now()))
        },
      })
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

  #perEnvironment(name: string, help: string): Gauge<'environment'> {
    return this.#gauge(name, help, ['environment'])
  }

  /**
   * Measures what the store knows. The number of statements does not depend on the number of offices and devices. While the store cannot be
   * read, these gauges have no samples, and relay_check_ok{check="storage"} says why.
   */
  async #measure(): Promise<void> {
    const keys = this.#keys
    const { connected, devices: paired, waiting, latest, keys: keysAge, clock } = this.#measured
    const facts = await Promise.all([
      this.#store.totals(),
      this.#store.oldestWaiting(),
      this.#store.listKeyAddresses(),
    ]).catch(() => null)
    const [totals, oldest, addresses] = facts ?? [[], [], []]
    const used = ENVIRONMENTS.map((name) => addresses.filter(({ environment }) => environment === name))
    const ahead = await Promise.all(
      used.map(async (own) => (keys === undefined ? null : leastAhead(keys, own))),
    )
    // From here on without a pause, so that two readings at the same time do not mix.
    for (const gauge of Object.values(this.#measured)) gauge.reset()
    const open = [...this.#connectedDevices.values()]
    for (const { environment, latest_seq, devices } of totals) {
      connected.set({ environment }, open.filter((device) => device.environment === environment).length)
      paired.set({ environment }, devices)
      waiting.set({ environment }, 0)
      latest.set({ environment }, latest_seq)
    }
    for (const { environment, received_at } of oldest)
      waiting.set({ environment }, Math.max(0, secondsSince(received_at)))
    for (const [at, environment] of ENVIRONMENTS.entries()) {
      const ages = (used[at] ?? []).map(({ kept }) =>
        kept === null ? Infinity : secondsSince(kept.fetched_at),
      )
      if (ages.length > 0) keysAge.set({ environment }, Math.max(0, ...ages))
      const seconds = ahead[at] ?? null
      if (seconds !== null) clock.set({ environment }, seconds)
    }
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
    const entry = this.#connectedDevices.get(device_id) ?? { environment, connections: 0 }
    entry.connections += 1
    this.#connectedDevices.set(device_id, entry)
    return () => {
      entry.connections -= 1
      if (entry.connections === 0) this.#connectedDevices.delete(device_id)
    }
  }

  async read(): Promise<{ type: string; text: string }> {
    await this.#measure()
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

export type Readiness = ReturnType<typeof createReadiness>

/** Whether the relay can accept notifications now: the store is writable, the signing keys are known, and the clock is right. */
export function createReadiness(
  store: RelayStore,
  keys: EnvironmentKeys,
  stopping: AbortSignal,
  onProblem: (error: unknown) => void,
) {
  let last: { at: number; report: Promise<ReadinessReport> } | null = null

  async function check(): Promise<ReadinessReport> {
    try {
      await store.probe()
      const addresses = await readKeys()
      const isAnySet = addresses.length > 0 || (await store.listEnvironments()).length > 0
      const each = await Promise.all(ENVIRONMENTS.map((name) => checkEnvironment(name, addresses)))
      const checks: Record<string, string> = {
        storage: 'ok',
        environments: isAnySet ? 'ok' : 'none is set',
        ...Object.fromEntries(each.flat()),
      }
      return { ready: Object.values(checks).every((state) => state === 'ok'), checks }
    } catch (error) {
      onProblem(error)
      return { ready: false, checks: { storage: 'cannot be written' } }
    }
  }

  /** Reads the stored keys. If no partner of an environment has usable keys, fetches them first. */
  async function readKeys(): Promise<KeyAddress[]> {
    const addresses = await store.listKeyAddresses()
    const usable = new Set(
      addresses.filter(({ kept }) => keys.stateOf(kept) === 'ok').map(({ environment }) => environment),
    )
    const missing = addresses.filter(({ environment }) => !usable.has(environment))
    if (missing.length === 0) return addresses
    await Promise.all(missing.map((address) => keys.refresh(address)))
    return store.listKeyAddresses()
  }

  /**
   * Checks an environment of all offices together. If the offices have several partners, the check passes as soon as it passes for one of
   * them: one office with a wrong address of its keys must not make the relay look broken for all others.
   */
  async function checkEnvironment(name: Environment, all: KeyAddress[]): Promise<[string, string][]> {
    const addresses = all.filter(({ environment }) => environment === name)
    if (addresses.length === 0) return []
    const states = addresses.map(({ kept }) => keys.stateOf(kept))
    const ahead = await leastAhead(keys, addresses)
    const isClockRight = ahead === null || Math.abs(ahead) <= TOLERANCE_S
    const direction = (ahead ?? 0) > 0 ? 'ahead' : 'behind'
    return [
      [`keys ${name}`, states.includes('ok') ? 'ok' : (states[0] ?? 'not known')],
      [`clock ${name}`, isClockRight ? 'ok' : `${Math.round(Math.abs(ahead))} s ${direction}`],
    ]
  }

  return {
    async report(): Promise<ReadinessReport> {
      if (stopping.aborted) return { ready: false, checks: { relay: 'stopping' } }
      const now = performance.now()
      if (last === null || now - last.at > CACHE_MS) last = { at: now, report: check() }
      return last.report
    },
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

/** A separate port, so that a proxy in front of the main port cannot expose these endpoints by mistake. */
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
