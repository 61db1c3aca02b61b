import { z } from 'zod'
import { LOCK_MINUTES, type LockSettings } from './lock.ts'

export const lockSettingsSchema = z.object({
  after_minutes: z.literal(LOCK_MINUTES).nullable(),
  with_screen: z.boolean(),
  by_system: z.boolean(),
}) satisfies z.ZodType<LockSettings>
