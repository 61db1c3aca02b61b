import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Flushes a file, such as a copy of the database, to disk. */
export function flush(path: string): void {
  const handle = openSync(path, 'r+')
  fsyncSync(handle)
  closeSync(handle)
}
