import { z } from 'zod'
import { LONGEST_PIN, type LockStatus, type LockView, LOCK_MINUTES, type LockSettings } from './lock.ts'
import { nothing, type, type Contract } from '../../platform/ipc/parts.ts'

export const lockSettingsSchema = z.object({
  after_minutes: z.literal(LOCK_MINUTES).nullable(),
  with_screen: z.boolean(),
  by_system: z.boolean(),
}) satisfies z.ZodType<LockSettings>

/** Maximum length of what a window keeps in main while the app is locked. More is discarded. */
const LONGEST_STATE = 4_000_000

const pin = z.string().max(LONGEST_PIN)

/**
 * The channels of the app's lock. While the app is locked, only channels with `whileLocked` answer. The router refuses all others with
 * `LOCKED`.
 */
export const lockContract = {
  'lock.status': { input: nothing, output: type<LockStatus>(), whileLocked: true },
  /** Unlocks every window. Fails with `PIN_WRONG`, or with `PIN_WAIT` after too many wrong PINs. */
  'lock.enter_pin': { input: z.object({ pin }), output: type<void>(), whileLocked: true },
  /** Asks the operating system to verify the user (Touch ID), then unlocks. */
  'lock.unlock': { input: nothing, output: type<void>(), whileLocked: true },
  /** Unlocks with the recovery code of the open environment, and removes the forgotten PIN. */
  'lock.enter_code': {
    input: z.object({ code: z.string().max(1000) }),
    output: type<void>(),
    whileLocked: true,
  },
  'lock.settings': { input: nothing, output: type<LockView>() },
  'lock.save_settings': { input: lockSettingsSchema, output: type<LockView>() },
  /** Sets the PIN. `present` is the current PIN; null if there is none. */
  'lock.set_pin': { input: z.object({ pin, present: pin.nullable() }), output: type<LockView>() },
  'lock.remove_pin': { input: z.object({ present: pin }), output: type<LockView>() },
  /** Locks all windows now. Fails with `PIN_NOT_SET` if there is no PIN. */
  'lock.start': { input: nothing, output: type<void>() },
  /**
   * Keeps what a window needs to continue after the lock: typed text that is not saved anywhere, and the focused field. Only main's memory
   * holds it. `state` is JSON of the page.
   */
  'lock.save_state': {
    input: z.object({ state_id: z.uuid(), state: z.string().max(LONGEST_STATE) }),
    output: type<void>(),
  },
  /** Returns the state that a window kept before the lock, once. Null if there is none. */
  'lock.restore_state': { input: z.object({ state_id: z.uuid() }), output: type<{ state: string | null }>() },
} as const satisfies Contract

export interface LockEvents {
  /**
   * The app is about to lock. The window covers its content immediately, saves what was typed, and passes its state to `lock.save_state`.
   */
  'lock.starting': { state_id: string }
}
