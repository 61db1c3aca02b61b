import { failureOf, must, resultOf } from '../platform/base/failure.ts'
import type { Environment, EnvironmentName } from '../../src-shared/platform/words/vocabulary.ts'
import { fail, ok, type AppError, type Result } from '../../src-shared/platform/base/errors.ts'
import { noteFault, drop } from '../platform/base/log-lines.ts'
import { notifyUnread } from '../features/inbox/inbox.ts'
import { oneAtATime } from '../platform/base/one-at-a-time.ts'
import { brokeOff, environmentMismatch, type Environments } from '../platform/environment/platform.ts'
import type { ReadingQueue } from '../features/statements/reading-queue.ts'
import type { EventSync } from '../features/events/event-sync.ts'
import type { Emit, Log } from '../platform/base/system.ts'
import type { OpenContext } from './open-context.ts'
import type { Handlers } from '../platform/ipc/room.ts'
import type { SubmissionEngine } from '../features/submission/engine.ts'
import type { Reminders } from '../features/follow-ups/reminders.ts'
import type { Housekeeping } from '../features/backup/housekeeping.ts'

/**
 * Manages which environment is open. At most one environment is open at a time. The manager opens it on first use.
 * If the opening fails, the manager reports the failure, and the next call tries again.
 */
export class EnvironmentManager implements Environments<OpenEnvironment> {
  readonly #parts: EnvironmentDeps
  #opening: Promise<Result<OpenEnvironment>> | null = null
  /** The reason why no environment is open, if the last try failed. */
  #failed: AppError | null = null
  /** Resolves when the background work, which waits for the first screen, has started. */
  #listening: Promise<void> = Promise.resolve()
  /**
   * Number of times that an environment was closed. Delayed work compares this number before it starts. If the number changed, the
   * environment of that work was closed, and the work does not start.
   */
  #closings = 0

  constructor(parts: EnvironmentDeps) {
    this.#parts = parts
  }

  open(): Promise<Result<OpenEnvironment>> {
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

  async openExpected(expected: unknown): Promise<Result<ExpectedEnvironment>> {
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

  async current(): Promise<OpenEnvironment | null> {
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
    const opened = await this.current()
    opened?.eventSync.retryNow()
    opened?.engine.retryNow()
    opened?.reminders.wake()
  }

  /** Copies the vault's write-ahead log into the database file. Called when the screen locks or the computer sleeps. */
  async checkpoint(): Promise<void> {
    await (await this.current())?.context.vault.checkpoint()
  }

  /** True while a request to the partner is in flight. */
  async isSending(): Promise<boolean> {
    return (await this.current())?.engine.isBusy === true
  }

  /** Stops sending and aborts uploads, because the app is about to end. */
  async stopSending(): Promise<void> {
    await (await this.current())?.engine.stop()
  }

  async close(): Promise<void> {
    const opening = this.#opening
    this.#opening = null
    this.#failed = null
    this.#closings++
    const opened = await opening
    if (!opened?.ok) return
    const { engine, housekeeping, reminders, statements, eventSync, disconnect, context } = opened.value
    // A failure to stop one part must leave neither the others running nor the vault open.
    const stops: (() => unknown)[] = [
      () => engine.stop(),
      () => this.#listening,
      () => housekeeping.stop(),
      () => reminders.stop(),
      () => statements.stop(),
      () => eventSync.stop(),
      disconnect,
    ]
    for (const stop of stops)
      try {
        await stop()
      } catch (thrown) {
        noteFault(this.#parts.log, 'environment not closed', thrown)
      }
    await context.vault.close()
  }

  get environment(): Environment {
    return this.#parts.chosen.get()
  }

  reopen<T>(environment: Environment, work: () => Promise<T>): Promise<T> {
    return oneAtATime('connection', async () => {
      let done: Result<T> | undefined
      const opened = await this.#anew(async () => {
        done = await resultOf(work())
        if (done.ok) await this.#parts.chosen.set(environment)
      })
      if (done?.ok === false) throw failureOf(done.error)
      must(opened)
      return (done as { value: T }).value
    })
  }

  /** Closes the open environment, runs `work`, and opens the chosen environment. Concurrent calls wait. */
  #anew(work: () => Promise<void>): Promise<Result<OpenEnvironment>> {
    const closed = this.close()
    return this.#hold(closed.then(work).then(() => this.#open()))
  }

