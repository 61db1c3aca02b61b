/**
 * Detects whether Chromium's sandbox can start on this machine. If not, a developer's checkout runs the app without the sandbox. A
 * packaged app never runs without the sandbox.
 */
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'

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
