import { Failure, resultOf } from '../../src-main/platform/base/failure.ts'
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bodySize } from '../../src-main/platform/vault/documents/document-envelope.ts'
import { backUp, chooseBackupFolder, vaultStatus } from '../../src-main/features/backup/backup.ts'
import { submitApplication } from '../../src-main/features/submission/submission-commands.ts'
import { restoreBackup } from '../../src-main/features/backup/restore.ts'
import { appError } from '../../src-shared/platform/base/errors.ts'
import { addDeal, addDocument, dealOf, openEngine, value, type App } from '../support/core/composed-app.ts'
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

const cleanup = new Cleanup()
const hosts = new HostPool()
afterAll(() => hosts.end())
afterEach(() => cleanup.run())

let computer: Computer
let app: App
let deal_id: string
/** The content of a document. It is longer than a chunk, so a backup stores it in several chunks. */
const statement = randomBytes(1_200_000)
let sha256: string

beforeEach(async () => {
  computer = newComputer(cleanup, hosts)
  app = await computer.open()
  deal_id = await addDeal(app)
  const path = join(computer.folder, 'statement.pdf')
  writeFileSync(path, statement)
  ;({ sha256 } = value(await app.context.documents.add(path)))
  rmSync(path)
  await addDocument(app, cleanup, deal_id, { sha256 })
})

const makeCode = async () => value(await confirmNewCode(computer))
const key = () => computer.kept.get('sandbox/vault-key') as string
const restore = (on: Computer, file_id: string, code?: string) =>
  resultOf(restoreBackup(on.vaultFiles, on.registry, on, { file_id, code }))

