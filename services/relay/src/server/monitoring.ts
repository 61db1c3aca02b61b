import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { Environment } from '../../../../src-shared/domain/vocabulary.ts'
import type { EnvironmentKeys } from '../events/environment-keys.ts'
import type { RelayStore } from '../store/relay-store.ts'

/** Result of receiving a notification. */
export type NotificationOutcome =
  | 'stored'
  | 'duplicate'
  | 'conflict'
  | 'signature_invalid'
  | 'malformed'
  | 'keys_unavailable'
  | 'sender_refused'
  | 'rate_limited'
  | 'too_large'
  | 'unknown_inlet'
  | 'failed'

/** Metrics for Prometheus. Labels contain environments and device ids, never names, sender addresses, or inlets (webhook addresses). */
export class Metrics {
  readonly #registry = new Registry()
  readonly #devices = new Map<string, { environment: Environment; connections: number }>()
  readonly #notifications: Counter<'environment' | 'outcome'>
  readonly #acknowledged: Histogram
  readonly #refused: Counter<'limit'>
  readonly #purged: Counter<'environment'>
  readonly #logEvents: Gauge<'environment'>
  readonly #logBytes: Gauge<'environment'>

  constructor(store: RelayStore) {
    const registers = [this.#registry]
    this.#notifications = new Counter({
      name: 'relay_notifications_total',
      help: 'Notifications by outcome.',
      labelNames: ['environment', 'outcome'],
      registers,
    })
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
    this.#addScraped(store)
    collectDefaultMetrics({ register: this.#registry })
  }

  /** Adds the metrics whose values are calculated whenever Prometheus fetches the metrics. */
  #addScraped(store: RelayStore): void {
    const registers = [this.#registry]
    const devices = this.#devices
    void new Gauge({
      name: 'relay_connected_devices',
      help: 'Devices with an open stream or long poll at this process.',
      labelNames: ['environment'],
      registers,
      collect() {
        this.reset()
        for (const { environment } of devices.values()) this.inc({ environment })
      },
    })
    void new Gauge({
      name: 'relay_oldest_waiting_seconds',
      help: 'Age of the oldest event that a paired device has not acknowledged; 0 if there is none.',
      labelNames: ['environment', 'device'],
      registers,
      async collect() {
        this.reset()
        for (const { device_id, environment, acked_seq, revoked_at } of await store.listDevices()) {
          if (revoked_at !== null) continue
          const [oldest] = await store.readEvents(environment, acked_seq, 1)
          const seconds = oldest === undefined ? 0 : (Date.now() - Date.parse(oldest.received_at)) / 1000
          this.set({ environment, device: device_id }, Math.max(0, seconds))
        }
      },
    })
    void new Gauge({
      name: 'relay_log_latest_seq',
      help: 'Number of the newest event.',
      labelNames: ['environment'],
      registers,
      async collect() {
        for (const { name } of await store.listEnvironments())
          this.set({ environment: name }, (await store.bounds(name)).latest_seq)
      },
    })
    void new Gauge({
      name: 'relay_keys_age_seconds',
      help: "Time since the relay last read the partner's keys, which it reads every 15 minutes.",
      labelNames: ['environment'],
      registers,
      async collect() {
        this.reset()
        for (const { name, jwks_url } of await store.listEnvironments()) {
          const kept = await store.loadKeySet(jwks_url)
          const age = kept === null ? Infinity : (Date.now() - Date.parse(kept.fetched_at)) / 1000
          this.set({ environment: name }, age)
        }
      },
    })
  }

  /** Counts a notification. `environment` is `none` if it is not known. */
  countNotification(environment: Environment | 'none', outcome: NotificationOutcome): void {
    this.#notifications.inc({ environment, outcome })
  }

  acknowledged(seconds: number): void {
    this.#acknowledged.observe(seconds)
  }

  countRefused(
    limit:
      | 'sender'
      | 'inlet'
      | 'connections'
      | 'strangers'
      | 'device'
      | 'streams'
      | 'polls'
      | 'slow'
      | 'header',
  ): void {
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

/** Checks whether the relay can accept notifications now: the store is writable and the partner's keys are known. */
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
      const known = await Promise.all(
        environments.map(async (environment) => [
          `keys ${environment.name}`,
          (await this.#keys.hasKeys(environment)) ? 'ok' : 'not known',
        ]),
      )
      const checks: Record<string, string> = {
        storage: 'ok',
        environments: environments.length > 0 ? 'ok' : 'none is set',
        ...Object.fromEntries(known),
      }
      return { ready: Object.values(checks).every((state) => state === 'ok'), checks }
    } catch {
      return { ready: false, checks: { storage: 'cannot be written' } }
    }
  }
}

/**
 * Creates the server of the endpoints for administrators (metrics and readiness). It has a separate port, so that a proxy in front of the
 * main port cannot expose these endpoints by mistake.
 */
export function createAdminServer(metrics: Metrics, readiness: Readiness): Server {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET' && request.url === '/metrics') {
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
