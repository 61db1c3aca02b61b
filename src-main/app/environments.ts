import { Failure, failureOf, must, resultOf } from '../platform/base/failure.ts'
import type {
  ConnectionReport,
  Credentials,
  EnvironmentStatus,
} from '../../src-shared/features/connection/environment.ts'
import type { ServiceSettingsView } from '../../src-shared/features/connection/service-settings.ts'
import type { Environment, EnvironmentName } from '../../src-shared/platform/words/vocabulary.ts'
import { fail, ok, type AppError, type Result } from '../../src-shared/platform/base/errors.ts'
import { noteFault, drop } from '../platform/base/log-lines.ts'
import { notifyUnread } from '../features/inbox/inbox.ts'
import { oneAtATime } from '../platform/base/one-at-a-time.ts'
import type { SettingsReader } from '../platform/vault/vault.ts'
import { notConfirmed, brokeOff, environmentMismatch } from '../platform/environment/platform.ts'
import {
  confirmRelay,
  confirmRestored,
  confirmService,
  EnvironmentSettings,
} from '../features/connection/confirm-changes.ts'
import {
  environmentStatus,
  forgetCredentials,
  saveCredentials,
  testConnection,
} from '../features/connection/credentials.ts'
import { forgetRelay, pairRelay, type RelayPairing } from '../features/connection/relay-link.ts'
import { registerWebhooks, EnvironmentWebhooks } from '../features/webhooks/webhooks.ts'
import { viewServiceSettings, serviceOf, type Peek } from '../features/connection/service-settings.ts'
import { readConnection } from '../features/connection/connection-settings.ts'
import type { ReadingQueue } from '../features/statements/reading-queue.ts'
import type { EventSync } from '../features/events/event-sync.ts'
import type { Consent, Emit, Log } from '../platform/base/system.ts'
import type { ConnectPartner } from '../platform/partner/partner-api.ts'
import type { RelayClient } from '../platform/relay/event-source.ts'
import type { OpenContext } from './open-context.ts'
import type { Handlers } from '../platform/ipc/room.ts'
import type { SecretStore } from '../platform/keychain/secrets.ts'
import type { SubmissionEngine } from '../features/submission/engine.ts'
import type { Reminders } from '../features/follow-ups/reminders.ts'
import type { Housekeeping } from '../features/backup/housekeeping.ts'

/**
 * Manages which environment is open and how it is connected. At most one environment is open at a time. The manager opens it on first use.
 * If the opening fails, the manager reports the failure, and the next call tries again.
 */
