import { failureOf, must, resultOf } from '../base/failure.ts'
import type { Environment, EnvironmentName } from '../../../src-shared/platform/words/vocabulary.ts'
import { fail, ok, type AppError, type Result } from '../../../src-shared/platform/base/errors.ts'
import { noteFault } from '../base/log-lines.ts'
import { allDone, oneAtATime } from '../base/one-at-a-time.ts'
import type { Emit, Log } from '../base/system.ts'
import type { EnvironmentLife } from './environment-life.ts'
import { brokeOff, environmentMismatch, type Environments, type Platform } from './platform.ts'

/**
 * Manages which environment is open. At most one environment is open at a time. The manager opens it on first use.
 * If the opening fails, the manager reports the failure, and the next call tries again.
 */
export class EnvironmentManager<Opened extends Managed> implements Environments<Opened> {
  readonly #parts: ManagerParts<Opened>
  #opening: Promise<Result<Opened>> | null = null
  /** The reason why no environment is open, if the last try failed. */
  #failed: AppError | null = null
  /** Number of times that an environment was closed. Work that compares this number knows whether its environment is still open. */
  #closings = 0

  constructor(parts: ManagerParts<Opened>) {
    this.#parts = parts
  }

  open(): Promise<Result<Opened>> {
    return this.#opening ?? this.#hold(this.#open())
  }

  /**
   * Opens the environment when the app starts. This also starts event sync. If opening fails and no window exists, as after a start at login,
   * opens a window that shows the problem. Otherwise the user would not notice that no events arrive.
   */
  async openAtStart(windows: { handle(): object | null; show(): void }): Promise<void> {
    await this.open()
    if (this.#failed !== null && windows.handle() === null) windows.show()
  }

  async openExpected(expected: unknown): Promise<Result<ExpectedEnvironment<Opened>>> {
    const opened = await this.open()
    if (!opened.ok) return opened
    const name = this.#parts.isDemo() ? 'demo' : opened.value.context.environment
    return expected === name ? ok({ ...opened.value, name }) : fail(environmentMismatch())
  }

  async runAndNotify<T>(window_id: string | null, work: () => Promise<T>): Promise<T> {
    const closings = this.#closings
    try {
      return await work()
    } finally {
      this.#parts.emit('environment.changed', { window_id, switched: closings !== this.#closings })
    }
  }

  get failed(): AppError | null {
    return this.#failed
  }

  async current(): Promise<Opened | null> {
    const opened = await this.#opening
    return opened?.ok ? opened.value : null
  }

  /**
   * Handles a wake-up or a network change: checks for events and sends queued tasks immediately. If opening failed before, tries again,
   * because the cause may have ended. For example, the keychain is now unlocked, or the disk is connected. A locked keychain prompts the
   * user each time. A network change alone therefore does not retry after a keychain error.
   */
  async retryNow(cause: WakeCause): Promise<void> {
    const isKeychain = this.#failed?.code.startsWith('KEYCHAIN_') === true
    if (this.#failed?.retryable === true && !(isKeychain && cause === 'network')) {
      await this.open()
      return
    }
    ;(await this.current())?.life.wake()
  }

  /** Copies the vault's write-ahead log into the database file. Called when the screen locks or the computer sleeps. */
  async checkpoint(): Promise<void> {
    await (await this.current())?.context.vault.checkpoint()
  }

  /** True while a request to the partner is in flight. */
  async isSending(): Promise<boolean> {
    return (await this.current())?.life.isSending === true
  }

  /** Closes the environment because the app ends. First aborts uploads, and waits for the jobs that still need the environment. */
  async end(): Promise<void> {
    try {
      await (await this.current())?.life.stopSending()
      await allDone()
    } finally {
      await this.close()
    }
  }

  async close(): Promise<void> {
    const opening = this.#opening
    this.#opening = null
    this.#failed = null
    this.#closings++
    const opened = await opening
    if (opened?.ok) await opened.value.life.stop()
  }

  get environment(): Environment {
    const { isDemo, chosen } = this.#parts
    return isDemo() ? 'sandbox' : chosen.get()
  }

  /** Stores the choice. The environment of a demo is not the broker's choice. */
  async #choose(environment: Environment): Promise<void> {
    if (!this.#parts.isDemo()) await this.#parts.chosen.set(environment)
  }

  reopen<T>(environment: Environment, work: () => Promise<T>): Promise<T> {
    return oneAtATime('connection', async () => {
      let done: Result<T> | undefined
      const opened = await this.#anew(async () => {
        done = await resultOf(work())
        if (done.ok) await this.#choose(environment)
      })
      if (done?.ok === false) throw failureOf(done.error)
      must(opened)
      return (done as { value: T }).value
    })
  }

  /** Closes the open environment, runs `work`, and opens the chosen environment. Concurrent calls wait. */
  #anew(work: () => Promise<void>): Promise<Result<Opened>> {
    const closed = this.close()
    return this.#hold(closed.then(work).then(() => this.#open()))
  }

  /**
   * Stores a running opening, so that concurrent callers wait for the same one. A failed opening is discarded, so that the next call tries
   * again.
   */
  #hold(opening: Promise<Opened>): Promise<Result<Opened>> {
    const held: Promise<Result<Opened>> = resultOf(opening)
      .catch((thrown: unknown) => {
        noteFault(this.#parts.log, 'environment not opened', thrown)
        return fail(brokeOff())
      })
      .then((opened) => {
        // The environment was closed while it was being opened, so this result no longer counts.
        if (this.#opening !== held) return opened
        const hadFailed = this.#failed !== null
        this.#failed = opened.ok ? null : opened.error
        if (!opened.ok) this.#opening = null
        // The previous opening failed, and every window shows the reason. Now an environment is open, so notify all windows.
        else if (hadFailed) this.#parts.emit('environment.changed', { window_id: null, switched: false })
        return opened
      })
    this.#opening = held
    return held
  }

  async #open(): Promise<Opened> {
    const closings = this.#closings
    const opened = await this.#parts.openEnvironment(this.environment)
    await opened.life.start()
    if (closings === this.#closings) opened.life.listen(this.#parts.whenShown)
    return opened
  }

  choose(environment: Environment): Promise<Result<Opened>> {
    return this.environment === environment ? this.open() : this.#anew(() => this.#choose(environment))
  }

  reconnect<T>(
    opening: () => Promise<Opened>,
    work: (opened: Opened) => Promise<void>,
    view: (opened: Opened) => Promise<T>,
  ): Promise<T> {
    return oneAtATime('connection', async () => {
      const opened = await opening()
      await opened.life.reconnect(() => work(opened))
      return view(opened)
    })
  }
}

/** Why a retry may succeed: the user is back at the computer, or only the network changed. */
export type WakeCause = 'awake' | 'network'

/** What the manager needs of an environment that it opened. */
interface Managed {
  context: Pick<Platform, 'environment' | 'vault'>
  life: EnvironmentLife
}

/**
 * The open environment. The window that made the request shows the same environment. A change that waits for a system dialog compares
 * `name` again after the dialog, because another environment may be open by then.
 */
export type ExpectedEnvironment<Opened> = Opened & { name: EnvironmentName }

interface ManagerParts<Opened> {
  openEnvironment(environment: Environment): Promise<Opened>
  /** Resolves when the first screen is shown. Only then does background work start. */
  whenShown: Promise<void>
  /** The environment that the broker chose, stored for the next start. */
  chosen: { get(): Environment; set(environment: Environment): Promise<void> }
  isDemo(): boolean
  emit: Emit
  log: Log
}
