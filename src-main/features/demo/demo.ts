import { must, resultOf, Failure, failure } from '../../platform/base/failure.ts'
import { z } from 'zod'
import { existsSync } from 'node:fs'
import { appError } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { DemoServices, DemoConnection } from '../../platform/base/system.ts'
import type { Credentials } from '../../../src-shared/features/connection/environment.ts'
import type { Environments } from '../../platform/environment/platform.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import type { HostProcess, StartHost } from '../../platform/vault/host-process.ts'

/** The folders of a demo's data, separate from the real data of the office. */
export interface DemoPlace {
  readonly isDemo: boolean
  prepareDemo(): Promise<string>
  clearDemo(): Promise<void>
  enterDemo(): void
  leaveDemo(): void
}

/** Connects the demo's environment to the sandbox and the relay. */
interface DemoConnections {
  connections: {
    saveCredentials(credentials: Credentials): Promise<unknown>
    pairRelay(pairing: { url: string; code: string; device_name: string }, expected: 'demo'): Promise<unknown>
  }
  webhooks: { register(expected: 'demo'): Promise<unknown> }
}

export interface DemoStatus {
  available: boolean
  running: boolean
}

/**
 * Lets a user try the app without an account at the partner. Uses a sandbox (a simulated partner) and a relay on this computer, and
 * separate data. During the demo, the office's real data is closed and does not change. When the app ends, the demo ends too.
 */
export class Demo {
  readonly #environmentManager: Pick<Environments, 'environment' | 'reopen'>
  readonly #own: DemoConnections
  readonly #place: DemoPlace
  readonly #services: DemoServices
  #before: Environment = 'sandbox'

  constructor(
    environmentManager: Pick<Environments, 'environment' | 'reopen'>,
    own: DemoConnections,
    place: DemoPlace,
    services: DemoServices,
  ) {
    this.#environmentManager = environmentManager
    this.#own = own
    this.#place = place
    this.#services = services
  }

  get status(): DemoStatus {
    return { available: this.#services.available, running: this.#place.isDemo }
  }

  /** Starts the sandbox and the relay and connects to them. If this fails, reopens the office's real data. */
  start(): Promise<DemoStatus> {
    return oneAtATime('demo', async () => {
      if (this.#place.isDemo) return this.status
      this.#before = this.#environmentManager.environment
      const started = await this.#services.start(await this.#place.prepareDemo())
      const connected = await resultOf(this.#connect(started))
      // The first failure is the reason that the broker needs.
      if (!connected.ok) await resultOf(this.#leave())
      must(connected)
      return this.status
    })
  }

  /** Ends the demo permanently and reopens the office's real data. */
  stop(): Promise<DemoStatus> {
    return oneAtATime('demo', async () => {
      if (!this.#place.isDemo) return this.status
      await this.#leave()
      return this.status
    })
  }

  /** Ends the demo when the app ends. Call this after the open environment was closed. */
  async end(): Promise<void> {
    this.#services.stop()
    if (this.#place.isDemo) await this.#place.clearDemo()
  }

  /** Runs `work`. While a demo runs, refuses it, because `work` would mix the demo's data with real data. */
  async unlessRunning<T>(work: () => Promise<T>): Promise<T> {
    if (this.#place.isDemo) throw new Failure(running())
    return work()
  }

  async #connect(connection: {
    base_url: string
    client_id: string
    client_secret: string
    relay_url: string
    pairing_code: string
  }): Promise<unknown> {
    const { base_url, client_id, client_secret, relay_url, pairing_code } = connection
    await this.#switch('sandbox', () => this.#place.enterDemo())
    const { connections, webhooks } = this.#own
    const environment = 'sandbox'
    await connections.saveCredentials({
      environment,
      base_url,
      client_id,
      client_secret,
    })
    const pairing = { url: relay_url, code: pairing_code, device_name: 'Demo' }
    await connections.pairRelay(pairing, 'demo')
    return webhooks.register('demo')
  }

  async #leave(): Promise<void> {
    const left = await resultOf(this.#switch(this.#before, () => this.#place.leaveDemo()))
    this.#services.stop()
    await this.#place.clearDemo()
    must(left)
  }

  #switch(environment: Environment, turn: () => void): Promise<void> {
    return this.#environmentManager.reopen(environment, async () => {
      turn()
    })
  }
}

function running() {
  return appError('DEMO_RUNNING', msg.errors.demoRunning, msg.errors.leaveDemoFirst)
}

const READY_WITHIN_MS = 30_000

const answerSchema = z.union([
  z.object({
    services: z.object({
      base_url: z.string(),
      client_id: z.string(),
      client_secret: z.string(),
      relay_url: z.string(),
      pairing_code: z.string(),
    }),
  }),
  z.object({ failed: z.string() }),
])

/**
 * Runs the bundled sandbox (a simulated partner) and relay in a separate process. This process uses the same runtime as the vault's
 * process.
 */
export class BundledDemoServices implements DemoServices {
  readonly available: boolean
  readonly #startHost: StartHost<unknown>
  #host: HostProcess<unknown> | null = null

  constructor(file: string, startHost: StartHost<unknown>) {
    this.available = existsSync(file)
    this.#startHost = startHost
  }

  start(data: string): Promise<DemoConnection> {
    this.stop()
    const host = this.#startHost()
    this.#host = host
    return new Promise((resolve, reject) => {
      const give = (why: Message) => {
        clearTimeout(timer)
        this.stop()
        reject(notStarted(why))
      }
      const timer = setTimeout(() => give(msg.errors.sandboxSilent), READY_WITHIN_MS)
      host.onExit(() => give(msg.errors.sandboxEnded))
      host.onMessage((message) => {
        const answer = answerSchema.safeParse(message)
        if (!answer.success) return
        if ('failed' in answer.data) return give(answer.data.failed)
        clearTimeout(timer)
        resolve(answer.data.services)
      })
      host.post({ data })
    })
  }

  stop(): void {
    this.#host?.kill()
    this.#host = null
  }
}

function notStarted(why: Message): Failure {
  return failure('DEMO_NOT_STARTED', msg.errors.sandboxNotStarted(why), msg.errors.againOrCredentials, {
    retryable: true,
  })
}
