import { resultOf } from '../../src-main/platform/base/failure.ts'
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Consent, ErasedDeals } from '../../src-main/platform/base/system.ts'
import {
  emptyTrash,
  readRetention,
  saveRetention,
  eraseDeals,
} from '../../src-main/features/backup/empty-trash.ts'
import { sweepDocuments } from '../../src-main/features/backup/housekeeping.ts'
import { openEncrypted } from '../../src-main/platform/vault/encrypted-database.ts'
import { addDeal, addDocument, drain, neverAsked, value, type App } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { filesBelow, newComputer, type Computer } from '../support/vault/vault-files.ts'
import { HostPool } from '../support/vault/host-pool.ts'
import { trashDeal } from '../../src-main/features/deals/load-deal.ts'

const cleanup = new Cleanup()
const hosts = new HostPool()
afterAll(() => hosts.end())
afterEach(() => cleanup.run())

const now = '2026-05-04T10:00:00.000Z'
const daysAgo = (days: number) => new Date(Date.parse(now) - days * 86_400_000).toISOString()

let computer: Computer
let app: App
beforeEach(async () => {
  computer = newComputer(cleanup, hosts, now)
  app = await computer.open()
})

const find = async (search: string, filter: 'all' | 'bin' = 'all') =>
  value(await app.vault.listDeals({ search, filter, sort: 'newest', offset: 0, limit: 50 })).rows.map(
    ({ legal_name }) => legal_name,
  )

/** Returns the names of all tables that still contain this deal, read without the vault. */
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

const DAY_MS = 86_400_000
const look = async (at: string) => {
  app.context.clock = { now: () => at }
  return value(await emptyTrash(app.context))
}
/** Empties Trash once a day, as in an app that is used daily. Returns the number of deleted deals. */
async function useDaily(days: number, from = now): Promise<number> {
  let gone = 0
  for (let day = 0; day <= days; day++) {
    gone += await look(new Date(Date.parse(from) + day * DAY_MS).toISOString())
  }
  return gone
}
/**
 * Simulates daily use for 32 days. With daily checks, the app trusts the clock, because the clock never leaps by an implausibly long time.
 */
const usedBefore = () => useDaily(32, daysAgo(33))

