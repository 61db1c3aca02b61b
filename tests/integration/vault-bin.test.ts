import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { binDeal } from '../../src-main/core/drafts/edit-draft.ts'
import { emptyBin } from '../../src-main/core/vault/empty-bin.ts'
import { sweepDocuments } from '../../src-main/core/vault/housekeeping.ts'
import { openEncrypted } from '../../src-main/adapters/vault-sqlite/encrypted-database.ts'
import { addDeal, addDocument, drain, value, type Desk } from './core-support/desk.ts'
import { Cleanup } from './relay-support/program.ts'
import { filesBelow, newComputer, type Computer } from './vault-support/care.ts'
import { HostPool } from './vault-support/host-pool.ts'

const cleanup = new Cleanup()
const hosts = new HostPool()
afterAll(() => hosts.end())
afterEach(() => cleanup.run())

const now = '2026-05-04T10:00:00.000Z'
const daysAgo = (days: number) => new Date(Date.parse(now) - days * 86_400_000).toISOString()

let computer: Computer
let desk: Desk
beforeEach(async () => {
  computer = newComputer(cleanup, hosts, now)
  desk = await computer.open()
})

const find = async (search: string, filter: 'all' | 'bin' = 'all') =>
  value(await desk.vault.listDeals({ search, filter, sort: 'newest', offset: 0, limit: 50 })).rows.map(
    ({ legal_name }) => legal_name,
  )

