import type { EnvironmentName } from '../../platform/words/vocabulary.ts'

/** The idle times, in minutes, that a broker can choose. */
export const LOCK_MINUTES = [5, 15, 30, 60] as const

/** When the app locks, and how the broker may unlock it. The PIN itself is only in the keychain. */
export interface LockSettings {
  /** Minutes without any input on this computer after which the app locks. Null: never. */
  after_minutes: (typeof LOCK_MINUTES)[number] | null
  /** Locks the app when the computer locks its screen or goes to sleep. */
  with_screen: boolean
  /** Allows unlocking by the operating system (Touch ID) in addition to the PIN. */
  by_system: boolean
}

export const DEFAULT_LOCK: LockSettings = { after_minutes: 15, with_screen: true, by_system: true }

/** A PIN may be digits or a passphrase. Its length is counted in characters. */
export const SHORTEST_PIN = 6
export const LONGEST_PIN = 200

/** An operating system's own way to verify the user. */
export type SystemUnlockKind = 'touch_id'

/** The content of the lock screen. It contains nothing of the office's data. */
export interface LockStatus {
  environment: EnvironmentName
  to_do: number
  /** Seconds until another PIN can be tried; 0 if one can be tried now. */
  wait_s: number
  /** The system's way to unlock that can be used now, or null. */
  system: SystemUnlockKind | null
}

/** The settings of the lock, and what they depend on. */
export interface LockView {
  has_pin: boolean
  settings: LockSettings
  /** Null if this computer offers no way to unlock that the app supports. */
  system: SystemUnlockKind | null
  /** True if the operating system reports that its screen was locked (not on Linux). */
  reports_screen_lock: boolean
}

/** Returns true if a PIN repeats one character, or counts up or down, such as `111111` or `456789`. */
export function isGuessable(pin: string): boolean {
  const codes = [...pin].map((character) => character.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, at) => code - (codes[at] ?? 0)))
  // `1234567890` and `9876543210` also count, although 0 follows 9.
  const inCircle = new Set([...steps].map((step) => (step === -9 ? 1 : step === 9 ? -1 : step)))
  return inCircle.size === 1 && [0, 1, -1].includes([...inCircle][0] as number)
}
