import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { app } from 'electron'
import { environmentPresetSchema, type EnvironmentPreset } from '../../../src-shared/ipc/contract.ts'

/**
 * What an unpackaged build may be told from outside (design/interfaces.md): the folder of its data, and an environment to
 * begin with. The packaged product reads neither.
 */
export function readDevelopmentSettings(): { profile: string | null; preset: EnvironmentPreset | null } {
  if (app.isPackaged) return { profile: null, preset: null }
  const { FUNDING_DESK_DATA: folder, FUNDING_DESK_PROFILE_ENV: preset } = process.env
  if (folder) app.setPath('userData', resolve(folder))
  return {
    profile: createHash('sha256').update(app.getPath('userData')).digest('hex').slice(0, 12),
    preset: preset ? environmentPresetSchema.parse(JSON.parse(preset)) : null,
  }
}
