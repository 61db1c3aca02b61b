import { createHash, randomUUID } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import {
  bodyHead,
  bodyId,
  type Envelope,
  ENVELOPE_BYTES,
  newDocumentKey,
  readEnvelope,
  BODY_HEAD_BYTES,
  bodySize,
} from './document-envelope.ts'
import {
  CHUNK_BYTES,
  SEALED_BYTES,
  type Sealed,
  sealedIn,
  sealInto,
  unseal,
  unsealAt,
} from './encrypted-chunks.ts'
import {
  bodyPlace,
  documentPlace,
  documentsKey,
  moveInto,
  readStart,
  writeEnvelope,
  sortOrphans,
} from './envelope-files.ts'
import { Failure, failureOf, resultOf } from '../../base/failure.ts'
import { openFile } from '../../files/disk.ts'
import type { Copying } from '../../files/ports.ts'
import { appError, type Result } from '../../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../../src-shared/platform/texts/msg.ts'

/**
 * Stores documents as encrypted files in a folder: for each document, an envelope (with the document's key) and a body (with the content).
 * File names are keyed hashes, which reveal nothing about the documents. A document is named by the SHA-256 of its plain bytes (hex). Before
 * a read returns bytes, the store checks that they are unchanged and belong to this document. It never returns manipulated content.
 */
export class EncryptedDocumentStore {
  readonly #folder: string
  readonly #key: Buffer
  #adding = 0

  /** `vaultKey` is the vault's 32-byte key. The store derives its own key from it. */
  constructor(folder: string, vaultKey: Buffer) {
    this.#folder = folder
    this.#key = documentsKey(vaultKey)
  }

