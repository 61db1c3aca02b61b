import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Environment } from '../../../src-shared/domain/vocabulary.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import type { BackupFacts, BackupHeader, VaultStorage } from '../../core/ports/vault-storage.ts'
import type { KeyFile } from '../../core/ports/key-file.ts'
import { documentPlace, documentsKey } from '../documents/encrypted-document-store.ts'
import type { StartHost } from '../vault-sqlite/host-process.ts'
import { VaultClient } from '../vault-sqlite/vault-client.ts'
import { readBackupFile, readBackupHeader, writeBackupFile, type BackupEntry } from './backup-file.ts'
import { readKeyFile, writeKeyFile } from './key-file-store.ts'
import {
  databaseOf,
  documentsOf,
  homeOf,
  restoredMarkOf,
  restoredOf,
  setAsideOf,
  unpackingOf,
} from './places.ts'
import { guarded, StorageFailure } from './storage-errors.ts'

const DATABASE = 'vault.db'
/** What begins like this is passing; see `tidy`. */
const COPY = 'copy-for-backup-'
const CHECKING = 'checking-'
const DOCUMENT_FILE = /^[0-9a-f]{64}$/

/** The vaults' files in a folder, one folder an environment. */
export class FileVaultStorage implements VaultStorage {
  readonly #root: string
  readonly #startHost: StartHost

  constructor(root: string, startHost: StartHost) {
    this.#root = root
    this.#startHost = startHost
  }

  folder(environment: Environment): string {
    return homeOf(this.#root, environment)
  }

  readKeyFile(environment: Environment): Promise<Result<KeyFile | null>> {
    return readKeyFile(this.folder(environment))
  }

  writeKeyFile(environment: Environment, file: KeyFile): Promise<Result<void>> {
    return writeKeyFile(this.folder(environment), file)
  }

  async tryKey(environment: Environment, key: string): Promise<Result<void>> {
    const vault = new VaultClient(this.#startHost, databaseOf(this.folder(environment)), key, { look: true })
    const opened = await vault.open()
    await vault.close()
    return opened
  }

  setAside(environment: Environment, stamp: string): Promise<Result<string | null>> {
    return guarded(async () => {
      const home = this.folder(environment)
      if (!existsSync(home)) return null
      const aside = setAsideOf(this.#root, environment, stamp)
      await rename(home, aside)
      return aside
    })
  }

  asideFolder(environment: Environment, stamp: string): string | null {
    const aside = setAsideOf(this.#root, environment, stamp)
    return existsSync(aside) ? aside : null
  }

  tidy(environment: Environment): Promise<Result<void>> {
    return guarded(async () => {
      const begin = basename(unpackingOf(this.#root, environment, ''))
      for (const name of await readdir(this.#root))
        if (name.startsWith(begin) || name.startsWith(CHECKING))
          await rm(join(this.#root, name), { recursive: true, force: true })
      const home = this.folder(environment)
      for (const name of await readdir(home))
        if (name.startsWith(COPY)) await rm(join(home, name), { force: true })
    })
  }

  writeBackup(path: string, key: string, header: BackupHeader): Promise<Result<void>> {
    return guarded(async () => {
      const home = this.folder(header.environment)
      const temporary = `${path}.new`
      const copy = join(home, `${COPY}${randomUUID()}.db`)
      await mkdir(dirname(path), { recursive: true })
      try {
        // In a process of its own, so that nobody waits for it.
        await this.#withDatabase(databaseOf(home), key, (vault) => vault.copyInto(copy))
        await writeBackupFile(temporary, Buffer.from(key, 'hex'), header, entriesOf(home, copy))
        await rename(temporary, path)
      } finally {
        await rm(copy, { force: true })
        await rm(temporary, { force: true })
      }
    })
  }

  readBackupHeader(path: string): Promise<Result<BackupHeader & { size: number }>> {
    return guarded(() => readBackupHeader(path))
  }

  checkBackup(path: string, key: string): Promise<Result<BackupFacts>> {
    const folder = join(this.#root, `${CHECKING}${randomUUID()}`)
    return guarded(async () => {
      try {
        return await this.#unpack(path, key, folder, 'database only')
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
  }

  unpackBackup(path: string, key: string, stamp: string): Promise<Result<BackupFacts>> {
    return guarded(async () => {
      const { environment, key_file } = await readBackupHeader(path)
      const folder = unpackingOf(this.#root, environment, stamp)
      try {
        const facts = await this.#unpack(path, key, folder, 'all')
        const described = await writeKeyFile(folder, key_file)
        if (!described.ok) throw new StorageFailure(described.error)
        await writeFile(restoredMarkOf(folder), '')
        await rename(folder, restoredOf(this.#root, environment, stamp))
        return facts
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
  }

  listFiles(folder: string): Promise<Result<string[]>> {
    return guarded(async () => (existsSync(folder) ? readdir(folder) : []))
  }

  removeFile(path: string): Promise<Result<void>> {
    return guarded(() => rm(path, { force: true }))
  }

  /** Unpacks into a folder that is new, and opens what it got. */
  async #unpack(
    path: string,
    key: string,
    folder: string,
    what: 'all' | 'database only',
  ): Promise<BackupFacts> {
    const documents = new Set<string>()
    for await (const { name, content } of readBackupFile(path, Buffer.from(key, 'hex'))) {
      const isDatabase = name === DATABASE
      if (!isDatabase) documents.add(name)
      if (isDatabase || what === 'all') await writeOut(join(folder, ...name.split('/')), content)
      else await drain(content)
    }
    const { size } = await stat(path)
    let facts: BackupFacts = { size, deals: 0, documents: 0, missing: 0 }
    await this.#withDatabase(join(folder, DATABASE), key, async (vault) => {
      const checked = await vault.check()
      if (!checked.ok) return checked
      const missing = await countMissing(vault, key, documents)
      if (!missing.ok) return missing
      facts = { size, ...checked.value, missing: missing.value }
      return checked
    })
    return facts
  }

  async #withDatabase(
    file: string,
    key: string,
    work: (vault: VaultClient) => Promise<Result<unknown>>,
  ): Promise<void> {
    const vault = new VaultClient(this.#startHost, file, key, { look: true })
    try {
      const opened = await vault.open()
      const done = opened.ok ? await work(vault) : opened
      if (!done.ok) throw new StorageFailure(done.error)
    } finally {
      await vault.close()
    }
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

/** How many documents the database knows and the backup does not hold. */
async function countMissing(
  vault: VaultClient,
  key: string,
  documents: ReadonlySet<string>,
): Promise<Result<number>> {
  const nameKey = documentsKey(Buffer.from(key, 'hex'))
  let missing = 0
  for (let after = ''; ;) {
    const page = await vault.contentInUse(after)
    if (!page.ok) return page
    const last = page.value.at(-1)
    if (last === undefined) return ok(missing)
    for (const sha256 of page.value)
      if (!documents.has(`documents/${documentPlace(nameKey, sha256).replaceAll('\\', '/')}`)) missing++
    after = last
  }
}
