/**
 * Finds a Chromium with the major version of the Electron that ships to users. Tests run the app's page in it, because the machine may have
 * only an older Electron (electron.mjs).
 */
import { realpath } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { officialVersion } from './electron.mjs'
import { run } from './process.mjs'

/**
 * `isChosen` is true if the developer chose this Chromium with CHROMIUM_PATH. It may then have another major version.
 * @typedef {{ executable: string, version: string, major: number, isChosen: boolean }} FoundChromium
 */

/** Path at which Debian's package `chromium` installs its program. */
const debianPath = '/usr/bin/chromium'

/** Returns the major version of Chromium in the Electron that ships to users. All versions of an Electron major contain the same one. */
export function chromiumOfElectron() {
  const [major = ''] = officialVersion().split('.')
  const require = createRequire(import.meta.url)
  /** @type {Record<string, string>} */
  const versions = require('electron-to-chromium/versions.json')
  const found = Number(versions[`${major}.0`])
  if (!found)
    throw new Error(`The package electron-to-chromium does not know Electron ${major}. Update this package.`)
  return found
}

/**
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<FoundChromium>}
 * @throws if there is no Chromium, or if it has another major version than Electron and was not chosen
 */
export async function findChromium(env = process.env) {
  const chosen = env['CHROMIUM_PATH']
  const executable = await realpath(chosen || debianPath).catch(() => undefined)
  const needed = chromiumOfElectron()
  const advice = `Install Chromium ${needed} (on Debian: apt-get install chromium), or set CHROMIUM_PATH to the path of a Chromium or Chrome.`
  if (executable === undefined) throw new Error(`${chosen || debianPath} does not exist. ${advice}`)
  const { code, stdout, output } = await run(executable, ['--version'], { env, timeoutMs: 30_000 })
  const version = /\d+(?:\.\d+){3}/.exec(stdout)?.[0]
  if (code !== 0 || version === undefined)
    throw new Error(`${executable} --version reported no version: ${output.trim()}`)
  const major = Number.parseInt(version, 10)
  if (!chosen && major !== needed)
    throw new Error(
      `${executable} is Chromium ${major}, but Electron ${officialVersion()} contains Chromium ${needed}. ${advice}`,
    )
  return { executable, version, major, isChosen: Boolean(chosen) }
}
