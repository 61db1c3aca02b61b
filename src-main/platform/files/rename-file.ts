import { rename } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Errors with which Windows refuses to rename or replace a file that another program has open. */
const IN_USE = new Set(['EPERM', 'EACCES', 'EBUSY'])
const WAITS_MS = [10, 20, 50, 100, 200, 400, 800]

/**
 * Renames a file or folder, and replaces an existing file. On Windows, a virus scanner or a search index opens new files for a moment, and
 * Windows then refuses to rename them. Therefore, this function tries again there, for at most 1.6 seconds.
 */
export async function renameFile(from: string, to: string): Promise<void> {
  for (const wait of process.platform === 'win32' ? WAITS_MS : []) {
    try {
      return await rename(from, to)
    } catch (error) {
      if (!IN_USE.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
    await sleep(wait)
  }
  return rename(from, to)
}
