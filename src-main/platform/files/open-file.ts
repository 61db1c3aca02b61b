import { constants } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'

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
