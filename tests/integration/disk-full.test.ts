import { resultOf } from '../../src-main/platform/base/failure.ts'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, expect, test } from 'vitest'
import { EncryptedDocumentStore } from '../../src-main/platform/vault/documents/encrypted-document-store.ts'
import { writeAtomically } from '../../src-main/platform/files/write-atomically.ts'
import { writeZip } from '../../src-main/platform/files/zip-file.ts'
import { openVault } from '../../src-main/platform/vault/open-vault.ts'
import { saveDraft } from '../../src-main/features/drafts/edit-draft.ts'
import { backUp } from '../../src-main/features/backup/backup.ts'
import { unlockWithCode } from '../../src-main/features/backup/recovery.ts'
import { addDeal, addDocument, dealOf, value } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { mountDisk } from '../support/small-disk.ts'
import { confirmNewCode, filesBelow, newComputer } from '../support/vault/vault-files.ts'
import { HostPool } from '../support/vault/host-pool.ts'
import { formatted } from '../support/formatted-messages.ts'

const cleanup = new Cleanup()
const hosts = new HostPool()
afterAll(() => hosts.end())
afterEach(() => cleanup.run())

const FULL = { ok: false, error: { message: 'This computer’s disk is full.', retryable: true } }

/** Fills the disk except for the given number of bytes. */
function fill(path: string, free = 0): void {
  const file = openSync(path, 'w')
  try {
    for (const piece of [65_536, 4_096])
      try {
        for (;;) writeSync(file, Buffer.alloc(piece, 1))
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
      }
    ftruncateSync(file, Math.max(0, fstatSync(file).size - free))
  } finally {
    closeSync(file)
  }
}

test('a full disk refuses new data with the reason, keeps stored data unchanged, and accepts data again when space is freed', async (testContext) => {
  const computer = newComputer(cleanup, hosts)
  if (!mountDisk(cleanup, computer.folder, 8)) return testContext.skip('It takes root to mount a small disk.')
  const app = await computer.open()
  const deal_id = await addDeal(app)
  const path = 'company.dba'
  let stored: string | null = null
  const type = async (text: string) => {
    const edit = { op: 'set', path, value: text } as const
    const saved = await resultOf(saveDraft(app.context, { deal_id, window_id: null }, [edit]))
    if (saved.ok) stored = text
    return saved
  }
  const kept = async () => (await dealOf(app, deal_id)).values
  value(await type('Before it was full'))
  const elsewhere = join(cleanup.folder(), 'statement.pdf')
  writeFileSync(elsewhere, 'small')
  value(await app.context.documents.add(elsewhere))
  const filler = join(computer.folder, 'filler')
  fill(filler)

  // The first commits use space that the database already allocated. A later commit needs more space and must fail.
  let refused
  for (let i = 0; i < 500 && refused === undefined; i++) {
    const saved = await type(`Typed ${i} ${'x'.repeat(200)}`)
    if (!saved.ok) refused = saved
  }
  expect(refused).toMatchObject(FULL)
  expect(await kept()).toMatchObject({ company: { dba: stored } })

  writeFileSync(elsewhere, randomBytes(200_000))
  const before = filesBelow(join(computer.root, 'sandbox', 'documents'))
  expect(await resultOf(app.context.documents.add(elsewhere))).toMatchObject(FULL)
  expect(filesBelow(join(computer.root, 'sandbox', 'documents'))).toEqual(before)
  expect(await resultOf(backUp(computer.vaultFiles, app.context))).toMatchObject(FULL)
  const backups = join(computer.folder, 'backups')
  expect(existsSync(backups) ? readdirSync(backups) : []).toEqual([])

  rmSync(filler)
  value(await type('There is room again'))
  value(await app.context.documents.add(elsewhere))
  expect(value(await backUp(computer.vaultFiles, app.context))).toMatchObject({ deals: 1 })
  await app.vault.close()
  const again = await computer.open()
  expect((await dealOf(again, deal_id)).values).toMatchObject({ company: { dba: 'There is room again' } })
})

