import { access, constants, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Time limit for one folder in milliseconds. A folder on a network drive that is not connected may not answer for a minute. */
const LOOK_MS = 1_500

/**
 * Returns the first folder that exists and is writable, or null. Each function returns a folder's path, or throws if the system does not
 * know the folder. A folder such as the documents may be redirected to a cloud drive that is not connected.
 */
export async function firstFolder(paths: readonly (() => string)[]): Promise<string | null> {
  for (const path of paths) {
    const usable = await Promise.race([usableFolder(path), sleep(LOOK_MS, null, { ref: false })])
    if (usable !== null) return usable
  }
  return null
}

async function usableFolder(path: () => string): Promise<string | null> {
  try {
    const folder = path()
    await access(folder, constants.W_OK)
    return (await stat(folder)).isDirectory() ? folder : null
  } catch {
    // The folder cannot be used, so the next one is tried.
    return null
  }
}
