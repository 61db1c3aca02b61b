import { spawnSync } from 'node:child_process'

/** Returns the reason to skip a test that needs a program, or null if the program is installed. */
export function whyWithout(program: string, debianPackage = program): string | null {
  const isThere = spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined
  return isThere ? null : `${program} is not installed (on Debian: apt-get install ${debianPackage})`
}

/** Returns `reason` on every system except Linux, otherwise null. */
export const whyOnlyLinux = (reason: string): string | null => (process.platform === 'linux' ? null : reason)

/** Returns `reason` on Windows, otherwise null. */
export const whyNotOnWindows = (reason: string): string | null =>
  process.platform === 'win32' ? reason : null

/** Suffix for the title of a test. `npm run test:windows` groups skipped tests by it. */
export const skipped = (reason: string | null): string => (reason === null ? '' : `: skipped, as ${reason}`)
