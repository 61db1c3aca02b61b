import { UsageError } from './errors.ts'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server as TlsServer } from 'node:tls'
import type { Settings } from './settings.ts'
import { EnvironmentKeys } from './events/environment-keys.ts'
import { GroupCommit } from './events/group-commit.ts'
import { runHousekeeping, retentionOf } from './events/housekeeping.ts'
import { type Log, RefusalLog } from './log.ts'
import { isLoopback, proxyReader, senderReader } from './server/addresses.ts'
import { createAdminServer, createReadiness, Metrics } from './server/monitoring.ts'
import { Certificate } from './server/http-server.ts'
import { createServer } from './server/server.ts'
import type { Telemetry } from './server/telemetry.ts'
import { DeviceConnections } from './server/device-connections.ts'
import { FanOut } from './server/fan-out.ts'
import { Heartbeats } from './server/heartbeats.ts'
import { eventMessage } from './server/messages.ts'
import { Slots } from './server/slots.ts'
import { ConnectionLimiter } from './server/limits.ts'
import { createOfficeApi } from './offices/api-server.ts'
import { openStore } from './store/open-store.ts'
import type { RelayStore } from './store/sql-store.ts'

export interface Relay {
  url: string
  /** Address of the server for /metrics, or null if it is turned off. */
  adminUrl: string | null
  /** Reloads the TLS certificate. */
  reload(): void
  /** Serves on for `drain_seconds`, then ends streams and polls, answers the requests that have arrived, and closes the store. */
  stop(): Promise<void>
}

/** Shorter than the 5 s for which a sender waits: requests of other senders wait for the next relay process. */
const STOP_TIMEOUT_MS = 3000

/** Streams and polls that read at once. Thousands of devices that connect together fill neither the memory nor the database. */
const CATCH_UPS = 6

export async function startRelay(
  settings: Settings,
  log: Log,
  telemetry: Telemetry | null = null,
): Promise<Relay> {
  const certificate = certificateOf(settings, log)
  const store = await openStore(settings, (problem) => log.warn({ problem }, 'database error'))
  const commits = new GroupCommit(store)
  const draining = new AbortController()
  const stopping = new AbortController()
  const refusals = new RefusalLog(log)
  const onProblem = (error: unknown) => refusals.warn({ err: error }, 'background work failed')
  const heartbeats = new Heartbeats(store, settings.heartbeat_seconds * 1000)
  const keys = new EnvironmentKeys(store, settings.signing_keys, log)
  const metrics = new Metrics(store, { keys, data: settings.data })
  const readiness = createReadiness(store, keys, draining.signal, onProblem)
  const connections = new DeviceConnections({
    store,
    log,
    onTooMany: (kind) => metrics.countRefused(kind),
    stopping: stopping.signal,
  })
  const fanOut = new FanOut(store, eventMessage, () => connections.check(), undefined, onProblem)
  const keep = retentionOf(settings)
  let url = ''
  const publicUrl = () => settings.public_url ?? url
  const app = createServer(
    {
      store,
      commits,
      fanOut,
      catchUps: new Slots(CATCH_UPS),
      refusals,
      heartbeats,
      keys,
      metrics,
      readiness,
      telemetry,
      log,
      senderOf: senderReader(settings.trusted_proxies),
      isProxy: proxyReader(settings.trusted_proxies),
      limiter: new ConnectionLimiter(
        { all: settings.max_connections, of_sender: settings.sender_connections },
        (limit) => metrics.countRefused(limit),
      ),
      connections,
      draining: draining.signal,
      publicUrl,
    },
    settings,
    certificate,
  )
  const { admin_token: token, public_url } = settings
  const officeApi =
    token === undefined ? null : await createOfficeApi({ store, keep, log, token, public_url })
  const admin = createAdminServer(metrics, readiness, officeApi, onProblem)
  let housekeeping = Promise.resolve()

  async function stop(): Promise<void> {
    draining.abort()
    // Serve on, so that a proxy that checks /healthz sends new requests elsewhere before this relay refuses connections.
    if (app.server.listening) await sleep(settings.drain_seconds * 1000)
    stopping.abort()
    const cutOff = setTimeout(() => app.server.closeAllConnections(), STOP_TIMEOUT_MS)
    await app.close()
    clearTimeout(cutOff)
    await commits.drain()
    await housekeeping
    // Close the admin server this late, so that the metrics remain readable during the shutdown.
    admin.close()
    admin.closeAllConnections()
    certificate?.close()
    fanOut.close()
    await telemetry?.close()
    await store.close()
  }

  try {
    const socket = takeSystemdSocket()
    if (socket !== null) log.info('listening on the socket of systemd; host and port have no effect')
    await app.listen({ port: settings.port, host: settings.host, ...socket })
    url = addressOf(app.server.address(), certificate === null ? 'http' : 'https')
    certificate?.watch(app.server as unknown as TlsServer)
    const adminUrl = await listen(admin, settings)
    await logWarnings(log, store, publicUrl(), adminUrl)
    housekeeping = runHousekeeping({ store, keys, metrics, log, keep }, stopping.signal)
    return { url, adminUrl, stop, reload: () => certificate?.reload() }
  } catch (error) {
    await stop()
    throw error
  }
}

