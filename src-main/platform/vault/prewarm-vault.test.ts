import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { databaseOf, homeOf, rekeyedOf, restoredOf } from './storage/places.ts'
import { prewarmVault } from './prewarm-vault.ts'

const KEY = '0f'.repeat(32)
let folder: string
let reported: unknown[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'funding-desk-ahead-'))
  reported = []
  mkdirSync(homeOf(folder, 'sandbox'))
  writeFileSync(databaseOf(homeOf(folder, 'sandbox')), 'a database')
})
afterEach(() => rmSync(folder, { recursive: true }))

async function openAhead(key: Promise<string | null> | undefined) {
  const host = {
    notify: (message: unknown) => void reported.push(message),
    start: () => {
      throw new Error('nobody asked for it')
    },
  }
  await prewarmVault({ folder, environment: 'sandbox', key, host })
  return reported
}

test('prewarming opens an existing vault with its key from the keychain', async () => {
  const file = databaseOf(homeOf(folder, 'sandbox'))
  expect(await openAhead(Promise.resolve(KEY))).toEqual([
    { id: 0, call: { method: 'open', args: [{ file, key: KEY, look: false }] } },
  ])
})

test.each([
  ['has no key', Promise.resolve(null)],
  ['has something other than a key', Promise.resolve('a password')],
  ['was not read', undefined],
])('prewarming opens no vault if the keychain %s', async (_, key) => {
  expect(await openAhead(key)).toEqual([])
})

test('prewarming opens no vault and throws no exception if the keychain fails', async () => {
  expect(await openAhead(Promise.reject(new Error('locked')))).toEqual([])
})

test('prewarming neither creates a missing vault nor opens an empty one', async () => {
  writeFileSync(databaseOf(homeOf(folder, 'sandbox')), '')
  expect(await openAhead(Promise.resolve(KEY))).toEqual([])
  rmSync(homeOf(folder, 'sandbox'), { recursive: true })
  expect(await openAhead(Promise.resolve(KEY))).toEqual([])
})

test('prewarming does not open a vault that will be replaced by restored data', async () => {
  mkdirSync(restoredOf(folder, 'sandbox', '20261122070000'))
  expect(await openAhead(Promise.resolve(KEY))).toEqual([])
})

test('prewarming does not open a vault while a change of its key is incomplete', async () => {
  mkdirSync(rekeyedOf(homeOf(folder, 'sandbox')))
  expect(await openAhead(Promise.resolve(KEY))).toEqual([])
})
