/** Whether Chromium's sandbox can start on this machine. Where it can't, a developer's checkout runs the app without; packages never do. */
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * @typedef {{ uid: number, mode: number }} Owned
 * @typedef {'can start' | 'never as root' | 'not on this system'} Sandbox
 */

const setUserId = 0o4755

/**
 * Chromium needs namespaces of its own, which a system may keep from users (Ubuntu since 23.10 by AppArmor, many a container), or else
 * a helper that root owns and lends its rights: a checkout's is the developer's.
 * @param {{ platform: string, uid: number | undefined, hasNamespaces: () => boolean, helpers: readonly Owned[] }} system
 * @returns {Sandbox}
 */
export function judgeSandbox({ platform, uid, hasNamespaces, helpers }) {
  if (platform !== 'linux') return 'can start'
  if (uid === 0) return 'never as root'
  const isLent = helpers.some((helper) => helper.uid === 0 && (helper.mode & 0o7777) === setUserId)
  return isLent || hasNamespaces() ? 'can start' : 'not on this system'
}

/**
 * The same for this user and an Electron.
 * @param {string} executable
 */
export function sandboxOf(executable) {
  const paths = [join(dirname(executable), 'chrome-sandbox'), process.env['CHROME_DEVEL_SANDBOX']]
  const helpers = paths.flatMap((path) => {
    const found = path ? statSync(path, { throwIfNoEntry: false }) : undefined
    return found ? [found] : []
  })
  return judgeSandbox({
    platform: process.platform,
    uid: process.getuid?.(),
    hasNamespaces: canUseNamespaces,
    helpers,
  })
}

/** @type {boolean | undefined} */
let known

/** The second one by the rights that the first one gave: a system may let `unshare` begin, and give it none. */
export function canUseNamespaces() {
  if (known === undefined) {
    const { error, status } = spawnSync('unshare', ['-Ur', 'unshare', '-n', 'true'], { stdio: 'ignore' })
    // Where there is no such program, Chromium is to find out.
    known = error !== undefined || status === 0
  }
  return known
}
