import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restoredOf, sizeOf, waitingStamps } from './places.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'funding-desk-places-'))))
afterAll(() => rmSync(folder, { recursive: true }))

test('treats unreadable paths as empty, without an exception', () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, 'content')
  expect(sizeOf(file)).toBe(7)
  for (const place of [join(folder, 'none'), file]) {
    expect(waitingStamps(place, 'sandbox')).toEqual([])
    expect(sizeOf(join(place, 'vault.db'))).toBe(0)
  }
})

test('lists the restored data that is waiting to be used in the given environment, newest first', () => {
  mkdirSync(restoredOf(folder, 'production', '20261122'))
  mkdirSync(restoredOf(folder, 'production', '20261121'))
  expect(waitingStamps(folder, 'sandbox')).toEqual([])
  expect(waitingStamps(folder, 'production')).toEqual(['20261122', '20261121'])
})
