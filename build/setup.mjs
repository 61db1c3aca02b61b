/** Makes a fresh clone ready: npm packages, system libraries, Node 24 and Electron. Cheap where all is there. */
import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { exists, projectFolder } from './runtime/cache.mjs'
import { isMain, runMain } from './runtime/command.mjs'
import { describeElectron, findElectron } from './runtime/electron.mjs'
import { findNode } from './runtime/node.mjs'
import { npm } from './runtime/process.mjs'
import { installSystemPackages } from './runtime/system.mjs'

/**
 * @typedef {'start' | 'test' | 'dev' | 'check'} Purpose
 * @typedef {{ node: import('./runtime/node.mjs').FoundNode, electron?: import('./runtime/electron.mjs').FoundElectron }} Ready
 */

const lockfile = join(projectFolder, 'package-lock.json')
const modules = join(projectFolder, 'node_modules')
const stamp = join(modules, '.funding-desk-lock')
const installing = join(modules, '.funding-desk-installing')

/**
 * Installs what is missing and says which versions are used.
 * @param {{ for: Purpose, retryElectron?: boolean, say?: (line: string) => void }} options `check` needs no Electron
 * @returns {Promise<Ready>}
 */
export async function setup({ for: purpose, retryElectron, say = console.error }) {
  await installPackages(say)
  await installSystemPackages(purpose, say)
  const node = await findNode(say)
  say(`Node ${node.version}${node.source === 'registry' ? ' (from the npm registry)' : ''}`)
  if (purpose === 'check') return { node }

  const electron = await findElectron({ say, ...(retryElectron ? { retry: true } : {}) })
  say(describeElectron(electron))
  return { node, electron }
}

/**
 * Not by `npm ci`: it refuses a lockfile without the optional packages of every other system, which the registry does not always
 * have, and it empties node_modules and with it the cached runtimes. What was installed is held against the lockfile instead.
 * @param {(line: string) => void} say
 */
async function installPackages(say) {
  const wanted = createHash('sha256')
    .update(await readFile(lockfile))
    .digest('hex')
  await removeHalfInstalled(say)
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return
  if (!(await isInstalledAsLocked())) {
    say('Installing the npm packages, this once; it takes a minute or two …')
    const offline = await registryComplaint()
    const args = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
    if (offline) args.push('--offline')
    await mkdir(modules, { recursive: true })
    await writeFile(installing, '')
    const result = await npm(args, { cwd: projectFolder, timeoutMs: 15 * 60_000, endsSlowly: true })
    await rm(installing, { force: true })
    if (result.code !== 0 && offline) throw new Error(offline)
    if (result.code !== 0) throw new Error(`npm install failed:\n${result.output.trim()}`)
    if (!(await isInstalledAsLocked())) {
      throw new Error(
        'npm installed other packages than package-lock.json names: bring it up to date with npm install.',
      )
    }
  }
  await writeFile(stamp, wanted)
}

/**
 * An installation that was broken off leaves packages that lack files, and npm takes them for whole.
 * @param {(line: string) => void} say
 */
async function removeHalfInstalled(say) {
  if (!(await exists(installing))) return
  say('The installation was broken off the last time; it begins anew.')
  const packages = (await readdir(modules)).filter((name) => name !== '.cache')
  await Promise.all(packages.map((name) => rm(join(modules, name), { recursive: true, force: true })))
}

/**
 * Asked first: without a network npm tries each of hundreds of packages again and again, for many minutes and without a word.
 * Empty where the registry answers; else what is left is npm's own cache.
 */
async function registryComplaint() {
  const ask = [
    'view',
    'npm',
    'name',
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=1000',
    '--loglevel=error',
  ]
  const { code, output } = await npm(ask, { cwd: projectFolder, timeoutMs: 60_000 })
  if (code === 0) return ''
  const { stdout } = await npm(['config', 'get', 'registry'], { cwd: projectFolder })
  const reason = /request to .+/.exec(output)?.[0] ?? output.trim()
  return (
    `The npm registry ${stdout.trim()} does not answer, and npm's cache does not hold all that is needed:\n  ${reason}\n` +
    'Connect to the network and run this again. Behind a proxy, tell npm: npm config set https-proxy http://HOST:PORT'
  )
}

/** Spares a developer, whose own `npm install` brought the packages, a second installation. */
async function isInstalledAsLocked() {
  const installed = await readPackages(join(modules, '.package-lock.json'))
  const locked = await readPackages(lockfile)
  if (!installed || !locked) return false
  const same = (/** @type {string} */ path) =>
    installed[path]?.version === locked[path]?.version &&
    installed[path]?.integrity === locked[path]?.integrity
  const needed = Object.keys(locked).filter(
    (path) => path.includes('node_modules/') && !locked[path]?.optional,
  )
  return needed.every(same) && Object.keys(installed).every((path) => path in locked && same(path))
}

/**
 * @param {string} file
 * @returns {Promise<Record<string, { version?: string, integrity?: string, optional?: boolean }> | undefined>}
 */
const readPackages = (file) =>
  readFile(file, 'utf8').then(
    (text) => JSON.parse(text).packages,
    () => undefined,
  )

const help = `Usage: node build/setup.mjs [--for start|test|dev|check] [--retry-electron]

Installs what is missing: npm packages, on Debian as root the system libraries, Node 24 and Electron.
npm start and npm test do this by themselves.

  --for PURPOSE      what to get ready for (default: test)
  --retry-electron   try the official Electron's download again, even if it failed within the last day
  --help             show this
`

if (isMain(import.meta.url)) {
  await runMain(help, async (args) => {
    const { values } = parseArgs({
      args,
      options: {
        for: { type: 'string', default: 'test' },
        'retry-electron': { type: 'boolean', default: false },
      },
    })
    if (!['start', 'test', 'dev', 'check'].includes(values.for))
      throw new Error(`--for knows no "${values.for}".`)
    await setup({ for: /** @type {Purpose} */ (values.for), retryElectron: values['retry-electron'] })
    return 0
  })
}
