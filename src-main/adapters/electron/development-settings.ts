import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { app } from 'electron'

/**
 * An unpackaged build may be told the folder of its data (design/interfaces.md). Answers what sets its secrets apart from those of
 * the packaged product, which is told nothing: null there.
 */
export function chooseDataFolder(): string | null {
  if (app.isPackaged) return null
  const { FUNDING_DESK_DATA: folder } = process.env
  if (folder) app.setPath('userData', resolve(folder))
  return createHash('sha256').update(app.getPath('userData')).digest('hex').slice(0, 12)
}
