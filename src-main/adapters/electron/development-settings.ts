import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { app } from 'electron'

/**
 * Sets the data folder that an unpackaged build was given (design/interfaces.md). Returns an id that separates its secrets from those of
 * the packaged app, or null in the packaged app.
 */
export function chooseDataFolder(): string | null {
  if (app.isPackaged) return null
  const { FUNDING_DESK_DATA: folder } = process.env
  if (folder) app.setPath('userData', resolve(folder))
  return createHash('sha256').update(app.getPath('userData')).digest('hex').slice(0, 12)
}
