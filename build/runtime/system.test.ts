import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { skipped, whyWithout } from '../../tests/support/skipped.ts'
import { projectFolder } from './cache.mjs'
import { neededMajor, pinned } from './node.mjs'
import { availableNames, missingMessage, needsOf } from './system.mjs'
import { windowsPath } from './windows.mjs'

const essentials = (...[purpose, env]: Parameters<typeof needsOf>) =>
  needsOf(purpose, env)
    .filter((need) => need.essential)
    .map(({ names: [name] }) => name)

describe('the system requirements of a command', () => {
  it('are empty for a command that only needs Node', () => {
    expect(needsOf('tool', {})).toEqual([])
    expect(essentials('measure', {})).toEqual([])
  })

  it('include no virtual display if the app is only built', () => {
    expect(essentials('package', {})).toContain('libgtk-3-0')
    expect(essentials('package', {})).not.toContain('xvfb')
  })

  it('include a virtual display if the machine has no display, and always for tests', () => {
    expect(essentials('start', { DISPLAY: ':0' })).not.toContain('xvfb')
    expect(essentials('start', {})).toContain('xvfb')
    expect(essentials('test', { DISPLAY: ':0' })).toContain('xvfb')
  })
})

describe('the message to a user without root permissions', () => {
  const missing = needsOf('start', { DISPLAY: ':0' })

  it('contains the exact install command with the package names of this Linux release', async () => {
    const said = await missingMessage(missing, (needs) =>
      Promise.resolve(needs.map(({ names }) => names.find((name) => name.endsWith('t64')) ?? names[0])),
    )
    const [, command = ''] = said.split('\n  ')
    expect(command).toContain('sudo apt-get update && sudo apt-get install --no-install-recommends ')
    expect(command.split(/\s/)).toEqual(expect.arrayContaining(['libgtk-3-0t64', 'libasound2t64', 'libnss3']))
    expect(command.split(/\s/)).not.toContain('libasound2')
    expect(said).toMatch(/run this again\.$/)
  })

  it('does not ask the user to run the command again if only optional packages are missing', async () => {
    const said = await missingMessage(
      missing.filter((need) => !need.essential),
      (needs) => Promise.resolve(needs.map(({ names: [name] }) => name)),
    )
    expect(said).toContain('fonts-liberation')
    expect(said).not.toContain('run this again')
  })
})

/** apt reads about 20 MB of package lists, which takes seconds on a busy machine. */
const APT_MS = 60_000

const noApt = whyWithout('apt-cache', 'apt')
it.skipIf(noApt !== null)(
  `chooses the package names that apt knows on this system, and omits an unknown optional package${skipped(noApt)}`,
  { timeout: APT_MS },
  async () => {
    const needs = [
      { names: ['no-such-package-anywhere', 'dpkg'], essential: true },
      { names: ['apt', 'dpkg'], essential: true },
      { names: ['no-such-package-anywhere', 'nor-this-one'], essential: true },
      // The function must omit this unknown optional package, because apt installs nothing if one name is unknown.
      { names: ['no-such-optional-package'], essential: false },
    ] as const
    expect(await availableNames(needs)).toEqual(['dpkg', 'apt', 'no-such-package-anywhere'])
  },
)

it('a Node version is pinned for every system that has a vault driver', () => {
  const drivers = readdirSync(join(projectFolder, 'node_modules/better-sqlite3-multiple-ciphers/prebuilds'))
  const systems = drivers.map((file) => file.replace('.node', '')).filter((name) => !name.includes('musl'))
  expect(Object.keys(pinned).toSorted()).toEqual(systems.toSorted())
})

it.each(Object.entries(pinned))(
  'the Node pinned for %s is recent, is built for that system, and has a checksum',
  (system, node) => {
    expect(Number.parseInt(node.version, 10)).toBeGreaterThanOrEqual(neededMajor)
    expect(node.name).toContain(system.replace('win32', 'win'))
    expect(Buffer.from(node.integrity.replace('sha512-', ''), 'base64')).toHaveLength(64)
    expect(node.binary).toBe(system.startsWith('win32') ? 'bin/node.exe' : 'bin/node')
  },
)

it('a path of the project becomes a path on drive D with backslashes', () => {
  expect(windowsPath(join(projectFolder, 'out', 'reports', 'a.json'))).toBe(
    String.raw`D:\funding-desk\out\reports\a.json`,
  )
})
