import { app } from 'electron'
import { environmentPresetSchema, type EnvironmentPreset } from '../../../src-shared/ipc/contract.ts'

/** The environment with which an unpackaged build may be told to begin (design/interfaces.md); the packaged product is told none. */
export function developmentPreset(): EnvironmentPreset | null {
  const { FUNDING_DESK_PROFILE_ENV: preset } = process.env
  return app.isPackaged || !preset ? null : environmentPresetSchema.parse(JSON.parse(preset))
}
