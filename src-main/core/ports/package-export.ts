import type { Result } from '../../../src-shared/errors.ts'

/** One file of a zip. Its bytes are asked for when it is its turn, so that one is open at a time. */
export interface ZipFile {
  name: string
  /** When it came to be, ISO 8601. */
  at: string
  open(): Promise<Result<AsyncIterable<Uint8Array>>>
}

/**
 * Asks the broker where to save, and writes the zip chunk by chunk; `saved_as` is null when the broker thought better of it.
 * Where it fails, nothing of it stays on the disk: the error of the file that could not be read, or `FILE_NOT_WRITTEN`.
 */
export type SaveZip = (
  name: string,
  files: AsyncIterable<ZipFile>,
) => Promise<Result<{ saved_as: string | null }>>
