import { drop, logged } from '../../platform/base/log-lines.ts'
import { Failure, resultOf, failure } from '../../platform/base/failure.ts'
import { z } from 'zod'
import { promisify } from 'node:util'
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import type { EnvironmentName } from '../../../src-shared/platform/words/vocabulary.ts'
import {
  isGuessable,
  type LockSettings,
  type LockStatus,
  type LockView,
  SHORTEST_PIN,
  type SystemUnlockKind,
} from '../../../src-shared/features/lock/lock.ts'
import { appError, type AppError } from '../../../src-shared/platform/base/errors.ts'
import { LOCK_ACCOUNT } from '../../../src-shared/platform/base/keychain-names.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { SecretStore } from '../../platform/keychain/secrets.ts'
import type { LockWindows, Log, SystemUnlock, Timers } from '../../platform/base/system.ts'
import { PLAINLY } from '../../../src-shared/platform/base/keep-valid.ts'
import {
  scryptCostShape,
  scryptOptions,
  type ScryptCost,
} from '../../../src-shared/platform/base/scrypt-cost-schema.ts'

/** Settings of the lock in the preferences file. `has_pin` lets the app start locked before the keychain responds. */
export interface StoredLock extends LockSettings {
  has_pin: boolean
}

export interface AppLockDeps {
  secrets: SecretStore
  preferences: { get(): StoredLock; keep(changes: Partial<StoredLock>): Promise<void> }
  windows: LockWindows
  systemUnlock: SystemUnlock
  /** Succeeds if this is the recovery code of the open environment. Does not need the keychain. */
  checkCode(code: string): Promise<void>
  hasRecoveryCode(): Promise<boolean>
  environment(): EnvironmentName
  /** Number of lines on the Today screen. */
  toDo(): number
  /** The scrypt parameters of a new PIN. */
  pinCost: PinRecord['kdf']
  timers: Timers
  /** Milliseconds since the app started. Changes of the computer's clock do not affect this time. */
  uptime(): number
  /** Removes what is visible outside the windows, when the app has locked. */
  whenLocked(): void
  whenUnlocked(): void
  log: Log
}

/** Time limit in milliseconds for the windows to save what was typed. After it, the app locks in any case. */
export const LONGEST_SAVE_MS = 1_500

/**
 * Locks and unlocks all windows of the app. While the app is locked, the router answers only the channels of the lock screen, no event
 * reaches a page, and the windows show the lock screen in new processes. Event sync, the submission queue, and alerts continue.
 *
 * If a PIN is set, the app starts locked. The verifier of the PIN is in the keychain. It also counts the wrong PINs, so that a restart does
 * not reset the count. The wait after wrong PINs is measured since the start of the app, and starts again after a restart. Changes of the
 * computer's clock therefore do not shorten it.
 */
export class AppLock {
  readonly #deps: AppLockDeps
  #state: 'open' | 'locking' | 'locked'
  #attempts: Promise<unknown> = Promise.resolve()
  /** The `uptime` from which on a PIN can be tried. Null until the number of wrong PINs is known. */
  #waitUntil: number | null = null
  readonly #states = new Map<string, string>()
  /** The windows whose state is still missing, while the app is locking. */
  readonly #awaited = new Set<string>()
  #allSaved: () => void = () => {}
  #checked: Promise<void> = Promise.resolve()

  constructor(deps: AppLockDeps) {
    this.#deps = deps
    this.#state = deps.windows.isLocked ? 'locked' : 'open'
  }

  get isLocked(): boolean {
    return this.#state === 'locked'
  }

  /** Compares the preferences with the keychain. Someone may have deleted the preferences, or the keychain may have lost the PIN. */
  begin(): void {
    this.#checked = this.#compare()
  }

  /**
   * Returns the error for a call that must wait until the app is unlocked, or null if it may answer. Does not decide before the app knows
   * whether a PIN is set.
   */
  async refusal(): Promise<AppError | null> {
    await this.#checked
    return this.isLocked ? appError('LOCKED', msg.lock.isLocked, msg.lock.unlockFirst) : null
  }

