import { spawnSync } from 'node:child_process'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import { build } from 'electron-builder'
import { packagingConfig, useOwnFpm } from '../../build/packaging/config.ts'
import { projectFolder } from '../../build/runtime/cache.mjs'
import { findElectron } from '../../build/runtime/electron.mjs'
import { whyNoDpkg } from './deb.ts'

/** Size of the file that stands for the AppImage runtime. In an AppImage, the packed files start after the runtime. */
const RUNTIME_SIZE = 4096

/** Returns true if this computer has a program, which prints its version if called with `argument`. */
const has = (program: string, argument = '--version') =>
  spawnSync(program, [argument], { stdio: 'ignore' }).error === undefined

/** Returns the reason why this computer cannot build and install an rpm, or null if it can. */
export function whyNoRpm(): string | null {
  if (process.getuid?.() !== 0) return 'only root can install an rpm into a folder'
  return has('rpmbuild') ? null : 'rpmbuild is not installed (on Debian: apt-get install rpm)'
}

/** Returns the reason why this computer cannot build an AppImage, or null if it can. */
export const whyNoAppImage = (): string | null =>
  has('mksquashfs', '-version')
    ? null
    : 'mksquashfs is not installed (on Debian: apt-get install squashfs-tools)'

/**
 * Packages the app in each format for which this computer has the tools. The packages are compressed fast, because good compression takes
 * minutes and does not change the content. `env` contains the settings of the updates.
 */
export async function packageForTests(folder: string, env: NodeJS.ProcessEnv) {
  const electron = await findElectron()
  const isTestRuntime = electron.source === 'test-runtime'
  const config = packagingConfig(
    {
      electronVersion: electron.version,
      isTestRuntime,
      ...(isTestRuntime ? { electronDist: electron.dist } : {}),
    },
    { ...process.env, ...env },
  )
  const formats = [
    ...(whyNoDpkg() === null ? ['deb'] : []),
    ...(whyNoRpm() === null ? ['rpm'] : []),
    ...(whyNoAppImage() === null ? ['AppImage'] : []),
  ]
  useOwnFpm()
  process.env['APPIMAGE_TOOLS_PATH'] = await makeAppImageTools(join(folder, 'appimage-tools'))
  const output = join(folder, 'out')
  await build({
    projectDir: projectFolder,
    ...(formats.length > 0 ? { linux: formats } : { dir: true }),
    publish: 'never',
    config: {
      ...config,
      deb: { ...config.deb, compression: 'gz' },
      rpm: { ...config.rpm, compression: 'gzip' },
      directories: { ...config.directories, output },
    },
  })
  const files = await readdir(output)
  const find = (end: string) => join(output, files.find((file) => file.endsWith(end)) ?? '')
  return {
    unpacked: join(output, 'linux-unpacked'),
    deb: find('.deb'),
    rpm: find('.rpm'),
    appImage: find('.AppImage'),
    isTestRuntime,
  }
}

/**
 * Makes the tools that electron-builder would download to build an AppImage. The packing program is Debian's, with fast compression. The
 * runtime, which is in no Debian package, is replaced by an empty file. A real runtime mounts the packed files and starts `AppRun`.
 */
async function makeAppImageTools(folder: string): Promise<string> {
  await mkdir(join(folder, 'runtimes'), { recursive: true })
  for (const arch of ['x64', 'arm64']) {
    await mkdir(join(folder, 'lib', arch), { recursive: true })
    await writeFile(join(folder, 'runtimes', `runtime-${arch}`), Buffer.alloc(RUNTIME_SIZE))
  }
  const pack = '#!/bin/sh\nexec mksquashfs "$@" -Xcompression-level 1\n'
  await writeFile(join(folder, 'mksquashfs'), pack)
  await writeFile(join(folder, 'desktop-file-validate'), '#!/bin/sh\n')
  for (const name of ['mksquashfs', 'desktop-file-validate']) await chmod(join(folder, name), 0o755)
  return folder
}

/** Unpacks an AppImage into the folder `target`, in which `AppRun` starts the app. */
export function unpackAppImage(file: string, target: string): void {
  const { status, stderr } = spawnSync(
    'unsquashfs',
    ['-quiet', '-no-progress', '-offset', `${RUNTIME_SIZE}`, '-dest', target, file],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`unsquashfs ended with ${status}:\n${stderr}`)
}

/**
 * Turns on the inspector fuse (a switch in Electron's binary) of a program. Playwright needs the inspector, and the shipped program has
 * it off.
 */
export const allowPlaywright = (file: string) =>
  flipFuses(file, { version: FuseVersion.V1, [FuseV1Options.EnableNodeCliInspectArguments]: true })