describe('a backup', () => {
  test('is written, verified, counted, and recorded', async () => {
    const made = value(await backUp(computer.vaultFiles, app.context))
    expect(made).toMatchObject({ deals: 1, documents: 1, missing: 0, size: statSync(made.path).size })
    const status = value(await vaultStatus(computer.vaultFiles, app.context))
    expect(status).toMatchObject({ last_backup: made, failed_backup: null, recovery_code_made_at: null })
    expect(basename(made.path)).toMatch(/^funding-desk-sandbox-[0-9a-f]{8}-20260504-\d{6}\.fdbackup$/)
    expect(readdirSync(join(computer.root)), 'nothing is left of making and checking').toEqual(['sandbox'])
    expect(readdirSync(join(computer.root, 'sandbox')).filter((name) => name.startsWith('copy'))).toEqual([])
  })

  test('counts a document as missing if its stored copy was swapped or deleted', async () => {
    const [one, other] = [randomBytes(1000), randomBytes(1000)]
    for (const content of [one, other]) {
      const added = value(await app.context.documents.addBytes(content))
      await addDocument(app, cleanup, deal_id, { sha256: added.sha256 })
    }
    expect(value(await backUp(computer.vaultFiles, app.context))).toMatchObject({ documents: 3, missing: 0 })
    const small = filesBelow(join(computer.root, 'sandbox', 'documents')).filter(
      (path) => statSync(path).size === bodySize(1000),
    )
    const [first, second] = small as [string, string]
    expect(small).toHaveLength(2)
    const content = readFileSync(first)
    writeFileSync(first, readFileSync(second))
    writeFileSync(second, content)
    expect(value(await backUp(computer.vaultFiles, app.context))).toMatchObject({ documents: 3, missing: 2 })
    rmSync(first)
    expect(value(await backUp(computer.vaultFiles, app.context))).toMatchObject({ documents: 3, missing: 2 })
  })

  test('restores all data on a new computer with the recovery code, and with no other code', async () => {
    const code = await makeCode()
    const { path } = value(await backUp(computer.vaultFiles, app.context))
    const other = newComputer(cleanup, hosts)
    const empty = await other.open()
    await addDeal(empty, { legal_name: 'Here before' })
    const picked = await pick(other, path)
    expect(picked).toMatchObject({ environment: 'sandbox', needs_code: true, has_recovery_code: true })
    const before = contentBelow(other.root)
    for (const wrong of [
      undefined,
      'zoo',
      'legal winner thank year wave sausage worth useful legal winner thank yellow',
    ])
      expect(await restore(other, picked.file_id, wrong)).toMatchObject({ ok: false })
    expect(contentBelow(other.root)).toEqual(before)

    const restored = value(await restore(other, picked.file_id, code))
    expect(restored).toMatchObject({ deals: 1, documents: 1, missing: 0 })
    const again = await other.open()
    expect((await dealOf(again, deal_id)).values).toEqual((await dealOf(app, deal_id)).values)
    const read = await buffer(value(await again.context.documents.open(sha256)))
    expect(read.equals(statement)).toBe(true)
    // The previous data is archived with its key, and the restored data can be backed up.
    expect(readdirSync(other.root)).toContain(basename(restored.archived_folder as string))
    expect([...other.kept.keys()].filter((account) => account.includes('set aside'))).toHaveLength(1)
    expect([...other.kept.keys()].filter((account) => account.includes('restored'))).toEqual([])
    value(await backUp(other.vaultFiles, again.context))
  })

  test('keeps the application ids of permanently deleted deals reserved after a restore', async () => {
    const deleted_at = '2026-05-01T10:00:00.000Z'
    const gone = await addDeal(app, { state: 'received', application_id: 'app-9', deleted_at })
    expect(value(await app.vault.eraseDeals([gone]))).toBe(1)
    const { path } = value(await backUp(computer.vaultFiles, app.context))
    value(await restore(computer, (await pick(computer, path)).file_id))
    const again = await computer.open()
    expect(value(await again.vault.findIdHolder('app-9'))).toBe('deleted')
  })

  test('needs no code on the same computer', async () => {
    const { path } = value(await backUp(computer.vaultFiles, app.context))
    await app.vault.commit([{ write: 'update_deal', deal_id, changes: { legal_name: 'Changed after' } }])
    const picked = await pick(computer, path)
    expect(picked.needs_code).toBe(false)
    value(await restore(computer, picked.file_id))
    expect((await dealOf(await computer.open(), deal_id)).legal_name).toBe('Juniper Bakery LLC')
  })

  test('changes nothing if the broker does not confirm the connections that it contains', async () => {
    await app.vault.commit([{ write: 'set_setting', key: 'relay_url', value: 'https://other.example' }])
    const { path } = value(await backUp(computer.vaultFiles, app.context))
    const picked = await pick(computer, path)
    const relays: unknown[] = []
    computer.agree = async (environment, restored) => {
      relays.push(environment, value(await restored.getSetting('relay_url')))
      throw new Failure(appError('CHANGE_NOT_CONFIRMED', 'It was not confirmed.', 'Nothing changed.'))
    }
    await app.vault.checkpoint()
    const before = [contentBelow(computer.root), new Map(computer.kept)]
    expect(await restore(computer, picked.file_id)).toMatchObject({ error: { code: 'CHANGE_NOT_CONFIRMED' } })
    expect(relays).toEqual(['sandbox', 'https://other.example'])
    expect([contentBelow(computer.root), new Map(computer.kept)]).toEqual(before)
  })

  test('sends nothing automatically after a restore, because queued items may have been sent meanwhile', async () => {
    const [received, ready] = [await addDeal(app), await addDeal(app)]
    value(await submitApplication(app.context, deal_id, []))
    const isQueued = await addDocument(app, cleanup, received, { state: 'queued' })
    const waiting = await addDocument(app, cleanup, ready)
    const due = { not_before: '2026-05-04T10:00:00.000Z', tries: 0, begun_at: null, evidence: null }
    value(
      await app.vault.commit([
        ...[received, ready].map((id, index) => ({
          write: 'update_deal' as const,
          deal_id: id,
          changes: { state: 'received' as const, application_id: `7${index}` },
        })),
        {
          write: 'put_task',
          task: { ...due, task: 'send_document', subject_id: isQueued.document_id, deal_id: received },
        },
        {
          write: 'put_task',
          task: { ...due, task: 'queue_documents', subject_id: ready, deal_id: ready },
        },
      ]),
    )
    const { path } = value(await backUp(computer.vaultFiles, app.context))
    value(await restore(computer, (await pick(computer, path)).file_id))

    const again = await computer.open()
    const { engine } = await openEngine(again, cleanup)
    expect(await dealOf(again, deal_id)).toMatchObject({
      state: 'unknown',
      error: { code: 'SUBMISSION_IN_PROGRESS', outcome: 'unknown' },
    })
    expect(value(await again.vault.getDocument(isQueued.document_id))).toMatchObject({
      state: 'unknown',
      error: { code: 'SUBMISSION_IN_PROGRESS', outcome: 'unknown' },
    })
    expect(value(await again.vault.getDocument(waiting.document_id))?.state).toBe('attached')
    const left = value(await again.vault.listTasks()).map(({ task }) => task)
    expect(left.toSorted()).toEqual(['seek_application', 'seek_document'])

    // After the engine has handled the interrupted requests, the restored vault works like any other vault.
    await engine.stop()
    const later = await addDeal(again)
    value(await submitApplication(again.context, later, [deal_id]))
    await again.vault.close()
    const next = await computer.open()
    expect(value(await next.vault.interruptedSendings()).is_restored).toBe(false)
    expect((await dealOf(next, later)).state).toBe('queued')
  })

  test('is consistent while other writes happen', async () => {
    let writing = true
    const writer = (async () => {
      let count = 0
      while (writing) {
        const number = String(count++)
        // Writes two settings in one commit. A backup that contains only one of them is inconsistent.
        value(
          await app.vault.commit([
            { write: 'set_setting', key: 'left', value: number },
            { write: 'set_setting', key: 'right', value: number },
          ]),
        )
      }
      return count
    })()
    const { path } = value(await backUp(computer.vaultFiles, app.context))
    writing = false
    expect(await writer).toBeGreaterThan(5)
    value(await restore(computer, (await pick(computer, path)).file_id))
    const { vault } = await computer.open()
    expect(value(await vault.getSetting('left'))).toBe(value(await vault.getSetting('right')))
  })

  test('reports documents that were already missing', async () => {
    rmSync(join(computer.root, 'sandbox', 'documents'), { recursive: true })
    expect(value(await backUp(computer.vaultFiles, app.context))).toMatchObject({ documents: 1, missing: 1 })
  })
})

