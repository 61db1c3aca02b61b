import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { firstFolder } from './first-folder.ts'

const home = mkdtempSync(join(tmpdir(), 'folders-'))
afterAll(() => rmSync(home, { recursive: true }))
const at = (name: string) => () => join(home, name)
mkdirSync(join(home, 'Downloads'))
writeFileSync(join(home, 'a file'), '')
const unknown = () => {
  throw new Error("Failed to get 'documents' path")
}

test.each([
  ['that the system does not know', unknown],
  ['that does not exist', at('OneDrive/Documentos')],
  ['below a file', at('a file/Documents')],
  ['that is a file', at('a file')],
  ['with an empty path', () => ''],
  ['on a host that does not exist', () => String.raw`\\server\share\Documents`],
])('a folder %s is skipped for the next one', async (_name, folder) => {
  expect(await firstFolder([folder, at('Downloads')])).toBe(join(home, 'Downloads'))
  expect(await firstFolder([folder])).toBeNull()
})

test.skipIf(process.platform === 'win32')('a link to a folder that is gone is skipped', async () => {
  symlinkSync(join(home, 'unplugged'), join(home, 'Documents'))
  expect(await firstFolder([at('Documents'), at('Downloads')])).toBe(join(home, 'Downloads'))
})

test('the first usable folder is used', async () => {
  expect(await firstFolder([() => home, at('Downloads')])).toBe(home)
})
