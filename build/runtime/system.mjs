/** System libraries and programs that Electron, the keyring, and the tests need on Linux. */
import { run } from './process.mjs'

/**
 * @typedef {{ names: readonly [string, ...string[]], essential: boolean }} Need
 *   `names` are alternatives: the same library under the names of different releases
 */

/** @type {(...names: [string, ...string[]]) => Need} */
const essential = (...names) => ({ names, essential: true })
/** @type {(...names: [string, ...string[]]) => Need} */
const wanted = (...names) => ({ names, essential: false })

/** Packages that the app needs. Without libnotify4, notifications fail silently. Without libsecret, the app cannot use the keychain. */
const application = [
  essential('libgtk-3-0', 'libgtk-3-0t64'),
  essential('libnss3'),
  essential('libasound2', 'libasound2t64'),
  essential('libgbm1'),
  essential('libnotify4'),
  essential('libsecret-1-0'),
  essential('libxss1'),
  essential('libxtst6'),
]
const virtualSession = [
  essential('xvfb'),
  essential('xauth'),
  essential('dbus-x11'),
  essential('gnome-keyring'),
]
/** Programs and fonts that only tests need. If an optional one is missing, its tests are skipped, and the output states the reason. */
const tests = [
  ...[essential('ghostscript'), essential('qpdf'), essential('poppler-utils')],
  // Fonts for PDFs without their own fonts, and for merchant names in any script.
  essential('fonts-liberation'),
  essential('fonts-droid-fallback', 'fonts-noto-cjk', 'fonts-wqy-zenhei'),
  // The relay's database with a pooler, its reverse proxies, systemd units (systemd-analyze), and alerts (promtool).
  ...[wanted('postgresql'), wanted('pgbouncer'), wanted('caddy'), wanted('nginx')],
  ...[wanted('systemd'), wanted('prometheus')],
  // A Debian 13 system in which a test installs the deb, an rpm (rpmbuild), and an AppImage (mksquashfs).
  ...[wanted('debootstrap'), wanted('rpm'), wanted('squashfs-tools')],
  // The Windows uninstaller is compiled with NSIS and runs in Wine.
  ...[wanted('nsis'), wanted('wine64')],
]

/**
 * The purpose of a command. `tool`: needs only Node, for example to control a service. `measure`: runs a bench or torture test that
 * does not start the app. `chromium`: runs end-to-end tests whose page is in Chromium.
 * @typedef {'start' | 'test' | 'chromium' | 'dev' | 'check' | 'package' | 'measure' | 'tool'} Purpose
 */

/**
 * @param {Purpose} purpose
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Need[]}
 */
export function needsOf(purpose, env = process.env) {
  if (purpose === 'tool') return []
  // Packaging starts Electron without a window, so it needs no display and no keyring.
  if (purpose === 'package') return application
  // The benches compare the app's document transfer with these programs.
  if (purpose === 'measure') return [wanted('openssl'), wanted('curl')]
  const ownDisplay = Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
  const testing = purpose === 'test' || purpose === 'check' || purpose === 'chromium'
  return [
    ...application,
    ...(testing || !ownDisplay ? virtualSession : []),
    ...(testing ? tests : [wanted('fonts-liberation')]),
    // A developer may choose another Chromium. Ubuntu's package of this name only refers to a snap, which apt does not know.
    ...(purpose === 'chromium' && !env['CHROMIUM_PATH'] ? [wanted('chromium')] : []),
  ]
}

/**
 * Installs missing system packages if this needs no confirmation (on Debian and derivatives, as root). Otherwise prints the command to run.
 * Is fast if nothing is missing. Does nothing on macOS and Windows.
 * @param {Purpose} purpose
 * @param {(line: string) => void} say
 * @returns {Promise<void>} rejects only if an essential package is still missing
 */
