import { failureOf, resultOf } from '../../src-main/platform/base/failure.ts'
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { ENVELOPE_BYTES } from '../../src-main/platform/vault/documents/document-envelope.ts'
import { EncryptedDocumentStore } from '../../src-main/platform/vault/documents/encrypted-document-store.ts'
import { documentPlace, documentsKey } from '../../src-main/platform/vault/documents/envelope-files.ts'
import {
  backUp,
  isUnderPresentKey,
  olderCopies,
  replaceOlderBackups,
} from '../../src-main/features/backup/backup.ts'
import { readMark } from '../../src-main/platform/vault/history.ts'
import { keyFileSchema } from '../../src-main/platform/vault/vault-storage.ts'
import { readRecoveryCode, unwrapKey } from '../../src-main/features/backup/recovery-code.ts'
import { unlockWithCode } from '../../src-main/features/backup/recovery.ts'
import { restoreBackup } from '../../src-main/features/backup/restore.ts'
import { appError } from '../../src-shared/platform/base/errors.ts'
import { addDeal, addDocument, dealOf, value } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import {
  confirmNewCode,
  contentBelow,
  filesBelow,
  newComputer,
  pick,
  type Computer,
} from '../support/vault/vault-files.ts'
import { HostPool } from '../support/vault/host-pool.ts'
import { documentsInUse } from '../../src-main/features/documents/edit-document.ts'

// A new recovery code gives the vault a new key. The old recovery code on paper no longer opens the vault.

const cleanup = new Cleanup()
const hosts = new HostPool()
afterAll(() => hosts.end())
afterEach(() => cleanup.run())

let computer: Computer
let deal_id: string
let first: string
const contents = [randomBytes(1000), randomBytes(700_000)]
const hashes = contents.map((content) => createHash('sha256').update(content).digest('hex'))

beforeEach(async () => {
  computer = newComputer(cleanup, hosts)
  const app = await computer.open()
  deal_id = await addDeal(app)
  first = value(await confirmNewCode(computer))
  for (const content of contents) {
    const { sha256 } = value(await app.context.documents.addBytes(content))
    await addDocument(app, cleanup, deal_id, { sha256 })
  }
})

const key = () => computer.kept.get('sandbox/vault-key') as string
const home = () => join(computer.root, 'sandbox')
const documents = () => filesBelow(join(home(), 'documents'))
async function expectWhole() {
  const app = computer.app()
  expect((await dealOf(app, deal_id)).legal_name).toBe('Juniper Bakery LLC')
  for (const [index, sha256] of hashes.entries()) {
    const read = await buffer(value(await app.context.documents.open(sha256)))
    expect(read.equals(contents[index] as Buffer)).toBe(true)
  }
}

test('after a new recovery code, the old code and the old key open nothing in the vault', async () => {
  const oldKey = key()
  const oldKeyFile = readFileSync(join(home(), 'key.json'))
  const second = value(await confirmNewCode(computer))
  await expectWhole()
  expect(key()).not.toBe(oldKey)
  await computer.app().vault.close()
  expect(await resultOf(computer.vaultFiles.storage.tryKey('sandbox', oldKey))).toMatchObject({
    error: { code: 'VAULT_KEY_WRONG' },
  })
  computer.kept.clear()
  expect(await resultOf(unlockWithCode(computer.vaultFiles, 'sandbox', first))).toMatchObject({
    error: { code: 'RECOVERY_CODE_WRONG' },
  })
  // The old key file and the old recovery code yield the old key. This key opens neither the database nor the documents.
  const newKeyFile = readFileSync(join(home(), 'key.json'))
  writeFileSync(join(home(), 'key.json'), oldKeyFile)
  expect(await resultOf(unlockWithCode(computer.vaultFiles, 'sandbox', first))).toMatchObject({ ok: false })
  writeFileSync(join(home(), 'key.json'), newKeyFile)
  value(await unlockWithCode(computer.vaultFiles, 'sandbox', second))
  await computer.open()
  await expectWhole()
})

test('a new code changes the key even if the key file of the old code is missing', async () => {
  const oldKey = key()
  const oldKeyFile = readFileSync(join(home(), 'key.json'))
  await computer.end()
  writeFileSync(join(home(), 'key.json'), 'not a key file')
  await computer.open()
  value(await confirmNewCode(computer))
  expect(key()).not.toBe(oldKey)
  await computer.end()
  computer.kept.clear()
  writeFileSync(join(home(), 'key.json'), oldKeyFile)
  expect(await resultOf(unlockWithCode(computer.vaultFiles, 'sandbox', first))).toMatchObject({ ok: false })
})

