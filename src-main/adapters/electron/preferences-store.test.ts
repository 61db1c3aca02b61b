import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readOpening } from './opening.ts'
import { PreferencesFile } from './preferences-file.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'funding-desk-preferences-'))
  file = join(folder, 'preferences.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  [
    'has a changed byte',
    () => writeFileSync(file, readFileSync(file, 'utf8').replace('production', 'pRoduction')),
  ],
  ['was truncated', () => truncateSync(file, 40)],
  ['is missing', () => rmSync(file)],
])('keeps preferences after a restart although the file %s', async (_, damage) => {
  await new PreferencesFile(file).change({ environment: 'production', told_that_it_listens: true })
  damage()
  expect(readOpening(file).environment).toBe('production')
  expect(new PreferencesFile(file).get()).toMatchObject({
    environment: 'production',
    told_that_it_listens: true,
  })
})

test('ignores a damaged copy of the preferences', async () => {
  await new PreferencesFile(file).change({ environment: 'production' })
  writeFileSync(`${file}.copy`, '{"environment":"sandbox"}')
  expect(new PreferencesFile(file).get().environment).toBe('production')
})

test('reads preferences of an earlier version, which have no checksum', () => {
  writeFileSync(file, JSON.stringify({ environment: 'production' }))
  expect(new PreferencesFile(file).get().environment).toBe('production')
})
