import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Timers } from '../../platform/base/system.ts'

const DAY_MS = 24 * 3_600_000
/**
 * Time in milliseconds until a crash dump is deleted. A dump contains a process's memory, including screen contents. It is therefore stored
 * only as long as it may help to find the cause of a crash.
 */
const KEPT_MS = 14 * DAY_MS
const KEPT = 10
/** Settings file of Crashpad (Chromium's crash reporter). This file contains no memory content and is not deleted. */
const SETTINGS = 'settings.dat'

/** Cleans up the folder of crash dumps now, and then daily while the app runs. */
export function pruneCrashDumps(folder: string, timers: Timers, now: () => number): void {
  void clearCrashDumps(folder, now()).finally(() =>
    timers.after(DAY_MS, () => pruneCrashDumps(folder, timers, now)),
  )
}

/** Deletes dumps older than 14 days, and all except the ten newest. Never deletes a dump that is still being written. */
export async function clearCrashDumps(folder: string, now: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile() && entry.name !== SETTINGS)
  const aged = await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const found = await stat(path).catch(() => null)
      return { path, age_ms: found === null ? 0 : now - found.mtimeMs }
    }),
  )
  const tooMany = aged
    .filter(({ path }) => path.endsWith('.dmp'))
    .toSorted((one, other) => one.age_ms - other.age_ms)
    .slice(KEPT)
  const old = aged.filter(({ age_ms }) => age_ms > KEPT_MS)
  await Promise.all([...old, ...tooMany].map(({ path }) => rm(path, { force: true })))
}

/** Counts the files in a folder recursively, and their bytes. Ignores files that are deleted in the meantime. */
export async function measureFolder(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => null,
        ),
      ),
  )
  const known = sizes.filter((size) => size !== null)
  return { files: known.length, bytes: known.reduce((sum, size) => sum + size, 0) }
}
