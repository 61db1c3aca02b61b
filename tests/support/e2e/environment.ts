import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setUp } from '../../../build/demo/journey.ts'
import { appEnvironment, type RunningApp } from '../../../build/demo/launch-app.ts'
import { startNotificationDaemon, type NotificationDaemon } from '../../../build/demo/notification-daemon.ts'
import { makeSamplePdfs } from '../../../build/demo/sample-pdfs.ts'
import {
  startRelay,
  startSandbox,
  type RelayService,
  type SandboxService,
} from '../../../build/demo/services.ts'
import { projectFolder } from '../../../build/runtime/cache.mjs'
import { electronFlags, findElectron } from '../../../build/runtime/electron.mjs'
import { launch } from './launch.ts'
import { StallWatch } from './stall-watch.ts'

type EnvironmentDeps = Pick<
  TestEnvironment,
  'folder' | 'daemon' | 'sandbox' | 'relay' | 'app' | 'stalls' | 'pdfs'
>

/**
 * A complete test system of one broker: the built app in real Electron, the sandbox and the relay as real processes, a real keyring, and a
 * desktop that shows notifications. All files are in one temporary folder. Closing the environment deletes this folder.
 */
export class TestEnvironment {
  readonly folder: string
  readonly daemon: NotificationDaemon
  sandbox: SandboxService
  relay: RelayService
  app: RunningApp
  stalls: StallWatch
  /** Paths of real PDFs, made by ghostscript. */
  readonly pdfs: string[]

  private constructor(parts: EnvironmentDeps) {
    this.folder = parts.folder
    this.daemon = parts.daemon
    this.sandbox = parts.sandbox
    this.relay = parts.relay
    this.app = parts.app
    this.stalls = parts.stalls
    this.pdfs = parts.pdfs
  }

  /** Starts everything. `prepare` gets the path of the app's data folder before the app starts, so that a test can fill the folder. */
  static async open(prepare: (data: string) => Promise<void> = async () => {}): Promise<TestEnvironment> {
    const folder = await mkdtemp(join(tmpdir(), 'funding-desk-e2e-'))
    await prepare(join(folder, 'app'))
    const daemon = await startNotificationDaemon()
    const sandbox = await startSandbox({ data: join(folder, 'sandbox'), speed: 'fast', admin: true })
    const relay = await startRelay({ data: join(folder, 'relay'), jwks_url: sandbox.jwks_url })
    const [app, pdfs] = await Promise.all([
      launch(join(folder, 'app')),
      makeSamplePdfs(join(folder, 'documents')),
    ])
    const stalls = await StallWatch.start(app.application)
    return new TestEnvironment({ folder, daemon, sandbox, relay, app, stalls, pdfs })
  }

  /** Starts everything and completes the app's first run (connection to the sandbox and the relay). */
  static async openSetUp(prepare?: (data: string) => Promise<void>): Promise<TestEnvironment> {
    const environment = await TestEnvironment.open(prepare)
    await setUp(environment.app, environment.sandbox, environment.relay)
    return environment
  }

  get page() {
    return this.app.page
  }

  /** Opens an address within the app, as a link does: `#/deals/…`. */
  async goTo(address: string): Promise<void> {
    await this.page.evaluate(`void (location.hash = ${JSON.stringify(address)})`)
  }

  /** Starts the app again with the same data folder. */
  async relaunch(): Promise<void> {
    this.app = await launch(join(this.folder, 'app'))
    this.stalls = await StallWatch.start(this.app.application)
  }

  /**
   * Starts a second instance of the program, as the operating system does when the broker clicks a link to the app. Waits until the second
   * instance ends. Rejects unless it ends successfully and soon. It runs without Playwright, because Playwright cannot attach to an app
   * that ends immediately.
   */
  async startBeside(...args: string[]): Promise<void> {
    const { executable } = await findElectron()
    const env = appEnvironment(join(this.folder, 'app'))
    await promisify(execFile)(executable, [...electronFlags(executable), projectFolder, ...args], {
      env,
      timeout: 20_000,
    })
  }

  /** Restarts the sandbox with the same data folder and port. */
  async restartSandbox(): Promise<void> {
    this.sandbox = await startSandbox({
      data: join(this.folder, 'sandbox'),
      port: this.sandbox.port,
      speed: 'fast',
    })
  }

  async restartRelay(): Promise<void> {
    const { port } = this.relay
    this.relay = await startRelay({
      data: join(this.folder, 'relay'),
      port,
      jwks_url: this.sandbox.jwks_url,
    })
  }

  async close(): Promise<void> {
    await this.app.close().catch(() => {})
    await this.relay.stop()
    await this.sandbox.stop()
    this.daemon.stop()
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
