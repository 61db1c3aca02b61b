import { nothing, type, type Contract } from '../../platform/ipc/parts.ts'
import type { Appearance } from './appearance.ts'
import { appearanceSettingsSchema } from './appearance-schema.ts'

export const appearanceContract = {
  'appearance.get': { input: nothing, output: type<Appearance>(), whileLocked: true },
  'appearance.save': { input: appearanceSettingsSchema, output: type<Appearance>() },
} as const satisfies Contract

export interface AppearanceEvents {
  'appearance.changed': Appearance
}
