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
    'a byte of it changed',
    () => writeFileSync(file, readFileSync(file, 'utf8').replace('production', 'pRoduction')),
  ],
  ['it was cut', () => truncateSync(file, 40)],
  ['it is gone', () => rmSync(file)],
])('preferences hold after a restart although %s', async (_, damage) => {
  await new PreferencesFile(file).change({ environment: 'production', told_that_it_listens: true })
  damage()
  expect(readOpening(file).environment).toBe('production')
  expect(new PreferencesFile(file).get()).toMatchObject({
    environment: 'production',
    told_that_it_listens: true,
  })
})

test('a damaged copy of the preferences changes nothing', async () => {
  await new PreferencesFile(file).change({ environment: 'production' })
  writeFileSync(`${file}.copy`, '{"environment":"sandbox"}')
  expect(new PreferencesFile(file).get().environment).toBe('production')
})

test('preferences of an earlier version, which carry no sum, are read', () => {
  writeFileSync(file, JSON.stringify({ environment: 'production' }))
  expect(new PreferencesFile(file).get().environment).toBe('production')
})