describe('a damaged or forged backup', () => {
  let path: string
  beforeEach(async () => {
    ;({ path } = value(await backUp(computer.vaultFiles, app.context)))
  })
  const check = () => computer.vaultFiles.storage.checkBackup(path, key())

  test('with a flipped bit in its header or content is detected', async () => {
    const bytes = readFileSync(path)
    const head = bytes.indexOf('}', bytes.indexOf('"salt"'))
    const places = [30, head - 20, head + 1, 524_288, 1_000_000, bytes.length - 100, bytes.length - 1]
    for (let count = 0; count < 8; count++) places.push(Math.floor((bytes.length * count) / 8))
    for (const place of places) {
      const forged = Buffer.from(bytes)
      forged[place] = (forged[place] as number) ^ 4
      writeFileSync(path, forged)
      const checked = await resultOf(check())
      expect(checked, `byte ${place}`).toMatchObject({ ok: false })
      expect(!checked.ok && checked.error.code).toMatch(/^BACKUP_(DAMAGED|UNKNOWN_FORMAT)$/)
    }
  })

  test('with a changed readable header is detected', async () => {
    const bytes = readFileSync(path)
    const header = bytes.indexOf('{')
    const changes: [string, string][] = [
      ['"made_at":"2026', '"made_at":"2027'],
      ['"app_version":"0', '"app_version":"9'],
    ]
    for (const [from, to] of changes) {
      const at = bytes.indexOf(from, header)
      expect(at).toBeGreaterThan(0)
      const forged = Buffer.from(bytes)
      forged.write(to, at)
      writeFileSync(path, forged)
      expect(await resultOf(check()), to).toMatchObject({ ok: false, error: { code: 'BACKUP_DAMAGED' } })
    }
  })

  test('with missing or added data at its end is detected', async () => {
    const bytes = readFileSync(path)
    const lengths = [0, 5, 40, 600, 524_304, bytes.length - 1]
    for (let count = 1; count < 5; count++) lengths.push(Math.floor((bytes.length * count) / 5))
    for (const length of lengths) {
      writeFileSync(path, bytes.subarray(0, length))
      expect(await resultOf(check()), `cut to ${length}`).toMatchObject({ ok: false })
    }
    writeFileSync(path, Buffer.concat([bytes, Buffer.from('x')]))
    expect(await resultOf(check())).toMatchObject({ ok: false, error: { code: 'BACKUP_DAMAGED' } })
    writeFileSync(path, bytes)
    expect(await resultOf(check())).toMatchObject({ ok: true })
  })

  test('with reordered chunks is detected', async () => {
    const bytes = readFileSync(path)
    const sealed = 512 * 1024 + 16
    const from = bytes.length - ((bytes.length - 700) % sealed) - 2 * sealed
    const [one, other] = [
      bytes.subarray(from, from + sealed),
      bytes.subarray(from + sealed, from + 2 * sealed),
    ]
    writeFileSync(
      path,
      Buffer.concat([bytes.subarray(0, from), other, one, bytes.subarray(from + 2 * sealed)]),
    )
    expect(await resultOf(check())).toMatchObject({ ok: false, error: { code: 'BACKUP_DAMAGED' } })
  })

  test('of a later version, or another kind of file, is refused with a message', async () => {
    const bytes = readFileSync(path)
    for (const forged of [
      Buffer.concat([Buffer.from('FundingDeskBackup 2\n'), bytes.subarray(20)]),
      Buffer.from('%PDF-1.7'),
      Buffer.alloc(0),
    ]) {
      writeFileSync(path, forged)
      computer.picks.backup = path
      expect(await resultOf(computer.vaultFiles.storage.readBackupHeader(path))).toMatchObject({
        error: { code: 'BACKUP_UNKNOWN_FORMAT' },
      })
    }
  })

  test('changes nothing when it is restored', async () => {
    truncateSync(path, statSync(path).size - 1)
    const before = contentBelow(computer.root)
    const failed = await restore(computer, (await pick(computer, path)).file_id)
    expect(failed).toMatchObject({ ok: false, error: { code: 'BACKUP_DAMAGED' } })
    expect(contentBelow(computer.root)).toEqual(before)
    expect([...computer.kept.keys()]).toEqual(['sandbox/vault-key'])
  })
})

