import { Failure } from '../../platform/base/failure.ts'
import { randomUUID } from 'node:crypto'
import { access, lstat, mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { appError } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { removeFolder } from '../../platform/files/disk.ts'
import { readable } from '../../platform/files/write-atomically.ts'
import { writeZip } from '../../platform/files/zip-file.ts'
import type { ZipFile } from '../../platform/files/ports.ts'
import type { FileToWrite, WrittenCopies } from '../../platform/files/handout.ts'
import type { Timers } from '../../platform/base/system.ts'

/** Lifetime of copies that no program uses yet. A drag begins within seconds after its copies are ready. */
export const UNUSED_LIFETIME_MS = 2 * 60_000
/**
 * Lifetime of copies that were dragged or copied. A browser reads a dropped file only when the broker sends the form, so the file must stay
 * while the broker fills in the form.
 */
export const USED_LIFETIME_MS = 30 * 60_000
/** Maximum size of all copies together. If it is exceeded, the oldest copies are deleted first. */
const MOST_BYTES = 1024 * 1024 * 1024
/** Time after which a failed deletion is tried again. On Windows, another program may still have the file open. */
const AGAIN_MS = 60_000

interface Copies {
  paths: string[]
  bytes: number
  stop: () => void
}

interface TemporaryCopiesOptions {
  /** The folder for the copies. Only this class uses it. */
  folder: string
  timers: Timers
  most_bytes?: number
}

/**
 * Writes decrypted copies, for a drag or the clipboard, into a folder that only this user can read (0700, files 0600). The folder is in the
 * data folder and not in the system's folder for temporary files, because there other users could guess its name, and the programs of a
 * sandboxed app could not read it. The number, size, and lifetime of the copies are limited. They are deleted when the lifetime ends, when
 * the app ends, and at the next start after a crash. The names must be legal and different.
 */
export class PrivateCopies {
  readonly #folder: string
  readonly #timers: Timers
  readonly #mostBytes: number
  /** The copies that exist, the oldest first. */
  readonly #copies = new Map<string, Copies>()

  constructor({ folder, timers, most_bytes = MOST_BYTES }: TemporaryCopiesOptions) {
    this.#folder = folder
    this.#timers = timers
    this.#mostBytes = most_bytes
  }

  /** Writes files. Leaves nothing behind if one of them cannot be read or written. */
  write(files: readonly FileToWrite[]): Promise<WrittenCopies> {
    return this.#fill(async (folder) => {
      const paths: string[] = []
      for (const file of files) {
        const path = join(folder, file.name)
        await writeFile(path, file)
        paths.push(path)
      }
      return paths
    })
  }

  writeZip(name: string, files: AsyncIterable<ZipFile>): Promise<WrittenCopies> {
    return this.#fill(async (folder) => {
      const path = join(folder, name)
      await writeZip(path, files)
      return [path]
    })
  }

  /** Returns the paths of copies that all still exist, and lengthens their lifetime because another program uses them now. */
  async use(copies_id: string): Promise<string[] | null> {
    const copies = this.#copies.get(copies_id)
    if (copies === undefined) return null
    const areThere = await Promise.all(
      copies.paths.map((path) =>
        access(path).then(
          () => true,
          () => false,
        ),
      ),
    )
    if (areThere.includes(false) || !this.#copies.has(copies_id)) return null
    this.#expire(copies_id, copies, USED_LIFETIME_MS)
    return copies.paths
  }

  async remove(copies_id: string): Promise<void> {
    const copies = this.#copies.get(copies_id)
    copies?.stop()
    try {
      await removeFolder(join(this.#folder, copies_id))
      this.#copies.delete(copies_id)
    } catch {
      // A file may be in use on Windows, so try again later.
      if (copies !== undefined) this.#expire(copies_id, copies, AGAIN_MS)
    }
  }

  /** Deletes all copies. */
  async clear(): Promise<void> {
    for (const { stop } of this.#copies.values()) stop()
    this.#copies.clear()
    await removeFolder(this.#folder).catch(async () => {
      // One file may be in use on Windows. Delete at least the others. The next start deletes the rest.
      const left = await readdir(this.#folder).catch(() => [])
      for (const name of left) await removeFolder(join(this.#folder, name)).catch(() => {})
    })
  }

  /** Creates a folder and lets `write` fill it. Deletes the folder if `write` fails. */
  async #fill(write: (folder: string) => Promise<string[]>): Promise<WrittenCopies> {
    const copies_id = randomUUID()
    const folder = join(this.#folder, copies_id)
    let paths: string[]
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      paths = await write(folder)
    } catch (thrown) {
      // The failure to write is the one to report. The next start deletes the folder.
      await removeFolder(folder).catch(() => {})
      throw thrown instanceof Failure ? thrown : new Failure(notWritten(msg.errors.copiesNotWritten))
    }
    const sizes = await Promise.all(paths.map(async (path) => (await lstat(path)).size))
    const copies: Copies = { paths, bytes: sizes.reduce((sum, size) => sum + size, 0), stop: () => {} }
    this.#copies.set(copies_id, copies)
    this.#expire(copies_id, copies, UNUSED_LIFETIME_MS)
    await this.#makeRoom(copies_id)
    return { copies_id, paths }
  }

  /** Deletes the oldest copies until all copies together are within the limit. Keeps the newest. */
  async #makeRoom(newest: string): Promise<void> {
    let bytes = [...this.#copies.values()].reduce((sum, copies) => sum + copies.bytes, 0)
    for (const [copies_id, copies] of this.#copies) {
      if (bytes <= this.#mostBytes || copies_id === newest) return
      bytes -= copies.bytes
      await this.remove(copies_id)
    }
  }

  #expire(copies_id: string, copies: Copies, ms: number): void {
    copies.stop()
    copies.stop = this.#timers.after(ms, () => {
      // `remove` tries again later by itself.
      this.remove(copies_id).catch(() => {})
    })
  }
}

export type TemporaryCopies = Pick<PrivateCopies, keyof PrivateCopies>

/** Writes a new file that only this user can read. Fails with the error of the file's source, or throws if the disk fails. */
async function writeFile(path: string, { name, open: openSource }: FileToWrite): Promise<void> {
  const source = await openSource()
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of readable(source, name)) await file.writeFile(chunk)
  } finally {
    await file.close()
  }
}

function notWritten(message: Message) {
  return appError('FILE_NOT_WRITTEN', message, msg.errors.freeSpace)
}
