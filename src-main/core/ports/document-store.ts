import type { Readable } from 'node:stream'
import type { Result } from '../../../src-shared/errors.ts'

/** Progress and cancellation of a copy. */
export interface Copying {
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

/**
 * Encrypted copies of the broker's PDFs, named by the SHA-256 of their plain bytes (hex). Before it returns a byte, a read proves that
 * the stored copy matches its SHA-256, even if files were manipulated.
 */
export interface DocumentStore {
  /**
   * Streams a file into the store. Does not store existing content twice. `size` is in bytes. Fails with `FILE_NOT_FOUND` if it vanished,
   * `FILE_CHANGED` if it changed while being read, or `ATTACHING_CANCELLED` after an abort.
   */
  add(path: string, copying?: Copying): Promise<Result<{ sha256: string; size: number }>>
  addBytes(bytes: Uint8Array): Promise<Result<{ sha256: string; size: number }>>
  /**
   * Returns a range of the plain bytes, shorter at the document's end. Decrypts only the necessary chunks. Fails with `FILE_NOT_FOUND`
   * without a document. Fails with `FILE_DAMAGED` if it was manipulated, truncated, extended, or replaced by another document's copy.
   */
  read(sha256: string, from: number, length: number): Promise<Result<Uint8Array<ArrayBuffer>>>
  /** Streams all plain bytes. Fails like `read`; the stream fails with an `Error` if a later byte was manipulated. */
  open(sha256: string): Promise<Result<Readable>>
  /**
   * Encrypts documents of the app's first versions again, each under its own key, so that later changes of the vault key are fast.
   * Unreadable ones stay unchanged.
   */
  upgrade(
    inUse: ReadonlySet<string>,
    onProgress: (done: number, total: number) => void,
  ): Promise<Result<void>>
  /**
   * Deletes stored files that were added before `before` and are not in use, and returns their number. `inUse` contains the SHA-256 of
   * each used document. Keeps possible remains of a used document that is unreadable.
   */
  sweep(inUse: ReadonlySet<string>, before: string): Promise<Result<number>>
}
