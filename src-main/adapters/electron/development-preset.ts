import { app } from 'electron'
import { environmentPresetSchema, type EnvironmentPreset } from '../../../src-shared/ipc/contract.ts'

/** Returns the initial environment that an unpackaged build was given (design/interfaces.md). The packaged app has none. */
export function developmentPreset(): EnvironmentPreset | null {
  const { FUNDING_DESK_PROFILE_ENV: preset } = process.env
  return app.isPackaged || !preset ? null : environmentPresetSchema.parse(JSON.parse(preset))
}
