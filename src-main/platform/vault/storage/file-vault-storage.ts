import { randomUUID } from 'node:crypto'
import { constants, createReadStream, createWriteStream, existsSync } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { removeFolder, renameFile, flush } from '../../files/disk.ts'
import type { Environment } from '../../../../src-shared/platform/words/vocabulary.ts'
import type { BackupFacts, BackupHeader, KeyFile, Rekeying } from '../vault-storage.ts'
import type { SettingsReader } from '../vault.ts'
import type { StartHost } from '../host-process.ts'
import { createVaultClient, type VaultClient } from '../vault-client.ts'
import {
  readBackupFile,
  readBackupHeader,
  writeBackupFile,
  type BackupEntry,
  BackupNotGenuine,
  UnknownBackupFormat,
} from './backup-file.ts'
import { checkIn, readKeyFile, writeKeyFile } from './key-file-store.ts'
import {
  COPY_PREFIX,
  damagedOf,
  databaseOf,
  documentsOf,
  homeOf,
  logOf,
  restoredMarkOf,
  restoredOf,
  archivedOf,
  sizeOf,
  unpackingOf,
} from './places.ts'
import { rekeyVault } from './rekey-vault.ts'
import { Failure, failureOf } from '../../base/failure.ts'
import { appError, type AppError } from '../../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../../src-shared/platform/texts/msg.ts'
import { damaged, diskFull } from '../vault-errors.ts'
import {
  bodyHead,
  bodyId,
  bodySize,
  ENVELOPE_BYTES,
  isEnvelope,
  readEnvelope,
} from '../documents/document-envelope.ts'
import { documentPlace, documentsKey } from '../documents/envelope-files.ts'

const DATABASE = 'vault.db'
/** Prefix of temporary folders. After a crash, `tidy` deletes the folders that still exist. */
const CHECKING = 'checking-'
const DOCUMENT_FILE = /^[0-9a-f]{64}$/

/**
 * Opens, archives, backs up, and restores whole vaults. Each environment (sandbox or production) has its own folder. Nothing here ever
 * deletes a vault. Errors: `VAULT_DAMAGED`, `VAULT_KEY_WRONG`, `VAULT_UNAVAILABLE`, `BACKUP_DAMAGED`, `BACKUP_UNKNOWN_FORMAT`.
 */
export class FileVaultStorage {
  readonly #root: string
  readonly #startHost: StartHost

  constructor(root: string, startHost: StartHost) {
    this.#root = root
    this.#startHost = startHost
  }