/** Names of all tables in which this deal still stands, read beside the vault. */
function tablesWith(deal_id: string): string[] {
  const database = openEncrypted(
    join(computer.root, 'sandbox', 'vault.db'),
    computer.kept.get('sandbox/vault-key') as string,
    { readonly: true },
  )
  try {
    const tables = database
      .prepare(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND EXISTS
           (SELECT 1 FROM pragma_table_info(sqlite_schema.name) AS info WHERE info.name = 'deal_id')`,
      )
      .pluck()
      .all() as string[]
    return tables.filter((table) =>
      database.prepare(`SELECT 1 FROM "${table}" WHERE deal_id = ?`).get(deal_id),
    )
  } finally {
    database.close()
  }
}

describe('the bin', () => {
  test('is emptied of what has lain in it for 30 days, with all that belongs to it, and of nothing else', async () => {
    const old = await addDeal(desk, {
      legal_name: 'Gone Garage',
      state: 'received',
      application_id: 'app-1',
      deleted_at: daysAgo(31),
    })
    const young = await addDeal(desk, { legal_name: 'Young Yard', deleted_at: daysAgo(29) })
    const open = await addDeal(desk, { legal_name: 'Open Office' })
    for (const deal_id of [old, young, open]) {
      await addDocument(desk, cleanup, deal_id, { state: 'received' })
      value(
        await desk.vault.commit([
          {
            write: 'append_timeline',
            entry: { deal_id, at: now, kind: 'note', title: 'Note', detail: 'call', verification: null },
          },
        ]),
      )
    }
    expect(tablesWith(old).toSorted()).toEqual(expect.arrayContaining(['deals', 'documents', 'timeline']))
    expect((await find('', 'bin')).toSorted()).toEqual(['Gone Garage', 'Young Yard'])

    expect(value(await emptyBin(desk.workspace))).toBe(1)
    expect(tablesWith(old)).toEqual([])
    expect(await find('', 'bin')).toEqual(['Young Yard'])
    expect(await find('gone', 'bin')).toEqual([])
    expect(await find('open')).toEqual(['Open Office'])
    expect(value(await desk.vault.getDeal(old))).toBeNull()
    for (const deal_id of [young, open]) {
      expect(value(await desk.vault.listTimeline(deal_id))).toHaveLength(1)
      expect(value(await desk.vault.listDocuments(deal_id))).toHaveLength(1)
    }
    expect(value(await emptyBin(desk.workspace)), 'a second time').toBe(0)
  })

  test('keeps what is on its way, however long it lies there', async () => {
    const sending = await addDeal(desk, { state: 'sending', deleted_at: daysAgo(99) })
    const uploading = await addDeal(desk, { state: 'received', deleted_at: daysAgo(99) })
    await addDocument(desk, cleanup, uploading, { state: 'sending' })
    expect(value(await emptyBin(desk.workspace))).toBe(0)
    expect(tablesWith(sending)).toContain('deals')
  })

  test('thousands go a few at a time, and whoever asks meanwhile has an answer', async () => {
    const many = Array.from({ length: 45 }, () => addDeal(desk, { deleted_at: daysAgo(40) }))
    await Promise.all(many)
    const open = await addDeal(desk, { legal_name: 'Open Office' })
    const before = daysAgo(30)
    const first = value(await desk.vault.purgeBin(before))
    expect(first).toBeGreaterThan(0)
    expect(first).toBeLessThan(45)
    expect(await find('open')).toEqual(['Open Office'])
    expect(value(await emptyBin(desk.workspace))).toBe(45 - first)
    expect(await find('', 'bin')).toEqual([])
    expect(tablesWith(open)).toContain('deals')
  })

  test('keeps what was thrown away lately from a clock that is ahead for some hours', async () => {
    const lookAt = async (at: string) => {
      desk.workspace.clock = { now: () => at }
      return value(await emptyBin(desk.workspace))
    }
    await addDeal(desk, { legal_name: 'Thrown away', deleted_at: now })
    const looks = [now, '2040-01-01T00:00:00.000Z', '2040-01-01T05:00:00.000Z', '2026-05-04T16:00:00.000Z']
    for (const at of looks) expect(await lookAt(at), at).toBe(0)
    expect(await find('', 'bin')).toEqual(['Thrown away'])
    // Who comes back after weeks finds it, and it goes a day later.
    for (const at of ['2026-07-01T09:00:00.000Z', '2026-07-01T20:00:00.000Z'])
      expect(await lookAt(at)).toBe(0)
    expect(await lookAt('2026-07-02T09:00:00.000Z')).toBe(1)
  })

  test('a deal that was put back is not emptied', async () => {
    const deal_id = await addDeal(desk, { deleted_at: daysAgo(99) })
    value(await binDeal(desk.workspace, deal_id, false))
    expect(value(await emptyBin(desk.workspace))).toBe(0)
  })

  test('a line of the timeline goes with its deal alone', async () => {
    const [binned, open] = [await addDeal(desk, { deleted_at: daysAgo(1) }), await addDeal(desk)]
    for (const deal_id of [binned, open])
      value(
        await desk.vault.commit([
          {
            write: 'append_timeline',
            entry: { deal_id, at: now, kind: 'note', title: 'Note', detail: '', verification: null },
          },
        ]),
      )
    await desk.vault.close()
    const database = openEncrypted(
      join(computer.root, 'sandbox', 'vault.db'),
      computer.kept.get('sandbox/vault-key') as string,
    )
    expect(() => database.prepare('DELETE FROM timeline WHERE deal_id = ?').run(open)).toThrow('append-only')
    expect(() => database.prepare("UPDATE timeline SET title = 'x' WHERE deal_id = ?").run(binned)).toThrow(
      'append-only',
    )
    database.close()
  })
})

describe('stored documents', () => {
  const folder = () => join(computer.root, 'sandbox', 'documents')
  /** As if everything had been added yesterday. */
  const age = () => {
    for (const path of filesBelow(folder())) utimesSync(path, new Date(daysAgo(1)), new Date(daysAgo(1)))
  }

  test('go once no deal refers to them, and stay while another one does', async () => {
    const [old, open] = [await addDeal(desk, { deleted_at: daysAgo(31) }), await addDeal(desk)]
    const shared = await addDocument(desk, cleanup, old)
    const own = await addDocument(desk, cleanup, old)
    const elsewhere = await addDocument(desk, cleanup, open)
    value(
      await desk.vault.commit([
        {
          write: 'put_document',
          document: { ...shared, document_id: crypto.randomUUID(), deal_id: open },
        },
      ]),
    )
    age()
    expect(value(await sweepDocuments(desk.workspace))).toBe(0)
    value(await emptyBin(desk.workspace))
    expect(value(await sweepDocuments(desk.workspace))).toBe(1)
    expect(filesBelow(folder())).toHaveLength(2)
    expect(await desk.workspace.documents.open(own.sha256)).toMatchObject({ ok: false })
    for (const { sha256, size } of [shared, elsewhere])
      expect(await drain(value(await desk.workspace.documents.open(sha256)))).toBe(size)
  })

  test('are left alone when the vault cannot say what it refers to', async () => {
    const deal_id = await addDeal(desk)
    await addDocument(desk, cleanup, deal_id)
    age()
    await desk.vault.close()
    expect(await sweepDocuments(desk.workspace)).toMatchObject({ ok: false })
    expect(filesBelow(folder())).toHaveLength(1)
  })

  test('without any, there is nothing to do', async () => {
    expect(existsSync(folder())).toBe(false)
    expect(value(await sweepDocuments(desk.workspace))).toBe(0)
    expect(readdirSync(computer.root)).toEqual(['sandbox'])
  })
})