describe('the trash', () => {
  test('deletes drafts after 30 days with all their data, and nothing else', async () => {
    await usedBefore()
    const old = await addDeal(app, { legal_name: 'Gone Garage', deleted_at: daysAgo(36) })
    const young = await addDeal(app, { legal_name: 'Young Yard', deleted_at: daysAgo(29) })
    const open = await addDeal(app, { legal_name: 'Open Office' })
    for (const deal_id of [old, young, open]) {
      await addDocument(app, cleanup, deal_id, { state: 'received' })
      value(
        await app.vault.commit([
          {
            write: 'append_timeline',
            entry: { deal_id, at: now, kind: 'note', title: 'Note', detail: 'call', verification: null },
          },
        ]),
      )
    }
    expect(tablesWith(old).toSorted()).toEqual(expect.arrayContaining(['deals', 'documents', 'timeline']))
    expect((await find('', 'bin')).toSorted()).toEqual(['Gone Garage', 'Young Yard'])

    expect(await look(now)).toBe(1)
    expect(tablesWith(old)).toEqual([])
    expect(await find('', 'bin')).toEqual(['Young Yard'])
    expect(await find('gone', 'bin')).toEqual([])
    expect(await find('open')).toEqual(['Open Office'])
    expect(value(await app.vault.getDeal(old))).toBeNull()
    for (const deal_id of [young, open]) {
      expect(value(await app.vault.listTimeline(deal_id))).toHaveLength(1)
      expect(value(await app.vault.listDocuments(deal_id))).toHaveLength(1)
    }
    expect(await look(now), 'a second time').toBe(0)
  })

  describe('submitted deals', () => {
    const sent = {
      write: 'append_proof',
      at: now,
      fact: { what: 'application_sent', payload_sha256: 'a'.repeat(64) },
    } as const
    /** Adds submitted deals, one of each kind. All of them are in the trash since `deleted_at`. */
    async function addSubmitted(deleted_at: string): Promise<string[]> {
      const common = { deleted_at, updated_at: deleted_at }
      const notArrived = await addDeal(app, { ...common, legal_name: 'Not arrived' })
      value(await app.vault.commit([{ ...sent, deal_id: notArrived }]))
      return [
        notArrived,
        await addDeal(app, { ...common, state: 'received', application_id: crypto.randomUUID() }),
        await addDeal(app, { ...common, state: 'refused' }),
        await addDeal(app, { ...common, state: 'unknown' }),
      ]
    }
    const inBin = async () => (await find('', 'bin')).length
    test('are kept forever by default, in every status', async () => {
      const kept = await addSubmitted(daysAgo(9_000))
      await addDeal(app, { legal_name: 'Draft', deleted_at: daysAgo(62) })
      expect(await useDaily(3)).toBe(1)
      expect(await inBin()).toBe(kept.length)
    })

    test('are deleted after the years that the broker chose, counted from the deletion or the last change', async () => {
      await addSubmitted(daysAgo(5 * 366))
      await addSubmitted(daysAgo(3 * 365))
      // This deal has been in the trash for five years, but its last change was 300 days ago. The app must therefore keep it.
      await addDeal(app, { state: 'received', deleted_at: daysAgo(5 * 366), updated_at: daysAgo(300) })
      value(await saveRetention(app.context, 4))
      expect(value(await readRetention(app.vault))).toEqual({ years: 4 })
      expect(await look(now), 'at the first look').toBe(0)
      await useDaily(2)
      expect(await inBin()).toBe(5)
      value(await saveRetention(app.context, null))
      expect(value(await readRetention(app.vault))).toEqual({ years: null })
    })

    test.each([
      ['for an hour', ['2040-01-01T00:00:00.000Z', '2040-01-01T01:00:00.000Z', now]],
      [
        'for a week, with daily use',
        Array.from({ length: 7 }, (_, day) => `2040-01-0${day + 1}T10:00:00.000Z`),
      ],
      [
        'by a month, twice',
        ['2026-06-03T10:00:00.000Z', now, '2026-06-03T10:00:00.000Z', '2026-06-04T10:00:00.000Z'],
      ],
    ])("are not deleted early while the computer's clock is ahead %s", async (_, looks) => {
      value(await saveRetention(app.context, 4))
      const kept = await addSubmitted(daysAgo(4 * 365 - 10))
      await useDaily(2)
      for (const at of looks) expect(await look(at), at).toBe(0)
      expect(await inBin()).toBe(kept.length)
    })

    test('do not age while the app is not used for more than a month', async () => {
      value(await saveRetention(app.context, 4))
      await addSubmitted(daysAgo(4 * 365 - 10))
      await useDaily(2)
      const later = Date.parse(now) + 100 * DAY_MS
      expect(await look(new Date(later).toISOString())).toBe(0)
      expect(await look(new Date(later + DAY_MS).toISOString())).toBe(0)
    })
  })

  describe('permanent deletion by the broker', () => {
    const asked: ErasedDeals[] = []
    const answering = (yes: boolean): Consent => ({
      ...neverAsked,
      eraseDeals: async (deals) => {
        asked.push(deals)
        return yes
      },
    })
    beforeEach(() => void (asked.length = 0))

    test('asks first, lists the data that will be lost, and then deletes all data of the deals', async () => {
      const deal_id = await addDeal(app, {
        legal_name: 'Gone Garage',
        state: 'received',
        application_id: 'app-1',
        deleted_at: daysAgo(1),
      })
      const draft = await addDeal(app, { legal_name: 'Draft', deleted_at: daysAgo(1) })
      expect(await resultOf(eraseDeals(app.context, answering(false), [deal_id, draft]))).toMatchObject({
        ok: false,
        error: { code: 'CHANGE_NOT_CONFIRMED' },
      })
      expect(tablesWith(deal_id)).toContain('deals')
      expect(value(await eraseDeals(app.context, answering(true), [deal_id, draft]))).toEqual({
        erased: 2,
        kept: 0,
      })
      expect(asked.at(-1)).toEqual({ names: ['Gone Garage', 'Draft'], deals: 2, submitted: 1 })
      for (const one of [deal_id, draft]) expect(tablesWith(one)).toEqual([])
      expect(app.emitted).toContainEqual({ event: 'deal.changed', payload: { deal_id } })
    })

    test('skips deals that are not in the trash or are being sent, and asks nothing if none remain', async () => {
      const open = await addDeal(app)
      const sending = await addDeal(app, { state: 'sending', deleted_at: daysAgo(1) })
      const uploading = await addDeal(app, { state: 'received', deleted_at: daysAgo(1) })
      await addDocument(app, cleanup, uploading, { state: 'sending' })
      expect(value(await eraseDeals(app.context, neverAsked, [open, sending, crypto.randomUUID()]))).toEqual({
        erased: 0,
        kept: 2,
      })
      expect(value(await eraseDeals(app.context, answering(true), [uploading]))).toEqual({
        erased: 0,
        kept: 1,
      })
      for (const one of [open, sending, uploading]) expect(tablesWith(one)).toContain('deals')
    })
  })

  test('keeps deals that are being sent, however long they are in the trash', async () => {
    const sending = await addDeal(app, { state: 'sending', deleted_at: daysAgo(99) })
    const uploading = await addDeal(app, { state: 'received', deleted_at: daysAgo(99) })
    await addDocument(app, cleanup, uploading, { state: 'sending' })
    expect(value(await emptyTrash(app.context))).toBe(0)
    expect(tablesWith(sending)).toContain('deals')
  })

  test('deletes many deals in small batches, and answers other requests in between', async () => {
    await usedBefore()
    const many = Array.from({ length: 45 }, () => addDeal(app, { deleted_at: daysAgo(40) }))
    await Promise.all(many)
    const open = await addDeal(app, { legal_name: 'Open Office' })
    const before = daysAgo(30)
    const first = value(await app.vault.purgeTrash(before, null))
    expect(first).toBeGreaterThan(0)
    expect(first).toBeLessThan(45)
    expect(await find('open')).toEqual(['Open Office'])
    expect(await look(now)).toBe(45 - first)
    expect(await find('', 'bin')).toEqual([])
    expect(tablesWith(open)).toContain('deals')
  })

  test.each([
    ['for some hours', ['2040-01-01T00:00:00.000Z', '2040-01-01T05:00:00.000Z', '2026-05-04T16:00:00.000Z']],
    [
      'for a month',
      Array.from({ length: 28 }, (_, day) => `2040-01-${String(day + 1).padStart(2, '0')}T10:00:00.000Z`),
    ],
    ['by a month, for days', ['06-03', '06-04', '06-05', '06-06'].map((day) => `2026-${day}T10:00:00.000Z`)],
    ['by three days at a time', ['05-07', '05-10', '05-11'].map((day) => `2026-${day}T10:00:00.000Z`)],
  ])("keeps drafts while the computer's clock is ahead %s", async (_, looks) => {
    await usedBefore()
    await addDeal(app, { legal_name: 'Binned', deleted_at: now })
    await addDeal(app, { legal_name: 'Binned before', deleted_at: daysAgo(20) })
    for (const at of looks) expect(await look(at), at).toBe(0)
    expect(await find('', 'bin')).toHaveLength(2)
  })

  test('is emptied eventually even if the app is used once a week', async () => {
    await addDeal(app, { deleted_at: now })
    let gone = 0
    for (let week = 0; week < 11; week++)
      gone += await look(new Date(Date.parse(now) + week * 7 * DAY_MS).toISOString())
    expect(gone).toBe(1)
  })

  test('does not delete a restored deal', async () => {
    const deal_id = await addDeal(app, { deleted_at: daysAgo(99) })
    value(await trashDeal(app.context, deal_id, false))
    expect(value(await emptyTrash(app.context))).toBe(0)
  })

  test('deletes a timeline entry only together with its deal', async () => {
    const [binned, open] = [await addDeal(app, { deleted_at: daysAgo(1) }), await addDeal(app)]
    for (const deal_id of [binned, open])
      value(
        await app.vault.commit([
          {
            write: 'append_timeline',
            entry: { deal_id, at: now, kind: 'note', title: 'Note', detail: '', verification: null },
          },
        ]),
      )
    await app.vault.close()
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

describe('stored document files', () => {
  const folder = () => join(computer.root, 'sandbox', 'documents')
  /** Sets the modification time of all stored files to yesterday. */
  const age = () => {
    for (const path of filesBelow(folder())) utimesSync(path, new Date(daysAgo(1)), new Date(daysAgo(1)))
  }

  test('are deleted once no deal refers to them', async () => {
    await usedBefore()
    const [old, open] = [await addDeal(app, { deleted_at: daysAgo(40) }), await addDeal(app)]
    const shared = await addDocument(app, cleanup, old)
    const own = await addDocument(app, cleanup, old)
    const elsewhere = await addDocument(app, cleanup, open)
    value(
      await app.vault.commit([
        {
          write: 'put_document',
          document: { ...shared, document_id: crypto.randomUUID(), deal_id: open },
        },
      ]),
    )
    age()
    expect(value(await sweepDocuments(app.context))).toBe(0)
    expect(await look(now)).toBe(1)
    expect(value(await sweepDocuments(app.context)), 'an envelope and a body').toBe(2)
    expect(filesBelow(folder())).toHaveLength(4)
    expect(await app.context.documents.open(own.sha256)).toMatchObject({ ok: false })
    for (const { sha256, size } of [shared, elsewhere])
      expect(await drain(value(await app.context.documents.open(sha256)))).toBe(size)
  })

  test('are not deleted if the vault cannot return the references', async () => {
    const deal_id = await addDeal(app)
    await addDocument(app, cleanup, deal_id)
    age()
    await app.vault.close()
    expect(await resultOf(sweepDocuments(app.context))).toMatchObject({ ok: false })
    expect(filesBelow(folder())).toHaveLength(2)
  })

  test('are cleaned up without an error if the documents folder does not exist', async () => {
    expect(existsSync(folder())).toBe(false)
    expect(value(await sweepDocuments(app.context))).toBe(0)
    expect(readdirSync(computer.root)).toEqual(['sandbox'])
  })
})
