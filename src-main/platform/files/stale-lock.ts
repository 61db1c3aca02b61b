import { readlinkSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** The links with which Chromium marks the data folder of a running app (Linux, macOS). The first names the computer and the process. */
const LINKS = ['SingletonLock', 'SingletonCookie', 'SingletonSocket']

/**
 * Removes Chromium's mark of a running app if that app crashed: its process on this computer no longer exists. Returns false without such a
 * mark. A mark of another computer stays, because the data folder may be on a network.
 */
export function clearStaleLock(folder: string): boolean {
  try {
    const [, host, pid] = /^(.*)-(\d{1,10})$/.exec(readlinkSync(join(folder, LINKS[0] ?? ''))) ?? []
    if (host !== hostname() || pid === undefined || isRunning(Number(pid))) return false
    for (const link of LINKS) rmSync(join(folder, link), { force: true })
    return true
  } catch {
    // There is no mark, or it cannot be read or removed.
    return false
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
