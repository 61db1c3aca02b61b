import { spawnSync } from 'node:child_process'
import { lstatSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Returns the reason to skip a test that needs a program, or null if the program is installed. */
export function whyWithout(program: string, debianPackage = program): string | null {
  const isThere = spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined
  return isThere ? null : `${program} is not installed (on Debian: apt-get install ${debianPackage})`
}

/**
 * Returns a reason if programs cannot use symbolic links here, otherwise null. On Windows, a program needs the developer mode for them. In
 * Wine, Node creates symbolic links, but cannot read them.
 */
export function whyNoLinks(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'funding-desk-links-'))
  try {
    writeFileSync(join(folder, 'file'), '')
    symlinkSync(join(folder, 'file'), join(folder, 'link'))
    return lstatSync(join(folder, 'link')).isSymbolicLink() ? null : NO_LINKS
  } catch {
    return NO_LINKS
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
const NO_LINKS = 'this Windows (or Wine) has no symbolic links for programs'

/** Returns `reason` on every system except Linux, otherwise null. */
export const whyOnlyLinux = (reason: string): string | null => (process.platform === 'linux' ? null : reason)

/** Returns `reason` on Windows, otherwise null. */
export const whyNotOnWindows = (reason: string): string | null =>
  process.platform === 'win32' ? reason : null

/** Suffix for the title of a test. `npm run test:windows` groups skipped tests by it. */
export const skipped = (reason: string | null): string => (reason === null ? '' : `: skipped, as ${reason}`)
