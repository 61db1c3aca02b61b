import { createHash, hkdfSync, timingSafeEqual, type Hash } from 'node:crypto'
import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** The part of the write-ahead log that contains complete commits: its first `bytes` bytes. */
export interface LogState {
  /** A random value in the header of the log. SQLite changes it when it starts to overwrite the log from the beginning. */
  salt: Buffer
  bytes: number
  sha256: Buffer
}

export interface HistoryPoint {
  commits: number
  /** A hash chain over all commits: the 32-byte hash of the previous value and the newest commit. */
  chain: Buffer
  at: string
}

/** The state of the database that the mark file recorded. `log` is null if the database file contains all commits without the log. */
export interface HistoryMark extends HistoryPoint {
  log: LogState | null
}

export function isSamePoint(one: HistoryPoint, other: HistoryPoint): boolean {
  return one.commits === other.commits && one.chain.equals(other.chain)
}

/** True if a database with this history point (number and hash of its commits) contains all commits that the history mark recorded. */
export function isAtLeast(point: HistoryPoint | null, mark: HistoryPoint): boolean {
  return point !== null && (point.commits > mark.commits || isSamePoint(point, mark))
}

export const markOf = (database: string) => `${database}-mark`

const MAGIC = Buffer.from('FDMARK1\n')
const BODY_BYTES = 128
/** Size of a record (a stored history mark). A record fits into a disk sector, which a disk writes completely or not at all. */
const RECORD_BYTES = BODY_BYTES + 32
/**
 * Bytes from the start of the first slot (place for a record) to the start of the second. The slots are so far apart that no disk writes
 * both in one operation.
 */
const SLOT_BYTES = 4096
const SLOTS = 2
/** Delay until the history mark is flushed to disk. A commit waits only until the operating system has received the mark (ADR 16). */
const SYNC_AFTER_MS = 100

/** Returns the newest valid history mark of a database. Returns null if no mark was signed with this key. */
export function readMark(database: string, key: string): HistoryMark | null {
  const signer = new Signer(key)
  let newest: { sequence: bigint; mark: HistoryMark } | null = null
  for (const record of recordsIn(markOf(database))) {
    const read = decode(record, signer)
    if (read !== null && (newest === null || read.sequence > newest.sequence)) newest = read
  }
  return newest?.mark ?? null
}

/**
 * Writes the history marks of one database alternately to two slots of a file. After an incomplete write, the other slot still contains the
 * previous mark.
 */
export class MarkFile {
  readonly #handle: number
  readonly #signer: Signer
  #sequence: bigint
  #syncing: NodeJS.Timeout | undefined

