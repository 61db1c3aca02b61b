import { app } from 'electron'
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import {
  type EnvironmentPreset,
  environmentPresetSchema,
} from '../../../src-shared/features/connection/contract.ts'

/**
 * In an unpackaged (development) build, sets the data folder that an environment variable specifies. Returns an id that
 * separates this build's secrets from those of the packaged app. Returns null in the packaged app.
 */
export function chooseDataFolder(): string | null {
  if (app.isPackaged) return null
  const { FUNDING_DESK_DATA: folder } = process.env
  if (folder) app.setPath('userData', resolve(folder))
  return createHash('sha256').update(app.getPath('userData')).digest('hex').slice(0, 12)
}

/**
 * Returns the settings of the initial environment that an environment variable specifies for an unpackaged (development) build. Returns
 * null in the packaged app.
 */
export function developmentPreset(): EnvironmentPreset | null {
  const { FUNDING_DESK_PROFILE_ENV: preset } = process.env
  return app.isPackaged || !preset ? null : environmentPresetSchema.parse(JSON.parse(preset))
}
