import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWindows, whyNoWindows, windowsPath } from '../../build/runtime/windows.mjs'
import { reportPath } from '../../build/test-gate.mjs'
import { skipped } from '../support/skipped.ts'

// Runs a few tests as a Windows program, in Wine 10. `npm run test:windows` runs all of them.

const FILES = [
  // The Credential Manager of Windows, with its limit of 2,560 bytes.
  'tests/integration/keychain.test.ts',
  // The vault in its own process, with the database driver for Windows.
  'tests/integration/vault-reopening.test.ts',
  // Files that other programs lock, and long paths.
  'tests/integration/locked-files.test.ts',
  'tests/integration/draft-files.test.ts',
  // Names that Windows reserves.
  'src-shared/platform/base/file-name.test.ts',
]

const noWindows = process.platform === 'win32' ? 'npm run test:windows does more' : whyNoWindows()
describe.skipIf(noWindows !== null)(`the code on Windows${skipped(noWindows)}`, () => {
  let windows: Awaited<ReturnType<typeof openWindows>>
  // Installs Wine on the first run on a computer. The time depends on the network, so this has no limit.
  beforeAll(async () => {
    windows = await openWindows(console.log)
  }, 0)
  afterAll(() => windows.close())

  it('keeps secrets, vaults, and files as on Linux', async () => {
    const report = reportPath('windows-smoke')
    await mkdir(dirname(report), { recursive: true })
    await rm(report, { force: true })
    const { code, output } = await windows.runNode([
      ...['node_modules/vitest/vitest.mjs', 'run', '--config=tests/vitest.config.ts'],
      ...['--project=unit', '--project=integration', '--reporter=dot', '--reporter=json'],
      `--outputFile.json=${windowsPath(report)}`,
      ...FILES,
    ])
    expect(code, output).toBe(0)
    const { numFailedTests, testResults } = JSON.parse(await readFile(report, 'utf8')) as {
      numFailedTests: number
      testResults: { name: string; assertionResults: { status: string }[] }[]
    }
    expect(numFailedTests).toBe(0)
    const ran = testResults.filter(({ assertionResults }) =>
      assertionResults.some(({ status }) => status === 'passed'),
    )
    // Paths of Windows programs. A file that was not found would not run.
    expect(ran.map(({ name }) => name.replaceAll('\\', '/')).toSorted()).toEqual(
      FILES.map((file) => `D:/funding-desk/${file}`).toSorted(),
    )
  })
})
