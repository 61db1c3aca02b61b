import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { installPackages } from './packages.mjs'

// A fake npm replaces the real one. A file controls how long the fake npm takes and whether it succeeds.

const NPM = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
if (process.argv[2] !== 'install') process.exit(0)
const { takesMs = 0, code = 0 } = JSON.parse(readFileSync('npm-does.json', 'utf8'))
appendFileSync('npm-was-asked', 'install\\n')
mkdirSync('node_modules/thing', { recursive: true })
// Like npm, treats a package that exists as complete.
const isThere = existsSync('node_modules/thing/package.json')
writeFileSync('node_modules/thing/package.json', '{}')
setTimeout(() => {
  if (code === 0 && !isThere) writeFileSync('node_modules/thing/index.js', '')
  if (code === 0) writeFileSync('node_modules/.package-lock.json', readFileSync('package-lock.json'))
  process.exit(code)
}, takesMs)
`
const LOCK = { packages: { '': {}, 'node_modules/thing': { version: '1.0.0', integrity: 'sha512-x' } } }

let folder: string
let said: string[]
const say = (line: string) => void said.push(line)
const inFolder = (...path: string[]) => join(folder, ...path)
const MARK = ['node_modules', '.funding-desk-installing'] as const

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'funding-desk-packages-'))
  said = []
  await writeFile(inFolder('npm-cli.js'), NPM)
  await writeFile(inFolder('package.json'), '{"type":"module"}')
  await writeFile(inFolder('package-lock.json'), JSON.stringify(LOCK))
  vi.stubEnv('npm_execpath', inFolder('npm-cli.js'))
  await npmDoes({})
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const npmDoes = (what: { takesMs?: number; code?: number }) =>
  writeFile(inFolder('npm-does.json'), JSON.stringify(what))
const isWhole = () => existsSync(inFolder('node_modules', 'thing', 'index.js'))
const asked = async () =>
  (await readFile(inFolder('npm-was-asked'), 'utf8').catch(() => '')).split('\n').length - 1

async function leaveMark(): Promise<void> {
  await mkdir(inFolder('node_modules', 'thing'), { recursive: true })
  await writeFile(inFolder('node_modules', 'thing', 'package.json'), '{}')
  await writeFile(inFolder(...MARK), '')
}

it('installs the packages only once if started twice, and leaves no file that marks an unfinished installation', async () => {
  await installPackages(folder, say)
  await installPackages(folder, say)
  expect(isWhole()).toBe(true)
  expect(await asked()).toBe(1)
  expect(existsSync(inFolder(...MARK))).toBe(false)
})

it('keeps an installation with a package that is missing from the lockfile only if that package is optional', async () => {
  const installedWith = async (extra: object) => {
    await mkdir(inFolder('node_modules'), { recursive: true })
    const packages = { ...LOCK.packages, 'node_modules/extra': { version: '1.0.0', ...extra } }
    await writeFile(inFolder('node_modules', '.package-lock.json'), JSON.stringify({ packages }))
    await installPackages(folder, say)
    return asked()
  }
  expect(await installedWith({ optional: true })).toBe(0)
  await rm(inFolder('node_modules', '.funding-desk-lock'))
  expect(await installedWith({})).toBe(1)
})

it('after npm was killed, the next start replaces the incompletely installed packages', async () => {
  await npmDoes({ takesMs: 60_000 })
  await expect(installPackages(folder, say, { limitMs: 800 })).rejects.toThrow(/was stopped after/)
  expect(existsSync(inFolder('node_modules', 'thing', 'package.json'))).toBe(true)

  await npmDoes({})
  await installPackages(folder, say)
  expect(said.join('\n')).toContain('starts over')
  expect(isWhole()).toBe(true)
})

it('after npm fails with an error, the next start does not discard the packages, because npm cleans up itself', async () => {
  await npmDoes({ code: 1 })
  await expect(installPackages(folder, say)).rejects.toThrow(/npm install failed/)
  await expect(installPackages(folder, say)).rejects.toThrow(/npm install failed/)
  expect(said.join('\n')).not.toContain('starts over')
})

it('repeats an installation that was interrupted while npm ran', async () => {
  await leaveMark()
  await installPackages(folder, say)
  expect(said.join('\n')).toContain('starts over')
  expect(isWhole()).toBe(true)
})

it('two parallel starts install the packages only once, and the second start waits and reports that it waits', async () => {
  await npmDoes({ takesMs: 1500 })
  const module = new URL('packages.mjs', import.meta.url).href
  const program = `import { installPackages } from ${JSON.stringify(module)}
    await installPackages(${JSON.stringify(folder)}, console.log)`
  const first = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' })
  const ended = once(first, 'exit')
  while ((await asked()) === 0) await sleep(20)

  await installPackages(folder, say)
  expect(said).toEqual([expect.stringContaining('waiting')])
  expect(await ended).toEqual([0, null])
  expect(isWhole()).toBe(true)
  expect(await asked()).toBe(1)
})

it('repeats an interrupted installation only once if several starts detect it', async () => {
  await leaveMark()
  await npmDoes({ takesMs: 300 })
  const module = new URL('packages.mjs', import.meta.url).href
  const program = `import { installPackages } from ${JSON.stringify(module)}
    await installPackages(${JSON.stringify(folder)}, () => {})`
  const starts = [1, 2, 3].map(() =>
    once(spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' }), 'exit'),
  )
  expect(await Promise.all(starts)).toEqual([1, 2, 3].map(() => [0, null]))
  expect(isWhole()).toBe(true)
  expect(await asked()).toBe(1)
})
