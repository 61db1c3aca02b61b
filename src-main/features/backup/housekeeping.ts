import { drop, logged } from '../../platform/base/log-lines.ts'
import { resultOf } from '../../platform/base/failure.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import { notifyRenewals } from '../money/renewals.ts'
import type { Timers } from '../../platform/base/system.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import { backUp, isUnderPresentKey, readBackups } from './backup.ts'
import { VAULT_FILES, type VaultFiles } from './vault-files.ts'
import { emptyTrash } from './empty-trash.ts'
import { documentsInUse } from '../documents/edit-document.ts'

type HousekeepingNeeds = Pick<
  Platform,
  'environment' | 'vault' | 'documents' | 'clock' | 'emit' | 'notifier' | 'log'
>

const HOUR_MS = 3_600_000
/**
 * Minimum time between two automatic backups. It is less than a day: a broker who starts the app at nine every morning gets a backup every
 * morning.
 */
const BACKUP_AFTER_MS = 20 * HOUR_MS
/**
 * If the date of the last backup is more than this time in the future, it comes from a wrong clock. The next backup is then made
 * immediately.
 */
const CLOCK_IS_OFF_MS = HOUR_MS
/**
 * Minimum age of an unused file before the cleanup deletes it. The app stores a file before it records the document in the vault, so a
 * newer file may belong to a document that is being attached.
 */
const SETTLED_AFTER_MS = HOUR_MS
/** Delay of the first backup, so that it does not slow down the app's start. */
const FIRST_BACKUP_AFTER_MS = 60_000

/**
 * Runs automatic work while an environment is open. Empties the trash when the environment is opened, and checks every hour whether other
 * work is due.
 */
export class Housekeeping {
  readonly #vaultFiles: VaultFiles
  readonly #context: HousekeepingNeeds
  readonly #timers: Timers
  #cancel = () => {}
  #stopped = false

  constructor(vaultFiles: VaultFiles, context: HousekeepingNeeds, timers: Timers) {
    this.#vaultFiles = vaultFiles
    this.#context = context
    this.#timers = timers
  }

  start(): void {
    const { environment, log } = this.#context
    const tidied = oneAtATime(VAULT_FILES, () => this.#vaultFiles.storage.tidy(environment))
    drop(log, tidied, 'housekeeping')
    drop(log, emptyTrash(this.#context), 'housekeeping')
    this.#again(FIRST_BACKUP_AFTER_MS)
  }

  /** Stops the automatic work. Work that is already running continues, and this function does not wait for it. */
  stop(): void {
    this.#stopped = true
    this.#cancel()
  }

  #again(after_ms: number): void {
    if (this.#stopped) return
    this.#cancel = this.#timers.after(after_ms, () =>
      drop(
        this.#context.log,
        this.#whatIsDue().finally(() => this.#again(HOUR_MS)),
      ),
    )
  }

  async #whatIsDue(): Promise<void> {
    // A failure does not affect other work.
    const tried = (work: Promise<unknown>) => logged(this.#context.log, work, 'housekeeping')
    await tried(emptyTrash(this.#context))
    if (!this.#stopped) await tried(notifyRenewals(this.#context))
    if (this.#stopped || !(await isBackupDue(this.#vaultFiles, this.#context))) return
    await tried(sweepDocuments(this.#context))
    if (!this.#stopped) await tried(backUp(this.#vaultFiles, this.#context))
  }
}

/** Deletes stored files that no document uses. Keeps the files of documents that can still be restored. */
export function sweepDocuments(context: Pick<Platform, 'vault' | 'documents' | 'clock'>): Promise<number> {
  return oneAtATime(VAULT_FILES, async () => {
    const inUse = await documentsInUse(context)
    return context.documents.sweep(inUse, earlier(context.clock.now(), SETTLED_AFTER_MS))
  })
}

async function isBackupDue(
  vaultFiles: VaultFiles,
  { environment, vault, clock }: Pick<Platform, 'environment' | 'vault' | 'clock'>,
): Promise<boolean> {
  const backups = await resultOf(readBackups(vaultFiles, vault))
  const last = backups.ok ? backups.value.last_backup : null
  if (last === null || !(await isUnderPresentKey(vaultFiles, environment, last.path))) return true
  const age = Date.parse(clock.now()) - Date.parse(last.made_at)
  return age >= BACKUP_AFTER_MS || age < -CLOCK_IS_OFF_MS
}

function earlier(instant: string, by_ms: number): string {
  return new Date(Date.parse(instant) - by_ms).toISOString()
}
