/** Reads the version and writes it to every file that contains it. The app and the services have the same version. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Matches versions without a suffix. electron-builder would offer a version such as 1.2.0-beta in another channel file, which no installed
 * app reads.
 */
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/

/** Files that contain the version. */
export const VERSIONED = [
  'package.json',
  'services/relay/package.json',
  'services/sandbox/package.json',
  'package-lock.json',
]

/**
 * @param {string} current
 * @param {string} wish a version such as 1.2.3, or the part of `current` to increase: major, minor, or patch
 */
export function nextVersion(current, wish) {
  const numbersOf = (/** @type {string} */ version) => (VERSION.exec(version) ?? []).slice(1).map(Number)
  const [major = 0, minor = 0, patch = 0] = numbersOf(current)
  /** @type {Record<string, string>} */
  const raised = {
    major: `${major + 1}.0.0`,
    minor: `${major}.${minor + 1}.0`,
    patch: `${major}.${minor}.${patch + 1}`,
  }
  const version = raised[wish] ?? wish
  if (!VERSION.test(version))
    throw new Error(`${wish} is not a version. Use the form 1.2.3, or major, minor, patch.`)
  if (version === current) throw new Error(`The version is already ${version}.`)
  const [x = 0, y = 0, z = 0] = numbersOf(version)
  if ((x - major || y - minor || z - patch) < 0)
    throw new Error(`${version} is older than ${current}, so installed apps would not update to it.`)
  return version
}

/**
 * @param {string} folder of the project
 * @returns {Promise<string>}
 */
export async function readVersion(folder) {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).version
}

/**
 * @param {string} folder
 * @param {string} version
 */
export async function writeVersion(folder, version) {
  for (const file of VERSIONED) {
    const described = JSON.parse(await readFile(join(folder, file), 'utf8'))
    described.version = version
    // npm's lockfile repeats the versions of our own packages.
    for (const own of ['', 'services/relay', 'services/sandbox'])
      if (described.packages?.[own]) described.packages[own].version = version
    await writeFile(join(folder, file), `${JSON.stringify(described, null, 2)}\n`)
  }
}