  /**
   * Stores a running opening, so that concurrent callers wait for the same one. A failed opening is discarded, so that the next call tries
   * again.
   */
  #hold(opening: Promise<OpenEnvironment>): Promise<Result<OpenEnvironment>> {
    const held: Promise<Result<OpenEnvironment>> = resultOf(opening)
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

  async #open(): Promise<OpenEnvironment> {
    const opened = await this.#parts.openEnvironment(this.#parts.chosen.get())
    const { context, engine, housekeeping, reminders, statements, eventSync } = opened
    try {
      await engine.start()
    } catch (thrown) {
      await context.vault.close()
      throw thrown
    }
    // The work in `then` runs in the background after the first screen. Callers therefore do not wait for a connection or for emptying the
    // trash.
    const closings = this.#closings
    this.#listening = this.#parts.whenShown.then(() => {
      if (closings !== this.#closings) return
      drop(this.#parts.log, notifyUnread(context))
      housekeeping.start()
      reminders.start()
      statements.start()
      return eventSync.restart()
    })
    // Whoever waits for this work continues without the part that failed.
    this.#listening = this.#listening.catch((thrown: unknown) =>
      noteFault(this.#parts.log, 'environment not opened', thrown),
    )
    return opened
  }

  choose(environment: Environment): Promise<Result<OpenEnvironment>> {
    const { chosen } = this.#parts
    return chosen.get() === environment ? this.open() : this.#anew(() => chosen.set(environment))
  }

  reconnect<T>(
    opening: () => Promise<OpenEnvironment>,
    work: (opened: OpenEnvironment) => Promise<void>,
    view: (opened: OpenEnvironment) => Promise<T>,
  ): Promise<T> {
    return oneAtATime('connection', async () => {
      const opened = await opening()
      const { eventSync, engine } = opened
      await this.#listening
      await eventSync.stop()
      const done = await resultOf(work(opened))
      // Disconnect even after a failed change, because a part of it may be stored.
      opened.disconnect()
      await eventSync.restart()
      if (done.ok) engine.release()
      must(done)
      return view(opened)
    })
  }
}

/** Why a retry may succeed: the user is back at the computer, or only the network changed. */
export type WakeCause = 'awake' | 'network'

/** An opened environment. `disconnect` discards the client for the partner's API and the client's tokens. */
export interface OpenEnvironment {
  context: OpenContext
  eventSync: EventSync
  engine: SubmissionEngine
  housekeeping: Pick<Housekeeping, 'start' | 'stop'>
  reminders: Pick<Reminders, 'start' | 'stop' | 'wake'>
  statements: Pick<ReadingQueue, 'start' | 'stop'>
  disconnect(): void
  /** The handlers of the channels that work on this environment. */
  handlers: Handlers
}

/**
 * The open environment. The window that made the request shows the same environment. A change that waits for a system dialog compares
 * `name` again after the dialog, because another environment may be open by then.
 */
export interface ExpectedEnvironment extends OpenEnvironment {
  name: EnvironmentName
}

interface EnvironmentDeps {
  openEnvironment(environment: Environment): Promise<OpenEnvironment>
  /** Resolves when the first screen is shown. Only then does background work start. */
  whenShown: Promise<void>
  /** The chosen environment, stored for the next start. */
  chosen: { get(): Environment; set(environment: Environment): Promise<void> }
  isDemo(): boolean
  emit: Emit
  log: Log
}
