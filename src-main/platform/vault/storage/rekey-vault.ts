import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { removeFolder, renameFile } from '../../files/disk.ts'
import type { Rekeying } from '../vault-storage.ts'
import { documentsKey, rewrapEnvelope, sortOrphans } from '../documents/envelope-files.ts'
import type { VaultClient } from '../vault-client.ts'
import { replaceFile } from '../../files/write-atomically.ts'
import { readKeyFile, writeKeyFile } from './key-file-store.ts'
import {
  databaseOf,
  documentsOf,
  rekeyedOf,
  rekeyingOf,
  replacedListOf,
  syncFolder,
  UNREADABLE_PREFIX,
  unreadableListOf,
} from './places.ts'

/** Number of envelopes (files with a document's key) that are written in parallel. Each write waits for the disk. */
const AT_ONCE = 16

type WithDatabase = (file: string, key: string, work: (vault: VaultClient) => Promise<void>) => Promise<void>

/**
 * Creates all files for a new vault key next to the existing files: a copy of the database, a key file, and a second envelope for each
 * document. An envelope is a small file with the document's own key. The copy and the key file are in a temporary folder. Renaming this
 * folder commits the change, and the next opening moves the files into place (`putRekeyedInPlace`). Until the rename, the vault is
 * unchanged. If something fails before the rename, the new files are removed.
 */
export async function rekeyVault(
  home: string,
  { from, to, key_file, stamp, onProgress }: Rekeying,
  withDatabase: WithDatabase,
): Promise<void> {
  const folder = rekeyingOf(home)
  const copy = databaseOf(folder)
  const folderOfDocuments = documentsOf(home)
  const oldKey = documentsKey(Buffer.from(from, 'hex'))
  const newKey = documentsKey(Buffer.from(to, 'hex'))
  const written: string[] = []
  const replaced: string[] = []
  try {
    await removeFolder(folder)
    await mkdir(folder, { mode: 0o700 })
    await withDatabase(databaseOf(home), from, (vault) => vault.copyInto(copy, to))
    let documents: string[] = []
    const needed = new Set<string>()
    const unreadable = new Set<string>()
    await withDatabase(copy, to, async (vault) => {
      await vault.check()
      documents = await vault.contentInUse()
    })
    for (let done = 0; done < documents.length; done += AT_ONCE) {
      onProgress(done, documents.length)
      const batch = documents.slice(done, done + AT_ONCE)
      const rewrapped = await Promise.all(
        batch.map((sha256) => rewrapEnvelope(folderOfDocuments, oldKey, newKey, sha256)),
      )
      for (const [index, one] of rewrapped.entries()) {
        if (one === null) {
          unreadable.add(batch[index] as string)
          continue
        }
        written.push(one.written)
        replaced.push(basename(one.replaced))
        for (const name of [basename(one.written), basename(one.replaced), one.body]) needed.add(name)
      }
    }
    const { remains, unneeded } = await sortOrphans(folderOfDocuments, oldKey, needed, unreadable)
    // The new key cannot open the unneeded files, so add them to the list of files to delete.
    replaced.push(...unneeded.map((path) => basename(path)))
    if (remains.length > 0) await keepUnreadable(home, join(folder, `${UNREADABLE_PREFIX}${stamp}`), remains)
    await replaceFile(replacedListOf(folder), replaced.join('\n'))
    await writeKeyFile(folder, key_file)
    await syncFolder(folder)
    await renameFile(folder, rekeyedOf(home))
    await syncFolder(home)
  } catch (error) {
    // If the folder was already renamed, the change of the key is committed despite the error.
    if (existsSync(rekeyedOf(home))) return
    await removeFolder(folder)
    for (const path of written) await rm(path, { force: true })
    throw error
  }
}

/**
 * Writes a list of the unreadable files, which will be moved out of the vault. Adds a copy of the old key file, so that the old recovery
 * code can still open these files.
 */
async function keepUnreadable(home: string, folder: string, files: readonly string[]): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  await replaceFile(unreadableListOf(folder), files.map((path) => basename(path)).join('\n'))
  const replaced = await readKeyFile(home)
  if (replaced !== null) await writeKeyFile(folder, replaced)
  await syncFolder(folder)
}
