import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// Holds docs/security.md and docs/reliability.md to their word, where the word is about the sources.

const project = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(join(project, 'docs/security.md'), 'utf8')
const read = (path: string) => readFileSync(join(project, path), 'utf8')

test('every test that docs/security.md names exists', () => {
  const named = [...new Set(page.match(/(?:tests|src-\w+|build|services)\/[\w/.-]+\.test\.ts/g))]
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((path) => !existsSync(join(project, path)))).toEqual([])
})

test('every test that docs/reliability.md names by its words is in the file that it names before', () => {
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

test('every test of the attacked page that it names by its words is there', () => {
  const attacked = read('tests/e2e/compromised-renderer.test.ts').replaceAll('’', "'")
  const rows = page.split('\n').filter((line) => /^\| \d+ \|/.test(line))
  expect(rows).toHaveLength(20)
  const claims = rows.flatMap((row) => /Page: ([^;|]*)/.exec(row)?.[1]?.match(/_[^_]+_/g) ?? [])
  expect(claims.length).toBeGreaterThan(15)
  expect(claims.filter((claim) => !attacked.includes(claim.replaceAll('_', '')))).toEqual([])
})

test('every test of the package that it names by its words is there', () => {
  const packaged = read('tests/package/package.test.ts')
  const rows = [...page.matchAll(/[Pp]ackage: (_[^|;`]*)/g)]
  const claims = rows.flatMap(([, said = '']) => said.match(/_[^_]+_/g) ?? [])
  expect(claims.length).toBeGreaterThan(3)
  expect(claims.filter((claim) => !packaged.includes(claim.replaceAll('_', '')))).toEqual([])
})

test.each([
  'openExternal',
  'webSecurity',
  'allowRunningInsecureContent',
  'experimentalFeatures',
  'enableBlinkFeatures',
  'allowpopups',
  '<webview',
  'nodeIntegrationInSubFrames',
  'nodeIntegrationInWorker',
  'dangerouslySetInnerHTML',
])('%s stands nowhere in the app', (word) => {
  const files = globSync('src-{main,preload,renderer,shared}/**/*.{ts,tsx,html}', { cwd: project })
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((path) => !path.includes('.test.') && read(path).includes(word))).toEqual([])
})

test('Electron is named by one exact version', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { electron: string } }
  expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/)
})
