/**
 * Runs programs as Windows programs. On Linux, they run in Wine 10 of a Debian 13 tree. The Windows programs see the
 * project's folder as `D:\funding-desk`. They use the packages of the project's node_modules. The native packages for Windows are in
 * `D:\node_modules`, where Node also looks.
 */
import { cp, mkdir, mkdtemp, open, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cacheFolder, fromRegistry, makeOnce, projectFolder } from './cache.mjs'
import { debianBase, INSTALL, inTree, treeEnvironment, whyNoDebian } from './debian-tree.mjs'
import { fetchNode } from './node.mjs'
import { onInterrupt, run, succeed } from './process.mjs'

/** Folder of the tree that Windows programs see as drive D. */
const DRIVE = '/windows'
const PROJECT = `${DRIVE}/funding-desk`
/** Folder of the tree that contains the files of one run: Wine's drive C, the output, and the test runner's cache. */
const RUN = '/run/windows'
const PREFIX = `${RUN}/prefix`
const FIRST_PREFIX = '/var/lib/windows'

const wineEnvironment = {
  ...treeEnvironment,
  HOME: '/root',
  USER: 'broker',
  WINEARCH: 'win64',
  WINEDEBUG: '-all',
  WINEPATH: 'D:\\node',
  XDG_RUNTIME_DIR: '/tmp',
  // Turns off two libraries. With them, Wine would offer to download .NET and a browser engine.
  WINEDLLOVERRIDES: 'mscoree,mshtml=',
}

/** Returns the reason why this computer cannot run Windows programs, or null if it can. */
export function whyNoWindows() {
  if (process.platform === 'win32') return null
  if (process.arch !== 'x64') return 'Wine runs Windows programs only on x64'
  return whyNoDebian()
}

/**
 * Returns the path under which Windows programs find a file of the project.
 * @param {string} path
 */
export const windowsPath = (path) =>
  `D:\\funding-desk\\${relative(projectFolder, path).replaceAll(sep, '\\')}`

/**
 * Installs missing parts (Wine with apt; Node and the packages for Windows with npm), and starts a new simulated Windows. Its drive C and its
 * registry are a copy of an empty Windows.
 * @param {(line: string) => void} say
 */
export async function openWindows(say) {
  const [root, node, packages] = await Promise.all([
    wineTree(say),
    fetchNode('win32-x64', say),
    fetchPackages(say),
  ])
  const folder = await mkdtemp(join(tmpdir(), 'funding-desk-windows-'))
  onInterrupt(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const first = join(root, FIRST_PREFIX)
  const system = join(first, 'drive_c', 'windows')
  await cp(first, join(folder, 'prefix'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => path !== system,
  })
  await rm(join(folder, 'prefix', 'dosdevices', 'z:'))
  await symlink(DRIVE, join(folder, 'prefix', 'dosdevices', 'd:'))
  // Each folder over which another one is mounted must exist.
  await mkdir(join(folder, 'prefix', 'drive_c', 'windows'))
  await mkdir(join(folder, 'vitest'))
  await mkdir(join(cacheFolder, '..', 'vitest'), { recursive: true })
  const mounts = {
    [RUN]: folder,
    // The system files need most of the space. All runs share them.
    [`${PREFIX}/drive_c/windows`]: system,
    [`${DRIVE}/npm`]: await npmFolder(),
    [`${DRIVE}/node`]: join(node, '..'),
    ...packages,
    [PROJECT]: projectFolder,
    // The test runner on Linux would empty a cache folder that it shares with the test runner on Windows.
    [`${PROJECT}/node_modules/.cache/vitest`]: join(folder, 'vitest'),
  }
  /**
   * Runs Node for Windows in the project's folder. Its output goes to a file, because Node in Wine cannot write to a pipe of Linux.
   * @param {readonly string[]} args
   * @param {{ env?: Record<string, string>, onOutput?: (text: string) => void }} [options]
   * @returns {Promise<{ code: number, output: string }>}
   */
  const runNode = async (args, { env = {}, onOutput = () => {} } = {}) => {
    const file = join(folder, 'output.txt')
    await writeFile(file, '')
    const script = `cd ${PROJECT}\nexec wine 'D:\\node\\node.exe' "$@" >${RUN}/output.txt 2>&1`
    const line = await inTree(root, mounts, 'root', 'sh', ['-c', script, 'in-wine', ...args])
    const hasEnded = new AbortController()
    const copied = copyOutput(file, onOutput, hasEnded.signal)
    const { code, output } = await run(...line, {
      env: { ...wineEnvironment, WINEPREFIX: PREFIX, npm_execpath: 'D:\\npm\\bin\\npm-cli.js', ...env },
      endsSlowly: true,
    })
    hasEnded.abort()
    await copied
    return { code, output: output + (await readFile(file, 'utf8')) }
  }
  const close = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  return { runNode, close }
}

/**
 * Passes on what a program writes to a file, while it writes.
 * @param {string} path
 * @param {(text: string) => void} onOutput
 * @param {AbortSignal} hasEnded
 */
async function copyOutput(path, onOutput, hasEnded) {
  const file = await open(path)
  const decoder = new TextDecoder()
  const buffer = Buffer.alloc(65_536)
  try {
    for (;;) {
      const wasLast = hasEnded.aborted
      for (let read = await file.read(buffer); read.bytesRead > 0; read = await file.read(buffer))
        onOutput(decoder.decode(buffer.subarray(0, read.bytesRead), { stream: true }))
      if (wasLast) return
      await sleep(500, undefined, { signal: hasEnded }).catch(() => {})
    }
  } finally {
    await file.close()
  }
}

/** Returns the folder of this computer's npm, which is a program for any system. */
async function npmFolder() {
  const own = process.env['npm_execpath']
  if (own && /npm-cli\.c?js$/.test(own)) return join(own, '..', '..')
  return join((await succeed('npm', ['root', '--global'])).trim(), 'npm')
}

/** @param {(line: string) => void} say */
const wineTree = (say) =>
  makeOnce('debian-trixie-wine', say, async (made) => {
    say('Installing Wine 10 with apt, only this time …')
    await succeed('cp', ['--archive', await debianBase(say), made])
    const inMade = async (/** @type {string} */ command, /** @type {string[]} */ ...args) =>
      succeed(...(await inTree(made, {}, 'root', command, args)), { env: wineEnvironment })
    await inMade('apt-get', ...INSTALL, 'wine', 'wine64')
    await inMade('apt-get', 'clean')
    await inMade('env', `WINEPREFIX=${FIRST_PREFIX}`, 'sh', '-c', 'wineboot --init && wineserver --wait')
  })

/**
 * Downloads the native packages for Windows that package-lock.json names.
 * @param {(line: string) => void} say
 * @returns {Promise<Record<string, string>>} their folders, by the paths in the tree
 */
async function fetchPackages(say) {
  const { packages } = JSON.parse(await readFile(join(projectFolder, 'package-lock.json'), 'utf8'))
  const found = await Promise.all(
    Object.entries(packages)
      .filter(([, { os, cpu }]) => os?.includes('win32') && cpu?.includes('x64'))
      .map(async ([path, { version, integrity }]) => {
        const name = path.slice('node_modules/'.length)
        const spec = `${name}@${version}`
        const notice = `Downloading ${spec} from the npm registry, only this time …`
        const folder = `${name.replace('@', '').replace('/', '-')}-${version}`
        return [`${DRIVE}/${path}`, await fromRegistry({ spec, integrity, name: folder, say, notice })]
      }),
  )
  return Object.fromEntries(found)
}