test("a key change rewraps the documents' keys and does not rewrite their content", async () => {
  value(await computer.app().context.documents.sweep(new Set(hashes), '2100-01-01T00:00:00.000Z'))
  const bodies = () => documents().filter((path) => readFileSync(path).length !== ENVELOPE_BYTES)
  const before = new Map(bodies().map((path) => [path, readFileSync(path)]))
  const nameKey = documentsKey(Buffer.from(key(), 'hex'))
  const envelopes = hashes.map((sha256) => join(home(), 'documents', documentPlace(nameKey, sha256)))
  for (const path of envelopes) expect(existsSync(path)).toBe(true)
  value(await confirmNewCode(computer))
  expect(bodies()).toEqual([...before.keys()])
  for (const [path, content] of before) expect(readFileSync(path).equals(content)).toBe(true)
  for (const path of envelopes) expect(existsSync(path), 'an envelope that the old key opens').toBe(false)
  await expectWhole()
})

test('a key change reports its progress', async () => {
  const app = computer.app()
  value(await confirmNewCode(computer))
  const reported = app.emitted
    .filter(({ event }) => event === 'vault.rekey_progress')
    .map(({ payload }) => payload)
  expect(reported).toContainEqual({ percent: 0 })
})

test('after a key change, the history mark is readable with the new key and not with the old one', async () => {
  const oldKey = key()
  const database = join(home(), 'vault.db')
  const before = readMark(database, oldKey)
  value(await confirmNewCode(computer))
  expect(readMark(database, oldKey)).toBe(null)
  expect(readMark(database, key())?.commits).toBeGreaterThanOrEqual(before?.commits ?? Infinity)
})

test('a key change deletes copies from before an update, which the old key opens', async () => {
  mkdirSync(join(home(), 'before-update'))
  writeFileSync(join(home(), 'before-update', 'vault-v3.db'), 'old')
  value(await confirmNewCode(computer))
  expect(existsSync(join(home(), 'before-update'))).toBe(false)
  expect(existsSync(join(home(), 'rekeyed'))).toBe(false)
})

test('a key change deletes an archived log and key file that the old key opens', async () => {
  const names = ['vault.db-wal.damaged-1779700000000', 'key.json.damaged']
  for (const name of names) writeFileSync(join(home(), name), 'old')
  value(await confirmNewCode(computer))
  expect(names.filter((name) => existsSync(join(home(), name)))).toEqual([])
})

test('a key change moves damaged documents to a folder that the old code still opens, and no sweep deletes them', async () => {
  const oldKey = key()
  const place = (sha256: string) =>
    join(home(), 'documents', documentPlace(documentsKey(Buffer.from(oldKey, 'hex')), sha256))
  const swap = (one: string, other: string) => {
    renameSync(one, `${one}.swapped`)
    renameSync(other, one)
    renameSync(`${one}.swapped`, other)
  }
  const app = computer.app()
  value(await app.context.documents.addBytes(Buffer.from('of a deal that was deleted')))
  swap(place(hashes[0] as string), place(hashes[1] as string))
  value(await confirmNewCode(computer))
  const { context } = computer.app()
  value(await context.documents.sweep(value(await documentsInUse(context)), '2100-01-01T00:00:00.000Z'))
  expect(documents()).toEqual([])

  const { folders } = value(await olderCopies(computer.vaultFiles, context))
  expect(folders).toEqual([expect.stringContaining('sandbox-damaged-')])
  const [aside] = folders as [string]
  const file = keyFileSchema.parse(JSON.parse(readFileSync(join(aside, 'key.json'), 'utf8')))
  expect(value(unwrapKey(file, value(await readRecoveryCode(first))))).toBe(oldKey)
  const inArchive = (path: string) => path.replace(home(), aside)
  expect(filesBelow(join(aside, 'documents'))).toHaveLength(4)
  swap(inArchive(place(hashes[0] as string)), inArchive(place(hashes[1] as string)))
  const store = new EncryptedDocumentStore(join(aside, 'documents'), Buffer.from(oldKey, 'hex'))
  for (const [index, sha256] of hashes.entries())
    expect((await buffer(value(await store.open(sha256)))).equals(contents[index] as Buffer)).toBe(true)
})

test('after a key change, an older backup opens with the old code, or without a code on this computer, and a new backup is due', async () => {
  const old = value(await backUp(computer.vaultFiles, computer.app().context))
  const second = value(await confirmNewCode(computer))
  expect(await isUnderPresentKey(computer.vaultFiles, 'sandbox', old.path)).toBe(false)
  expect((await pick(computer, old.path)).needs_code).toBe(false)
  const next = value(await backUp(computer.vaultFiles, computer.app().context))
  expect(await isUnderPresentKey(computer.vaultFiles, 'sandbox', next.path)).toBe(true)

  for (const [path, right, wrong] of [
    [old.path, first, second],
    [next.path, second, first],
  ] as const) {
    const other = newComputer(cleanup, hosts)
    const { file_id } = await pick(other, path)
    const restore = (code: string) =>
      resultOf(restoreBackup(other.vaultFiles, other.registry, other, { file_id, code }))
    expect(await restore(wrong)).toMatchObject({ error: { code: 'RECOVERY_CODE_WRONG' } })
    expect(value(await restore(right))).toMatchObject({ deals: 1, documents: 2, missing: 0 })
  }
})

