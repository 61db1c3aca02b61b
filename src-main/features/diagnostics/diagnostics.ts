import { join } from 'node:path'
import { readdir, rm, stat } from 'node:fs/promises'
import { diagnosticsSchema, type Diagnostics } from '../../../src-shared/features/diagnostics/diagnostics.ts'
import type { ServiceCall } from '../../../src-shared/features/calls/service-call.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { environmentStatus } from '../connection/credentials.ts'
import { drop, noteFault, readLine } from '../../platform/base/log-lines.ts'
import type { Environments } from '../../platform/environment/platform.ts'
import type { ConnectionNeeds } from '../connection/connection-settings.ts'
import type { ConnectionStatus } from '../../../src-shared/features/connection/environment.ts'
import type { Log, Timers } from '../../platform/base/system.ts'

const LINES = 500

export interface DiagnosticsDeps {
  environmentManager: Pick<
    Environments<{ context: ConnectionNeeds; eventSync: { readonly status: ConnectionStatus } }>,
    'open'
  >
  now(): string
  app(): Diagnostics['app']
  vaultVersion: () => Promise<number>
  /** Returns the number of files in an environment's data, and their total size. */
  measure(environment: string): Promise<{ files: number; bytes: number }>
  lastLines(most: number): Promise<string[]>
  zip(files: Record<string, string>): Promise<Uint8Array>
  save(name: string, content: Uint8Array): Promise<{ saved_as: string | null }>
  log: Log
}

/** Collects the diagnostics, which a broker reviews and then sends to support. The app saves exactly what the broker reviewed. */
export class DiagnosticsCollector {
  readonly #parts: DiagnosticsDeps
  #shown: Diagnostics | null = null

  constructor(parts: DiagnosticsDeps) {
    this.#parts = parts
  }

  async view(): Promise<Diagnostics> {
    this.#shown = await this.#collect()
    return this.#shown
  }

  async save(): Promise<{ saved_as: string | null }> {
    const shown = this.#shown ?? (await this.#collect())
    const name = `funding-desk-diagnostics-${dayOf(shown.made_at)}.zip`
    const { log, ...rest } = shown
    const content = await this.#parts.zip({
      'diagnostics.json': `${JSON.stringify(rest, null, 2)}\n`,
      'log.jsonl': log.map((line) => `${JSON.stringify(line)}\n`).join(''),
    })
    return this.#parts.save(name, content)
  }

  async #collect(): Promise<Diagnostics> {
    const { now, app, vaultVersion, lastLines, measure, environmentManager, log } = this.#parts
    const lines = await lastLines(LINES)
    const collected: Diagnostics = {
      made_at: now(),
      app: app(),
      not_open: null,
      environment: null,
      connection: null,
      vault: null,
      calls: [],
      log: lines.map(readLine).filter((line) => line !== null),
    }
    const opened = await environmentManager.open()
    if (!opened.ok) return diagnosticsSchema.parse({ ...collected, not_open: opened.error.code })
    const { context, eventSync } = opened.value
    const { vault } = context
    // The diagnostics show what can be read, because a broker collects them when something fails.
    const known = <T>(reading: Promise<T>) =>
      reading.catch((thrown: unknown) => {
        noteFault(log, 'background work failed', thrown)
        return null
      })
    const [status, deals, unread, calls, size] = await Promise.all([
      known(environmentStatus(context)),
      known(vault.listDeals({ search: '', filter: 'all', sort: 'newest', offset: 0, limit: 1 })),
      known(vault.unreadNews()),
      known(vault.listCalls('')),
      measure(context.environment),
    ])
    if (status !== null) {
      const { environment, configured, relay_paired } = status
      collected.environment = { environment, configured, relay_paired }
    }
    const { state, since, webhook_problem } = eventSync.status
    collected.connection = { state, since, has_webhook_problem: webhook_problem !== null }
    if (deals !== null && unread !== null)
      collected.vault = {
        version: await vaultVersion(),
        deals: deals.counts,
        unread: unread.length,
        ...size,
      }
    if (calls !== null) collected.calls = countCalls(calls)
    // Final check: this throws if the diagnostics contain anything that the schema does not allow, and nothing is saved.
    return diagnosticsSchema.parse(collected)
  }
}

function countCalls(calls: readonly ServiceCall[]): Diagnostics['calls'] {
  const counts = new Map<string, Diagnostics['calls'][number]>()
  for (const { outcome, status } of calls) {
    const key = `${outcome} ${status}`
    const count = counts.get(key)?.count ?? 0
    counts.set(key, { outcome, status, count: count + 1 })
  }
  return [...counts.values()]
}

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
export function pruneCrashDumps(folder: string, timers: Timers, now: () => number, log: Log): void {
  drop(log, clearCrashDumps(folder, now()))
  timers.after(DAY_MS, () => pruneCrashDumps(folder, timers, now, log))
}

/** Deletes dumps older than 14 days, and all except the ten newest. Never deletes a dump that is still being written. */
export async function clearCrashDumps(folder: string, now: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile() && entry.name !== SETTINGS)
  const aged = await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      // Crashpad may delete a dump meanwhile.
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
