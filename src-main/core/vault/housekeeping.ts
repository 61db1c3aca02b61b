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
/** Less than a day, so that whoever starts at nine every morning has a backup every morning. */
const BACKUP_AFTER_MS = 20 * HOUR_MS
/** A backup that is to be made so much later than now was made while the clock was ahead, and keeps no other back. */
const CLOCK_IS_OFF_MS = HOUR_MS
/** A file that was added this long ago belongs to a document by now, or never will. */
const SETTLED_AFTER_MS = HOUR_MS
/** Long enough that the start of the app is over. */
const FIRST_BACKUP_AFTER_MS = 60_000

/** What is done by itself while an environment is open: the bin is emptied when it begins, and every hour it is looked what is due. */
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

  /** What is under way is not waited for; nothing new begins. */
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

  /** Each by itself: what fails, or throws, keeps no other back. */
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

/** Deletes the stored copies of documents that no deal refers to any more; what can be put back still keeps its own. */
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
