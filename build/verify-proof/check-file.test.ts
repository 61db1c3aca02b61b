import { existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkFile } from './check-file.ts'
import { skipped } from '../../tests/support/skipped.ts'

const folder = mkdtempSync(join(tmpdir(), 'check-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a file to verify as a proof', () => {
  test('is refused if it is larger than 64 MB, without being read completely', async () => {
    const path = join(folder, 'large.json')
    writeFileSync(path, '')
    // Create a sparse file. It uses no disk space, but its content is too large for a string.
    truncateSync(path, 4 * 1024 ** 3)
    await expect(checkFile([path])).rejects.toThrow('larger than 64 MB')
  })

  const noZero = existsSync('/dev/zero') ? null : 'Windows has no file without an end'
  test.skipIf(noZero !== null)(`is refused if its content never ends${skipped(noZero)}`, async () => {
    await expect(checkFile(['/dev/zero'])).rejects.toThrow('larger than 64 MB')
  })
})