test.for([0, 100_000, 200_000])(
  'a new recovery code is refused on a disk with %i free bytes, and the old code still opens everything',
  async (free, testContext) => {
    const computer = newComputer(cleanup, hosts)
    if (!mountDisk(cleanup, computer.folder, 8))
      return testContext.skip('It takes root to mount a small disk.')
    const app = await computer.open()
    const deal_id = await addDeal(app)
    const code = value(await confirmNewCode(computer))
    const { sha256 } = value(await app.context.documents.addBytes(randomBytes(100_000)))
    await addDocument(app, cleanup, deal_id, { sha256 })
    const before = filesBelow(join(computer.root, 'sandbox', 'documents'))
    const filler = join(computer.folder, 'filler')
    fill(filler, free)

    // For some writes to a full disk, SQLite reports a disk failure. The error is therefore VAULT_UNAVAILABLE and does not name the full
    // disk.
    expect(await confirmNewCode(computer)).toMatchObject({
      ok: false,
      error: { code: 'VAULT_UNAVAILABLE', retryable: true },
    })
    await computer.end()
    expect(filesBelow(join(computer.root, 'sandbox', 'documents'))).toEqual(before)
    computer.kept.clear()
    value(await unlockWithCode(computer.vaultFiles, 'sandbox', code))
    rmSync(filler)
    const again = await computer.open()
    expect(await dealOf(again, deal_id)).toMatchObject({ legal_name: 'Juniper Bakery LLC' })
    expect(await buffer(value(await again.context.documents.open(sha256)))).toHaveLength(100_000)
    value(await confirmNewCode(computer))
  },
)

test('opening a vault on a write-protected disk fails with an error that names the folder and a remedy, but no database error code', async (testContext) => {
  const computer = newComputer(cleanup, hosts)
  if (!mountDisk(cleanup, computer.folder, 8)) return testContext.skip('It takes root to mount a small disk.')
  const app = await computer.open()
  const deal_id = await addDeal(app)
  const type = (text: string) => {
    const edit = {
      op: 'set',
      path: 'company.dba',
      value: text,
    } as const
    return resultOf(saveDraft(app.context, { deal_id, window_id: null }, [edit]))
  }
  const refused = {
    ok: false,
    error: {
      code: 'VAULT_UNAVAILABLE',
      message: `Funding Desk cannot write to the folder with your data: ${join(computer.root, 'sandbox')}`,
      advice: expect.stringContaining('not write-protected'),
      retryable: true,
    },
  }
  await app.vault.close()
  execFileSync('mount', ['-o', 'remount,ro', computer.folder])
  const place = {
    folder: computer.root,
    environment: 'sandbox',
    secrets: computer.vaultFiles.secrets,
    startHost: hosts.start,
  } as const
  expect(formatted(await resultOf(openVault(place)))).toMatchObject(refused)
  execFileSync('mount', ['-o', 'remount,rw', computer.folder])
  const again = await computer.open()
  Object.assign(app.context, { vault: again.vault })
  value(await type('Before'))
  expect((await dealOf(again, deal_id)).values).toMatchObject({ company: { dba: 'Before' } })
})

const LEFT = 300_000

test('a document that only partly fits on the disk leaves no partial file, and its stored copy is unchanged', async (testContext) => {
  const folder = cleanup.folder()
  if (!mountDisk(cleanup, folder, 2)) return testContext.skip('It takes root to mount a small disk.')
  const documents = new EncryptedDocumentStore(join(folder, 'documents'), randomBytes(32))
  const content = randomBytes(LEFT + 100_000)
  const path = join(cleanup.folder(), 'statement.pdf')
  writeFileSync(path, content)
  const { sha256 } = value(await documents.add(path))
  const before = filesBelow(folder)
  fill(join(folder, 'filler'), LEFT)

  expect(await resultOf(documents.add(path))).toMatchObject(FULL)
  expect(await resultOf(documents.addBytes(content))).toMatchObject(FULL)
  rmSync(join(folder, 'filler'))
  expect(filesBelow(folder)).toEqual(before)
  expect(await buffer(value(await documents.open(sha256)))).toEqual(content)
})

test('saving a package or file without free space fails with FILE_NOT_WRITTEN, and the earlier files in the folder remain', async (testContext) => {
  const folder = cleanup.folder()
  if (!mountDisk(cleanup, folder, 2)) return testContext.skip('It takes root to mount a small disk.')
  const path = join(folder, 'saved')
  writeFileSync(path, 'an older one')
  fill(join(folder, 'filler'), LEFT)
  async function* chunks() {
    for (let i = 0; i < 4; i++) yield randomBytes(LEFT / 2)
  }
  async function* files() {
    const open = async () => chunks()
    for (const name of ['statement.pdf', 'Timeline.csv']) yield { name, at: '2026-05-04T10:00:00.000Z', open }
  }
  const write = () => writeAtomically(path, (piece) => piece(randomBytes(LEFT * 2)))
  for (const save of [() => writeZip(path, files()), write]) {
    expect(await resultOf(save())).toMatchObject({ ok: false, error: { code: 'FILE_NOT_WRITTEN' } })
    expect(readFileSync(path, 'utf8')).toBe('an older one')
    expect(readdirSync(folder).toSorted()).toEqual(['filler', 'saved'])
  }
})
