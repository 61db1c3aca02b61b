import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'
import { buildAdmin } from './admin-server.ts'
import { createEvents, createWebhookSender } from './webhook-delivery.ts'
import { openDocumentFiles } from './document-files.ts'
import { createFaultList } from './faults/faults.ts'
import { createWebhookFaults } from './faults/webhook-faults.ts'
import { createKeyRing, createSigning } from './signing.ts'
import type { Log } from './clock-and-log.ts'
import type { Service } from './service.ts'
import { buildServer } from './server.ts'
import { SHAPES, type ShapeName } from './shapes.ts'
import { openStore } from './store.ts'
import { createUnderwriting } from './underwriting.ts'

export interface SandboxOptions {
  data: string
  /** 0 selects a free port. */
  port: number
  /** Milliseconds between two steps of the underwriting, and unit of the delays between attempts to deliver a notification. */
  paceMs: number
  seed: number
  offers: number
  environment: Environment
  shapes: ShapeName
  /** Port of the admin endpoint; 0 selects a free port, null disables the endpoint. */
  adminPort: number | null
}

const HOST = '127.0.0.1'
/** Four per environment, none of them in both (spec section 6). All addresses in 127.0.0.0/8 belong to this machine. */
const SENDER_ADDRESSES: Record<Environment, [string, ...string[]]> = {
  sandbox: ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'],
  production: ['127.0.0.5', '127.0.0.6', '127.0.0.7', '127.0.0.8'],
}
const STOP_GRACE_MS = 2000

export async function startSandbox(options: SandboxOptions, log: Log) {
  let clockOffsetMs = 0
  const clock = (): number => Date.now() + clockOffsetMs
  let baseUrl = ''
  const { environment, paceMs, seed } = options
  const store = openStore(options.data, seed, environment)
  const keys = await createKeyRing(store)
  const signing = createSigning(keys, clock)
  const sender_addresses = SENDER_ADDRESSES[environment]
  const faults = createFaultList()
  const sender = createWebhookSender({
    store,
    signing,
    faults: createWebhookFaults(faults, store, clock, log),
    sender_address: sender_addresses[0],
    clock,
    paceMs,
    log,
  })
  const events = createEvents(store, sender, clock, () => baseUrl)
  const underwriting = createUnderwriting(store, events, clock, { paceMs, seed, offers: options.offers })
  const service: Service = {
    store,
    files: openDocumentFiles(join(options.data, 'documents'), store),
    signing,
    keys,
    underwriting,
    events,
    faults,
    shapes: SHAPES[options.shapes],
    clock,
    log,
  }
  const app = await buildServer(service)

  function setClockOffset(ms: number): void {
    clockOffsetMs = ms
    sender.resume()
    underwriting.resume()
  }

  await app.listen({ host: HOST, port: options.port })
  const { port } = app.server.address() as AddressInfo
  baseUrl = `http://${HOST}:${port}`
  const admin = options.adminPort === null ? null : buildAdmin(service, setClockOffset)
  const adminUrl = await admin?.listen({ host: HOST, port: options.adminPort ?? 0 })
  sender.resume()
  underwriting.resume()

  async function stop(): Promise<void> {
    const forceClose = setTimeout(() => app.server.closeAllConnections(), STOP_GRACE_MS)
    await Promise.all([app.close(), admin?.close()])
    clearTimeout(forceClose)
    await Promise.all([underwriting.stop(), sender.stop()])
    store.close()
  }

  return {
    base_url: baseUrl,
    ...store.client,
    jwks_url: `${baseUrl}/iso/api/auth/.well-known/jwks.json`,
    environment,
    sender_addresses,
    ...(adminUrl !== undefined && { admin_url: adminUrl }),
    stop,
  }
}
