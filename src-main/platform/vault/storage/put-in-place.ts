import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { removeFolder, renameFile } from '../../files/disk.ts'
import { inFolder } from '../documents/envelope-files.ts'
import { KEY_FILES, readKeyFile } from './key-file-store.ts'
import {
  archivedOf,
  damagedOf,
  databaseOf,
  documentsOf,
  homeOf,
  logOf,
  markOf,
  migrationCopiesOf,
  rekeyedOf,
  rekeyingOf,
  replacedListOf,
  restoredOf,
  syncFolder,
  unpackingOf,
  UNREADABLE_PREFIX,
  unreadableListOf,
  waitingStamps,
} from './places.ts'
import { Broken, Failure, resultOf } from '../../base/failure.ts'
import { archiveKey, setVaultKey, type SecretStore } from '../../keychain/secrets.ts'
import { isKeyOf } from '../vault-storage.ts'
import type { Environment } from '../../../../src-shared/platform/words/vocabulary.ts'
import { appError } from '../../../../src-shared/platform/base/errors.ts'
import {
  keychainAccount,
  nextKeyAccount,
  restoredKeyAccount,
} from '../../../../src-shared/platform/base/keychain-names.ts'
import type { Message } from '../../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../../src-shared/platform/texts/msg.ts'

/**
 * Moves restored and checked data into place, and archives the previous data with its key. The change is committed as soon as the folder
 * with the restored data has the name that `restoredOf` returns. Every step is repeatable, so the next start completes it after a crash at
 * any point.
 */
export async function putRestoredInPlace(
  root: string,
  environment: Environment,
  secrets: SecretStore,
): Promise<void> {
  const [stamp, ...older] = waitingStamps(root, environment)
  if (stamp === undefined) return
  const account = keychainAccount(environment, 'vault-key')
  const restored = await secrets.get(restoredKeyAccount(environment, stamp))
  const home = homeOf(root, environment)
  await orUnfinished(msg.errorsVault.restoreNotFinished, async () => {
    // If several restored folders are waiting, only the newest one is used. The other folders are renamed, so that the cleanup of
    // incomplete restores deletes them.
    for (const old of older)
      await renameFile(restoredOf(root, environment, old), unpackingOf(root, environment, old))
    if (existsSync(home)) {
      await archiveKey(secrets, environment, stamp)
      await renameFile(home, archivedOf(root, environment, stamp))
    }
    if (restored !== null) await secrets.set(account, restored)
    await renameFile(restoredOf(root, environment, stamp), home)
  })
  // If the keychain cannot delete these copies of the key, they only remain unused.
  for (const placed of [stamp, ...older])
    await resultOf(secrets.delete(restoredKeyAccount(environment, placed)))
}

/** Reports a problem with files. The next start repeats the work. */
async function orUnfinished(message: Message, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    if (thrown instanceof Failure) throw thrown
    const { closeOthersAndStart } = msg.errorsVault
    throw new Broken(appError('VAULT_UNAVAILABLE', message, closeOthersAndStart, { retryable: true }))
  }
}

const DOCUMENT_FILE = /^[0-9a-f]{64}$/
/**
 * Files in the vault's folder that only the old key or recovery code opens: damaged logs that the database did not need, and unreadable key
 * files.
 */
const SET_ASIDE_HERE = /^(vault\.db-wal\.damaged-\d+|key\.json\.damaged)$/

/**
 * Completes a committed change of the vault key (`rekeyVault`), or removes the files of a change that was not committed. Every step is
 * repeatable. After a crash at any point, the app calls this function again before it opens the vault.
 */
export async function putRekeyedInPlace(
  root: string,
  environment: Environment,
  secrets: SecretStore,
): Promise<void> {
  const home = homeOf(root, environment)
  const rekeyed = rekeyedOf(home)
  await orUnfinished(msg.errorsVault.newKeyIncomplete, async () => {
    if (existsSync(rekeyingOf(home))) await removeFolder(rekeyingOf(home))
    if (!existsSync(rekeyed)) return
    await takeNextKey(home, environment, secrets)
    // Remove the old log and history mark (a file that counts the vault's commits). The copy of the database already includes the log. The
    // old mark is signed with the old key. When the vault is opened next, the app writes a new mark.
    const database = databaseOf(home)
    if (existsSync(databaseOf(rekeyed)))
      for (const path of [logOf(database), `${database}-shm`, markOf(database)])
        await rm(path, { force: true })
    await moveIfThere(databaseOf(rekeyed), database)
    for (const name of KEY_FILES) await moveIfThere(join(rekeyed, name), join(home, name))
    await syncFolder(home)
    // From here on, the vault needs no file that only the old key opens. Move or delete these files.
    await moveUnreadable(root, environment, rekeyed)
    for (const name of await namesIn(replacedListOf(rekeyed)))
      await rm(join(documentsOf(home), inFolder(name)), { force: true })
    for (const name of await readdir(home))
      if (SET_ASIDE_HERE.test(name)) await rm(join(home, name), { force: true })
    await removeFolder(migrationCopiesOf(home))
    await removeFolder(rekeyed)
    // If the keychain cannot delete this copy of the key, it only remains unused.
    await resultOf(secrets.delete(nextKeyAccount(environment)))
  })
}

/** Makes the new key the vault's key. If the keychain lost the new key, the broker can still open the vault with the new recovery code. */
async function takeNextKey(home: string, environment: Environment, secrets: SecretStore): Promise<void> {
  const next = await secrets.get(nextKeyAccount(environment))
  const file = await readKeyFile(existsSync(join(rekeyedOf(home), 'key.json')) ? rekeyedOf(home) : home)
  // Ignore a key in the keychain that is left over from a key change that was not committed.
  if (next === null || (file !== null && !isKeyOf(file, next))) return
  return setVaultKey(secrets, keychainAccount(environment, 'vault-key'), next, msg.errorsVault.unlockAndStart)
}

async function moveIfThere(from: string, to: string): Promise<void> {
  if (existsSync(from)) await renameFile(from, to)
}

/** Moves the remains of unreadable documents out of the vault's folder, because a later cleanup of that folder could not identify them. */
async function moveUnreadable(root: string, environment: Environment, rekeyed: string): Promise<void> {
  const entry = (await readdir(rekeyed)).find((name) => name.startsWith(UNREADABLE_PREFIX))
  if (entry === undefined) return
  const folder = join(rekeyed, entry)
  const documents = documentsOf(homeOf(root, environment))
  for (const name of await namesIn(unreadableListOf(folder))) {
    const target = join(documentsOf(folder), inFolder(name))
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await moveIfThere(join(documents, inFolder(name)), target)
  }
  await rm(unreadableListOf(folder), { force: true })
  await renameFile(folder, damagedOf(root, environment, entry.slice(UNREADABLE_PREFIX.length)))
}

async function namesIn(list: string): Promise<string[]> {
  if (!existsSync(list)) return []
  return (await readFile(list, 'utf8')).split('\n').filter((name) => DOCUMENT_FILE.test(name))
}