export async function installSystemPackages(purpose, say) {
  const needs = needsOf(purpose)
  if (process.platform !== 'linux' || needs.length === 0) return
  const installed = await installedPackages()
  if (!installed) return reportForOtherSystems(say)

  const missing = needs.filter(({ names }) => !names.some((name) => installed.has(name)))
  if (missing.length === 0) return
  if (process.getuid?.() === 0) return install(missing, say)

  const message = await missingMessage(missing)
  if (missing.some((need) => need.essential)) throw new Error(message)
  say(message)
}

/**
 * Returns the message about missing packages for a user without root permissions. It contains one command that installs the packages by the
 * names that they have in this release of the system.
 * @param {readonly Need[]} missing
 * @param {(needs: readonly Need[]) => Promise<string[]>} [namesOf]
 */
export async function missingMessage(missing, namesOf = availableNames) {
  const names = await namesOf(missing)
  const command = `sudo apt-get update && sudo apt-get install --no-install-recommends ${names.join(' ')}`
  if (missing.some((need) => need.essential))
    return `This system lacks some packages. Install them with\n  ${command}\nand run this again.`
  return `Some optional packages are missing. To install them:\n  ${command}`
}

/** @returns {Promise<Set<string> | undefined>} undefined if the system has no dpkg */
async function installedPackages() {
  const { code, stdout } = await run('dpkg-query', ['-W', '-f', '${db:Status-Status} ${Package}\n'])
  if (code !== 0) return undefined
  const lines = stdout.split('\n').filter((line) => line.startsWith('installed '))
  return new Set(lines.map((line) => line.slice('installed '.length)))
}

/**
 * @param {readonly Need[]} missing
 * @param {(line: string) => void} say
 */
async function install(missing, say) {
  await apt(['update', '-qq'])
  const names = await availableNames(missing)
  say(`Installing with apt: ${names.join(' ')}`)
  const result = await apt(['install', '-y', '-qq', '--no-install-recommends', ...names])
  if (result.code === 0) return

  const installed = await installedPackages()
  const still = missing.filter((need) => !need.names.some((name) => installed?.has(name)))
  const message = `apt could not install ${still.map(({ names: [name] }) => name).join(' ')}:\n${result.output.trim()}`
  if (still.some((need) => need.essential)) throw new Error(message)
  say(message)
}

/**
 * Returns the name that each package has in this release of the system. Omits optional packages that apt does not know. Skips names that
 * are only an alias for another package; apt shows no candidate for such a name. Queries apt once for all names, because each apt-cache
 * call in a container loads all package lists.
 * @param {readonly Need[]} needs
 * @returns {Promise<string[]>}
 */
export async function availableNames(needs) {
  const asked = needs.flatMap(({ names }) => names)
  const { stdout } = await run('apt-cache', ['policy', ...asked], { env: { ...process.env, LC_ALL: 'C' } })
  const available = new Set(
    stdout
      .split(/^(?=\S)/m)
      .filter((part) => /Candidate: (?!\(none\))/.test(part))
      .map((part) => part.slice(0, part.indexOf(':\n'))),
  )
  return needs.flatMap((need) => {
    const known = need.names.find((name) => available.has(name))
    return known ?? (need.essential ? need.names[0] : [])
  })
}

/** @param {readonly string[]} args */
function apt(args) {
  // Wait up to two minutes for the lock, because another apt process may be running, for example the daily update.
  const options = ['-o', 'Acquire::Retries=3', '-o', 'DPkg::Lock::Timeout=120']
  return run('apt-get', [...options, ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeoutMs: 10 * 60_000,
  })
}

/** @param {(line: string) => void} say */
function reportForOtherSystems(say) {
  say(
    'This Linux has no apt. Install GTK 3, NSS, ALSA, GBM, libnotify, libsecret, libXss, and libXtst; for tests also ' +
      'Xvfb, xauth, dbus-run-session, gnome-keyring, ghostscript, qpdf, and poppler.',
  )
}