  /**
   * Streams a file into the store. Does not store existing content twice. `size` is in bytes. Fails with `FILE_NOT_FOUND` if the file
   * vanished, `FILE_CHANGED` if it changed while being read, or `ATTACHING_CANCELLED` after an abort.
   */
  async add(path: string, copying?: Copying): Promise<{ sha256: string; size: number }> {
    let source: FileHandle
    try {
      source = await openFile(path)
    } catch (error) {
      throw new Failure(notOpened((error as NodeJS.ErrnoException).code))
    }
    try {
      return await this.#store(async (target) => {
        const before = await source.stat()
        if (!before.isFile()) throw new Failure(notRegular())
        const written = await writeBody(readFrom(source, before.size, copying), target)
        const after = await source.stat()
        if (written.size !== before.size || after.size !== before.size || after.mtimeMs !== before.mtimeMs) {
          throw new Failure(
            appError('FILE_CHANGED', msg.errorsFiles.changedWhileRead, msg.errorsFiles.attachAgainNothing, {
              retryable: true,
            }),
          )
        }
        return written
      })
    } catch (error) {
      throw copying?.signal.aborted ? new Failure(cancelled()) : error
    } finally {
      await source.close()
    }
  }

  addBytes(bytes: Uint8Array): Promise<{ sha256: string; size: number }> {
    return this.#store((target) => writeBody(chunksOf(bytes), target))
  }

  /** Stores the body (encrypted content) that `write` writes into a new file. If that fails, no file remains. */
  async #store(write: (target: string) => Promise<Written>): Promise<{ sha256: string; size: number }> {
    this.#adding++
    const temporary = join(this.#folder, `${randomUUID()}.new`)
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      const written = await write(temporary)
      await this.#settle(temporary, written)
      return { sha256: written.sha256, size: written.size }
    } catch (error) {
      await rm(temporary, { force: true })
      throw failed(error)
    } finally {
      this.#adding--
    }
  }

  /**
   * Moves a finished body (encrypted content) into place, and then writes the envelope that contains the body's key. Does not fail if the
   * same content is already stored. Windows cannot replace the stored envelope while it is being read.
   */
  async #settle(temporary: string, written: Written): Promise<void> {
    const body = join(this.#folder, bodyPlace(written.key))
    try {
      await moveInto(temporary, body)
      await writeEnvelope(this.#folder, this.#key, written.sha256, written)
    } catch (error) {
      await rm(body, { force: true })
      const present = await resultOf(this.#open(written.sha256))
      if (!present.ok) throw error
      await present.value.file.close()
    }
  }

  /**
   * Returns a range of the plain bytes, shorter at the document's end. Decrypts only the necessary chunks. Fails with `FILE_NOT_FOUND`
   * if the document does not exist. Fails with `FILE_DAMAGED` if the stored copy was manipulated, truncated, extended, or replaced by
   * another document's copy.
   */
  async read(sha256: string, from: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const opened = await this.#open(sha256)
    try {
      return await decryptRange(opened, from, length)
    } catch {
      // The exception says only that a byte was changed.
      throw new Failure(notGenuine())
    } finally {
      await opened.file.close()
    }
  }

  /** Streams all plain bytes. Returns the error of `read`, because a send decides by it; the stream fails with an `Error` if a later byte was manipulated. */
  open(sha256: string): Promise<Result<Readable>> {
    return resultOf(this.#stream(sha256))
  }

  async #stream(sha256: string): Promise<Readable> {
    const opened = await this.#open(sha256)
    const plain = Readable.from(decrypted(opened), {
      objectMode: false,
      highWaterMark: CHUNK_BYTES,
    })
    // Close the file here and not in the generator `decrypted`. If the stream is destroyed before the first read, the generator's `finally`
    // block never runs.
    plain.once('close', () => {
      // The stream has all bytes by then.
      opened.file.close().catch(() => {})
    })
    return plain
  }

  /** Opens the encrypted content of a document. First checks that the content belongs to this document. */
  async #open(sha256: string): Promise<Sealed> {
    let file: FileHandle | null = null
    try {
      file = await open(this.#place(sha256), 'r')
      const head = Buffer.alloc(ENVELOPE_BYTES + 1)
      const { bytesRead } = await file.read(head, 0, head.length, 0)
      await file.close()
      file = null
      const envelope = readEnvelope(this.#key, head.subarray(0, bytesRead))
      if (envelope?.sha256 !== sha256)
        throw new Error('the envelope was changed, or belongs to another document')
      file = await open(join(this.#folder, bodyPlace(envelope.key)), 'r')
      return await openBody(file, envelope)
    } catch (error) {
      await file?.close()
      const { code, syscall } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') throw new Failure(gone())
      // An error with `syscall` comes from the operating system. Report it as a disk error, because the stored document may be undamaged.
      throw failureOf(syscall === undefined ? notGenuine() : unreadable(code))
    }
  }

  /**
   * Deletes unused stored files that were added before `before`, and returns their number. `inUse` contains the SHA-256 of each used
   * document. Keeps files that may be the remains of an unreadable document that is still in use.
   */
  async sweep(inUse: ReadonlySet<string>, before: string): Promise<number> {
    const needed = new Set<string>()
    const withoutEnvelope = new Set<string>()
    try {
      for (const sha256 of inUse) {
        const files = await this.#filesOf(sha256)
        if (files === null) withoutEnvelope.add(sha256)
        else for (const name of files) needed.add(name)
      }
      const { unneeded } = await sortOrphans(this.#folder, this.#key, needed, withoutEnvelope)
      // Incomplete files of documents that were being stored when the app crashed.
      const cutOff = (await readdir(this.#folder)).filter((name) => name.endsWith('.new'))
      const removed = [...unneeded, ...cutOff].filter((path) =>
        this.#removeIfOld(join(this.#folder, path), before),
      )
      return removed.length
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
      throw failed(error)
    }
  }

  /** Returns the names of a document's files. Returns null if its envelope (the file with its key) is missing or cannot be decrypted. */
  async #filesOf(sha256: string): Promise<string[] | null> {
    const place = this.#place(sha256)
    const bytes = await readStart(place, ENVELOPE_BYTES + 1)
    if (bytes === null) return null
    const envelope = readEnvelope(this.#key, bytes)
    return envelope?.sha256 === sha256 ? [basename(place), bodyId(envelope.key)] : null
  }

  /**
   * Deletes a file if its last change was earlier than `before`. Keeps the file while a document is being added, because the new document
   * may use the same path. Synchronous, so that no document can be added between this check and the deletion.
   */
  #removeIfOld(path: string, before: string): boolean {
    const found = statSync(path, { throwIfNoEntry: false })
    if (this.#adding > 0 || found === undefined || found.mtimeMs >= Date.parse(before)) return false
    rmSync(path, { force: true })
    return true
  }

  #place(sha256: string): string {
    return join(this.#folder, documentPlace(this.#key, sha256))
  }
}

export type DocumentStore = Pick<EncryptedDocumentStore, keyof EncryptedDocumentStore>

async function* readFrom(source: FileHandle, total: number, copying?: Copying): AsyncGenerator<Uint8Array> {
  for (let done = 0; ;) {
    const { bytesRead, buffer } = await source.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, done)
    copying?.signal.throwIfAborted()
    done += bytesRead
    copying?.onProgress(done, total)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES)
}

export function gone() {
  return appError('FILE_NOT_FOUND', msg.errorsFiles.copyGone, msg.errorsFiles.attachAgain, {
    outcome: 'not_received',
  })
}

export function cancelled() {
  return appError('ATTACHING_CANCELLED', msg.errorsFiles.wasNotAttached, msg.errorsFiles.attachWhenWanted)
}

export function vanished() {
  return appError('FILE_NOT_FOUND', msg.errorsFiles.notThere, msg.errorsFiles.nothingPickAgain)
}

/** Returns the error for a file that the broker chose and that cannot be opened. `code` is the system's error code. */
function notOpened(code: string | undefined) {
  if (code === 'ELOOP') return notRegular()
  if (code === 'ENOENT') return vanished()
  return appError('FILE_NOT_FOUND', msg.errorsFiles.cannotOpen, msg.errorsFiles.checkAccess)
}

export function notRegular() {
  return appError('FILE_NOT_REGULAR', msg.errorsFiles.notRegular, msg.errorsFiles.nothingPickPdf)
}

/** Returns the error for a document that could not be stored or read. `code` is the system's error code. */
export function unreadable(code: string | undefined) {
  if (code === 'ENOSPC')
    return appError('VAULT_UNAVAILABLE', msg.errorsFiles.diskFull, msg.errorsFiles.nothingMakeRoom, {
      retryable: true,
    })
  return appError('FILE_NOT_FOUND', msg.errorsFiles.readIncomplete, msg.errorsFiles.attachAgainNothing, {
    retryable: true,
  })
}

function failed(error: unknown): Failure {
  return error instanceof Failure ? error : failureOf(unreadable((error as NodeJS.ErrnoException).code))
}

export function notGenuine() {
  return appError('FILE_DAMAGED', msg.errorsFiles.copyDamaged, msg.errorsFiles.attachAgainOrRestore, {
    outcome: 'not_received',
  })
}

/** A written body (encrypted content), and the data for its envelope. */
interface Written extends Envelope {
  sha256: string
}

/** Encrypts content under a new key into a new file. */
async function writeBody(content: AsyncIterable<Uint8Array>, target: string): Promise<Written> {
  const key = newDocumentKey()
  const hash = createHash('sha256')
  let size = 0
  async function* counted() {
    for await (const bytes of content) {
      hash.update(bytes)
      size += bytes.length
      yield bytes
    }
  }
  const file = await open(target, 'wx', 0o600)
  try {
    await file.writeFile(bodyHead(key))
    await sealInto(file, key, counted())
    await file.sync()
    return { sha256: hash.digest('hex'), size, key }
  } finally {
    await file.close()
  }
}

/**
 * Opens the body (encrypted content) of a document. `key` and `size` are from its envelope. Throws if the file is the body of another
 * document or is not complete.
 */
async function openBody(file: FileHandle, { key, size }: Envelope): Promise<Sealed> {
  const head = Buffer.alloc(BODY_HEAD_BYTES)
  await file.read(head, 0, head.length, 0)
  if (!head.equals(bodyHead(key))) throw new Error('the body of a different document')
  if ((await file.stat()).size !== bodySize(size)) throw new Error('the body was truncated or extended')
  return sealedIn(file, key, BODY_HEAD_BYTES, bodySize(size))
}

/** Decrypts only the chunks that contain the requested bytes. Throws if one of these chunks was changed. */
async function decryptRange(sealed: Sealed, from: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const first = Math.floor(from / CHUNK_BYTES)
  const parts: Buffer[] = []
  for (let index = first; index <= sealed.last && index * CHUNK_BYTES < from + length; index++)
    parts.push(await unsealAt(sealed, index))
  const skipped = from - first * CHUNK_BYTES
  return new Uint8Array(Buffer.concat(parts).subarray(skipped, skipped + length))
}

/** Yields the decrypted bytes chunk by chunk. If a chunk was changed, throws before yielding any of its bytes. */
async function* decrypted({ file, key, start, last }: Sealed): AsyncGenerator<Buffer> {
  // Alternate between two buffers: while one buffer is filled from the disk, the content of the other is decrypted and yielded.
  const buffers = [Buffer.allocUnsafeSlow(SEALED_BYTES), Buffer.allocUnsafeSlow(SEALED_BYTES)]
  const readChunk = (index: number) =>
    file.read(buffers[index % 2] as Buffer, 0, SEALED_BYTES, start + index * SEALED_BYTES)
  let reading = readChunk(0)
  for (let index = 0; index <= last; index++) {
    const { bytesRead, buffer } = await reading
    if (index < last) {
      reading = readChunk(index + 1)
      // The caller may stop early, and then nothing awaits this read. In that case, ignore its failure.
      reading.catch(() => {})
    }
    yield unseal(key, index, index === last, buffer.subarray(0, bytesRead))
  }
}
