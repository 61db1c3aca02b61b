import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { skipped } from '../../tests/support/skipped.ts'
import { projectFolder } from './cache.mjs'
import {
  chromiumOfElectron,
  downloadTerms,
  evaluateSandbox,
  findChromium,
  runDownload,
  withProxy,
} from './electron.mjs'

describe('the time limit of the Electron download', () => {
  it('is short only if another runtime is available', () => {
    expect(downloadTerms({ platform: 'linux', arch: 'x64' })).toEqual({ hasFallback: true, limitMs: 60_000 })
    for (const [platform, arch] of [
      ['win32', 'x64'],
      ['darwin', 'arm64'],
      ['linux', 'arm64'],
    ] as const)
      expect(downloadTerms({ platform, arch })).toEqual({ hasFallback: false, limitMs: 900_000 })
  })
})

describe('the proxy of the Electron download', () => {
  it("is taken from npm's settings or the environment, together with npm's CA file", () => {
    expect(
      withProxy({ npm_config_https_proxy: 'http://proxy:1', npm_config_noproxy: 'inside' }),
    ).toMatchObject({
      ELECTRON_GET_USE_PROXY: '1',
      HTTPS_PROXY: 'http://proxy:1',
      NO_PROXY: 'inside',
    })
    expect(withProxy({ HTTP_PROXY: 'http://proxy:2' })).toMatchObject({ HTTPS_PROXY: 'http://proxy:2' })
    expect(withProxy({ npm_config_cafile: '/office.pem' })).toMatchObject({
      NODE_EXTRA_CA_CERTS: '/office.pem',
    })
  })

  it('is not set if npm has no proxy', () => {
    expect(withProxy({ PATH: '/bin', npm_config_noproxy: '' })).toEqual({
      PATH: '/bin',
      npm_config_noproxy: '',
    })
  })
})

describe('the Electron download script', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'funding-desk-download-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  async function download(
    code: string,
    { limitMs, env }: { limitMs?: number; env?: NodeJS.ProcessEnv } = {},
  ) {
    const script = join(folder, 'install.mjs')
    await writeFile(script, code)
    return runDownload({
      node: process.execPath,
      script,
      limitMs: limitMs ?? 30_000,
      env: { ...direct(), ...env },
    })
  }

  it('counts as successful if its exit code is 0, even if it prints a warning', async () => {
    expect(await download("console.error('some warning')")).toBe('')
  })

  it('runs without the variable ELECTRON_OVERRIDE_DIST_PATH', async () => {
    const env = { ELECTRON_OVERRIDE_DIST_PATH: '/elsewhere' }
    expect(await download("if ('ELECTRON_OVERRIDE_DIST_PATH' in process.env) process.exit(1)", { env })).toBe(
      '',
    )
  })

  it('is stopped after its time limit, and the limit is reported as the reason', async () => {
    expect(await download('setInterval(() => {}, 1000)', { limitMs: 300 })).toBe('not done within 0.3 s')
  })

  it('reports the cause if it fails', async () => {
    const failing = "fetch('http://127.0.0.1:1/').catch((e) => { console.error(e.stack); process.exit(1) })"
    expect(await download(failing)).toMatch(/fetch failed: .*bad port/)
    expect(await download("console.error('a line\\nError: no space left')\nprocess.exit(1)")).toBe(
      'Error: no space left',
    )
  })

  it("downloads through npm's proxy with @electron/get, the module that Electron's own script uses", async () => {
    const asked: string[] = []
    const proxy = createServer().on('connect', ({ url = '' }, socket) => {
      asked.push(url)
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as AddressInfo
    const module = pathToFileURL(join(projectFolder, 'node_modules/@electron/get/dist/index.js')).href
    const reason = await download(
      `import { downloadArtifact } from ${JSON.stringify(module)}
       downloadArtifact({ version: '1.0.0', artifactName: 'electron', platform: 'linux', arch: 'x64', cacheRoot: ${JSON.stringify(folder)},
         checksums: {}, mirrorOptions: { mirror: 'https://nowhere.invalid/' } })
         .catch((e) => { console.error(e.stack); process.exit(1) })`,
      { env: { npm_config_https_proxy: `http://127.0.0.1:${port}` } },
    )
    await new Promise((resolve) => proxy.close(resolve))
    expect(asked).toEqual(['nowhere.invalid:443'])
    expect(reason).toContain('fetch failed: ')
  })
})

/** Returns our environment without proxy and mirror settings of this machine. */
function direct(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/proxy|electron/i.test(name)))
}

// The fake programs are shell scripts.
describe.skipIf(process.platform === 'win32')('the Chromium for the tests', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'funding-desk-chromium-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Writes a program that answers `--version` with this line. */
  async function program(line: string): Promise<string> {
    const path = join(folder, 'chrome')
    await writeFile(path, `#!/bin/sh\necho '${line}'\n`)
    await chmod(path, 0o755)
    return path
  }
  const choose = (path: string) => findChromium({ ...process.env, CHROMIUM_PATH: path })

  it('may have another major version than Electron if CHROMIUM_PATH names it', async () => {
    const path = await program('Google Chrome 99.0.4844.51')
    expect(await choose(path)).toMatchObject({ version: '99.0.4844.51', major: 99, isChosen: true })
  })

  it('is refused with advice if it does not exist', async () => {
    const path = join(folder, 'missing')
    const advice = `${path} does not exist. Install Chromium ${chromiumOfElectron()} (on Debian: apt-get install chromium)`
    await expect(choose(path)).rejects.toThrow(advice)
  })

  it('is refused if it reports no version', async () => {
    await expect(choose(await program('nonsense'))).rejects.toThrow('--version reported no version: nonsense')
  })
})

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
const module = fileURLToPath(new URL('electron.mjs', import.meta.url))
const askProgram = `import { canUseNamespaces } from ${JSON.stringify(module)}
  console.log(canUseNamespaces())`
const canLimit = process.platform === 'linux' && limits(10).status === 0

const noLimits = canLimit ? null : 'only root on Linux can limit namespaces'
it.skipIf(noLimits !== null)(`detects whether the system allows user namespaces${skipped(noLimits)}`, () => {
  expect(limits(10).stdout.trim()).toBe('true')
  expect(limits(0).stdout.trim()).toBe('false')
})
