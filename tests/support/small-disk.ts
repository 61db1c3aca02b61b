import { execFileSync } from 'node:child_process'
import type { Cleanup } from './cleanup.ts'

/** Mounts a small disk at a folder's path. Returns false if only an administrator may mount disks on this system. */
export function mountDisk(cleanup: Cleanup, folder: string, megabytes: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    return false
  }
  cleanup.add(() => execFileSync('umount', [folder]))
  return true
}