  constructor(database: string, key: string) {
    this.#signer = new Signer(key)
    const path = markOf(database)
    const sequences = recordsIn(path).map((record) => decode(record, this.#signer)?.sequence ?? 0n)
    this.#sequence = sequences.reduce((most, one) => (one > most ? one : most), 0n)
    this.#handle = openForWriting(path)
  }

  /**
   * Writes the mark. When this method returns, the operating system has the mark, so the mark survives the end of this process. A short
   * time later, the mark is flushed to disk.
   */
  write(mark: HistoryMark): void {
    this.#writeNext(mark)
    this.#syncing ??= setTimeout(() => {
      this.#syncing = undefined
      // Asynchronous, so that the next commit does not wait. If the flush fails, the next write of a mark reports the error.
      fdatasync(this.#handle, () => {})
    }, SYNC_AFTER_MS).unref()
  }

  /** Writes the mark to both slots (places for a record in the file). Flushes both to disk before the method returns. */
  writeDurably(mark: HistoryMark): void {
    for (let slot = 0; slot < SLOTS; slot++) {
      this.#writeNext(mark)
      fdatasyncSync(this.#handle)
    }
  }

  close(): void {
    clearTimeout(this.#syncing)
    closeSync(this.#handle)
  }

  #writeNext(mark: HistoryMark): void {
    const sequence = this.#sequence + 1n
    const record = encode(sequence, mark, this.#signer)
    const slot = Number(sequence % BigInt(SLOTS))
    if (writeSync(this.#handle, record, 0, record.length, slot * SLOT_BYTES) !== record.length)
      throw Object.assign(new Error('the mark is truncated'), { code: 'ENOSPC' })
    this.#sequence = sequence
  }
}

/** Opens the mark file. Creates a missing file in its full size, so that later writes do not change its metadata. */
function openForWriting(path: string): number {
  // A folder or a broken link at this path counts as a missing mark. Such a path must not prevent the opening of the vault.
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true && existsHere(path))
    renameSync(path, `${path}.damaged-${Date.now()}`)
  try {
    return openSync(path, 'r+')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const handle = openSync(path, 'wx+', 0o600)
  writeSync(handle, Buffer.alloc(SLOTS * SLOT_BYTES))
  fsyncSync(handle)
  syncFolder(dirname(path))
  return handle
}

/** True if the path exists, even as a broken link. */
function existsHere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** Flushes a folder, so that a new file name in it survives a crash. Windows cannot open folders and does not need this. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

function recordsIn(path: string): Buffer[] {
  const bytes = Buffer.alloc(SLOTS * SLOT_BYTES)
  try {
    const handle = openSync(path, 'r')
    try {
      readSync(handle, bytes, 0, bytes.length, 0)
    } finally {
      closeSync(handle)
    }
  } catch {
    return []
  }
  return Array.from({ length: SLOTS }, (_, slot) =>
    bytes.subarray(slot * SLOT_BYTES, slot * SLOT_BYTES + RECORD_BYTES),
  )
}

const HASH_BLOCK_BYTES = 64

/**
 * Computes HMAC-SHA-256 and loads its key only once. `createHmac` would load the key for each commit. Loading takes 30 µs, which is longer
 * than all other steps of writing a mark.
 */
class Signer {
  readonly #inner: Hash
  readonly #outer: Hash

  constructor(vaultKey: string) {
    const secret = hkdfSync('sha256', Buffer.from(vaultKey, 'hex'), '', 'funding-desk history mark', 32)
    const block = Buffer.concat([Buffer.from(secret)], HASH_BLOCK_BYTES)
    this.#inner = createHash('sha256').update(block.map((byte) => byte ^ 0x36))
    this.#outer = createHash('sha256').update(block.map((byte) => byte ^ 0x5c))
  }

  sign(body: Buffer): Buffer {
    return this.#outer.copy().update(this.#inner.copy().update(body).digest()).digest()
  }
}

function encode(sequence: bigint, { commits, chain, at, log }: HistoryMark, signer: Signer): Buffer {
  const body = Buffer.alloc(BODY_BYTES)
  MAGIC.copy(body, 0)
  body.writeBigUInt64BE(sequence, 8)
  body.writeBigUInt64BE(BigInt(commits), 16)
  chain.copy(body, 24)
  body.writeDoubleBE(Date.parse(at) || 0, 56)
  if (log !== null) {
    body.writeUInt8(1, 64)
    log.salt.copy(body, 65)
    body.writeBigUInt64BE(BigInt(log.bytes), 73)
    log.sha256.copy(body, 81)
  }
  return Buffer.concat([body, signer.sign(body)])
}

function decode(record: Buffer, signer: Signer): { sequence: bigint; mark: HistoryMark } | null {
  if (record.length !== RECORD_BYTES || !record.subarray(0, MAGIC.length).equals(MAGIC)) return null
  const body = record.subarray(0, BODY_BYTES)
  if (!timingSafeEqual(record.subarray(BODY_BYTES), signer.sign(body))) return null
  const at = body.readDoubleBE(56)
  return {
    sequence: body.readBigUInt64BE(8),
    mark: {
      commits: Number(body.readBigUInt64BE(16)),
      chain: Buffer.from(body.subarray(24, 56)),
      at: at === 0 ? '' : new Date(at).toISOString(),
      log:
        body.readUInt8(64) === 0
          ? null
          : {
              salt: Buffer.from(body.subarray(65, 73)),
              bytes: Number(body.readBigUInt64BE(73)),
              sha256: Buffer.from(body.subarray(81, 113)),
            },
    },
  }
}
