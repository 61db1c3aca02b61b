import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { setUp } from '../../../build/demo/journey.ts'
import { appEnvironment, type RunningApp } from '../../../build/demo/launch-app.ts'
import { startNotificationDaemon, type NotificationDaemon } from '../../../build/demo/notification-daemon.ts'
import { writeSamplePapers } from '../../../build/demo/sample-papers.ts'
import {
  serveRelay,
  startSandbox,
  type RelayService,
  type SandboxService,
} from '../../../build/demo/services.ts'
import { projectFolder } from '../../../build/runtime/cache.mjs'
import { electronFlags, findElectron } from '../../../build/runtime/electron.mjs'
import { Cleanup } from '../cleanup.ts'
import { setUpRelay } from '../relay/relay.ts'
import { launch } from './launch.ts'
import { copySecrets } from './secrets.ts'
import { StallWatch } from './stall-watch.ts'

type EnvironmentDeps = Pick<
  TestEnvironment,
  'folder' | 'daemon' | 'sandbox' | 'relay' | 'app' | 'stalls' | 'pdfs'
>

/** Where the data of a copied first run comes from. The app's data contains both ports. */
interface Origin {
  /** The app's data folder during the first run. The names of its secrets in the keychain depend on this path. */
  data: string
  sandbox_port: number
  relay_port: number
  /** Paths of the sample PDFs, relative to the environment's folder. */
  pdfs: string[]
}

const ORIGIN = 'origin.json'

/** True if the tests run in their own desktop session, whose temporary folder and keychain end with the session. */
const hasOwnSession = process.env['FUNDING_DESK_SESSION'] !== undefined

const newFolder = () => mkdtemp(join(tmpdir(), 'funding-desk-e2e-'))

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
  /** Paths of the papers that the demo offers: an application, bank statements, and a voided check. */
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
    const folder = await newFolder()
    await prepare(join(folder, 'app'))
    const sandbox = await startSandbox({ data: join(folder, 'sandbox'), speed: 'fast', admin: true })
    const { data } = await setUpRelay(new Cleanup(), sandbox.jwks_url, join(folder, 'relay'))
    const relay = await serveRelay({ data, port: 0 })
    return TestEnvironment.#start(
      folder,
      sandbox,
      relay,
      writeSamplePapers(join(folder, 'documents')).then(({ papers }) => papers),
    )
  }

  /**
   * Starts everything after the app's first run (connection to the sandbox and the relay). Performs the first run only once per desktop
   * session, and starts each environment with a copy of all its data. With `prepare`, performs the first run on the prepared data.
   */
  static async openSetUp(prepare?: (data: string) => Promise<void>): Promise<TestEnvironment> {
    if (prepare !== undefined || !hasOwnSession) return TestEnvironment.#openAndSetUp(prepare)
    const kept = join(tmpdir(), 'funding-desk-e2e-set-up')
    if (!existsSync(kept)) await TestEnvironment.#keepSetUp(kept)
    return TestEnvironment.#openCopy(kept).catch(async (error: unknown) => {
      if (!String(error).includes('EADDRINUSE')) throw error
      // Another program uses a port of the first run by now, and the app's data contains this port.
      await rm(kept, { recursive: true })
      await TestEnvironment.#keepSetUp(kept)
      return TestEnvironment.#openCopy(kept)
    })
  }

  static async #openAndSetUp(prepare?: (data: string) => Promise<void>): Promise<TestEnvironment> {
    const environment = await TestEnvironment.open(prepare)
    await setUp(environment.app, environment.sandbox, environment.relay)
    return environment
  }

  /** Performs the first run, ends everything, and moves all data to the folder `kept`. */
  static async #keepSetUp(kept: string): Promise<void> {
    const environment = await TestEnvironment.#openAndSetUp()
    const { folder, sandbox, relay } = environment
    await environment.#end()
    const origin: Origin = {
      data: join(folder, 'app'),
      sandbox_port: sandbox.port,
      relay_port: relay.port,
      pdfs: environment.pdfs.map((path) => relative(folder, path)),
    }
    await writeFile(join(folder, ORIGIN), JSON.stringify(origin))
    await rename(folder, kept)
  }

  static async #openCopy(kept: string): Promise<TestEnvironment> {
    const folder = await newFolder()
    await cp(kept, folder, { recursive: true })
    const origin = JSON.parse(await readFile(join(kept, ORIGIN), 'utf8')) as Origin
    await copySecrets(origin.data, join(folder, 'app'))
    const sandbox = await startSandbox({
      data: join(folder, 'sandbox'),
      port: origin.sandbox_port,
      speed: 'fast',
      admin: true,
    })
    const relay = await serveRelay({ data: join(folder, 'relay'), port: origin.relay_port }).catch(
      async (error: unknown) => {
        await sandbox.stop()
        throw error
      },
    )
    const pdfs = origin.pdfs.map((path) => join(folder, path))
    const environment = await TestEnvironment.#start(folder, sandbox, relay, pdfs)
    await environment.page.getByRole('heading', { name: 'Pipeline' }).waitFor()
    await environment.page.locator('[data-connection="live"]').waitFor()
    return environment
  }

  static async #start(
    folder: string,
    sandbox: SandboxService,
    relay: RelayService,
    samples: string[] | Promise<string[]>,
  ): Promise<TestEnvironment> {
    const daemon = await startNotificationDaemon()
    try {
      const [app, pdfs] = await Promise.all([launch(join(folder, 'app')), samples])
      const stalls = await StallWatch.start(app.application)
      return new TestEnvironment({ folder, daemon, sandbox, relay, app, stalls, pdfs })
    } catch (error) {
      // The test files of a worker share a process, and only one daemon can run in it.
      daemon.stop()
      throw error
    }
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
      timeout: 120_000,
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
    this.relay = await serveRelay({ data: join(this.folder, 'relay'), port })
  }

  async close(): Promise<void> {
    await this.#end()
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  async #end(): Promise<void> {
    await this.app.close().catch(() => {})
    this.daemon.stop()
    await this.relay.stop()
    await this.sandbox.stop()
  }
}
