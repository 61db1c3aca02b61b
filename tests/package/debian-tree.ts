import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cacheFolder, projectFolder } from '../../build/runtime/cache.mjs'
import { run } from '../../build/runtime/process.mjs'

/**
 * Packages that form a desktop session. A user's system already has one, so our deb does not depend on them. None of them contains a
 * program of ours.
 */
const SESSION = ['xvfb', 'xauth', 'dbus', 'dbus-x11', 'gnome-keyring', 'fonts-liberation', 'procps']
const RELEASE = 'trixie'
const INSTALL = ['install', '-y', '-qq', '--no-install-recommends']
const ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' }

export interface DebianTree {
  /** Path of the folder that programs in the tree see as `/`. */
  root: string
  /** Installs a package file and all its dependencies with apt. */
  install(deb: string): Promise<void>
  /** Runs a command as root inside the tree and returns its output. Rejects if it fails. */
  run(command: string, ...args: string[]): Promise<string>
  /** Runs a command as the user `broker`, who has no special rights. */
  runAsBroker(command: string, ...args: string[]): ReturnType<typeof run>
}

/** Returns the reason why this computer cannot create a Debian tree, or null if it can. */
export function whyNoDebian(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux can make a Debian tree'
  if (spawnSync('debootstrap', ['--version']).status !== 0)
    return 'debootstrap is not installed (on Debian: apt-get install debootstrap)'
  return null
}

/**
 * Creates a Debian 13 system in the folder `root`, with the user `broker`. Programs in this system run in a chroot. In a chroot, Linux
 * forbids user namespaces, as Ubuntu 24.04 always does. The programs see the project's folder and the folder of its Node under their usual
 * paths.
 */
export async function makeDebianTree(root: string): Promise<DebianTree> {
  const base = join(cacheFolder, `debian-${RELEASE}`)
  if (!existsSync(base)) await bootstrap(base)
  await succeed('cp', ['--archive', base, root])

  const mounts = ['/proc', '/dev', '/sys', projectFolder, dirname(process.execPath)]
  for (const path of mounts) await mkdir(join(root, path), { recursive: true })
  const script = `set -e
${mounts.map((path) => `mount --rbind '${path}' '${root}${path}'`).join('\n')}
exec chroot "$@"`
  // The command has its own mount namespace. Its mounts disappear with the command, so the test need not unmount anything.
  const inTree = (user: string, command: string, args: string[]): [string, string[]] => [
    'unshare',
    [
      '--mount',
      '--propagation',
      'private',
      'sh',
      '-c',
      script,
      'in-tree',
      `--userspec=${user}`,
      root,
      command,
      ...args,
    ],
  ]
  const env = { ...ENVIRONMENT, LC_ALL: 'C.UTF-8' }
  const asRoot = async (command: string, ...args: string[]) => succeed(...inTree('root', command, args), env)
  return {
    root,
    run: asRoot,
    async install(deb) {
      await copyFile(deb, join(root, 'tmp', 'package.deb'))
      await asRoot('apt-get', ...INSTALL, '--allow-downgrades', '/tmp/package.deb')
    },
    runAsBroker: (command, ...args) =>
      run(...inTree('broker', command, args), { env: { ...env, HOME: '/home/broker', TMPDIR: '/tmp' } }),
  }
}

/** Creates the base system, of which each tree is a copy. It uses the package mirror and the settings of this computer's apt. */
async function bootstrap(base: string): Promise<void> {
  const made = `${base}.${process.pid}`
  const inMade = (...line: string[]) => succeed('chroot', [made, ...line], ENVIRONMENT)
  try {
    const uris = (await succeed('apt-get', ['indextargets', '--format', '$(REPO_URI)'])).split('\n')
    const mirror = uris.find((uri) => /\/debian\/?$/.test(uri)) ?? 'http://deb.debian.org/debian'
    await mkdir(cacheFolder, { recursive: true })
    await succeed('debootstrap', ['--variant=minbase', RELEASE, made, mirror])
    const settings = await succeed('apt-config', ['dump', 'Acquire'])
    await writeFile(join(made, 'etc', 'apt', 'apt.conf.d', '99host'), settings)
    await copyFile('/etc/resolv.conf', join(made, 'etc', 'resolv.conf'))
    await copyFile('/etc/hosts', join(made, 'etc', 'hosts'))
    // This policy prevents packages from starting services during their installation.
    await writeFile(join(made, 'usr', 'sbin', 'policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
    await inMade('apt-get', 'update', '-qq')
    await inMade('apt-get', ...INSTALL, ...SESSION)
    await inMade('useradd', '--create-home', '--shell', '/bin/bash', 'broker')
    await rename(made, base)
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

/** Runs a command and returns its output. Rejects if it fails. */
async function succeed(command: string, args: string[], env = process.env): Promise<string> {
  const { code, stdout, output } = await run(command, args, { env })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`)
  return stdout
}
