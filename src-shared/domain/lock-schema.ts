import { z } from 'zod'
import { LOCK_MINUTES } from './lock.ts'

/** When the app locks, and how the broker may unlock it. The PIN itself is only in the keychain. */
export const lockSettingsSchema = z.object({
  /** Minutes without any input on this computer after which the app locks. Null: never. */
  after_minutes: z.literal(LOCK_MINUTES).nullable(),
  /** Locks the app when the computer locks its screen or goes to sleep. */
  with_screen: z.boolean(),
  /** Allows unlocking by the operating system (Touch ID) in addition to the PIN. */
  by_system: z.boolean(),
})
export type LockSettings = z.infer<typeof lockSettingsSchema>
