import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// Verifies the claims of docs/security.md and docs/reliability.md about the source code.

const project = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(join(project, 'docs/security.md'), 'utf8')
const read = (path: string) => readFileSync(join(project, path), 'utf8').replaceAll('’', "'")

/** Short names with which docs/security.md refers to three test files. */
const PAGES: Record<string, string> = {
  page: 'tests/e2e/compromised-renderer.test.ts',
  claims: 'tests/integration/security-claims.test.ts',
  package: 'tests/package/package.test.ts',
}
const PROOF = /(?<=[|;,(] )(page|claims|package)(?=: _| \||;)|`([\w/.-]+\.test\.ts)`|_([^_|`]+)_/gi

test('every test that docs/security.md names exists', () => {
  const named = [...new Set(page.match(/(?:tests|src-\w+|build|services)\/[\w/.-]+\.test\.ts/g))]
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((path) => !existsSync(join(project, path)))).toEqual([])
})

test('every test that docs/reliability.md quotes exists in the test file that the page names before the quote', () => {
  const named = [
    ...read('docs/reliability.md')
      .replaceAll(/```[^`]*```/g, '')
      .matchAll(/`([\w/.-]+\.test\.ts)`(?:: )?|_([^_\n]+(?:\n[^_\n]+)?)_/g),
  ]
  let file = ''
  let words = 0
  for (const [, path, said] of named) {
    if (path !== undefined) file = read(path)
    else if (said !== 'Not shown') {
      words++
      expect(file, said).toContain(said?.replace('\n', ' '))
    }
  }
  expect(words).toBeGreaterThan(20)
})

test('each of the twenty recommendations in docs/security.md names its proof, and every quoted test exists in the named file', () => {
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (#|From|Secret) \|/.test(line))
  const numbers = rows.flatMap((row) => /^\| (\d+) \|/.exec(row)?.[1] ?? [])
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => String(at + 1)))
  let words = 0
  for (const row of rows) {
    let text = ''
    let proofs = 0
    for (const [, by, path, said] of row.matchAll(PROOF)) {
      proofs++
      if (by !== undefined) text = read(PAGES[by.toLowerCase()] ?? '')
      else if (path !== undefined) text = read(path)
      else {
        words++
        expect(text, row).toContain(said)
      }
    }
    if (/^\| \d+ \|/.test(row)) expect(proofs, row).toBeGreaterThan(0)
  }
  expect(words).toBeGreaterThan(30)
})

test.each([
  'webSecurity',
  'allowRunningInsecureContent',
  'experimentalFeatures',
  'enableBlinkFeatures',
  'allowpopups',
  '<webview',
  'nodeIntegrationInSubFrames',
  'nodeIntegrationInWorker',
  'dangerouslySetInnerHTML',
])('the app does not use %s', (word) => {
  const files = globSync('src-{main,preload,renderer,shared}/**/*.{ts,tsx,html}', { cwd: project })
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((path) => !path.includes('.test.') && read(path).includes(word))).toEqual([])
})

test('the app passes addresses to the operating system in one file only, which builds them as mail links', () => {
  const files = globSync('src-{main,preload,renderer,shared}/**/*.{ts,tsx,html}', { cwd: project })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('.test.'))
  const using = (words: RegExp) => files.filter((path) => words.test(read(path)))
  const program = 'src-main/platform/electron/mail-program.ts'
  expect(using(/openPath|showItemInFolder/)).toEqual([])
  expect(using(/\bshell\.openExternal\(/)).toEqual([program])
  expect(using(/\bopenWithXdgEmail\(link\)/)).toEqual([program])
  expect(using(/spawn\('xdg-|openWithXdgEmail/)).toEqual([program, 'src-main/platform/electron/xdg-email.ts'])
  const mail = read(program)
  expect(mail.match(/openExternal|openWithXdgEmail\(/g)).toHaveLength(2)
  expect(mail).toContain('const link = mailtoOf(mail)')
  expect(mail).toContain('openWithXdgEmail(link) : shell.openExternal(link)')
})

test('package.json pins one exact version of Electron', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { electron: string } }
  expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/)
})