describe('the backup folder', () => {
  test('is the one that the broker chose, and keeps daily backups for a week, weekly ones for a month, and unrelated files', async () => {
    const folder = cleanup.folder()
    computer.picks.folder = folder
    value(await chooseBackupFolder(computer.vaultFiles, app.context))
    const made = value(await backUp(computer.vaultFiles, app.context))
    const begin = basename(made.path).slice(0, 'funding-desk-sandbox-12345678-'.length)
    const name = (ago: number) => {
      const day = new Date(Date.parse(made.made_at) - ago * 86_400_000).toISOString().slice(0, 10)
      return `${begin}${day.replaceAll('-', '')}-080000.fdbackup`
    }
    for (let ago = 1; ago < 40; ago++) writeFileSync(join(folder, name(ago)), '')
    const foreign = [
      'funding-desk-sandbox-00000000-20200101-080000.fdbackup',
      'funding-desk-production-12345678-20200101-080000.fdbackup',
      'taxes.xlsx',
      `${begin}20200101-080000.fdbackup.txt`,
    ]
    for (const one of foreign) writeFileSync(join(folder, one), '')
    const unfinished = `${name(1)}.new`
    writeFileSync(join(folder, unfinished), '')
    const newest = value(await backUp(computer.vaultFiles, app.context))
    const names = readdirSync(folder)
    expect(names).toEqual(expect.arrayContaining([...foreign, basename(newest.path), name(1), name(6)]))
    expect(names).not.toContain(unfinished)
    expect(names.filter((one) => one.startsWith(begin) && one.endsWith('.fdbackup'))).toHaveLength(9)
    expect(names).not.toContain(basename(made.path))
  })

  test('keeps the last good backup if a new backup fails, and the failure is reported and stored', async () => {
    const made = value(await backUp(computer.vaultFiles, app.context))
    const folder = join(computer.folder, 'a-file')
    writeFileSync(folder, '')
    computer.picks.folder = folder
    value(await chooseBackupFolder(computer.vaultFiles, app.context))
    expect(await resultOf(backUp(computer.vaultFiles, app.context))).toMatchObject({
      error: { code: 'BACKUP_FAILED' },
    })
    const status = value(await vaultStatus(computer.vaultFiles, app.context))
    expect(status).toMatchObject({ last_backup: made, failed_backup: { error: { code: 'BACKUP_FAILED' } } })
    expect(existsSync(made.path)).toBe(true)
  })
})

