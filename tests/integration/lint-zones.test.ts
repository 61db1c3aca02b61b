import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// Tests the import zones of docs/ARCHITECTURE.md (which folders may import which). Each zone is tested with imports that must fail and
// imports that must pass. One lint run checks all imports in a temporary project with the configuration of `npm run check`.

const project = fileURLToPath(new URL('../..', import.meta.url))

/** An import for the linter to check: the importing file and its import statement. */
type Import = readonly [file: string, statement: string]

const from = (specifier: string): string => `import { x } from '${specifier}'`

/** The packages that only main's platform may import. */
const outside = ['electron', 'undici', 'keytar', 'better-sqlite3-multiple-ciphers']

const withoutOutside = [
  'src-shared/platform/base/',
  'src-renderer/platform/ui/',
  'src-main/features/drafts/',
  'services/relay/',
  'services/sandbox/',
]

const zones = [
  'src-shared/',
  'src-main/features/drafts/',
  'src-main/platform/net/',
  'src-preload/',
  'src-renderer/',
]

const forbidden: readonly Import[] = [
  ['src-renderer/platform/api/x.ts', from('../../../src-main/features/drafts/edit-draft.ts')],
  ['src-renderer/platform/api/x.tsx', from('../../../src-preload/index.ts')],
  ['src-renderer/platform/api/x.ts', from('node:fs')],
  ['src-preload/x.ts', from('../src-main/platform/ipc/router.ts')],
  ['src-preload/x.ts', from('../src-renderer/platform/api/funding-desk.ts')],
  ['src-preload/x.ts', from('node:fs')],
  ['src-preload/x.ts', "import { ipcMain } from 'electron'"],
  ['src-shared/features/deals/x.ts', from('../../../src-main/app/main.ts')],
  ['src-shared/features/deals/x.ts', from('../../../services/relay/src/main.ts')],
  ['src-shared/features/deals/x.ts', from('node:crypto')],
  ['src-main/features/drafts/x.ts', from('../../../src-renderer/platform/api/funding-desk.ts')],
  ['src-main/features/drafts/x.ts', "import type { X } from '../../../src-renderer/x.ts'"],
  ['src-main/features/drafts/x.ts', "export { x } from '../../../src-renderer/x.ts'"],
  ['src-main/features/drafts/x.ts', "export const x = () => import('../../../src-renderer/x.ts')"],
  ['src-main/features/drafts/x.ts', from('../../index.ts')],
  ['src-main/features/drafts/x.ts', from('../../bootstrap.ts')],
  ['src-main/platform/net/x.ts', from('../../index.ts')],
  ['src-main/platform/electron/x.ts', "import { ipcMain } from 'electron'"],
  ['src-main/platform/electron/x.ts', "import { ipcRenderer } from 'electron'"],
  ['src-main/platform/electron/x.ts', "import * as x from 'electron'"],
  ['src-main/platform/electron/x.ts', "import x from 'electron'"],
  ['src-main/platform/ipc/deferred-ipc.ts', "import { ipcRenderer } from 'electron'"],
  ['src-main/platform/ipc/deferred-ipc.ts', from('../../../build/runtime/node.mjs')],
  ['src-main/bootstrap.ts', "import { ipcMain } from 'electron'"],
  ['src-main/bootstrap.ts', from('../src-renderer/start.tsx')],
  ['services/relay/src/x.ts', from('../../../src-main/app/main.ts')],
  ['services/relay/src/x.ts', from('../../sandbox/src/main.ts')],
  ['services/sandbox/src/x.ts', from('../../relay/src/main.ts')],
  ['build/demo/x.ts', from('../../src-main/app/main.ts')],
  ...withoutOutside.flatMap((folder) => outside.map((name): Import => [`${folder}x.ts`, from(name)])),
  ...zones.map((folder): Import => [`${folder}x.ts`, from('../tests/support/x.ts')]),
  ...['services/relay/', 'services/sandbox/', 'build/'].map((folder): Import => [
    `${folder}x.ts`,
    from('../../tests/support/x.ts'),
  ]),
]

const allowed: readonly Import[] = [
  ['src-renderer/platform/api/x.ts', from('../../../src-shared/app/contract.ts')],
  ['src-preload/x.ts', "import { ipcRenderer } from 'electron'"],
  ['src-preload/x.ts', from('../src-shared/platform/ipc/wire.ts')],
  ['src-main/features/drafts/x.ts', from('../../platform/vault/vault.ts')],
  ['src-main/features/drafts/x.ts', from('../deals/load-deal.ts')],
  ['src-main/features/drafts/x.ts', from('node:crypto')],
  ['src-main/features/updates/x.ts', "import { app } from 'electron'"],
  ['src-main/platform/partner/x.ts', from('undici')],
  ['src-main/platform/electron/x.ts', "import { BrowserWindow } from 'electron'"],
  ['src-main/platform/ipc/deferred-ipc.ts', "import { ipcMain } from 'electron'"],
  ['src-main/bootstrap.ts', "import { app } from 'electron'"],
  ['services/relay/src/x.ts', from('../../../src-shared/platform/webhook/verify-signature.ts')],
  ['build/demo/x.ts', from('../../src-shared/platform/base/errors.ts')],
  ['tests/e2e/x.ts', from('../../build/runtime/electron.mjs')],
]

/** Each import has a separate folder, so that no import hides another. */
const placeOf = (kind: string, index: number, file: string): string => `${kind}-${index}/${file}`

let folder: string
let findings: { filename: string; code: string }[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'funding-desk-lint-'))
  await mkdir(join(folder, 'build'))
  await copyFile(join(project, 'build', 'oxlint.json'), join(folder, 'build', 'oxlint.json'))
  for (const [kind, imports] of Object.entries({ forbidden, allowed })) {
    for (const [index, [file, statement]] of imports.entries())
      await write(placeOf(kind, index, file), statement)
  }
  findings = await lint()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function write(path: string, text: string): Promise<void> {
  const target = join(folder, path)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, `${text}\n`)
}

function lint(): Promise<{ filename: string; code: string }[]> {
  const linter = join(project, 'node_modules', 'oxlint', 'bin', 'oxlint')
  const args = [linter, '-c', 'build/oxlint.json', '--format=json', '.']
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 }, (error, stdout) => {
      // Findings make the linter exit with 1, as expected. Output other than a report is an error.
      try {
        resolve((JSON.parse(stdout) as { diagnostics: { filename: string; code: string }[] }).diagnostics)
      } catch {
        reject(error ?? new Error(stdout))
      }
    })
  })
}

const isRestricted = (place: string): boolean =>
  findings.some(({ filename, code }) => filename === place && code === 'eslint(no-restricted-imports)')

describe('a forbidden import', () => {
  test.each(forbidden.map((line, index) => [...line, index] as const))(
    'is reported in %s: %s',
    (file, _statement, index) => {
      expect(isRestricted(placeOf('forbidden', index, file))).toBe(true)
    },
  )
})

describe('an allowed import', () => {
  test.each(allowed.map((line, index) => [...line, index] as const))(
    'passes in %s: %s',
    (file, _statement, index) => {
      expect(isRestricted(placeOf('allowed', index, file))).toBe(false)
    },
  )
})

test('a default export is reported outside configuration files', async () => {
  await write('default/src-main/features/drafts/x.ts', 'export default 1')
  await write('default/some.config.ts', 'export default 1')
  const found = (await lint()).filter(({ code }) => code === 'import(no-default-export)')
  expect(found.map(({ filename }) => filename)).toEqual(['default/src-main/features/drafts/x.ts'])
})
