import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3-multiple-ciphers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEncrypted } from '../../src-main/platform/vault/encrypted-database.ts'
import {
  keepMigrationCopy,
  migrate,
  MIGRATIONS,
  NewerVault,
  VAULT_VERSION,
} from '../../src-main/platform/vault/migrations/migrate.ts'
import { openRows } from '../../src-main/app/vault-rows.ts'
import { VaultDatabase } from '../../src-main/platform/vault/vault-database.ts'

const key = 'ab'.repeat(32)
const NEXT = 'ALTER TABLE settings ADD COLUMN note TEXT'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'funding-desk-migrations-'))
  file = join(folder, 'vault.db')
  const vault = new VaultDatabase(file, key, openRows)
  vault.served.commit([{ write: 'set_setting', key: 'kept', value: 'as it was' }])
  vault.close()
})
afterEach(() => rmSync(folder, { recursive: true }))

function within<T>(path: string, work: (database: Database) => T): T {
  const database = openEncrypted(path, key)
  try {
    return work(database)
  } finally {
    database.close()
  }
}

const update = (...added: string[]) =>
  within(file, (database) =>
    migrate(database, (version) => keepMigrationCopy(database, file, version), [...MIGRATIONS, ...added]),
  )
const versionIn = (path: string) =>
  within(path, (database) => database.pragma('user_version', { simple: true }))
const settingsIn = (path: string) =>
  within(path, (database) => database.prepare("SELECT * FROM settings WHERE key = 'kept'").all())
const copy = (version: number) => join(folder, 'before-update', `vault-v${version}.db`)

test('an update migrates the data, and keeps a copy of the data from before', () => {
  update(NEXT)
  expect(versionIn(file)).toBe(VAULT_VERSION + 1)
  expect(settingsIn(file)).toEqual([{ key: 'kept', value: 'as it was', note: null }])
  expect(versionIn(copy(VAULT_VERSION))).toBe(VAULT_VERSION)
  expect(settingsIn(copy(VAULT_VERSION))).toEqual([{ key: 'kept', value: 'as it was' }])
})

test('an update with a step that fails leaves the data of the previous version and its copy intact', () => {
  expect(() => update(`${NEXT}; CREATE TABLE deals (something TEXT)`)).toThrow('deals')
  for (const path of [file, copy(VAULT_VERSION)]) {
    expect(versionIn(path)).toBe(VAULT_VERSION)
    expect(settingsIn(path)).toEqual([{ key: 'kept', value: 'as it was' }])
  }
})

test('an update without room for the copy changes nothing', () => {
  within(join(folder, 'before-update'), () => {})
  expect(() => update(NEXT)).toThrow('EEXIST')
  expect(versionIn(file)).toBe(VAULT_VERSION)
})

test('a vault of an unknown version is refused and stays unchanged', () => {
  within(file, (database) => database.pragma(`user_version = ${VAULT_VERSION + 28}`))
  const bytes = readFileSync(file)
  expect(() => new VaultDatabase(file, key, openRows)).toThrow(NewerVault)
  expect(readFileSync(file).equals(bytes)).toBe(true)
})

test('the app keeps the copies from before the last three updates, and makes no copy of a new vault', () => {
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
