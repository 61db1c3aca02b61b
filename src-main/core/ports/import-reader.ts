import type { ImportPreview } from '../../../src-shared/domain/import.ts'
import type { Result } from '../../../src-shared/errors.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'

/** A draft file as text, and the form for its values. */
export interface ImportSource {
  profile: PayloadProfile
  text: string
  /** `YYYY-MM-DD`. */
  today: string
}

export interface DraftsToCreate {
  /** Used in the first timeline entry of each draft. */
  file: string
  rows: number[]
  now: string
}

export interface CreatedDrafts {
  deal_ids: string[]
  /** The writes of all drafts, for `Vault.commitJson`. */
  writes: string
}

export interface ImportWatch {
  signal: AbortSignal
  onProgress(done: number, total: number): void
}

/**
 * Reads draft files outside the main thread, with time and memory limits. Fails with `IMPORT_NOT_READABLE` beyond the limits, or
 * `IMPORT_CANCELLED` after an abort.
 */
export interface ImportReader {
  /** Reads a picked or dropped file as text. It must be a regular file of limited size, and not a link. */
  readText(path: string): Promise<Result<string>>
  preview(source: ImportSource, watch: ImportWatch): Promise<Result<Pick<ImportPreview, 'columns' | 'rows'>>>
  create(source: ImportSource, drafts: DraftsToCreate, watch: ImportWatch): Promise<Result<CreatedDrafts>>
}
