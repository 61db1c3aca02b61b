import type { Readable } from 'node:stream'
import type { Result } from '../../../src-shared/errors.ts'

/** How a copy is followed, and broken off. */
export interface Copying {
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

/**
 * The encrypted copies of the broker's PDFs, named by the SHA-256 of their plain bytes (hex). A read proves that the stored copy is
 * the one of that SHA-256 before it gives out a byte, whatever was done to the files.
 */
export interface DocumentStore {
  /**
   * Copies a file in, streamed. `FILE_NOT_FOUND` when it vanished, `FILE_CHANGED` when it changed while it was read.
   * `ATTACHING_CANCELLED` when its signal said so. `size` is in bytes. A file that is there already is not stored twice.
   */
  add(path: string, copying?: Copying): Promise<Result<{ sha256: string; size: number }>>
  /** Stores bytes that the app made. */
  addBytes(bytes: Uint8Array): Promise<Result<{ sha256: string; size: number }>>
  /**
   * Some of the plain bytes, fewer at the end of the document; only the chunks in which they lie are decrypted. `FILE_NOT_FOUND`
   * when there is none, `FILE_DAMAGED` when it was tampered with, cut, extended, or another document's copy is in its place.
   */
  read(sha256: string, from: number, length: number): Promise<Result<Uint8Array<ArrayBuffer>>>
  /** All plain bytes. Fails as `read` does; the stream fails with an `Error` where a later byte was tampered with. */
  open(sha256: string): Promise<Result<Readable>>
  /**
   * Encrypts documents that the first versions of the app stored once more, each under a key of its own: then a new vault key needs
   * no more such work. Those that cannot be read stay as they are.
   */
  upgrade(
    inUse: ReadonlySet<string>,
    onProgress: (done: number, total: number) => void,
  ): Promise<Result<void>>
  /**
   * Deletes the stored files that were added before that instant and that nothing refers to: `inUse` gives the SHA-256 of all
   * that is referred to. Answers how many files were deleted. Keeps what may belong to a document that is in use and cannot be read.
   */
  sweep(inUse: ReadonlySet<string>, before: string): Promise<Result<number>>
}