test('backups from before a key change are counted, and are deleted only after a new backup and with the broker’s consent', async () => {
  const old = value(await backUp(computer.vaultFiles, computer.app().context))
  expect(value(await olderCopies(computer.vaultFiles, computer.app().context))).toMatchObject({ backups: 0 })
  value(await confirmNewCode(computer))
  const { context } = computer.app()
  expect(value(await olderCopies(computer.vaultFiles, context))).toMatchObject({ backups: 1, folders: [] })
  expect(await resultOf(replaceOlderBackups(computer.vaultFiles, context))).toMatchObject({
    error: { code: 'CHANGE_NOT_CONFIRMED' },
  })
  expect(existsSync(old.path)).toBe(true)
  computer.picks.deletes = true
  const foreign = join(
    computer.vaultFiles.default_backup_folder,
    'funding-desk-sandbox-01234567-20260101-000000.fdbackup',
  )
  writeFileSync(foreign, 'of another computer')
  expect(value(await replaceOlderBackups(computer.vaultFiles, context))).toMatchObject({ backups: 0 })
  expect(existsSync(old.path)).toBe(false)
  const left = filesBelow(computer.vaultFiles.default_backup_folder)
  expect(left).toHaveLength(2)
  expect(left).toContain(foreign)
})

test('after a key change, the app lists the folders whose data was archived under the old key', async () => {
  const made = value(await backUp(computer.vaultFiles, computer.app().context))
  const { file_id } = await pick(computer, made.path)
  const { archived_folder } = value(
    await restoreBackup(computer.vaultFiles, computer.registry, computer, { file_id }),
  )
  value(await confirmNewCode(computer))
  expect(value(await olderCopies(computer.vaultFiles, computer.app().context)).folders).toEqual([
    archived_folder,
  ])
})

test('if the keychain is locked during a key change, nothing changes, or the change is completed after the keychain is unlocked', async () => {
  const { set, get } = computer.vaultFiles.secrets
  const locked = () => Promise.reject(failureOf(appError('KEYCHAIN_LOCKED', 'locked', 'unlock it')))
  const before = contentBelow(join(home(), 'documents'))
  computer.vaultFiles.secrets.set = locked
  expect(await confirmNewCode(computer)).toMatchObject({ error: { code: 'KEYCHAIN_LOCKED' } })
  computer.vaultFiles.secrets.set = set
  await expectWhole()
  expect(contentBelow(join(home(), 'documents'))).toEqual(before)

  // The keychain is locked when the app stores the new key.
  computer.vaultFiles.secrets.set = (account, secret) =>
    account === 'sandbox/vault-key' ? locked() : set(account, secret)
  expect(await confirmNewCode(computer)).toMatchObject({ error: { code: 'KEYCHAIN_LOCKED' } })
  await expect(computer.open()).rejects.toThrow('KEYCHAIN_LOCKED')
  Object.assign(computer.vaultFiles.secrets, { set, get })
  await computer.open()
  await expectWhole()
  expect(existsSync(join(home(), 'rekeyed'))).toBe(false)
})

test('a key change is refused while requests are in flight', async () => {
  const before = key()
  const { context } = computer.app()
  const { confirmRecoveryCode, ShownCodes } = await import('../../src-main/features/backup/recovery.ts')
  const codes = new ShownCodes()
  const { words, asked } = await codes.show('sandbox')
  const answers = asked.map((place) => words[place] as string)
  const change = { reopen: computer.reopen, isSending: async () => true }
  expect(
    await resultOf(confirmRecoveryCode(computer.vaultFiles, codes, change, context, answers)),
  ).toMatchObject({
    error: { code: 'VAULT_BUSY', retryable: true },
  })
  expect(key()).toBe(before)
  value(
    await confirmRecoveryCode(
      computer.vaultFiles,
      codes,
      { ...change, isSending: async () => false },
      context,
      answers,
    ),
  )
  expect(key()).not.toBe(before)
})

/** Creates a folder, and creates and deletes files in it for 300 ms, as a vault's process does while it copies the database. */
const COPYING = `
  const { mkdirSync, writeFileSync, rmSync } = require('node:fs')
  const [folder] = process.argv.slice(1)
  mkdirSync(folder)
  writeFileSync(folder + '/vault.db', '')
  console.log('started')
  const end = Date.now() + 300
  try {
    for (let at = 0; Date.now() < end; at++) {
      writeFileSync(folder + '/vault.db-journal' + at % 50, '')
      if (at >= 20) rmSync(folder + '/vault.db-journal' + (at - 20) % 50, { force: true })
    }
  } catch {}
`

test('the vault opens while the process of a killed app still writes a copy for a new key', async () => {
  await computer.end()
  const left = spawn(process.execPath, ['-e', COPYING, join(home(), 'rekeying')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(left, 'exit')
  await once(left.stdout, 'data')
  await computer.open()
  await expectWhole()
  await ended
  expect(existsSync(join(home(), 'rekeying'))).toBe(false)
})