describe('an interrupted restore', () => {
  const stamp = '20260504-120000'
  const restored = () => join(computer.root, `sandbox-restored-${stamp}`)
  const aside = () => join(computer.root, `sandbox-set-aside-${stamp}`)
  let restoredKey: string

  beforeEach(async () => {
    const other = newComputer(cleanup, hosts)
    const otherApp = await other.open()
    await addDeal(otherApp, { legal_name: 'From the backup' })
    const { path } = value(await backUp(other.vaultFiles, otherApp.context))
    restoredKey = other.kept.get('sandbox/vault-key') as string
    computer.kept.set(`sandbox/vault-key restored ${stamp}`, restoredKey)
    value(await computer.vaultFiles.storage.unpackBackup(path, restoredKey, stamp, async () => {}))
    await app.vault.close()
  })

  test.each([
    ['before anything was moved', () => {}],
    ['after the old data was archived', () => renameSync(join(computer.root, 'sandbox'), aside())],
    [
      'after the new key was stored in the keychain',
      () => {
        renameSync(join(computer.root, 'sandbox'), aside())
        computer.kept.set('sandbox/vault-key', restoredKey)
      },
    ],
  ])('%s is completed at the next start', async (_, cut) => {
    cut()
    const again = await computer.open()
    const found = await resultOf(
      again.vault.listDeals({
        search: 'backup',
        filter: 'all',
        sort: 'newest',
        offset: 0,
        limit: 9,
      }),
    )
    expect(value(found).rows.map(({ legal_name }) => legal_name)).toEqual(['From the backup'])
    expect(existsSync(restored())).toBe(false)
    expect(existsSync(join(aside(), 'vault.db'))).toBe(true)
  })

  test('with two unpacked backups uses the newer one, never the older', async () => {
    const newer = '20260504-130000'
    cpSync(restored(), join(computer.root, `sandbox-restored-${newer}`), { recursive: true })
    computer.kept.set(`sandbox/vault-key restored ${newer}`, restoredKey)
    await (await computer.open()).vault.close()
    const beside = () =>
      readdirSync(computer.root)
        .filter((name) => name.startsWith('sandbox-'))
        .toSorted()
    expect(beside()).toEqual([`sandbox-set-aside-${newer}`, `sandbox-unpacking-${stamp}`])
    expect([...computer.kept.keys()].filter((account) => account.includes('restored'))).toEqual([])
    await (await computer.open()).vault.close()
    value(await computer.vaultFiles.storage.tidy('sandbox'))
    expect(beside()).toEqual([`sandbox-set-aside-${newer}`])
  })

  test('that stopped during unpacking leaves only files that are cleaned up', async () => {
    rmSync(restored(), { recursive: true })
    mkdirSync(join(computer.root, `sandbox-unpacking-${stamp}`))
    mkdirSync(join(computer.root, 'checking-x'))
    value(await computer.vaultFiles.storage.tidy('sandbox'))
    expect(readdirSync(computer.root)).toEqual(['sandbox'])
    expect((await dealOf(await computer.open(), deal_id)).legal_name).toBe('Juniper Bakery LLC')
  })
})
