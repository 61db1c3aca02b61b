/**
 * Installs the npm packages of package-lock.json if they are missing. Only one process installs at a time. After an aborted installation,
 * the next process repeats it.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { exists } from './cache.mjs'
import { acquireLock, waitAndReport } from './lock.mjs'
import { npm } from './process.mjs'

/** @typedef {(line: string) => void} Say */

const longestInstallMs = 15 * 60_000

/**
 * Installs the packages and compares the result with the lockfile. Does not use `npm ci`, because that command deletes node_modules, which
 * also contains the cached Electron and Node.
 * @param {string} folder of the project
 * @param {Say} say
 * @param {{ limitMs?: number }} [options] time limit of npm
 */
export async function installPackages(folder, say, { limitMs = longestInstallMs } = {}) {
  const lockfile = join(folder, 'package-lock.json')
  const modules = join(folder, 'node_modules')
  const stamp = join(modules, '.funding-desk-lock')
  // This file exists while npm installs.
  const mark = join(modules, '.funding-desk-installing')
  const wanted = createHash('sha256')
    .update(await readFile(lockfile))
    .digest('hex')
  const isStamped = async () => (await readFile(stamp, 'utf8').catch(() => '')) === wanted
  if (!(await exists(mark)) && (await isStamped())) return

  await mkdir(modules, { recursive: true })
  const wait = waitAndReport(say, 'Another command is installing the npm packages here; waiting for it …')
  const release = await acquireLock(mark, wait)
  try {
    const isHalf = await exists(mark)
    // Another process may have installed everything while this process waited for the lock.
    if (!isHalf && (await isStamped())) return
    if (isHalf) await removeHalfInstalled(modules, mark, say)
    if (isHalf || !(await isInstalledAsLocked(folder))) await install(folder, mark, say, limitMs)
    await writeFile(stamp, wanted)
  } finally {
    await release()
  }
}

/**
 * @param {string} folder
 * @param {string} mark
 * @param {Say} say
 * @param {number} limitMs
 */
async function install(folder, mark, say, limitMs) {
  say('Installing the npm packages, only this time; this takes a minute or two …')
  const offline = await registryComplaint(folder)
  const args = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  if (offline) args.push('--offline')
  await writeFile(mark, '')
  const result = await npm(args, { cwd: folder, timeoutMs: limitMs, endsSlowly: true })
  if (result.timedOut)
    throw new Error(
      `npm install was stopped after ${Math.ceil(limitMs / 60_000)} minutes. Run this again to restart it.`,
    )
  // If npm fails, it removes incomplete packages itself, and the mark can be deleted. If npm is killed (exit code 128 or more), incomplete
  // packages remain. In this case, keep the mark as a record of the abort.
  if (result.code < 128) await rm(mark, { force: true })
  if (result.code !== 0 && offline) throw new Error(offline)
  if (result.code !== 0) throw new Error(`npm install failed:\n${result.output.trim()}`)
  if (!(await isInstalledAsLocked(folder))) {
    throw new Error(
      'npm installed packages that package-lock.json does not contain. Update it with npm install.',
    )
  }
}

/**
 * Deletes the packages after an aborted installation. Some of them are incomplete, but npm would treat them as complete.
 * @param {string} modules
 * @param {string} mark
 * @param {Say} say
 */
async function removeHalfInstalled(modules, mark, say) {
  say('The last installation did not finish; it starts over.')
  const kept = new Set(['.cache', basename(mark)])
  const packages = (await readdir(modules)).filter((name) => !kept.has(name))
  await Promise.all(packages.map((name) => rm(join(modules, name), { recursive: true, force: true })))
}

/**
 * Returns a message if the npm registry does not respond, otherwise an empty string. Call this before an installation: without a network,
 * npm silently retries each of hundreds of packages for many minutes. Without the registry, only packages in npm's cache are available.
 * @param {string} folder
 */
async function registryComplaint(folder) {
  const ask = [
    'view',
    'npm',
    'name',
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=1000',
    '--loglevel=error',
  ]
  const { code, output } = await npm(ask, { cwd: folder, timeoutMs: 60_000 })
  if (code === 0) return ''
  const { stdout } = await npm(['config', 'get', 'registry'], { cwd: folder })
  const reason = /request to .+/.exec(output)?.[0] ?? output.trim()
  return (
    `The npm registry ${stdout.trim()} does not respond, and npm's cache lacks some packages:\n  ${reason}\n` +
    'Connect to the network and run this again. Behind a proxy, run: npm config set https-proxy http://HOST:PORT'
  )
}

/**
 * True if the installed packages already match the lockfile, for example because a developer ran `npm install`. In this case, no
 * installation is needed.
 * @param {string} folder
 */
async function isInstalledAsLocked(folder) {
  const installed = await readPackages(join(folder, 'node_modules', '.package-lock.json'))
  const locked = await readPackages(join(folder, 'package-lock.json'))
  if (!installed || !locked) return false
  const same = (/** @type {string} */ path) =>
    installed[path]?.version === locked[path]?.version &&
    installed[path]?.integrity === locked[path]?.integrity
  const needed = Object.keys(locked).filter(
    (path) => path.includes('node_modules/') && !locked[path]?.optional,
  )
  // Accept installed optional packages that the lockfile does not contain: this registry may offer more optional packages for this system
  // than the registry with which the lockfile was created.
  const isExtra = (/** @type {string} */ path) => !(path in locked) && installed[path]?.optional
  return needed.every(same) && Object.keys(installed).every((path) => isExtra(path) || same(path))
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
