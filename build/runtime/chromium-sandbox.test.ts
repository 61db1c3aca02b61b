import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { evaluateSandbox } from './chromium-sandbox.mjs'
import { skipped } from '../../tests/support/skipped.ts'

const USER = { platform: 'linux', uid: 1000, helpers: [], hasNamespaces: () => true }
const restricted = () => false

describe("Chromium's sandbox", () => {
  it('can start if the user can create namespaces', () => {
    expect(evaluateSandbox(USER)).toBe('can start')
  })

  it('cannot start if the system forbids namespaces, as Ubuntu does, and no setuid helper belongs to root', () => {
    expect(evaluateSandbox({ ...USER, hasNamespaces: restricted })).toBe('not on this system')
    for (const helper of [
      { uid: 1000, mode: 0o100755 },
      { uid: 1000, mode: 0o104755 },
      { uid: 0, mode: 0o100755 },
    ])
      expect(evaluateSandbox({ ...USER, hasNamespaces: restricted, helpers: [helper] })).toBe(
        'not on this system',
      )
  })

  it('can start with a setuid helper that belongs to root', () => {
    const helpers = [{ uid: 0, mode: 0o104755 }]
    expect(evaluateSandbox({ ...USER, hasNamespaces: restricted, helpers })).toBe('can start')
  })

  it('never starts as root on Linux, and can always start on other systems', () => {
    expect(evaluateSandbox({ ...USER, uid: 0 })).toBe('never as root')
    expect(evaluateSandbox({ ...USER, platform: 'darwin', uid: 501, hasNamespaces: restricted })).toBe(
      'can start',
    )
    expect(evaluateSandbox({ ...USER, platform: 'win32', uid: undefined, hasNamespaces: restricted })).toBe(
      'can start',
    )
  })
})

// Runs `canUseNamespaces` in a process that can create at most this number of namespaces. With 0, the process fails to create a namespace,
// as on Ubuntu, which restricts namespaces.
const limits = (namespaces: number) =>
  spawnSync(
    'unshare',
    [
      '-Ur',
      'bash',
      '-c',
      `echo ${namespaces} > /proc/sys/user/max_user_namespaces && exec "$@"`,
      'limited',
      process.execPath,
    ].concat(['--input-type=module', '-e', askProgram]),
    { encoding: 'utf8' },
  )
const module = fileURLToPath(new URL('chromium-sandbox.mjs', import.meta.url))
const askProgram = `import { canUseNamespaces } from ${JSON.stringify(module)}
  console.log(canUseNamespaces())`
const canLimit = process.platform === 'linux' && limits(10).status === 0

const noLimits = canLimit ? null : 'only root on Linux can limit namespaces'
it.skipIf(noLimits !== null)(`detects whether the system allows user namespaces${skipped(noLimits)}`, () => {
  expect(limits(10).stdout.trim()).toBe('true')
  expect(limits(0).stdout.trim()).toBe('false')
})
