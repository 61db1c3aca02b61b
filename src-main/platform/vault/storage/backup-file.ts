import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { environmentSchema } from '../../../../src-shared/platform/words/vocabulary-schema.ts'
import { type BackupHeader, keyFileSchema } from '../vault-storage.ts'
import { fileKey, newSalt, sealedIn, sealInto, unsealAt } from '../documents/encrypted-chunks.ts'

/**
 * Format of a backup: a first line that identifies the format, the length of a JSON header, the header, and one stream of AES-256-GCM
 * chunks. The header is not encrypted. The key is derived from the vault's key, a salt, and a hash of all preceding bytes. A changed header
 * therefore makes the stream unreadable. The stream contains files: for each file a JSON line with name and size, then its bytes. An empty
 * name ends the stream.
 */
const FORMAT = 'FundingDeskBackup'
const VERSION = 1
const MAGIC = Buffer.from(`${FORMAT} ${VERSION}\n`)
const LONGEST_HEADER = 64 * 1024
const LONGEST_ENTRY_LINE = 1024
const LINE_END = 10

const headerSchema = z.strictObject({
  environment: environmentSchema,
  made_at: z.iso.datetime(),
  app_version: z.string().max(100),
  key_file: keyFileSchema,
  salt: z.base64().max(100),
})
const entrySchema = z.strictObject({
  name: z.string().regex(/^(|vault\.db|documents\/[0-9a-f]{2}\/[0-9a-f]{64})$/),
  size: z.int().min(0),
})

/** Thrown if a file is not a backup, or if its format is unknown to this version of the app. */
export class UnknownBackupFormat extends Error {}
/** Thrown if a backup was changed or truncated, or if the key is wrong. */
export class BackupNotGenuine extends Error {}

export interface BackupEntry {
  name: string
  size: number
  content: AsyncIterable<Buffer>
}

/** Writes a backup and flushes it to disk, with only a few chunks in memory. Throws disk errors. */
export async function writeBackupFile(
  path: string,
  key: Buffer,
  header: BackupHeader,
  entries: AsyncIterable<BackupEntry>,
): Promise<void> {
  const salt = newSalt()
  const text = Buffer.from(JSON.stringify({ ...header, salt: salt.toString('base64') }))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  const head = Buffer.concat([MAGIC, length, text])
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(head)
    await sealInto(file, keyOfBody(key, salt, head), plainStream(entries))
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Reads the unencrypted header. Whether its content was changed is known only after the rest of the backup was decrypted. Throws
 * `UnknownBackupFormat`.
 */
export async function readBackupHeader(path: string): Promise<BackupHeader & { size: number }> {
  const file = await open(path, 'r')
  try {
    const { header } = await readHead(file)
    const { salt: _, ...rest } = header
    return { ...rest, size: (await file.stat()).size }
  } finally {
    await file.close()
  }
}

/**
 * Yields the files of a backup. Read them in order, each to its end. If a part of the backup was changed, throws `BackupNotGenuine` before
 * yielding any byte of that part.
 */
export async function* readBackupFile(path: string, key: Buffer): AsyncGenerator<BackupEntry> {
  const file = await open(path, 'r')
  try {
    const { head, header } = await readHead(file)
    const bodyKey = keyOfBody(key, Buffer.from(header.salt, 'base64'), head)
    const stream = new ByteStream(plainChunks(file, head.length, bodyKey))
    for (;;) {
      const { name, size } = entrySchema.parse(JSON.parse((await stream.line()).toString()))
      if (name === '') break
      yield { name, size, content: stream.take(size) }
    }
    if (!(await stream.isAtEnd())) throw new BackupNotGenuine('there is data after the end')
  } finally {
    await file.close()
  }
}

function keyOfBody(key: Buffer, salt: Buffer, head: Buffer): Buffer {
  return fileKey(key, salt, `funding-desk backup ${createHash('sha256').update(head).digest('hex')}`)
}

async function* plainStream(entries: AsyncIterable<BackupEntry>): AsyncGenerator<Buffer> {
  for await (const { name, size, content } of entries) {
    yield Buffer.from(`${JSON.stringify({ name, size })}\n`)
    let left = size
    for await (const bytes of content) {
      left -= bytes.length
      yield bytes
    }
    if (left !== 0) throw new Error('a file changed during the backup')
  }
  yield Buffer.from(`${JSON.stringify({ name: '', size: 0 })}\n`)
}

async function readHead(file: FileHandle): Promise<{ head: Buffer; header: z.infer<typeof headerSchema> }> {
  const begin = await readAt(file, 0, MAGIC.length + 4)
  if (!begin.subarray(0, MAGIC.length).equals(MAGIC) || begin.length < MAGIC.length + 4)
    throw new UnknownBackupFormat()
  const length = begin.readUInt32BE(MAGIC.length)
  if (length > LONGEST_HEADER) throw new UnknownBackupFormat()
  const text = await readAt(file, begin.length, length)
  try {
    return { head: Buffer.concat([begin, text]), header: headerSchema.parse(JSON.parse(text.toString())) }
  } catch {
    throw new BackupNotGenuine('the header cannot be read')
  }
}

async function* plainChunks(file: FileHandle, from: number, key: Buffer): AsyncGenerator<Buffer> {
  const sealed = sealedIn(file, key, from, (await file.stat()).size)
  for (let index = 0; index <= sealed.last; index++) {
    let plain: Buffer
    try {
      plain = await unsealAt(sealed, index)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error
      throw new BackupNotGenuine('a chunk is not genuine')
    }
    yield plain
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/** Reads lines and byte ranges from a stream of chunks. */
class ByteStream {
  readonly #chunks: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterator<Buffer>) {
    this.#chunks = chunks
  }

  async line(): Promise<Buffer> {
    for (;;) {
      const end = this.#held.indexOf(LINE_END)
      if (end >= 0) {
        const line = this.#held.subarray(0, end)
        this.#held = this.#held.subarray(end + 1)
        return line
      }
      if (this.#held.length > LONGEST_ENTRY_LINE || !(await this.#more()))
        throw new BackupNotGenuine('it is truncated')
    }
  }

  async *take(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0;) {
      if (this.#held.length === 0 && !(await this.#more())) throw new BackupNotGenuine('it is truncated')
      const bytes = this.#held.subarray(0, left)
      this.#held = this.#held.subarray(bytes.length)
      left -= bytes.length
      yield bytes
    }
  }

  async isAtEnd(): Promise<boolean> {
    return this.#held.length === 0 && !(await this.#more())
  }

  /** Reads the next chunk, or returns false at the end. */
  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next()
    if (done) return false
    this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value])
    return true
  }
}
