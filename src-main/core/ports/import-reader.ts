import type { ImportPreview } from '../../../src-shared/domain/import.ts'
import type { Result } from '../../../src-shared/errors.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'

/** A file of drafts as text, and the form that its values go into. */
export interface ImportSource {
  profile: PayloadProfile
  text: string
  /** `YYYY-MM-DD`. */
  today: string
}

/** What an import creates from a file. */
export interface DraftsToCreate {
  /** For the first line of each timeline. */
  file: string
  rows: number[]
  now: string
}

export interface CreatedDrafts {
  deal_ids: string[]
  /** The writes of all drafts, as `Vault.commitJson` takes them. */
  writes: string
}

export interface ImportWatch {
  signal: AbortSignal
  onProgress(done: number, total: number): void
}

/**
 * Reads files of drafts away from the main thread, with limits on time and memory. `IMPORT_NOT_READABLE` for a file that goes
 * beyond them, `IMPORT_CANCELLED` when its signal says so.
 */
export interface ImportReader {
  /** Reads a file that the user picked or dropped as text: a regular file of bounded size, never through a link. */
  readText(path: string): Promise<Result<string>>
  preview(source: ImportSource, watch: ImportWatch): Promise<Result<Pick<ImportPreview, 'columns' | 'rows'>>>
  create(source: ImportSource, drafts: DraftsToCreate, watch: ImportWatch): Promise<Result<CreatedDrafts>>
}
