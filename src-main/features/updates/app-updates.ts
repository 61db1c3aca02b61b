import type { Message } from '../../../src-shared/platform/texts/message.ts'
import type {
  InstalledBy,
  UpdateMemory,
  UpdateState,
  UpdateView,
} from '../../../src-shared/features/updates/update.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { Clock, Emit, Log, Timers, Updater } from '../../platform/base/system.ts'
import { evaluateOfferedVersion, evaluateStart } from './evaluate-versions.ts'

/** Delay of the first check for updates, so that the check does not slow down the app's start. */
export const FIRST_CHECK_MS = 60_000
export const CHECK_EVERY_MS = 24 * 60 * 60_000
export const CHECK_AGAIN_MS = 60 * 60_000
/** Maximum wait for the update server while the app quits. */
export const LAST_CHECK_MS = 3_000

interface AppUpdateDeps {
  version: string
  updater: Updater
  memory: { get(): UpdateMemory; keep(changes: Partial<UpdateMemory>): Promise<void> }
  clock: Clock
  timers: Timers
  /** True while something is being sent to the partner. */
  isSending(): Promise<boolean>
  /** Quits the app as the user would. The app calls `leave` as its last action. */
  quit(): void
  emit: Emit
  log: Log
}

/**
 * Keeps the app up to date: checks for a newer version after the start and then daily, and downloads it in the background. Installs it when
 * the broker quits or requests the installation, but never while a request to the partner is in flight. Tells the broker about a return to
 * an older version, a withdrawn version, and a new version that did not start.
 */
export class AppUpdates {
  readonly #parts: AppUpdateDeps
  #state: UpdateState = { step: 'unchecked' }
  #note: UpdateView['note'] = null
  #relaunch = false
  #wasSending: Promise<boolean> = Promise.resolve(false)
  #checking: Promise<UpdateView> | null = null
  #cancelLook: () => void = () => {}
  #lookAt = Infinity

  constructor(parts: AppUpdateDeps) {
    this.#parts = parts
  }

  /**
   * Starts the checks for updates. Call this once when the app starts. `showsWindow` is false if the app starts only in the tray or locked,
   * which does not prove that the version works.
   */
  async begin(showsWindow: boolean): Promise<void> {
    const { version, memory, updater } = this.#parts
    const why = await updater.blocker()
    // A development build is not installed, so it has no updates.
    if (why === 'development') return this.#notify({ step: 'impossible', why })
    const verdict = evaluateStart(version, memory.get())
    this.#note = verdict.note
    const last_run = showsWindow ? verdict.memory.last_run : { version, proven: true }
    await this.#keep({ ...verdict.memory, last_run })
    if (why !== null) return this.#notify({ step: 'impossible', why })
    this.#lookIn(FIRST_CHECK_MS)
  }

  view(): UpdateView {
    const { version, memory } = this.#parts
    return {
      version,
      releases: version.includes('-') ? 'preview' : 'stable',
      automatic: memory.get().automatic,
      installed_by: this.#installedBy,
      state: this.#state,
      note: this.#note,
    }
  }

