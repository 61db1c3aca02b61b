import { isIPv6 } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Environment } from '../../../src-shared/domain/vocabulary.ts'
import { buildAdmin } from './admin/admin-server.ts'
import { createEvents } from './events.ts'
import { createFaultList } from './faults/fault-list.ts'
import { createWebhookFaults } from './faults/webhook-faults.ts'
import { createKeyRing } from './key-ring.ts'
import type { Log } from './log.ts'
import type { Operation } from './operations.ts'
import type { Service } from './routes/service.ts'
import { createSenderAddresses, SENDER_ADDRESSES } from './sender-addresses.ts'
import { buildServer } from './server.ts'
import { shapesNamed, type ShapeName } from './shapes.ts'
import { createSigning } from './signing.ts'
import { openStore } from './store/store.ts'
import { createUnderwriting } from './underwriting.ts'
import { createWebhookSender } from './webhook-delivery.ts'

export interface SandboxOptions {
  /** Folder that holds all state. */
  data: string
  host: string
  /** 0 takes a free one. */
  port: number
  /** Milliseconds between one step of the underwriting and the next; waits between deliveries scale with it. */
  paceMs: number
  seed: number
  /** How many offers a review ends with. */
  offers: number
  /** Leaves everything but `iss` and `iat` out of webhook signatures. */
  unboundSignatures: boolean
  maxDocumentBytes: number
  /** Added to the machine's clock. */
  clockOffsetMs: number
  environment: Environment
  /** Where notifications come from, the primary first; null takes those of the environment. */
  senderAddresses: string[] | null
  shapes: ShapeName
  notOffered: Operation[]
  /** Port of the admin endpoint, 0 for a free one; null is none. */
  adminPort: number | null
}

export interface Sandbox {
  base_url: string
  client_id: string
  client_secret: string
  jwks_url: string
  environment: Environment
  /** All addresses that notifications may come from. */
  sender_addresses: readonly string[]
  /** Where the faults are switched; absent unless asked for. */
  admin_url?: string
  stop(): Promise<void>
}

/** The admin endpoint has no credentials: it is for this machine only. */
const ADMIN_HOST = '127.0.0.1'
/** How long a request in progress may hold up the end. */
const STOP_GRACE_MS = 2000

/** Wires the service and starts it. Rejects when the data can't be opened or the address is taken. */
export async function startSandbox(options: SandboxOptions, log: Log): Promise<Sandbox> {
  let clockOffsetMs = options.clockOffsetMs
  const clock = (): number => Date.now() + clockOffsetMs
  let baseUrl = ''
  const { environment, paceMs, seed, maxDocumentBytes } = options
  const store = openStore(options.data, seed, environment)
  const keys = await createKeyRing(store.credentials)
  const signing = createSigning(keys, clock, !options.unboundSignatures)
  const senders = await createSenderAddresses(options.senderAddresses ?? SENDER_ADDRESSES[environment], log)
  const faults = createFaultList()
  const webhookFaults = createWebhookFaults(faults, store, clock, log)
  const sender = createWebhookSender({ store, signing, faults: webhookFaults, senders, clock, paceMs, log })
  const events = createEvents(store, sender, clock, () => baseUrl)
  const underwriting = createUnderwriting(store, events, clock, { paceMs, seed, offers: options.offers })
  const service: Service = {
    store,
    signing,
    keys,
    underwriting,
    events,
    faults,
    senders,
    shapes: shapesNamed(options.shapes),
    notOffered: new Set(options.notOffered),
    clock,
    log,
    maxDocumentBytes,
  }
  const app = await buildServer(service)

  /** Moves the clock; what has become due by it happens. */
  function setClockOffset(ms: number): void {
    clockOffsetMs = ms
    sender.resume()
    underwriting.resume()
  }

  await app.listen({ host: options.host, port: options.port })
  const { port } = app.server.address() as AddressInfo
  baseUrl = `http://${isIPv6(options.host) ? `[${options.host}]` : options.host}:${port}`
  const admin = options.adminPort === null ? null : buildAdmin(service, setClockOffset)
  const adminUrl = await admin?.listen({ host: ADMIN_HOST, port: options.adminPort ?? 0 })
  sender.resume()
  underwriting.resume()

  async function stop(): Promise<void> {
    const impatience = setTimeout(() => app.server.closeAllConnections(), STOP_GRACE_MS)
    await Promise.all([app.close(), admin?.close()])
    clearTimeout(impatience)
    await Promise.all([underwriting.stop(), sender.stop()])
    store.close()
  }

  return {
    base_url: baseUrl,
    ...store.credentials.client(),
    jwks_url: `${baseUrl}/iso/api/auth/.well-known/jwks.json`,
    environment,
    sender_addresses: senders.addresses,
    ...(adminUrl !== undefined && { admin_url: adminUrl }),
    stop,
  }
}
