import { rename, rm, type FileHandle, lstat, open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeSync, fsyncSync, openSync, constants } from 'node:fs'

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

/**
 * Deletes a folder with everything in it. Does nothing if the folder does not exist. If a process of a killed app still creates files in the
 * folder, or another program has one of its files open, this function tries again for at most 1.8 seconds.
 */
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 8, retryDelay: 50 })

/** Flushes a file, such as a copy of the database, to disk. */
export function flush(path: string): void {
  const handle = openSync(path, 'r+')
  fsyncSync(handle)
  closeSync(handle)
}

/** Windows has none of these flags except the first one. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Opens a file from outside the app for reading. Does not follow a symbolic link, but throws ELOOP. Does not wait for the writer of a pipe,
 * because opening a pipe without a writer would never end.
 */
export async function openFile(path: string): Promise<FileHandle> {
  if (constants.O_NOFOLLOW === undefined && (await lstat(path)).isSymbolicLink())
    throw Object.assign(new Error('ELOOP'), { code: 'ELOOP' })
  return open(path, FLAGS)
}
