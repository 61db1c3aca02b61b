import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { Environment } from '../../../src-shared/domain/vocabulary.ts'
import type { Office } from '../environments/office.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { DemoServices } from '../ports/demo-services.ts'

/** The place of a demo, apart from the office's own. */
export interface DemoPlace {
  readonly isDemo: boolean
  prepareDemo(): Promise<string>
  clearDemo(): Promise<void>
  enterDemo(): void
  leaveDemo(): void
}

export interface DemoStatus {
  available: boolean
  running: boolean
}

/**
 * Tries the app without an account: the sandbox and the relay that come with it, on this computer, in a place of their own.
 * What the office has is closed meanwhile and not touched. A demo ends with the app.
 */
export class Demo {
  readonly #office: Office
  readonly #place: DemoPlace
  readonly #services: DemoServices
  /** The environment that the office had open. */
  #before: Environment = 'sandbox'

  constructor(office: Office, place: DemoPlace, services: DemoServices) {
    this.#office = office
    this.#place = place
    this.#services = services
  }

  get status(): DemoStatus {
    return { available: this.#services.available, running: this.#place.isDemo }
  }

  /** Starts sandbox and relay and connects to them; when any of it fails, the office is back as it was. */
  start(): Promise<Result<DemoStatus>> {
    return oneAtATime('demo', async () => {
      if (this.#place.isDemo) return ok(this.status)
      this.#before = this.#office.environment
      const started = await this.#services.start(await this.#place.prepareDemo())
      if (!started.ok) return started
      const connected = await this.#connect(started.value)
      if (connected.ok) return ok(this.status)
      await this.#leave()
      return connected
    })
  }

  /** Closes the demo for good, and opens the office again. */
  stop(): Promise<Result<DemoStatus>> {
    return oneAtATime('demo', async () => {
      if (!this.#place.isDemo) return ok(this.status)
      const left = await this.#leave()
      return left.ok ? ok(this.status) : left
    })
  }

  /** The app ends; the office is closed by now. */
  async end(): Promise<void> {
    this.#services.stop()
    if (this.#place.isDemo) await this.#place.clearDemo()
  }

  /** What would mix a demo with what is real is refused while one runs. */
  unlessRunning<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    return this.#place.isDemo ? Promise.resolve(fail(running())) : work()
  }

  async #connect(connection: {
    base_url: string
    client_id: string
    client_secret: string
    relay_url: string
    pairing_code: string
  }): Promise<Result<unknown>> {
    const { base_url, client_id, client_secret, relay_url, pairing_code } = connection
    const entered = await this.#switch('sandbox', () => this.#place.enterDemo())
    if (!entered.ok) return entered
    const environment = 'sandbox'
    const saved = await this.#office.saveCredentials({ environment, base_url, client_id, client_secret })
    if (!saved.ok) return saved
    const pairing = { url: relay_url, code: pairing_code, device_name: 'Demo' }
    const paired = await this.#office.pairRelay(pairing, 'demo')
    return paired.ok ? this.#office.registerWebhooks('demo') : paired
  }

  async #leave(): Promise<Result<void>> {
    const left = await this.#switch(this.#before, () => this.#place.leaveDemo())
    this.#services.stop()
    await this.#place.clearDemo()
    return left
  }

  #switch(environment: Environment, turn: () => void): Promise<Result<void>> {
    return this.#office.reopen(environment, async () => {
      turn()
      return ok(undefined)
    })
  }
}

function running() {
  return appError('DEMO_RUNNING', words().errors.demoRunning, words().errors.leaveDemoFirst)
}
