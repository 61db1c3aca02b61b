import { copyFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { projectFolder } from '../../build/runtime/cache.mjs'
import { debianBase, INSTALL, inTree, treeEnvironment } from '../../build/runtime/debian-tree.mjs'
import { run, succeed } from '../../build/runtime/process.mjs'

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

/**
 * Creates a Debian 13 system in the folder `root`, with the user `broker`. Programs in this system run in a chroot. In a chroot, Linux
 * forbids user namespaces, as Ubuntu 24.04 always does. The programs see the project's folder and the folder of its Node under their usual
 * paths.
 */
export async function makeDebianTree(root: string): Promise<DebianTree> {
  await succeed('cp', ['--archive', await debianBase(), root])
  const node = dirname(process.execPath)
  const mounts = { [projectFolder]: projectFolder, [node]: node }
  const asRoot = async (command: string, ...args: string[]) =>
    succeed(...(await inTree(root, mounts, 'root', command, args)), { env: treeEnvironment })
  return {
    root,
    run: asRoot,
    async install(deb) {
      await copyFile(deb, join(root, 'tmp', 'package.deb'))
      await asRoot('apt-get', ...INSTALL, '--allow-downgrades', '/tmp/package.deb')
    },
    runAsBroker: async (command, ...args) =>
      run(...(await inTree(root, mounts, 'broker', command, args)), {
        env: { ...treeEnvironment, HOME: '/home/broker', TMPDIR: '/tmp' },
        endsSlowly: true,
      }),
  }
}
