import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Tests with a file, because permissions do not reveal a write-protected disk. */
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
