import { z } from 'zod'
import { appearanceSchema, appearanceSettingsSchema } from '../domain/appearance-schema.ts'

/** The channels of how the app looks and speaks; they answer also while no vault is open. */
export const appearanceContract = {
  'appearance.get': { input: z.object({}), output: appearanceSchema },
  'appearance.save': { input: appearanceSettingsSchema, output: appearanceSchema },
} as const

export const appearanceEvents = {
  /** Every window follows at once, also the one that asked. */
  'appearance.changed': appearanceSchema,
} as const
