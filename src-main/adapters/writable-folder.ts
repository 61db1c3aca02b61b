import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Tries it with a file: what the system says of permissions leaves out a disk that is write-protected. */
export function isWritable(folder: string): boolean {
  const probe = join(folder, `write-test-${process.pid}`)
  try {
    writeFileSync(probe, '')
    rmSync(probe)
    return true
  } catch {
    return false
  }
}
