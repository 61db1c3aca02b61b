import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** File in the data folder that contains the time of the last backup, as an ISO 8601 instant. */
const fileIn = (dataFolder: string) => join(dataFolder, 'last-backup')

export function recordBackup(dataFolder: string, at: Date): void {
  const file = fileIn(dataFolder)
  writeFileSync(`${file}.partial`, `${at.toISOString()}\n`)
  renameSync(`${file}.partial`, file)
}

/** Returns the seconds since the last backup of a data folder. Returns infinity if there was none, or if its time cannot be read. */
export function backupAgeSeconds(dataFolder: string, now: number): number {
  try {
    const at = Date.parse(readFileSync(fileIn(dataFolder), 'utf8').trim())
    return Number.isNaN(at) ? Infinity : Math.max(0, (now - at) / 1000)
  } catch {
    return Infinity
  }
}