function certificateOf({ tls_certificate, tls_key }: Settings, log: Log): Certificate | null {
  if (tls_certificate === undefined || tls_key === undefined) return null
  const certificate = new Certificate({ cert: tls_certificate, key: tls_key }, log)
  certificate.read()
  return certificate
}

async function listen(
  server: ReturnType<typeof createAdminServer>,
  { admin_port, admin_host }: Settings,
): Promise<string | null> {
  if (admin_port === undefined) return null
  server.listen(admin_port, admin_host)
  await once(server, 'listening')
  return addressOf(server.address(), 'http')
}

function addressOf(address: AddressInfo | string | null, scheme: 'http' | 'https'): string {
  if (address === null || typeof address === 'string')
    throw new Error('The relay does not listen on any port.')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `${scheme}://${host}:${address.port}`
}

/** Logs at startup which security checks are turned off. */
async function logWarnings(
  log: Log,
  store: RelayStore,
  publicUrl: string,
  adminUrl: string | null,
): Promise<void> {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'http:' && !isLoopback(hostname))
    log.warn(
      { public_url: publicUrl },
      'the public address is not https, so others can read notifications in transit',
    )
  if (adminUrl !== null && !isLoopback(new URL(adminUrl).hostname))
    log.warn({ admin_url: adminUrl }, 'other machines can read /metrics: restrict access with a firewall')
  for (const { office, name, sender_addresses } of await store.listEnvironments())
    if (sender_addresses.length === 0)
      log.warn({ office, environment: name }, 'no sender addresses are configured, so any address may post')
}

const FIRST_FD = 3

/**
 * Returns the listening socket that systemd opened for this process (socket activation), or null if there is none. Systemd keeps the socket
 * open while the relay restarts, so connections wait in its queue and no request is refused. Removes the variables, because a child process
 * must not use the socket. Throws if systemd opened several sockets, because the relay listens at one address.
 */
function takeSystemdSocket(): { fd: number } | null {
  const { LISTEN_PID, LISTEN_FDS } = process.env
  for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES']) delete process.env[name]
  // A process inherits these variables from its parent. They count only for the process that they name.
  if (LISTEN_PID !== String(process.pid) || LISTEN_FDS === undefined) return null
  if (LISTEN_FDS !== '1')
    throw new UsageError(
      `systemd opened ${LISTEN_FDS} sockets, and the relay uses one. If you changed ListenStream= with systemctl edit, put an empty line ListenStream= before it.`,
    )
  return { fd: FIRST_FD }
}