  /**
   * Checks for a new version after the computer wakes up, if a check is due. The timer may not have counted the time during which the
   * computer slept.
   */
  wake(): void {
    if (Date.parse(this.#parts.clock.now()) < this.#lookAt) return
    this.#cancelLook()
    void this.#lookByItself()
  }

  /** Stores that this version reached its first screen, which proves that it works. */
  async prove(): Promise<void> {
    const { version, memory } = this.#parts
    if (memory.get().last_run?.proven === true) return
    await this.#keep({ last_run: { version, proven: true } })
  }

  dismissNote(): UpdateView {
    this.#note = null
    return this.view()
  }

  async setAutomatic(automatic: boolean): Promise<Result<UpdateView>> {
    try {
      await this.#parts.memory.keep({ automatic })
    } catch {
      return fail(appError('INTERNAL', msg.errors.choiceNotSaved, msg.errors.isDiskFull))
    }
    this.#changed()
    return ok(this.view())
  }

  /** Checks for a new version now, and downloads it. The returned view contains the result. */
  check(): Promise<UpdateView> {
    if (this.#state.step === 'impossible') return Promise.resolve(this.view())
    this.#checking ??= this.#check()
      .then(() => this.view())
      .finally(() => (this.#checking = null))
    return this.#checking
  }

  /** Quits, installs the new version, and starts it. Refused while something is being sent to the partner. */
  async restart(): Promise<Result<Record<string, never>>> {
    const text = msg.updates
    if (this.#state.step !== 'ready')
      return fail(appError('UPDATE_NOT_READY', text.noneReady, text.checkAgain))
    if (await this.#parts.isSending())
      return fail(
        appError('UPDATE_WAITS', text.isSending, text.restartLater[this.#installedBy], { retryable: true }),
      )
    if (!(await this.#isStillOffered(this.#state.version))) {
      void this.check()
      return fail(appError('UPDATE_NOT_READY', text.noneReady, text.checkAgain))
    }
    this.#relaunch = true
    this.#parts.quit()
    return ok({})
  }

  /** Call this if the user cancels quitting. Cancels a requested restart too: when the app quits the next time, it does not start again. */
  quitCancelled(): void {
    this.#relaunch = false
  }

  /**
   * Call this when the app begins to quit. The app first completes and stores requests to the partner that are in flight. If there are any,
   * no update is installed this time.
   */
  quitting(): void {
    this.#cancelLook()
    this.#lookAt = Infinity
    this.#wasSending = this.#parts.isSending()
  }

  /**
   * Installs a downloaded version as the app's last action. Does nothing if a request to the partner was in flight when the app began to
   * quit. On some computers, the app can install an update only with a restart. There, does nothing unless the broker requested the
   * restart.
   */
  async leave(): Promise<void> {
    const { updater } = this.#parts
    if (this.#state.step !== 'ready' || (await this.#wasSending)) return
    if (!this.#relaunch && !updater.installsAtQuit) return
    const { version } = this.#state
    if (!this.#relaunch && !(await this.#isStillOffered(version)))
      return this.#parts.log.warn('version withdrawn')
    await this.#keep({ installing: version })
    const installed = await updater.install(this.#relaunch)
    if (!installed.ok) this.#parts.log.warn('update not installed', { code: installed.error.code })
  }

  /** Returns true if the update server still offers the downloaded version. Also returns true if the server does not respond in time. */
  async #isStillOffered(ready: string): Promise<boolean> {
    const { updater, timers, memory, version } = this.#parts
    let stopWaiting = () => {}
    const late = new Promise<null>((resolve) => {
      stopWaiting = timers.after(LAST_CHECK_MS, () => resolve(null))
    })
    const looked = await Promise.race([updater.look(), late])
    stopWaiting()
    if (looked === null) return true
    if (!looked.ok) return looked.error.retryable
    const verdict = evaluateOfferedVersion(version, looked.value, memory.get().installation_id)
    return verdict === 'newer' && looked.value.version === ready
  }

  get #installedBy(): InstalledBy {
    return this.#parts.updater.installsAtQuit ? 'quit' : 'restart'
  }

  async #check(): Promise<void> {
    const { updater, version, memory, clock } = this.#parts
    const before = this.#state
    if (before.step !== 'ready') this.#notify({ step: 'checking' })
    const looked = await updater.look()
    const checked_at = clock.now()
    if (!looked.ok) {
      // If the server is only unreachable, the downloaded version can still be installed.
      if (before.step === 'ready' && looked.error.retryable) return
      return this.#notify(this.#failed(looked.error))
    }
    const offered = looked.value
    switch (evaluateOfferedVersion(version, offered, memory.get().installation_id)) {
      case 'same':
      case 'later':
        return this.#notify({ step: 'current', checked_at })
      case 'older':
        this.#parts.log.warn('version withdrawn')
        return this.#notify({ step: 'withdrawn', version: offered.version, checked_at })
      case 'newer':
        if (before.step === 'ready' && before.version === offered.version) return
        return this.#download(offered)
    }
  }

  async #download({ version, notes }: { version: string; notes: string }): Promise<void> {
    this.#notify({ step: 'downloading', version, notes, percent: 0 })
    const downloaded = await this.#parts.updater.download((percent) => {
      const whole = Math.floor(percent)
      if (this.#state.step === 'downloading' && this.#state.percent !== whole)
        this.#notify({ step: 'downloading', version, notes, percent: whole })
    })
    this.#notify(downloaded.ok ? { step: 'ready', version, notes } : this.#failed(downloaded.error))
  }

  #failed({ code, message, advice }: { code: string; message: Message; advice: Message }): UpdateState {
    this.#parts.log.warn('update failed', { code })
    return { step: 'failed', message, advice, checked_at: this.#parts.clock.now() }
  }

  #lookIn(ms: number): void {
    this.#cancelLook()
    this.#lookAt = Date.parse(this.#parts.clock.now()) + ms
    this.#cancelLook = this.#parts.timers.after(ms, () => void this.#lookByItself())
  }

  async #lookByItself(): Promise<void> {
    this.#lookAt = Infinity
    if (this.#parts.memory.get().automatic) await this.check()
    this.#lookIn(this.#state.step === 'failed' ? CHECK_AGAIN_MS : CHECK_EVERY_MS)
  }

  /** Stores changes of the update data. If they cannot be stored, only logs that, because the app works without them. */
  async #keep(changes: Partial<UpdateMemory>): Promise<void> {
    await this.#parts.memory.keep(changes).catch(() => this.#parts.log.warn('update state not saved'))
  }

  #notify(state: UpdateState): void {
    this.#state = state
    this.#changed()
  }

  #changed(): void {
    this.#parts.emit('updates.changed', this.view())
  }
}
