/**
 * Debian 13 systems, each in a folder ("tree"). Programs of a tree run in a chroot with a private mount namespace. The package tests
 * install the deb into a tree, and `npm run test:windows` takes Wine from one. This module needs root and debootstrap.
 */
import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeOnce } from './cache.mjs'
import { succeed } from './process.mjs'

const RELEASE = 'trixie'
/** Arguments of apt-get that install packages without asking. */
export const INSTALL = ['install', '-y', '-qq', '--no-install-recommends']
const ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' }
/** Environment of programs in a tree. */
export const treeEnvironment = { ...ENVIRONMENT, LC_ALL: 'C.UTF-8' }

/**
 * Packages that form a desktop session. A user's system already has one, so our deb does not depend on them. None of them contains a
 * program of ours.
 */
const SESSION = ['xvfb', 'xauth', 'dbus', 'dbus-x11', 'gnome-keyring', 'fonts-liberation', 'procps']

/** Returns the reason why this computer cannot create a Debian tree, or null if it can. */
export function whyNoDebian() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux can make a Debian tree'
  if (spawnSync('debootstrap', ['--version']).status !== 0)
    return 'debootstrap is not installed (on Debian: apt-get install debootstrap)'
  return null
}

/**
 * Returns the folder of the base tree, of which other trees are copies. Creates it at the first call. It uses the package mirror and the
 * settings of this computer's apt.
 * @param {(line: string) => void} [say]
 * @returns {Promise<string>}
 */
export const debianBase = (say = () => {}) => makeOnce(`debian-${RELEASE}`, say, bootstrap)

/** @param {string} made */
async function bootstrap(made) {
  const inMade = (/** @type {string[]} */ ...line) => succeed('chroot', [made, ...line], { env: ENVIRONMENT })
  const uris = (await succeed('apt-get', ['indextargets', '--format', '$(REPO_URI)'])).split('\n')
  const mirror = uris.find((uri) => /\/debian\/?$/.test(uri)) ?? 'http://deb.debian.org/debian'
  await succeed('debootstrap', ['--variant=minbase', RELEASE, made, mirror])
  const settings = await succeed('apt-config', ['dump', 'Acquire'])
  await writeFile(join(made, 'etc', 'apt', 'apt.conf.d', '99host'), settings)
  await copyFile('/etc/resolv.conf', join(made, 'etc', 'resolv.conf'))
  await copyFile('/etc/hosts', join(made, 'etc', 'hosts'))
  // This policy prevents packages from starting services during their installation.
  await writeFile(join(made, 'usr', 'sbin', 'policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  await inMade('apt-get', 'update', '-qq')
  await inMade('apt-get', ...INSTALL, ...SESSION)
  await inMade('apt-get', 'clean')
  await inMade('useradd', '--create-home', '--shell', '/bin/bash', 'broker')
}

/**
 * Returns the command line that runs a command in a tree. The command has its own mount namespace and its own process namespace. Its mounts
 * disappear with the command, and so do all processes that it started.
 * @param {string} root the tree
 * @param {Readonly<Record<string, string>>} mounts folders and files of this computer, by their paths in the tree
 * @param {string} user
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<[command: string, args: string[]]>}
 */
export async function inTree(root, mounts, user, command, args) {
  const all = Object.entries({ '/dev': '/dev', '/sys': '/sys', ...mounts })
  for (const [path] of all) await mkdir(join(root, path), { recursive: true })
  const script = `set -e
${all.map(([path, from]) => `mount --rbind '${from}' '${root}${path}'`).join('\n')}
mount -t proc proc '${root}/proc'
exec chroot "$@"`
  const namespaces = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child']
  const within = ['sh', '-c', script, 'in-tree', `--userspec=${user}`, root, command, ...args]
  return ['unshare', [...namespaces, ...within]]
}
