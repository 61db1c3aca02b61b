import { failure } from '../../platform/base/failure.ts'
import { drop } from '../../platform/base/log-lines.ts'
import { createHash } from 'node:crypto'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import type {
  InstalledBy,
  UpdateMemory,
  UpdateState,
  UpdateView,
  StartNote,
} from '../../../src-shared/features/updates/update.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { Clock, Emit, Log, Timers, Updater, OfferedVersion } from '../../platform/base/system.ts'

/** Delay of the first check for updates, so that the check does not slow down the app's start. */
export const FIRST_CHECK_MS = 60_000
export const CHECK_EVERY_MS = 24 * 60 * 60_000
export const CHECK_AGAIN_MS = 60 * 60_000
/** Maximum wait for the update server while the app quits. */
export const LAST_CHECK_MS = 3_000

export interface AppUpdateDeps {
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
    drop(this.#parts.log, this.#lookByItself())
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

  async setAutomatic(automatic: boolean): Promise<UpdateView> {
    try {
      await this.#parts.memory.keep({ automatic })
    } catch {
      this.#parts.log.warn('update state not saved')
      throw failure('INTERNAL', msg.errors.choiceNotSaved, msg.errors.isDiskFull)
    }
    this.#changed()
    return this.view()
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
  async restart(): Promise<void> {
    const text = msg.updates
    if (this.#state.step !== 'ready') throw failure('UPDATE_NOT_READY', text.noneReady, text.checkAgain)
    if (await this.#parts.isSending())
      throw failure('UPDATE_WAITS', text.isSending, text.restartLater[this.#installedBy], { retryable: true })
    if (!(await this.#isStillOffered(this.#state.version))) {
      drop(this.#parts.log, this.check())
      throw failure('UPDATE_NOT_READY', text.noneReady, text.checkAgain)
    }
    this.#relaunch = true
    this.#parts.quit()
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
    this.#cancelLook = this.#parts.timers.after(ms, () => drop(this.#parts.log, this.#lookByItself()))
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

/**
 * How the offered version compares with the running one. `later`: it is newer, but the release is offered step by step, and not to this
 * installation yet.
 */
type Offer = 'same' | 'newer' | 'later' | 'older'

/**
 * Compares the newest version on the update server with the running one. The app never installs an older version automatically; see ADR 12.
 */
export function evaluateOfferedVersion(
  running: string,
  offered: OfferedVersion,
  installation_id: string,
): Offer {
  const order = compareVersions(offered.version, running)
  if (order === 0) return 'same'
  if (order < 0) return 'older'
  return hasItsTurn(installation_id, offered) ? 'newer' : 'later'
}

/**
 * True if this release is offered to this installation. A release is offered to a growing percentage of installations. The order of the
 * installations differs for each release, so that the same ones are not always the first to have problems.
 */
function hasItsTurn(installation_id: string, { version, staging_percentage }: OfferedVersion): boolean {
  const place = createHash('sha256').update(`${installation_id} ${version}`).digest().readUInt32BE(0)
  return (place / 2 ** 32) * 100 < staging_percentage
}

/**
 * Compares two versions by the rules of semver.org. The result is negative if `a` is older, zero if they are equal, and positive if `a` is
 * newer.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)]
  for (const [index, number] of left.numbers.entries()) {
    const difference = number - (right.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  // A version with a suffix comes before the same version without a suffix.
  if (left.suffix.length === 0 || right.suffix.length === 0) return right.suffix.length - left.suffix.length
  return compareSuffixes(left.suffix, right.suffix)
}

function partsOf(version: string): { numbers: number[]; suffix: string[] } {
  const [core = '', ...rest] = (version.split('+')[0] ?? '').split('-')
  const suffix = rest.join('-')
  return { numbers: core.split('.').map(Number), suffix: suffix === '' ? [] : suffix.split('.') }
}

function compareSuffixes(left: string[], right: string[]): number {
  for (const [index, one] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    if (one === other) continue
    const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)]
    if (isNumber && isOtherNumber) return Number(one) - Number(other)
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
    return one < other ? -1 : 1
  }
  return left.length - right.length
}

type Memory = Pick<UpdateMemory, 'last_run' | 'installing'>

/**
 * Compares `version`, which is starting now, with the versions that the app stored at earlier starts. Returns what to tell the broker, and
 * the data to store.
 */
export function evaluateStart(
  version: string,
  { last_run, installing }: Memory,
): { note: StartNote | null; memory: Memory } {
  const isKnown = last_run?.version === version
  const memory: Memory = {
    last_run: { version, proven: isKnown && last_run.proven },
    installing: null,
  }
  return { note: noteOf(version, last_run, installing), memory }
}

function noteOf(version: string, last_run: Memory['last_run'], installing: string | null): StartNote | null {
  if (last_run === null) return null
  const order = compareVersions(version, last_run.version)
  if (order < 0) return { kind: 'rolled_back', from: last_run.version, failed: !last_run.proven }
  if (installing !== null && compareVersions(version, installing) < 0)
    return { kind: 'not_installed', version: installing }
  if (order > 0) return { kind: 'updated', version }
  return last_run.proven ? null : { kind: 'did_not_start', version }
}
