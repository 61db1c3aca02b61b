import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Timers } from '../../core/ports/timers.ts'

const DAY_MS = 24 * 3_600_000
/** A dump holds a process's memory, and with it what was on the screen: it stays no longer than somebody may look for it. */
const KEPT_MS = 14 * DAY_MS
const KEPT = 10
/** Crashpad's own; it holds no memory. */
const SETTINGS = 'settings.dat'

/** Clears the folder of crash dumps now, and every day while the app runs. */
export function keepFewCrashDumps(folder: string, timers: Timers, now: () => number): void {
  void clearCrashDumps(folder, now()).finally(() =>
    timers.after(DAY_MS, () => keepFewCrashDumps(folder, timers, now)),
  )
}

/** Deletes what is older than 14 days, and of the rest all but the ten newest dumps. One that is being written stays. */
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