  folder(environment: Environment): string {
    return homeOf(this.#root, environment)
  }

  /** Returns null if there is no key file, because an early app version created the vault or because the vault does not exist. */
  readKeyFile(environment: Environment): Promise<KeyFile | null> {
    return readKeyFile(this.folder(environment))
  }

  writeKeyFile(environment: Environment, file: KeyFile): Promise<void> {
    return writeKeyFile(this.folder(environment), file)
  }

  /** Checks that the key (64 hex digits) opens the vault. Changes nothing. */
  async tryKey(environment: Environment, key: string): Promise<void> {
    const file = databaseOf(this.folder(environment))
    const noWork = async () => {}
    if (sizeOf(logOf(file)) === 0) return guarded(() => this.#withDatabase(file, key, noWork))
    // Opens a copy of the database, because closing a database can delete a log that SQLite cannot read.
    const folder = join(this.#root, `${CHECKING}${randomUUID()}`)
    const copy = join(folder, DATABASE)
    return guarded(async () => {
      try {
        await mkdir(folder, { mode: 0o700 })
        await copyFile(file, copy, constants.COPYFILE_FICLONE)
        await copyFile(logOf(file), logOf(copy), constants.COPYFILE_FICLONE)
        await this.#withDatabase(copy, key, noWork)
      } finally {
        await removeFolder(folder)
      }
    })
  }

  /**
   * Changes the key of a closed vault. The next opening uses the new key. If this fails, nothing changes. Files of unreadable documents are
   * moved to a folder next to the vault, together with the previous key file.
   */
  rekey(environment: Environment, rekeying: Rekeying): Promise<void> {
    return guarded(() =>
      rekeyVault(this.folder(environment), rekeying, (file, key, work) =>
        this.#withDatabase(file, key, work),
      ),
    )
  }

  /** Archives the vault's folder and returns the new path, or null if the folder does not exist. */
  archive(environment: Environment, stamp: string): Promise<string | null> {
    return guarded(async () => {
      const home = this.folder(environment)
      if (!existsSync(home)) return null
      const archived = archivedOf(this.#root, environment, stamp)
      await renameFile(home, archived)
      return archived
    })
  }

  /**
   * Saves copies of a vault's damaged files and of its stored documents in another folder, then opens the vault with the data that is still
   * readable. Returns the folder with the copies. If copying fails, does not open the vault.
   */
  continueShortened(environment: Environment, key: string, stamp: string): Promise<string> {
    return guarded(async () => {
      const home = this.folder(environment)
      const copies = damagedOf(this.#root, environment, stamp)
      await mkdir(copies, { mode: 0o700 })
      for (const entry of await readdir(home, { withFileTypes: true })) {
        if (!entry.isFile()) continue
        await copyFile(join(home, entry.name), join(copies, entry.name), constants.COPYFILE_FICLONE)
        flush(join(copies, entry.name))
      }
      // Keep the stored documents too. Otherwise, a cleanup of the vault would delete the documents to which only the lost commits refer.
      await linkDocuments(documentsOf(home), documentsOf(copies))
      // Mark the vault as if it were restored from a backup. A lost commit may have recorded that a queued task was already sent to the
      // partner.
      await writeFile(restoredMarkOf(home), '')
      const vault = createVaultClient(this.#startHost, databaseOf(home), key, { accept: true })
      await vault.open().finally(() => vault.close())
      return copies
    })
  }

  archiveFolder(environment: Environment, stamp: string): string | null {
    const archived = archivedOf(this.#root, environment, stamp)
    return existsSync(archived) ? archived : null
  }

  /**
   * Returns all folders that contain archived data or copies of damaged data of this environment. `check` identifies the key that opens the
   * vault in that folder (null: unknown).
   */
  archivedFolders(environment: Environment): Promise<{ folder: string; check: string | null }[]> {
    return guarded(async () => {
      const begins = [archivedOf, damagedOf].map((nameOf) => basename(nameOf(this.#root, environment, '')))
      const names = (await readdir(this.#root)).filter((name) =>
        begins.some((begin) => name.startsWith(begin)),
      )
      return Promise.all(
        names.map(async (name) => {
          const folder = join(this.#root, name)
          return { folder, check: await checkIn(folder) }
        }),
      )
    })
  }

  /** Removes leftover files of a copy or unpacking that was interrupted. Never removes files of a vault. */
  tidy(environment: Environment): Promise<void> {
    return guarded(async () => {
      const begin = basename(unpackingOf(this.#root, environment, ''))
      for (const name of await readdir(this.#root))
        if (name.startsWith(begin) || name.startsWith(CHECKING)) await removeFolder(join(this.#root, name))
      const home = this.folder(environment)
      for (const name of await readdir(home))
        if (name.startsWith(COPY_PREFIX)) await rm(join(home, name), { force: true })
    })
  }

  /** Writes a complete backup to `path`, or nothing if this fails. Does not verify the backup. */
  writeBackup(path: string, key: string, header: BackupHeader): Promise<void> {
    return guarded(async () => {
      const home = this.folder(header.environment)
      const temporary = `${path}.new`
      const copy = join(home, `${COPY_PREFIX}backup-${randomUUID()}.db`)
      await mkdir(dirname(path), { recursive: true })
      try {
        // Makes the copy in a separate process, so that other calls do not wait.
        await this.#withDatabase(databaseOf(home), key, (vault) => vault.copyInto(copy))
        await writeBackupFile(temporary, Buffer.from(key, 'hex'), header, entriesOf(home, copy))
        await renameFile(temporary, path)
      } finally {
        await rm(copy, { force: true })
        await rm(temporary, { force: true })
      }
    })
  }

  readBackupHeader(path: string): Promise<BackupHeader & { size: number }> {
    return guarded(() => readBackupHeader(path))
  }

  /** Reads a backup to its end, opens its database, and checks that every attached document is present. */
  checkBackup(path: string, key: string): Promise<BackupFacts> {
    const folder = join(this.#root, `${CHECKING}${randomUUID()}`)
    return guarded(async () => {
      try {
        return await this.#unpack(path, key, folder, 'database only')
      } finally {
        await removeFolder(folder)
      }
    })
  }

  /**
   * Unpacks and checks a backup next to the vault. The next opening of the vault moves the unpacked vault into place and archives the old
   * vault. `agree` receives the unpacked vault and decides whether to use it. If `agree` fails, the unpacked files are removed.
   */
  unpackBackup(
    path: string,
    key: string,
    stamp: string,
    agree: (restored: SettingsReader) => Promise<void>,
  ): Promise<BackupFacts> {
    return guarded(async () => {
      const { environment, key_file } = await readBackupHeader(path)
      const folder = unpackingOf(this.#root, environment, stamp)
      try {
        const facts = await this.#unpack(path, key, folder, 'all')
        await this.#withDatabase(join(folder, DATABASE), key, agree)
        await writeKeyFile(folder, key_file)
        await writeFile(restoredMarkOf(folder), '')
        await renameFile(folder, restoredOf(this.#root, environment, stamp))
        return facts
      } finally {
        await removeFolder(folder)
      }
    })
  }

  /** Returns the names of all files in a folder. Returns an empty list if the folder does not exist. */
  listFiles(folder: string): Promise<string[]> {
    return guarded(async () => (existsSync(folder) ? readdir(folder) : []))
  }

  removeFile(path: string): Promise<void> {
    return guarded(() => rm(path, { force: true }))
  }

  /** Unpacks a backup into a new folder and opens the result. */
  async #unpack(
    path: string,
    key: string,
    folder: string,
    what: 'all' | 'database only',
  ): Promise<BackupFacts> {
    const copies = new StoredCopies(Buffer.from(key, 'hex'))
    for await (const { name, size, content } of readBackupFile(path, Buffer.from(key, 'hex'))) {
      const isDatabase = name === DATABASE
      const looked = isDatabase ? content : copies.look(basename(name), size, content)
      if (isDatabase || what === 'all') await writeOut(join(folder, ...name.split('/')), looked)
      else await drain(looked)
    }
    const { size } = await stat(path)
    let facts: BackupFacts = { size, deals: 0, documents: 0, missing: 0 }
    await this.#withDatabase(join(folder, DATABASE), key, async (vault) => {
      facts = { size, ...(await vault.check()), missing: await countMissing(vault, copies) }
    })
    return facts
  }

  async #withDatabase(file: string, key: string, work: (vault: VaultClient) => Promise<void>): Promise<void> {
    const vault = createVaultClient(this.#startHost, file, key, { look: true })
    try {
      await vault.open()
      await work(vault)
    } finally {
      await vault.close()
    }
  }
}

/**
 * Adds the stored documents to a second folder as hard links, so that they need no additional space. Copies them if the disk does not
 * support links.
 */
async function linkDocuments(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return
  for (const { name, parentPath } of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!DOCUMENT_FILE.test(name)) continue
    const path = join(parentPath, name)
    const target = join(to, relative(from, path))
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await link(path, target).catch(() => copyFile(path, target, constants.COPYFILE_FICLONE))
  }
}

async function* entriesOf(home: string, copy: string): AsyncGenerator<BackupEntry> {
  yield { name: DATABASE, ...(await contentOf(copy)) }
  const documents = documentsOf(home)
  const folders = existsSync(documents) ? await readdir(documents) : []
  for (const folder of folders.toSorted()) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue
    for (const name of await readdir(join(documents, folder)))
      if (DOCUMENT_FILE.test(name))
        yield { name: `documents/${folder}/${name}`, ...(await contentOf(join(documents, folder, name))) }
  }
}

async function contentOf(path: string): Promise<Pick<BackupEntry, 'size' | 'content'>> {
  const { size } = await stat(path)
  return { size, content: createReadStream(path, { highWaterMark: 256 * 1024 }) }
}

async function drain(content: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of content) continue
}

async function writeOut(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await pipeline(Readable.from(content), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Counts the documents in the database without an intact stored file: the file is missing, is truncated, or belongs to another document.
 */
async function countMissing(vault: VaultClient, copies: StoredCopies): Promise<number> {
  return (await vault.contentInUse()).filter((sha256) => !copies.has(sha256)).length
}

/** Runs a function that works with files, and converts each of its exceptions to a `Failure`. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Failure ? error : failureOf(explain(error))
  }
}

function explain(error: unknown): AppError {
  if (error instanceof UnknownBackupFormat)
    return appError('BACKUP_UNKNOWN_FORMAT', msg.errorsVault.noBackup, msg.errorsVault.pickOtherOrInstall)
  if (error instanceof BackupNotGenuine)
    return appError('BACKUP_DAMAGED', msg.errorsVault.backupDamaged, msg.errorsVault.useOtherBackup)
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return diskFull()
  const isDatabase = code?.startsWith('SQLITE_') === true
  if (code?.startsWith('SQLITE_CORRUPT')) return damaged()
  return appError(
    'BACKUP_FAILED',
    // Omit error codes of the database, which mean nothing to a broker. Show error codes of the operating system, because the broker can
    // look them up.
    msg.errorsVault.filesFailed(isDatabase ? null : (code ?? null)),
    msg.errorsVault.checkFolder,
    { retryable: true },
  )
}

/**
 * Inspects stored document files while they are copied, to determine which documents are present. This class checks only the envelopes
 * (files with a document's key) and the first bytes of the bodies (files with the content). It detects swapped and truncated files, but not
 * a changed byte inside a body.
 */
class StoredCopies {
  readonly #key: Buffer
  readonly #envelopes = new Map<string, Buffer>()
  readonly #bodies = new Map<string, { head: Buffer; size: number }>()

  constructor(vaultKey: Buffer) {
    this.#key = documentsKey(vaultKey)
  }

  /** Records a file's first bytes and size. Yields the content unchanged. */
  async *look(name: string, size: number, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let head: Buffer = Buffer.alloc(0)
    for await (const bytes of content) {
      if (head.length < ENVELOPE_BYTES) head = Buffer.concat([head, bytes.subarray(0, ENVELOPE_BYTES)])
      yield bytes
    }
    if (isEnvelope(head)) this.#envelopes.set(name, head.subarray(0, ENVELOPE_BYTES))
    else this.#bodies.set(name, { head, size })
  }

  has(sha256: string): boolean {
    const name = basename(documentPlace(this.#key, sha256))
    const bytes = this.#envelopes.get(name)
    if (bytes === undefined) return false
    const envelope = readEnvelope(this.#key, bytes)
    // A damaged envelope opens nothing, so the document counts as missing.
    if (envelope?.sha256 !== sha256) return false
    const { key, size } = envelope
    const body = this.#bodies.get(bodyId(key))
    const expected = bodyHead(key)
    return body?.size === bodySize(size) && body.head.subarray(0, expected.length).equals(expected)
  }
}