  /** Locks all windows, if a PIN is set. Resolves when they are locked. */
  async lock(): Promise<void> {
    const { windows, timers, preferences, whenLocked, log } = this.#deps
    if (this.#state !== 'open' || !preferences.get().has_pin) return
    this.#state = 'locking'
    this.#states.clear()
    this.#awaited.clear()
    await new Promise<void>((resolve) => {
      const stop = timers.after(LONGEST_SAVE_MS, resolve)
      this.#allSaved = () => {
        stop()
        resolve()
      }
      for (const id of windows.prepareLock()) this.#awaited.add(id)
      if (this.#awaited.size === 0) this.#allSaved()
    })
    this.#state = 'locked'
    windows.lock()
    whenLocked()
    log.info('locked')
  }

  async start(): Promise<void> {
    if (!this.#deps.preferences.get().has_pin)
      throw failure('PIN_NOT_SET', msg.lock.noPin, msg.lock.setPinFirst)
    // Do not wait: this call comes from a page, and the lock waits for that page.
    drop(this.#deps.log, this.lock())
  }

  saveState(state_id: string, state: string): void {
    if (this.#state !== 'locking' || !this.#awaited.delete(state_id)) return
    this.#states.set(state_id, state)
    if (this.#awaited.size === 0) this.#allSaved()
  }

  restoreState(state_id: string): string | null {
    const state = this.#states.get(state_id) ?? null
    this.#states.delete(state_id)
    return state
  }

  async status(): Promise<LockStatus> {
    // Read the number of wrong PINs, so that a wait is visible before the broker tries a PIN.
    if (this.#waitUntil === null) await resultOf(this.#read())
    return {
      environment: this.#deps.environment(),
      to_do: this.#deps.toDo(),
      wait_s: Math.ceil(this.#waitMs() / 1_000),
      system: this.#systemKind(),
    }
  }

  enterPin(pin: string): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.isLocked) return
      await this.#verify(pin)
      this.#open(null)
    })
  }

  /** Asks the operating system to verify the user. */
  async unlockBySystem(): Promise<void> {
    if (this.#systemKind() === null || !(await this.#deps.systemUnlock.prompt()))
      throw failure('SYSTEM_UNLOCK_FAILED', msg.lock.noSystemUnlock, msg.lock.usePin)
    return this.#inTurn(async () => {
      if (!this.isLocked) return
      const read = await resultOf(this.#read())
      // The operating system proved the right to the data, so a keychain that does not store the number of tries is no obstacle.
      if (read.ok && read.value !== null) await resultOf(this.#write({ ...read.value, failures: 0 }))
      this.#open(null)
    })
  }

  /** Unlocks with the recovery code, and removes the PIN. The broker then sets a new one. */
  enterCode(code: string): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.isLocked) return
      await this.#deps.checkCode(code)
      // The code proves the right to the data. If the keychain cannot delete the PIN now, unlock nevertheless, and keep the PIN.
      const deleted = await resultOf(this.#deps.secrets.delete(LOCK_ACCOUNT))
      if (deleted.ok) await this.#deps.preferences.keep({ has_pin: false })
      this.#open('#/settings/lock')
    })
  }

  view(): LockView {
    const { has_pin, ...settings } = this.#deps.preferences.get()
    const { systemUnlock, windows } = this.#deps
    return {
      has_pin,
      settings,
      system: systemUnlock.available(),
      reports_screen_lock: windows.reportsScreenLock,
    }
  }

  async saveSettings(settings: LockSettings): Promise<LockView> {
    try {
      await this.#deps.preferences.keep(settings)
    } catch {
      throw failure('INTERNAL', msg.errors.choiceNotSaved, msg.errors.isDiskFull)
    }
    return this.view()
  }

  /** Sets or changes the PIN. Refused without a recovery code, because only the code can replace a forgotten PIN. */
  setPin(pin: string, present: string | null): Promise<LockView> {
    return this.#inTurn(async () => {
      const { tooShort, addMore, tooSimple, chooseOther } = msg.lock
      if ([...pin].length < SHORTEST_PIN) throw failure('PIN_TOO_WEAK', tooShort(SHORTEST_PIN), addMore)
      if (isGuessable(pin)) throw failure('PIN_TOO_WEAK', tooSimple, chooseOther)
      await this.#verify(present ?? '')
      if (!(await this.#deps.hasRecoveryCode()))
        throw failure('RECOVERY_CODE_MISSING', msg.lock.codeFirst, msg.lock.makeCode)
      await this.#write(await newPinRecord(pin, this.#deps.pinCost))
      await this.#deps.preferences.keep({ has_pin: true })
      return this.view()
    })
  }

  removePin(present: string): Promise<LockView> {
    return this.#inTurn(async () => {
      await this.#verify(present)
      await this.#deps.secrets.delete(LOCK_ACCOUNT)
      await this.#deps.preferences.keep({ has_pin: false })
      return this.view()
    })
  }

  #open(hash: string | null): void {
    this.#waitUntil = 0
    this.#state = 'open'
    this.#deps.windows.unlock(hash)
    this.#deps.whenUnlocked()
    this.#deps.log.info('unlocked')
  }

  async #compare(): Promise<void> {
    const read = await resultOf(this.#read())
    // A passphrase file is still closed, or the keychain does not respond. In both cases, the vault cannot be opened either. If a PIN is
    // set, the app stays locked.
    if (!read.ok && read.error.code !== 'SETTINGS_UNREADABLE') return
    const has_pin = !read.ok || read.value !== null
    const { preferences, windows, log } = this.#deps
    if (has_pin === preferences.get().has_pin) return
    log.warn('lock differs from the keychain', { has_pin })
    await logged(log, preferences.keep({ has_pin }))
    if (has_pin && this.#state === 'open') {
      this.#state = 'locked'
      windows.lock()
    } else if (!has_pin && this.isLocked) this.#open(null)
  }

  /** Checks a PIN. Counts the try before the check, so that ending the app during the check does not save a try. */
  async #verify(pin: string): Promise<void> {
    const record = await this.#read()
    if (record === null) return
    const wait = this.#waitMs()
    if (wait > 0) throw new Failure(pinWait(wait))
    const failures = record.failures + 1
    await this.#write({ ...record, failures })
    if (!(await isPinOf(record, pin))) {
      const next = waitAfter(failures)
      this.#waitUntil = this.#deps.uptime() + next
      throw new Failure(next > 0 ? pinWait(next) : appError('PIN_WRONG', msg.lock.wrong, msg.lock.tryAgain))
    }
    this.#waitUntil = 0
    return this.#write({ ...record, failures: 0 })
  }

  /** Reads the verifier of the PIN. The first read starts the wait after the wrong PINs of an earlier run. */
  async #read(): Promise<PinRecord | null> {
    const kept = await this.#deps.secrets.get(LOCK_ACCOUNT)
    const record = kept === null ? null : readPinRecord(kept)
    if (kept !== null && record === null)
      throw failure('SETTINGS_UNREADABLE', msg.lock.recordUnreadable, msg.lock.useCode)
    this.#waitUntil ??= this.#deps.uptime() + waitAfter(record?.failures ?? 0)
    return record
  }

  #write(record: PinRecord): Promise<void> {
    return this.#deps.secrets.set(LOCK_ACCOUNT, JSON.stringify(record))
  }

  #waitMs(): number {
    return Math.max(0, (this.#waitUntil ?? 0) - this.#deps.uptime())
  }

  #systemKind(): SystemUnlockKind | null {
    return this.#deps.preferences.get().by_system ? this.#deps.systemUnlock.available() : null
  }

  /** Runs tries one after another, so that simultaneous tries cannot avoid the wait. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#attempts.then(work, work)
    // The caller of this try learns of its failure.
    this.#attempts = done.catch(() => {})
    return done
  }
}

function pinWait(ms: number): AppError {
  return appError('PIN_WAIT', msg.lock.tooMany, msg.lock.waitThenTry, {
    retryable: true,
    retry_after_s: Math.ceil(ms / 1_000),
  })
}

const base64 = z.base64().max(200)

/**
 * The verifier of the PIN, as stored in the keychain. `failures` counts the wrong PINs since the last right one. Neither the vault nor the
 * preferences contain any part of it, so that these files cannot verify guesses.
 */
