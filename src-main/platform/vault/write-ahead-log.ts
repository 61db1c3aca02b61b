import { createHash, type Hash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import type { LogState } from './history-mark.ts'
import { sizeOf } from './storage/places.ts'

// Layout of SQLite's write-ahead log (sqlite.org/fileformat2.html, section 4). Only the unencrypted headers are read.

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const COMMIT_AT = 4
const FRAME_SALT_AT = 8
const SALT_BYTES = 8
/** Number of frames (changed pages in the log) in the first read. A keystroke changes about this many pages. */
const FRAMES_AT_ONCE = 8
const MORE_FRAMES_AT_ONCE = 64
const PIECE_BYTES = 1024 * 1024

export const logOf = (database: string) => `${database}-wal`

/** Reads the log of an open database while the log grows, and hashes each commit in the log. */
export class LogFollower {
  readonly #path: string
  #handle: number | null = null
  #salt: Buffer = Buffer.alloc(0)
  #frameBytes = 0
  #end = 0
  #hash: Hash = createHash('sha256')
  #buffer: Buffer = Buffer.alloc(0)

  constructor(database: string) {
    this.#path = logOf(database)
  }

  /** Starts to follow a log that already contains this many frames (changed pages). */
  begin(frames: number): void {
    if (frames === 0 || !this.#readHeader()) return
    for (let left = frames; left > 0; left--) this.#take(this.#frames(1))
  }

  /** Reads the log up to the end of the latest commit, and returns the state of the log. */
  next(): LogState {
    this.#readHeader()
    const hash = this.#hash.copy()
    for (let end = this.#end, count = FRAMES_AT_ONCE; ; count = MORE_FRAMES_AT_ONCE) {
      const bytes = this.#frames(count, end)
      const size = this.#sizeToCommit(bytes)
      hash.update(bytes.subarray(0, size ?? bytes.length))
      end += size ?? bytes.length
      if (size === null) continue
      this.#hash = hash
      this.#end = end
      return { salt: this.#salt, bytes: end, sha256: hash.copy().digest() }
    }
  }

  close(): void {
    if (this.#handle !== null) closeSync(this.#handle)
    this.#handle = null
  }

  /**
   * Reads the log's header. If SQLite has started to overwrite the log, reading starts again from the beginning. Returns false if there is
   * no header yet.
   */
  #readHeader(): boolean {
    this.#handle ??= openSync(this.#path, 'r')
    const header = Buffer.alloc(HEADER_BYTES)
    if (readSync(this.#handle, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return false
    const { salt, page } = headerOf(header)
    if (salt.equals(this.#salt)) return true
    this.#salt = salt
    this.#frameBytes = FRAME_HEADER_BYTES + page
    this.#end = HEADER_BYTES
    this.#hash = createHash('sha256').update(header)
    return true
  }

  #take(frames: Buffer): void {
    this.#hash.update(frames)
    this.#end += frames.length
  }

  /** Returns up to `count` complete frames (changed pages) of the log. Throws if there is no complete frame. */
  #frames(count: number, at = this.#end): Buffer {
    const length = count * this.#frameBytes
    // Reuses the buffer, because garbage collection of buffers of this size takes milliseconds.
    if (this.#buffer.length < length) this.#buffer = Buffer.allocUnsafe(length)
    const bytes = this.#buffer
    const read = readSync(this.#handle as number, bytes, 0, length, at)
    let end = 0
    while (end + this.#frameBytes <= read && this.#isOurs(bytes, end)) end += this.#frameBytes
    if (end === 0) throw new Error('the log is shorter than SQLite says')
    return bytes.subarray(0, end)
  }

  #isOurs(bytes: Buffer, frame: number): boolean {
    const at = frame + FRAME_SALT_AT
    return bytes.subarray(at, at + SALT_BYTES).equals(this.#salt)
  }

  /** Returns the number of bytes up to the end of the first commit in `frames`. Returns null if no commit ends there. */
  #sizeToCommit(frames: Buffer): number | null {
    for (let at = 0; at < frames.length; at += this.#frameBytes)
      if (frames.readUInt32BE(at + COMMIT_AT) !== 0) return at + this.#frameBytes
    return null
  }
}

/** True if the log still starts with all commits that the history mark (a file that counts the vault's commits) recorded. */
export function matchesLog(database: string, { bytes, sha256 }: LogState): boolean {
  const path = logOf(database)
  if (sizeOf(path) < bytes) return false
  const handle = openSync(path, 'r')
  try {
    const hash = createHash('sha256')
    const piece = Buffer.allocUnsafe(Math.min(bytes, PIECE_BYTES))
    for (let at = 0; at < bytes;) {
      const read = readSync(handle, piece, 0, Math.min(piece.length, bytes - at), at)
      if (read === 0) return false
      hash.update(piece.subarray(0, read))
      at += read
    }
    return hash.digest().equals(sha256)
  } finally {
    closeSync(handle)
  }
}

/** Returns the number of frames (changed pages), complete or not, that SQLite wrote since it last started the log from the beginning. */
export function framesWritten(database: string): number {
  const path = logOf(database)
  if (sizeOf(path) < HEADER_BYTES) return 0
  const handle = openSync(path, 'r')
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    readSync(handle, header, 0, HEADER_BYTES, 0)
    const { salt, page } = headerOf(header)
    const frame = Buffer.alloc(FRAME_HEADER_BYTES)
    for (let frames = 0; ; frames++) {
      const at = HEADER_BYTES + frames * (FRAME_HEADER_BYTES + page)
      if (readSync(handle, frame, 0, frame.length, at) < frame.length) return frames
      if (!frame.subarray(FRAME_SALT_AT, FRAME_SALT_AT + SALT_BYTES).equals(salt)) return frames
    }
  } finally {
    closeSync(handle)
  }
}

function headerOf(header: Buffer): { salt: Buffer; page: number } {
  return { salt: Buffer.from(header.subarray(16, 24)), page: header.readUInt32BE(8) }
}

/**
 * Minimum number of writes since the last checkpoint for which the short pause below applies. This many writes fill a few megabytes of the
 * log.
 */
const ENOUGH_WRITES = 1_000
/**
 * Pause in milliseconds between the latest commit and a checkpoint (copying the log into the database). The short pause applies after many
 * writes. After few writes, the long pause applies: the broker has then stopped typing.
 */
const SHORT_PAUSE_MS = 250
const LONG_PAUSE_MS = 2_000

/** Runs a checkpoint when no commit arrived for a short time. Within a series of commits, each checkpoint would delay the next commit. */
export class Checkpoints {
  readonly #run: () => void
  #writes = 0
  #timer: NodeJS.Timeout | undefined

  constructor(run: () => void) {
    this.#run = run
  }

  /** Call this after each commit. `writes` is the number of its writes. */
  note(writes: number): void {
    this.#writes += writes
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => {
        this.#writes = 0
        try {
          this.#run()
        } catch {
          // Ignore the error here. The next commit runs the checkpoint again and reports the error.
        }
      },
      this.#writes < ENOUGH_WRITES ? LONG_PAUSE_MS : SHORT_PAUSE_MS,
    )
    this.#timer.unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
