import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Driver, { type Database } from 'better-sqlite3-multiple-ciphers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEncrypted } from '../../src-main/adapters/vault-sqlite/encrypted-database.ts'
import { VaultInspection } from '../../src-main/adapters/vault-sqlite/vault-inspection.ts'

// Tests databases of the app's first versions, which were encrypted with SQLCipher's scheme.

const fixture = fileURLToPath(new URL('./vault-fixtures/v8.db', import.meta.url))
const key = 'ab'.repeat(32)

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'funding-desk-scheme-'))
  file = join(folder, 'vault.db')
  copyFileSync(fixture, file)
})
afterEach(() => rmSync(folder, { recursive: true }))

function openAsBefore(path: string): Database {
  const database = new Driver(path)
  database.pragma("cipher = 'sqlcipher'")
  database.pragma(`key = "x'${key}'"`)
  return database
}

function dealsIn(database: Database): unknown {
  try {
    return database.prepare('SELECT * FROM deals').all()
  } finally {
    database.close()
  }
}

test('a file in the old format is migrated when it is opened for writing, including data that is only in the log', () => {
  const before = openAsBefore(file)
  before.prepare("UPDATE deals SET legal_name = 'Only in the log'").run()
  const left = join(folder, 'left')
  // Recreates the state after the app was killed: the database with its write-ahead log next to it.
  for (const end of ['', '-wal']) copyFileSync(file + end, left + end)
  const deals = dealsIn(before)

  expect(dealsIn(openEncrypted(left, key))).toEqual(deals)
  expect(JSON.stringify(deals)).toContain('Only in the log')
  expect(() => dealsIn(openAsBefore(left))).toThrow('not a database')
  expect(dealsIn(openEncrypted(left, key))).toEqual(deals)
  expect(readdirSync(folder).filter((name) => name.startsWith('left'))).toEqual(['left'])
})

test('a file in the old format stays unchanged when it is only read or copied', () => {
  const bytes = readFileSync(file)
  const look = new VaultInspection(file, key)
  const copy = join(folder, 'copy.db')
  const counted = look.check()
  expect(counted.deals).toBeGreaterThan(4)
  look.copyInto(copy)
  look.close()
  expect(readFileSync(file).equals(bytes)).toBe(true)
  const other = new VaultInspection(copy, key)
  expect(other.check()).toEqual(counted)
  other.close()
})

test('a file in the old format is migrated again after an interrupted attempt', () => {
  const deals = dealsIn(openAsBefore(file))
  writeFileSync(`${file}.new`, 'half of it')
  expect(dealsIn(openEncrypted(file, key))).toEqual(deals)
})

test('a file in the old format is not migrated while another process has it open', () => {
  const other = openAsBefore(file)
  other.pragma('user_version')
  other.exec('BEGIN; SELECT count(*) FROM deals')
  expect(() => openEncrypted(file, key)).toThrow('locked')
  other.exec('COMMIT')
  expect(dealsIn(other)).not.toEqual([])
})

test('a file in the old format stays unchanged if the key is wrong', () => {
  const bytes = readFileSync(file)
  expect(() => openEncrypted(file, 'cd'.repeat(32))).toThrow('not a database')
  expect(readFileSync(file).equals(bytes)).toBe(true)
})

test('a changed or moved page in the current format is refused', () => {
  openEncrypted(file, key).close()
  const bytes = readFileSync(file)
  const page = (at: number) => bytes.subarray(at * 4096, (at + 1) * 4096)
  const changed = Buffer.from(bytes)
  changed.writeUInt8(changed.readUInt8(5 * 4096 + 9) ^ 1, 5 * 4096 + 9)
  const swapped = Buffer.from(bytes)
  page(6).copy(swapped, 5 * 4096)
  for (const other of [changed, swapped]) {
    writeFileSync(file, other)
    const database = openEncrypted(file, key, { readonly: true })
    expect(() => database.pragma('integrity_check')).toThrow('malformed')
    database.close()
  }
})
