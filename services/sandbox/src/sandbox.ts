import { isIPv6 } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createEvents } from './events.ts'
import type { Log } from './log.ts'
import { buildServer } from './server.ts'
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
  /** Leaves everything but `iss` and `iat` out of webhook signatures. */
  unboundSignatures: boolean
  maxDocumentBytes: number
  /** Added to the machine's clock. */
  clockOffsetMs: number
}

export interface Sandbox {
  base_url: string
  client_id: string
  client_secret: string
  jwks_url: string
  stop(): Promise<void>
}

/** How long a request in progress may hold up the end. */
const STOP_GRACE_MS = 2000

/** Wires the service and starts it. Rejects when the data can't be opened or the address is taken. */
export async function startSandbox(options: SandboxOptions, log: Log): Promise<Sandbox> {
  const clock = (): number => Date.now() + options.clockOffsetMs
  let baseUrl = ''
  const store = openStore(options.data, options.seed)
  const signing = await createSigning(store.credentials, clock, !options.unboundSignatures)
  const sender = createWebhookSender(store, signing, clock, options.paceMs, log)
  const events = createEvents(store, sender, clock, () => baseUrl)
  const underwriting = createUnderwriting(store, events, clock, options.paceMs, options.seed)
  const { maxDocumentBytes } = options
  const app = await buildServer({ store, signing, underwriting, events, clock, log, maxDocumentBytes })

  await app.listen({ host: options.host, port: options.port })
  const { port } = app.server.address() as AddressInfo
  baseUrl = `http://${isIPv6(options.host) ? `[${options.host}]` : options.host}:${port}`
  sender.resume()
  underwriting.resume()

  async function stop(): Promise<void> {
    const impatience = setTimeout(() => app.server.closeAllConnections(), STOP_GRACE_MS)
    await app.close()
    clearTimeout(impatience)
    await Promise.all([underwriting.stop(), sender.stop()])
    store.close()
  }

  return {
    base_url: baseUrl,
    ...store.credentials.client(),
    jwks_url: `${baseUrl}/iso/api/auth/.well-known/jwks.json`,
    stop,
  }
}