export class EnvironmentManager {
  readonly settings: EnvironmentSettings
  readonly webhooks: EnvironmentWebhooks
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
    this.settings = new EnvironmentSettings(this, parts.consent)
    this.webhooks = new EnvironmentWebhooks(this, parts.relay)
  }

  open(): Promise<Result<OpenEnvironment>> {
    return this.#opening ?? this.#hold(this.#open())
  }

  /** Like `open`, but fails if the open environment is not the expected one. */
  async openExpected(expected: unknown): Promise<Result<ExpectedEnvironment>> {
    const opened = await this.open()
    if (!opened.ok) return opened
    const name = this.#parts.isDemo() ? 'demo' : opened.value.context.environment
    return expected === name ? ok({ ...opened.value, name }) : fail(environmentMismatch())
  }

  /** Runs work that may open another environment, and then notifies all windows except the window with `window_id`. */
  async runAndNotify<T>(window_id: string | null, work: () => Promise<T>): Promise<T> {
    const closings = this.#closings
    try {
      return await work()
    } finally {
      this.#parts.emit('environment.changed', { window_id, switched: closings !== this.#closings })
    }
  }

  async testConnection(credentials: Credentials): Promise<ConnectionReport> {
    const own = await this.#serviceOf(credentials.environment)
    const { secrets, connectPartner } = this.#parts
    const { service, proxyPassword, kept } = own
    const mayUseKept = kept?.base_url === credentials.base_url && kept.client_id === credentials.client_id
    return testConnection(secrets, connectPartner, { service, proxyPassword, mayUseKept }, credentials)
  }

  async #serviceOf(environment: Environment) {
    const opened = must(await this.open())
    return serviceOf(environment, opened.context, this.#parts.peek)
  }

  /** Tests credentials, switches to their environment if necessary, saves them, and reconnects. */
  async saveCredentials(credentials: Credentials): Promise<EnvironmentStatus> {
    const isDemo = this.#parts.isDemo()
    const own = await this.#serviceOf(credentials.environment)
    // In a demo there is no previous address to confirm, because the broker did not choose the demo's own address.
    const before = isDemo ? '' : (own.kept?.base_url ?? '')
    await confirmService(before, credentials.base_url, this.#parts.consent)
    await this.testConnection(credentials)
    const opening = async () => {
      // Does not switch to the environment if a demo started or ended while the broker confirmed the change or the credentials were tested.
      if (this.#parts.isDemo() !== isDemo) throw new Failure(environmentMismatch())
      return must(await this.#choose(credentials.environment))
    }
    return this.#change(async ({ context }) => {
      // Another address may have been saved during the confirmation or the test. The broker did not agree to replace that address.
      const now = await readConnection(context.vault)
      const isLeft = now.base_url !== before && now.base_url !== credentials.base_url
      if (isLeft && !isDemo) throw new Failure(notConfirmed())
      return saveCredentials(context, credentials)
    }, opening)
  }

  forgetCredentials(expected: EnvironmentName): Promise<EnvironmentStatus> {
    return this.#change(
      ({ context }) => forgetCredentials(context),
      () => must(this.openExpected(expected)),
    )
  }

  /**
   * Pairs another relay after the broker confirmed the new relay. In a demo, the app itself starts the relay, so the broker need not
   * confirm it.
   */
  async pairRelay(pairing: RelayPairing, expected: EnvironmentName): Promise<EnvironmentStatus> {
    const opened = must(await this.openExpected(expected))
    const { relay, consent } = this.#parts
    if (expected !== 'demo') await confirmRelay(opened.context, pairing.url, consent)
    const pair = ({ context }: OpenEnvironment) => pairRelay(context, relay, pairing)
    return this.#change(pair, () => must(this.openExpected(expected)))
  }

  forgetRelay(expected: EnvironmentName): Promise<EnvironmentStatus> {
    return this.#change(
      ({ context }) => forgetRelay(context),
      () => must(this.openExpected(expected)),
    )
  }

  registerWebhooks(expected: EnvironmentName): Promise<EnvironmentStatus> {
    const register = ({ context }: OpenEnvironment) => registerWebhooks(context, this.#parts.relay)
    return this.#change(register, () => must(this.openExpected(expected)))
  }

  /** Changes the partner's settings. The relay also reconnects, because it uses the same network settings. */
  changeService(
    work: (context: OpenContext) => Promise<void>,
    expected: EnvironmentName,
  ): Promise<ServiceSettingsView> {
    const change = ({ context }: OpenEnvironment) => work(context)
    return this.#changing(change, viewServiceSettings, () => must(this.openExpected(expected)))
  }

  /** Asks the broker to confirm the connections of a restored vault. */
  async confirmRestored(environment: Environment, restored: SettingsReader): Promise<void> {
    const { consent, peek } = this.#parts
    const opened = await this.#opening
    const agree = (present: SettingsReader | null) => confirmRestored(present, restored, consent)
    if (opened?.ok && opened.value.context.environment === environment)
      return agree(opened.value.context.vault)
    let agreed: Promise<void> | null = null
    // `peek` does not call its callback if this computer has no data of that environment or cannot open it. In that case, `agreed` remains
    // null, and the broker confirms all connections of the restored vault.
    await resultOf(peek(environment, (present) => (agreed = agree(present))))
    return agreed ?? agree(null)
  }

  get failed(): AppError | null {
    return this.#failed
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
    const opened = await this.#opening
    if (!opened?.ok) return
    opened.value.eventSync.retryNow()
    opened.value.engine.retryNow()
    opened.value.reminders.wake()
  }

  /** Copies the vault's write-ahead log into the database file. Called when the screen locks or the computer sleeps. */
  async checkpoint(): Promise<void> {
    const opened = await this.#opening
    if (opened?.ok) await opened.value.context.vault.checkpoint()
  }

  /** True while a request to the partner is in flight. */
  async isSending(): Promise<boolean> {
    const opened = await this.#opening
    return opened?.ok === true && opened.value.engine.isBusy
  }

  /** Stops sending and aborts uploads, because the app is about to end. */
  async stopSending(): Promise<void> {
    const opened = await this.#opening
    if (opened?.ok) await opened.value.engine.stop()
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

  /** Closes the open environment, runs `work`, and opens the given environment. Concurrent calls wait. */
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

  /** Opens and selects an environment if it is not the open one. */
  #choose(environment: Environment): Promise<Result<OpenEnvironment>> {
    const { chosen } = this.#parts
    return chosen.get() === environment ? this.open() : this.#anew(() => chosen.set(environment))
  }

  /** Changes an environment's connection and returns its new status. */
  #change(
    work: (opened: OpenEnvironment) => Promise<void>,
    opening: () => Promise<OpenEnvironment>,
  ): Promise<EnvironmentStatus> {
    return this.#changing(work, environmentStatus, opening)
  }

  /**
   * Runs a change and reconnects with the new settings. Event sync is stopped during the change. Otherwise, an event from the old relay
   * would move the cursor (the position in the stream of events) of the new relay. Changes run one after another.
   */
  #changing<T>(
    work: (opened: OpenEnvironment) => Promise<void>,
    view: (context: OpenContext) => Promise<T>,
    opening: () => Promise<OpenEnvironment>,
  ): Promise<T> {
    return oneAtATime('connection', async () => {
      const opened = await opening()
      const { context, eventSync, engine } = opened
      await this.#listening
      await eventSync.stop()
      const done = await resultOf(work(opened))
      // Disconnect even after a failed change, because a part of it may be stored.
      opened.disconnect()
      await eventSync.restart()
      if (done.ok) engine.release()
      must(done)
      return view(context)
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
  secrets: SecretStore
  connectPartner: ConnectPartner
  relay: RelayClient
  openEnvironment(environment: Environment): Promise<OpenEnvironment>
  peek: Peek
  /** Resolves when the first screen is shown. Only then does background work start. */
  whenShown: Promise<void>
  /** The chosen environment, stored for the next start. */
  chosen: { get(): Environment; set(environment: Environment): Promise<void> }
  isDemo(): boolean
  /** Asks the broker in a system dialog. A compromised page cannot confirm this dialog. */
  consent: Consent
  emit: Emit
  log: Log
}
