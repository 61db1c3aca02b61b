import type { Readable } from 'node:stream'
import type { Result } from '../../../src-shared/errors.ts'

/** How a copy is followed, and broken off. */
export interface Copying {
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

/** The encrypted copies of the broker's PDFs, named by the SHA-256 of their plain bytes (hex). */
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
   * when there is none, `FILE_DAMAGED` when a byte was tampered with.
   */
  read(sha256: string, from: number, length: number): Promise<Result<Uint8Array<ArrayBuffer>>>
  /** The plain bytes; the stream fails with an `Error` when a byte was tampered with. `FILE_NOT_FOUND` when there is none. */
  open(sha256: string): Promise<Result<Readable>>
  /**
   * Deletes the stored files that were added before that instant and that nothing refers to: `inUse` gives the SHA-256 of all
   * that is referred to. Answers how many went.
   */
  sweep(inUse: AsyncIterable<string>, before: string): Promise<Result<number>>
}