const pinRecordSchema = z.strictObject({
  version: z.literal(1),
  kdf: z.strictObject(scryptCostShape),
  salt: base64,
  hash: base64,
  failures: z.int().min(0),
})
type PinRecord = z.infer<typeof pinRecordSchema>

const HASH_BYTES = 32

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

export async function newPinRecord(pin: string, kdf: ScryptCost): Promise<PinRecord> {
  const salt = randomBytes(32)
  const hash = await hashOf(pin, salt, kdf)
  return {
    version: 1,
    kdf,
    salt: salt.toString('base64'),
    hash: hash.toString('base64'),
    failures: 0,
  }
}

export async function isPinOf({ kdf, salt, hash }: PinRecord, pin: string): Promise<boolean> {
  const kept = Buffer.from(hash, 'base64')
  const typed = await hashOf(pin, Buffer.from(salt, 'base64'), kdf)
  return kept.length === typed.length && timingSafeEqual(kept, typed)
}

/** Parses a stored record. Returns null if it is unreadable. */
export function readPinRecord(text: string): PinRecord | null {
  try {
    return pinRecordSchema.parse(JSON.parse(text), PLAINLY)
  } catch {
    return null
  }
}

/** Derives the hash. Normalizes the PIN, because keyboards produce different character codes for the same accented letter. */
function hashOf(pin: string, salt: Buffer, kdf: ScryptCost): Promise<Buffer> {
  return derive(pin.normalize('NFKC'), salt, HASH_BYTES, scryptOptions(kdf))
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** The waits after the fifth and each later wrong PIN in a row. The last one also follows every further wrong PIN. */
const WAITS_MS = [30 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS]
const FREE_TRIES = 4

/** Returns the milliseconds to wait after this many wrong PINs in a row. */
export function waitAfter(failures: number): number {
  if (failures <= FREE_TRIES) return 0
  return WAITS_MS[Math.min(failures - FREE_TRIES, WAITS_MS.length) - 1] ?? 0
}

/** Interval in milliseconds between two questions about the computer's idle time. */
export const IDLE_CHECK_MS = 5_000

export interface IdleWatchDeps {
  timers: Timers
  /** Current time in milliseconds. */
  now(): number
  /** Seconds since the last input on this computer. */
  idleSeconds(): number
  /** The idle time in minutes after which the app locks; null if it does not lock. */
  afterMinutes(): number | null
  lock(): void
}

/**
 * Locks the app when the computer got no input for the chosen time. A computer that sleeps asks no questions, so a long gap between two
 * questions counts as idle time.
 */
export class IdleWatch {
  readonly #deps: IdleWatchDeps
  #stop: () => void = () => {}
  /** The time of the last input, or of the last unlock if that was later. */
  #active: number
  #unlocked: number

  constructor(deps: IdleWatchDeps) {
    this.#deps = deps
    this.#active = this.#unlocked = deps.now()
  }

  /** Counts the idle time from now on. Some ways to unlock, such as Touch ID, are no input for the system's own count. */
  restart(): void {
    this.#active = this.#unlocked = this.#deps.now()
  }

  start(): void {
    const { timers } = this.#deps
    this.#stop = timers.after(IDLE_CHECK_MS, () => {
      this.look()
      this.start()
    })
  }

  stop(): void {
    this.#stop()
  }

  /** Compares the idle time with the chosen time. Also call this when the computer wakes up. */
  look(): void {
    const { now, idleSeconds, afterMinutes, lock } = this.#deps
    const limit = afterMinutes()
    const at = now()
    const sinceInput = at - this.#active
    this.#active = Math.max(this.#unlocked, at - idleSeconds() * 1_000)
    if (limit === null) return
    const limitMs = limit * 60_000
    // After a sleep, the input that woke the computer resets its idle time. The last known input then decides.
    if (at - this.#active >= limitMs || sinceInput >= limitMs + IDLE_CHECK_MS) lock()
  }
}
