import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder, projectFolder } from '../../build/runtime/cache.mjs'

/** The programs of a desktop session, which a package does not bring, and no program of ours. */
const SESSION = ['xvfb', 'xauth', 'dbus', 'dbus-x11', 'gnome-keyring', 'fonts-liberation', 'procps']
const RELEASE = 'trixie'

export interface DebianTree {
  /** Folder of the tree's root. */
  root: string
  /** Installs a package file with apt, with everything that it depends on. */
  install(deb: string): void
  /** Runs a command as root inside the tree and returns its output. Throws if it fails. */
  run(command: string, ...args: string[]): string
  /** Runs a command as the user `broker`, who has no rights beyond those of any user. */
  runAsBroker(command: string, ...args: string[]): { status: number | null; stdout: string; stderr: string }
}

/** Null if a Debian tree can be made here, otherwise the reason. */
export function whyNoDebian(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux can make a Debian tree'
  if (spawnSync('debootstrap', ['--version']).status !== 0)
    return 'debootstrap is not installed (on Debian: apt-get install debootstrap)'
  return null
}

/**
 * Makes a Debian 13 system in `root`, with the user `broker`. Programs in it run in a chroot, where Linux denies user namespaces, as
 * Ubuntu 24.04 does everywhere. They see the project and its Node under their usual paths.
 */
export async function makeDebianTree(root: string): Promise<DebianTree> {
  const base = join(cacheFolder, `debian-${RELEASE}`)
  if (!existsSync(base)) await bootstrap(base)
  succeed('cp', ['--archive', base, root])

  const mounts = ['/proc', '/dev', '/sys', projectFolder, process.execPath.replace(/\/[^/]+$/, '')]
  for (const path of mounts) await mkdir(join(root, path), { recursive: true })
  const script = `set -e
${mounts.map((path) => `mount --rbind '${path}' '${root}${path}'`).join('\n')}
exec chroot "$@"`
  // The mounts exist only in the mount namespace of this command, so nothing is left to unmount.
  const inTree = (user: string, line: string[], env: NodeJS.ProcessEnv) =>
    spawnSync(
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
        ...line,
      ],
      { encoding: 'utf8', env, maxBuffer: 50e6, timeout: 200_000 },
    )
  const variables = {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    LC_ALL: 'C.UTF-8',
    DEBIAN_FRONTEND: 'noninteractive',
  }
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = inTree('root', [command, ...args], variables)
    if (status !== 0)
      throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
    return stdout
  }
  return {
    root,
    run,
    install(deb) {
      succeed('cp', [deb, join(root, 'tmp', 'package.deb')])
      run(
        'apt-get',
        'install',
        '-y',
        '-qq',
        '--no-install-recommends',
        '--allow-downgrades',
        '/tmp/package.deb',
      )
    },
    runAsBroker: (command, ...args) =>
      inTree('broker', [command, ...args], { ...variables, HOME: '/home/broker', TMPDIR: '/tmp' }),
  }
}

/** Makes the system that the trees are copied from, with the mirror and the settings of this computer's apt. */
async function bootstrap(base: string): Promise<void> {
  const made = `${base}.${process.pid}`
  const { stdout: indexes } = spawnSync('apt-get', ['indextargets', '--format', '$(REPO_URI)'], {
    encoding: 'utf8',
  })
  const mirror = indexes.split('\n').find((uri) => /\/debian\/?$/.test(uri)) ?? 'http://deb.debian.org/debian'
  await mkdir(cacheFolder, { recursive: true })
  succeed('debootstrap', ['--variant=minbase', RELEASE, made, mirror])
  const { stdout: settings } = spawnSync('apt-config', ['dump', 'Acquire'], { encoding: 'utf8' })
  await writeFile(join(made, 'etc', 'apt', 'apt.conf.d', '99host'), settings)
  await copyFile('/etc/resolv.conf', join(made, 'etc', 'resolv.conf'))
  await copyFile('/etc/hosts', join(made, 'etc', 'hosts'))
  // No package starts a service.
  await writeFile(join(made, 'usr', 'sbin', 'policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' }
  succeed('chroot', [made, 'apt-get', 'update', '-qq'], env)
  succeed('chroot', [made, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...SESSION], env)
  succeed('chroot', [made, 'useradd', '--create-home', '--shell', '/bin/bash', 'broker'], env)
  await rename(made, base)
}

function succeed(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    env,
    maxBuffer: 50e6,
  })
  if (status !== 0)
    throw new Error(`${command} ${args[0]} ended with ${status}: ${error?.message ?? ''}\n${stdout}${stderr}`)
}
