/** The version: one for the app and the services, in every file that names it. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const SEMVER = /^(\d+)\.(\d+)\.(\d+)(?:-[0-9A-Za-z.-]+)?$/

/** The files that name it. */
export const VERSIONED = [
  'package.json',
  'services/relay/package.json',
  'services/sandbox/package.json',
  'package-lock.json',
]

/**
 * @param {string} current
 * @param {string} wish a version, or which number of the current one to raise
 */
export function nextVersion(current, wish) {
  const [, major = 0, minor = 0, patch = 0] = (SEMVER.exec(current) ?? []).map(Number)
  /** @type {Record<string, string>} */
  const raised = {
    major: `${major + 1}.0.0`,
    minor: `${major}.${minor + 1}.0`,
    patch: `${major}.${minor}.${patch + 1}`,
  }
  const version = raised[wish] ?? wish
  if (!SEMVER.test(version)) throw new Error(`${wish} is no version: say 1.2.3, or major, minor, patch.`)
  if (version === current) throw new Error(`${version} is the version already.`)
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
    // npm's lockfile names its own packages' versions once more.
    for (const own of ['', 'services/relay', 'services/sandbox'])
      if (described.packages?.[own]) described.packages[own].version = version
    await writeFile(join(folder, file), `${JSON.stringify(described, null, 2)}\n`)
  }
}
