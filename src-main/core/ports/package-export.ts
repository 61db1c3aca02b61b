import type { Result } from '../../../src-shared/errors.ts'

/** A file in a zip. It is opened only when written, so that one file is open at a time. */
export interface ZipFile {
  name: string
  /** Modification time, ISO 8601. */
  at: string
  open(): Promise<Result<AsyncIterable<Uint8Array>>>
}

/**
 * Asks the broker for a path and writes the zip chunk by chunk. `saved_as` is null if the broker canceled. A failure leaves nothing on
 * disk. It returns the error of the unreadable file, or `FILE_NOT_WRITTEN`.
 */
export type SaveZip = (
  name: string,
  files: AsyncIterable<ZipFile>,
) => Promise<Result<{ saved_as: string | null }>>
