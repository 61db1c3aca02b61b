import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from 'better-sqlite3-multiple-ciphers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openEncrypted } from '../../src-main/adapters/vault-sqlite/encrypted-database.ts'
import {
  keepMigrationCopy,
  MIGRATIONS,
  VAULT_VERSION,
} from '../../src-main/adapters/vault-sqlite/migrations/migrate.ts'
import { NO_HAND } from '../../src-shared/domain/money.ts'
import { VaultDatabase } from '../../src-main/adapters/vault-sqlite/vault-database.ts'
import { formatMessage } from '../../src-shared/messages/msg.ts'
import { makeDeal, seeded } from '../support/many-deals.ts'

// Tests databases as released apps left them (vault-fixtures/make.ts). Tests each database also after a migration to every later version.

const fixtures = fileURLToPath(new URL('./vault-fixtures/', import.meta.url))
const key = 'ab'.repeat(32)
/** Matches the search index, which is rebuilt from the deals, and SQLite's internal tables. */
const DERIVED = /^(deal_search|sqlite_)/

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'funding-desk-migrations-'))
  file = join(folder, 'vault.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

type Rows = Map<string, Record<string, unknown>[]>

function within<T>(path: string, work: (database: Database) => T): T {
  const database = openEncrypted(path, key)
  try {
    return work(database)
  } finally {
    database.close()
  }
}

function rowsOf(path: string): Rows {
  return within(path, (database) => {
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .pluck()
      .all() as string[]
    return new Map(
      tables
        .filter((table) => !DERIVED.test(table))
        .map((table) => [
          table,
          database.prepare(`SELECT * FROM "${table}"`).all() as Record<string, unknown>[],
        ]),
    )
  })
}

/** New names that a migration gave to columns of `deals`. */
const RENAMED: Readonly<Record<string, string>> = {
  partner_status: 'application_status',
  partner_status_at: 'application_status_at',
}

/** Expects that every row from before the migration still exists, with its values in all columns that were not removed. */
function expectKept(before: Rows, after: Rows): void {
  for (const [table, rows] of before) {
    expect(after.has(table), table).toBe(true)
    for (const row of rows) {
      const renamed = Object.entries(row).map(([name, value]) => [
        table === 'deals' ? (RENAMED[name] ?? name) : name,
        value,
      ])
      const kept = expect.objectContaining(Object.fromEntries(renamed))
      expect(after.get(table), table).toContainEqual(kept)
    }
  }
}

const versions = readdirSync(fixtures)
  .flatMap((name) => /^v(\d+)\.db$/.exec(name)?.[1] ?? [])
  .map(Number)

/**
 * Pairs of a fixture's version and the version from which the test migrates. Each fixture is tested as it is, and after a migration to each
 * version before the next fixture's.
 */
const cases = versions
  .toSorted((one, other) => one - other)
  .flatMap((from, index, all) =>
    Array.from(
      { length: (all[index + 1] ?? VAULT_VERSION) - from },
      (_, step) => [from, from + step] as const,
    ),
  )

test('fixtures exist for every version since the first', () => {
  expect(versions).toContain(1)
  expect(cases.map(([, version]) => version)).toEqual(
    Array.from({ length: VAULT_VERSION - 1 }, (_, n) => n + 1),
  )
})

describe.each(cases)('data of version %i, migrated to version %i', (from, version) => {
  beforeEach(() => {
    copyFileSync(join(fixtures, `v${from}.db`), file)
    within(file, (database) => {
      for (let next = from; next < version; next++) database.exec(MIGRATIONS[next] as string)
      database.pragma(`user_version = ${version}`)
    })
  })

  test('opens with every row, and a copy of the old file is kept', () => {
    const before = rowsOf(file)
    const vault = new VaultDatabase(file, key)
    const deals = before.get('deals') as { deal_id: string; legal_name: string; values: string }[]
    expect(deals.length).toBeGreaterThan(4)
    for (const { deal_id, values } of deals) {
      expect(vault.getDeal(deal_id)?.values).toEqual(JSON.parse(values))
      expect(vault.listDocuments(deal_id)).toHaveLength(1)
      expect(vault.listTimeline(deal_id).length).toBeGreaterThan(1)
    }
    const found = vault.listDeals({ search: 'mull gar', filter: 'all', sort: 'newest', offset: 0, limit: 9 })
    expect(found.rows.map(({ legal_name }) => legal_name)).toEqual(['Müller Garage'])
    vault.close()
    expectKept(before, rowsOf(file))
    expect(within(file, (database) => database.pragma('user_version', { simple: true }))).toBe(VAULT_VERSION)

    const copy = join(folder, 'before-update', `vault-v${version}.db`)
    expect(within(copy, (database) => database.pragma('user_version', { simple: true }))).toBe(version)
    expect(rowsOf(copy)).toEqual(before)
  })
})

test.each(versions)(
  'a deal with an open offer in a vault of version %i has the stage Offers after the migration',
  (version) => {
    copyFileSync(join(fixtures, `v${version}.db`), file)
    within(file, (database) =>
      database.exec(
        `UPDATE deals SET offers = '[{"offer_id":"1","status":null}]', offer_status = NULL, offer_status_at = NULL
       WHERE offer_status = 'offer_available'`,
      ),
    )
    const vault = new VaultDatabase(file, key)
    const offered = vault.listDeals({ search: '', filter: 'offer', sort: 'newest', offset: 0, limit: 9 })
    vault.close()
    expect(offered.rows).toMatchObject([{ has_offer: true, latest_status: 'offer_available' }])
  },
)

test.each(versions)('a timeline of version %i shows its stored texts', (version) => {
  copyFileSync(join(fixtures, `v${version}.db`), file)
  const vault = new VaultDatabase(file, key)
  const entries = vault.listTimeline('00000000-0000-4000-8000-000000000004')
  vault.close()
  expect(entries.map(({ title, detail }) => [title, detail].map(formatMessage))).toEqual([
    ['Draft started', ''],
    ['Note', 'Call back on Monday'],
  ])
})

test('a commission stored before splits existed has no splits, and accepts new ones', () => {
  copyFileSync(join(fixtures, 'v21.db'), file)
  const deal_id = '00000000-0000-4000-8000-000000000004'
  const splits = [{ name: 'Ana Ruiz', percent: '30', amount_cents: null }]
  const vault = new VaultDatabase(file, key)
  const hand = vault.moneyFactsOf(deal_id)?.hand ?? NO_HAND
  expect(hand).toEqual({ ...NO_HAND, settled_cents: 100_000, settled_on: '2026-05-04', note: 'wire' })
  vault.commit([{ write: 'put_money', deal_id, hand: { ...hand, splits } }])
  expect(vault.moneyFactsOf(deal_id)?.hand).toEqual({ ...hand, splits })
  vault.close()
})

test('a vault opens with the search index of an older version, rebuilds it in the background, and continues after a restart', async () => {
  const random = seeded(1)
  const deals = Array.from({ length: 610 }, (_, at) => makeDeal(random, at + 1).deal)
  const filled = new VaultDatabase(file, key)
  filled.commit(deals.map((deal) => ({ write: 'create_deal', deal: { ...deal, legal_name: "O'Brien Inc" } })))
  filled.close()
  within(file, (database) =>
    database.exec(
      `INSERT INTO deal_search (deal_search) VALUES ('delete-all');
       INSERT INTO deal_search (rowid, names, marks, notes) SELECT number, 'obrien inc', '', '' FROM deals;
       UPDATE settings SET value = '2' WHERE key = 'deals.index_version'`,
    ),
  )
  const countOf = (vault: VaultDatabase, search: string) => {
    const window = { search, filter: 'all', sort: 'newest', offset: 0, limit: 1 } as const
    const { total, counts } = vault.listDeals(window)
    return total + counts.bin
  }
  const rebuilt = (database: Database) =>
    database.prepare("SELECT value FROM settings WHERE key = 'deals.index_version'").pluck().get()

  const first = new VaultDatabase(file, key)
  expect([countOf(first, 'obrien'), countOf(first, 'brien')]).toEqual([610, 0])
  await expect.poll(() => countOf(first, 'brien'), { timeout: 20_000 }).toBeGreaterThan(0)
  first.close()
  expect(within(file, rebuilt)).toBe('2')

  const second = new VaultDatabase(file, key)
  expect(countOf(second, 'brien')).toBeLessThan(610)
  await expect.poll(() => countOf(second, 'brien'), { timeout: 20_000 }).toBe(610)
  second.close()
  expect(within(file, rebuilt)).toBe('3')
})

test('a failed migration step leaves the data of the previous version and its copy intact', () => {
  copyFileSync(join(fixtures, 'v1.db'), file)
  // Create a table that the second migration also creates. That migration therefore fails halfway.
  within(file, (database) => database.exec('CREATE TABLE calls (something TEXT)'))
  const before = rowsOf(file)
  expect(() => new VaultDatabase(file, key)).toThrow('calls')
  expect(rowsOf(file)).toEqual(before)
  expect(within(file, (database) => database.pragma('user_version', { simple: true }))).toBe(1)
  expect(rowsOf(join(folder, 'before-update', 'vault-v1.db'))).toEqual(before)
})

test('a failed copy prevents the migration', () => {
  copyFileSync(join(fixtures, 'v1.db'), file)
  copyFileSync(file, join(folder, 'before-update'))
  expect(() => new VaultDatabase(file, key)).toThrow('EEXIST')
  expect(within(file, (database) => database.pragma('user_version', { simple: true }))).toBe(1)
})

test('the app keeps the copies from before the last three migrations, and makes no copy when it creates a database', () => {
  new VaultDatabase(file, key).close()
  expect(readdirSync(folder)).toEqual(['vault.db', 'vault.db-mark'])
  within(file, (database) => {
    for (const version of [8, 9, 10, 11, 12]) keepMigrationCopy(database, file, version)
  })
  expect(readdirSync(join(folder, 'before-update')).toSorted()).toEqual([
    'vault-v10.db',
    'vault-v11.db',
    'vault-v12.db',
  ])
})
