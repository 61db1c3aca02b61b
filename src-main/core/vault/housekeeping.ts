import type { Result } from '../../../src-shared/errors.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { documentsInUse } from '../documents/documents-in-use.ts'
import { tellRenewals } from '../money/renewals.ts'
import type { Timers } from '../ports/timers.ts'
import type { Workspace } from '../workspace.ts'
import { backUp, isUnderPresentKey, readBackups } from './backup.ts'
import { VAULT_FILES, type VaultCare } from './care.ts'
import { emptyBin } from './empty-bin.ts'

const HOUR_MS = 3_600_000
/** Less than a day, so that a broker who starts at nine every morning gets a backup every morning. */
const BACKUP_AFTER_MS = 20 * HOUR_MS
/** A planned time this far in the future comes from a wrong clock, and does not delay the next backup. */
const CLOCK_IS_OFF_MS = HOUR_MS
/** A file added this long ago belongs to a document by now, or never will. */
const SETTLED_AFTER_MS = HOUR_MS
/** Waits until the app's start is complete. */
const FIRST_BACKUP_AFTER_MS = 60_000

/** Automatic work while an environment is open: empties the bin at the start, and checks hourly for due work. */
export class Housekeeping {
  readonly #care: VaultCare
  readonly #workspace: Workspace
  readonly #timers: Timers
  #cancel = () => {}
  #stopped = false

  constructor(care: VaultCare, workspace: Workspace, timers: Timers) {
    this.#care = care
    this.#workspace = workspace
    this.#timers = timers
  }

  start(): void {
    const { environment } = this.#workspace
    void this.#told(
      'tidy',
      oneAtATime(VAULT_FILES, () => this.#care.storage.tidy(environment)),
    )
    void this.#told('bin', emptyBin(this.#workspace))
    this.#again(FIRST_BACKUP_AFTER_MS)
  }

  /** Starts nothing new. Does not wait for running work. */
  stop(): void {
    this.#stopped = true
    this.#cancel()
  }

  #again(after_ms: number): void {
    if (this.#stopped) return
    this.#cancel = this.#timers.after(
      after_ms,
      () => void this.#whatIsDue().finally(() => this.#again(HOUR_MS)),
    )
  }

  async #whatIsDue(): Promise<void> {
    await this.#told('bin', emptyBin(this.#workspace))
    if (!this.#stopped) await this.#told('renewals', tellRenewals(this.#workspace))
    if (this.#stopped || !(await isBackupDue(this.#care, this.#workspace))) return
    await this.#told('stored documents', sweepDocuments(this.#workspace))
    if (!this.#stopped) await this.#told('backup', backUp(this.#care, this.#workspace))
  }

  /** Runs one piece of work. A failure or exception does not affect the others. */
  async #told(what: string, work: Promise<Result<unknown>>): Promise<void> {
    const { log } = this.#workspace
    try {
      const done = await work
      if (!done.ok) log.warn('housekeeping', { what, code: done.error.code })
    } catch (thrown) {
      log.warn('housekeeping', { what, kind: thrown instanceof Error ? thrown.name : typeof thrown })
    }
  }
}

/** Deletes the stored copies of documents that no deal uses. Keeps those of documents that can still be restored. */
export function sweepDocuments(workspace: Workspace): Promise<Result<number>> {
  return oneAtATime(VAULT_FILES, async () => {
    const inUse = await documentsInUse(workspace)
    if (!inUse.ok) return inUse
    return workspace.documents.sweep(inUse.value, earlier(workspace.clock.now(), SETTLED_AFTER_MS))
  })
}

async function isBackupDue(care: VaultCare, { environment, vault, clock }: Workspace): Promise<boolean> {
  const backups = await readBackups(care, vault)
  const last = backups.ok ? backups.value.last_backup : null
  if (last === null || !(await isUnderPresentKey(care, environment, last.path))) return true
  const age = Date.parse(clock.now()) - Date.parse(last.made_at)
  return age >= BACKUP_AFTER_MS || age < -CLOCK_IS_OFF_MS
}

function earlier(instant: string, by_ms: number): string {
  return new Date(Date.parse(instant) - by_ms).toISOString()
}
