import { createHash, createHmac, hkdfSync, randomUUID } from 'node:crypto'
import { constants, rmSync, statSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import type { Copying, DocumentStore } from '../../core/ports/document-store.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { CHUNK_BYTES, fileKey, MAGIC, newSalt, seal } from './encrypted-chunks.ts'
import { decrypted, decryptRange } from './sealed-file.ts'

/** No link is followed, and a pipe that nobody writes to does not hold the app up. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Documents as encrypted files in a folder. Their names are keyed hashes, so that they tell nothing of the content. */
export class EncryptedDocumentStore implements DocumentStore {
  readonly #folder: string
  readonly #key: Buffer
  #adding = 0

  /** `vaultKey` is the vault's 32 bytes; a key of its own is derived from it. */
  constructor(folder: string, vaultKey: Buffer) {
    this.#folder = folder
    this.#key = documentsKey(vaultKey)
  }

  async add(path: string, copying?: Copying): Promise<Result<{ sha256: string; size: number }>> {
    this.#adding++
    try {
      return await this.#add(path, copying)
    } finally {
      this.#adding--
    }
  }

  async #add(path: string, copying?: Copying): Promise<Result<{ sha256: string; size: number }>> {
    let source: FileHandle
    try {
      source = await open(path, OPEN_FLAGS)
    } catch (error) {
      return fail((error as NodeJS.ErrnoException).code === 'ELOOP' ? notRegular() : vanished())
    }
    const temporary = join(this.#folder, `${randomUUID()}.new`)
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      const before = await source.stat()
      if (!before.isFile()) return fail(notRegular())
      const { sha256, size } = await this.#encrypt(readFrom(source), temporary, copying?.signal, (done) =>
        copying?.onProgress(done, before.size),
      )
      const after = await source.stat()
      if (size !== before.size || after.size !== before.size || after.mtimeMs !== before.mtimeMs) {
        await rm(temporary, { force: true })
        return fail(
          appError(
            'FILE_CHANGED',
            words().errorsFiles.changedWhileRead,
            words().errorsFiles.attachAgainNothing,
            { retryable: true },
          ),
        )
      }
      await this.#settle(temporary, sha256)
      return ok({ sha256, size })
    } catch (error) {
      await rm(temporary, { force: true })
      if (copying?.signal.aborted) return fail(cancelled())
      return fail(unreadable((error as NodeJS.ErrnoException).code))
    } finally {
      await source.close()
    }
  }

  async addBytes(bytes: Uint8Array): Promise<Result<{ sha256: string; size: number }>> {
    this.#adding++
    const temporary = join(this.#folder, `${randomUUID()}.new`)
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      const added = await this.#encrypt(
        async (at) => Buffer.from(bytes.subarray(at, at + CHUNK_BYTES)),
        temporary,
      )
      await this.#settle(temporary, added.sha256)
      return ok(added)
    } catch (error) {
      await rm(temporary, { force: true })
      return fail(unreadable((error as NodeJS.ErrnoException).code))
    } finally {
      this.#adding--
    }
  }

  /** Puts a finished copy where its content is looked for. */
  async #settle(temporary: string, sha256: string): Promise<void> {
    const place = this.#place(sha256)
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    await rename(temporary, place).catch(async (error: unknown) => {
      // On Windows a copy that is being read cannot be replaced; it is the same one.
      if (!(await exists(place))) throw error
      await rm(temporary)
    })
  }

  async read(sha256: string, from: number, length: number): Promise<Result<Uint8Array<ArrayBuffer>>> {
    let handle: FileHandle
    try {
      handle = await open(this.#place(sha256), 'r')
    } catch {
      return fail(gone())
    }
    try {
      return ok(await decryptRange(handle, this.#key, from, length))
    } catch {
      return fail(appError('FILE_DAMAGED', words().errorsFiles.copyDamaged, words().errorsFiles.attachAgain))
    } finally {
      await handle.close()
    }
  }

  async open(sha256: string): Promise<Result<Readable>> {
    try {
      const handle = await open(this.#place(sha256), 'r')
      const plain = Readable.from(decrypted(handle, this.#key), {
        objectMode: false,
        highWaterMark: CHUNK_BYTES,
      })
      // Not in the generator: one that is dropped before its first read never comes to its end.
      plain.once('close', () => void handle.close().catch(() => {}))
      return ok(plain)
    } catch {
      return fail(gone())
    }
  }

  async sweep(inUse: AsyncIterable<string>, before: string): Promise<Result<number>> {
    const kept = new Set<string>()
    let removed = 0
    try {
      for await (const sha256 of inUse) kept.add(basename(this.#place(sha256)))
      for (const folder of await readdir(this.#folder, { withFileTypes: true })) {
        const path = join(this.#folder, folder.name)
        const files = folder.isDirectory() ? await readdir(path) : []
        for (const name of files)
          if (!kept.has(name) && this.#removeIfOld(join(path, name), before)) removed++
        // A copy that a crash cut off.
        if (folder.name.endsWith('.new') && this.#removeIfOld(path, before)) removed++
      }
      return ok(removed)
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? ok(removed)
        : fail(unreadable((error as NodeJS.ErrnoException).code))
    }
  }

  /** In one step, and never while a file is being added: the same content could take this very place. */
  #removeIfOld(path: string, before: string): boolean {
    const found = statSync(path, { throwIfNoEntry: false })
    if (this.#adding > 0 || found === undefined || found.mtimeMs >= Date.parse(before)) return false
    rmSync(path, { force: true })
    return true
  }

  async #encrypt(
    read: (at: number) => Promise<Buffer>,
    target: string,
    signal?: AbortSignal,
    onProgress: (done: number) => void = () => {},
  ): Promise<{ sha256: string; size: number }> {
    const salt = newSalt()
    const key = fileKey(this.#key, salt)
    const hash = createHash('sha256')
    const file = await open(target, 'wx', 0o600)
    try {
      await file.writeFile(Buffer.concat([MAGIC, salt]))
      let size = 0
      let index = 0
      // One chunk is held back, since only the end of the file tells which one is the last.
      let held: Buffer = Buffer.alloc(0)
      for (;;) {
        const plain = await read(size)
        signal?.throwIfAborted()
        hash.update(plain)
        size += plain.length
        onProgress(size)
        const joined: Buffer = Buffer.concat([held, plain])
        if (plain.length === 0) {
          await file.writeFile(seal(key, index, true, joined))
          break
        }
        if (joined.length > CHUNK_BYTES) {
          await file.writeFile(seal(key, index++, false, joined.subarray(0, CHUNK_BYTES)))
          held = joined.subarray(CHUNK_BYTES)
        } else held = joined
      }
      await file.sync()
      return { sha256: hash.digest('hex'), size }
    } finally {
      await file.close()
    }
  }

  #place(sha256: string): string {
    return join(this.#folder, documentPlace(this.#key, sha256))
  }
}

/** The key of a vault's documents; `vaultKey` is its 32 bytes. */
export function documentsKey(vaultKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', vaultKey, '', 'funding-desk documents', 32))
}

/** Where a document lies in its folder. */
export function documentPlace(key: Buffer, sha256: string): string {
  const name = createHmac('sha256', key).update(sha256).digest('hex')
  return join(name.slice(0, 2), name)
}

function readFrom(source: FileHandle): (at: number) => Promise<Buffer> {
  return async (at) => {
    const { bytesRead, buffer } = await source.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, at)
    return buffer.subarray(0, bytesRead)
  }
}

function gone() {
  return appError('FILE_NOT_FOUND', words().errorsFiles.copyGone, words().errorsFiles.attachAgain, {
    outcome: 'not_received',
  })
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function cancelled() {
  return appError(
    'ATTACHING_CANCELLED',
    words().errorsFiles.wasNotAttached,
    words().errorsFiles.attachWhenWanted,
  )
}

function vanished() {
  return appError('FILE_NOT_FOUND', words().errorsFiles.notThere, words().errorsFiles.nothingPickAgain)
}

function notRegular() {
  return appError('FILE_NOT_REGULAR', words().errorsFiles.notRegular, words().errorsFiles.nothingPickPdf)
}

function unreadable(code: string | undefined) {
  if (code === 'ENOSPC')
    return appError('VAULT_UNAVAILABLE', words().errorsFiles.diskFull, words().errorsFiles.nothingMakeRoom, {
      retryable: true,
    })
  return appError('FILE_NOT_FOUND', words().errorsFiles.notToItsEnd, words().errorsFiles.attachAgainNothing, {
    retryable: true,
  })
}
