/** Configuration of electron-builder (the program that packages the app) for each system. */
import type { Configuration } from 'electron-builder'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { notesOf } from '../release/make-release.mjs'
import { updateSource } from '../release/update-keys.mjs'
import { packageFolder, projectFolder } from '../runtime/cache.mjs'
import { writeNotices } from './notices.ts'

/** Names of the processor architectures, in electron-builder's order: electron-builder passes only an index to `afterPack`. */
const ARCHS = ['ia32', 'x64', 'armv7l', 'arm64', 'universal']

/** electron-builder makes the icon files of Windows and macOS from this picture. */
const LARGEST_ICON = 'build/icons/app/1024x1024.png'

/**
 * Returns the packaging configuration. Signs and notarizes if the environment contains the required values: CSC_LINK and CSC_KEY_PASSWORD;
 * on macOS also APPLE_API_KEY, APPLE_API_KEY_ID, and APPLE_API_ISSUER. If FUNDING_DESK_UPDATES_URL and UPDATE_PUBLIC_KEY are set, the
 * packaged application checks that server for updates and trusts that key. Otherwise it never checks for updates. Packages for `system`.
 */
export function packagingConfig(
  {
    electronVersion,
    electronDist,
    isTestRuntime,
  }: { electronVersion: string; electronDist?: string; isTestRuntime: boolean },
  env: NodeJS.ProcessEnv = process.env,
  system: NodeJS.Platform = process.platform,
): Configuration {
  const updates = updateSource(env)
  const isForManagedInstall = updates !== null && !isTestRuntime
  const releaseNotes = readNotes()
  needTogether(env, 'APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER')
  if (env['CSC_KEY_PASSWORD'] && !env['CSC_LINK'])
    throw new Error('CSC_KEY_PASSWORD is set, but CSC_LINK is not, so the build would be unsigned.')
  return {
    appId: 'com.fundingdesk.app',
    // On Linux, this is also the name of the folder into which the app is installed. The name has no space, because Chromium's setuid
    // sandbox helper does not start from a path with a space.
    productName: system === 'linux' ? 'funding-desk' : 'Funding Desk',
    copyright: `Copyright © ${new Date().getUTCFullYear()} Funding Desk`,
    // The name has no spaces, because it is also a file name on the update server.
    artifactName: '${name}-${version}-${arch}.${ext}',
    directories: { output: packageFolder, buildResources: 'build' },
    electronVersion,
    ...(electronDist === undefined ? {} : { electronDist }),
    // Do not compile native modules, because their packages contain prebuilt binaries (ADR 2).
    npmRebuild: false,
    files: [
      'out/main/**',
      'out/preload/**',
      'out/renderer/**',
      'resources/icons/**',
      'package.json',
      '!**/*.map',
      // Exclude the source code of native modules, which is needed only to compile them.
      '!**/better-sqlite3-multiple-ciphers/{deps,src}/**',
      '!**/node-addon-api/**',
      // Exclude native modules that were compiled for other systems.
      '!**/better-sqlite3-multiple-ciphers/prebuilds/!(${platform}-${arch}).node',
      '!**/keytar/prebuilds/!(${platform}-${arch})/**',
    ],
    // Unpack only the single files that must be outside the archive (asar), not whole packages.
    asar: { smartUnpack: false },
    // Unpack as few files as possible, because the integrity check of the archive does not cover unpacked files. With the test runtime, the
    // processes of the app run under a separate Node (ADR 1), which cannot read the archive. In this case, also unpack their programs, the
    // data that they read, the canvas, and the database driver.
    asarUnpack: [
      '**/*.node',
      ...(isTestRuntime
        ? [
            'out/main/vault-host.cjs',
            'out/main/demo-services.cjs',
            'out/main/application-host.cjs',
            'out/main/pdf-application-worker.cjs',
            'out/main/statement-host.cjs',
            'out/main/statement-worker.cjs',
            'out/main/recognize-worker.cjs',
            'out/main/eng.traineddata.gz',
            'out/main/pdfjs/**',
            'out/main/chunks/**',
            '**/better-sqlite3-multiple-ciphers/**',
            '**/@napi-rs/**',
          ]
        : []),
    ],
    // docs/security.md explains each fuse (a setting inside the Electron binary). tests/package checks the fuses.
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    },
    protocols: [{ name: 'Funding Desk', schemes: ['fundingdesk'] }],
    // If users get updates for this build, it must be signed: users could neither install nor update an unsigned app. Packaging fails if it
    // cannot sign the build.
    win: { target: ['nsis'], icon: LARGEST_ICON, forceCodeSigning: isForManagedInstall },
    // The installer installs the app for one user, without administrator rights. The uninstaller keeps the user's data unless the user
    // decides otherwise.
    nsis: {
      oneClick: true,
      perMachine: false,
      deleteAppDataOnUninstall: false,
      include: 'build/packaging/installer.nsh',
    },
    mac: {
      // Users install the app from the dmg. The installed app updates itself from the zip.
      target: ['dmg', 'zip'],
      icon: LARGEST_ICON,
      category: 'public.app-category.finance',
      forceCodeSigning: isForManagedInstall,
      hardenedRuntime: true,
      entitlements: 'build/packaging/entitlements.mac.plist',
      entitlementsInherit: 'build/packaging/entitlements.mac.plist',
      notarize: Boolean(env['APPLE_API_KEY']),
    },
    linux: {
      target: ['AppImage', 'deb', 'rpm'],
      icon: 'build/icons/app',
      category: 'Office',
      synopsis: 'Business-funding applications and offers',
      // Pass no arguments to the app. By default, older AppImage tools pass --no-sandbox, which would disable Chromium's sandbox.
      executableArgs: [],
      // Use `desktopName` of package.json as the name for windows, links, and the menu entry.
      syncDesktopName: true,
      desktop: { entry: { Name: 'Funding Desk' } },
    },
    toolsets: { appimage: '1.0.3' },
    deb: {
      // Packages with libraries that the programs of the app link to or load at run time.
      depends: ['libasound2', 'libgbm1', 'libgtk-3-0', 'libnotify4', 'libnss3', 'libsecret-1-0', 'xdg-utils'],
      // Recommend a secret store. Without a secret store, the broker must type a passphrase at each start.
      recommends: ['gnome-keyring | kwalletmanager'],
      // xz takes minutes, but makes the smallest package.
      compression: 'xz',
      packageCategory: 'misc',
      afterInstall: 'build/packaging/deb/after-install.sh',
      afterRemove: 'build/packaging/deb/after-remove.sh',
    },
    rpm: {
      // rpmbuild adds the libraries to which the programs link. The app also loads libnotify at run time.
      depends: ['libnotify.so.4()(64bit)', 'xdg-utils'],
      compression: 'xz',
      fpm: ['--license', 'Proprietary', '--rpm-tag', 'Recommends: gnome-keyring'],
    },
    // Add the release notes. The installed app shows them to the broker before it installs the new version.
    ...(releaseNotes === '' ? {} : { releaseInfo: { releaseNotes } }),
    publish: updates === null ? null : { provider: 'generic', url: updates.url },
    afterPack: async ({ appOutDir, outDir, arch, packager }) => {
      const resources = packager.getResourcesDir(appOutDir)
      // Delete Electron's default start page, which a product does not need.
      await rm(join(resources, 'default_app.asar'), { force: true })
      await writeNotices(resources, outDir, electronVersion, `${packager.platform.name}-${ARCHS[arch]}`)
    },
    extraMetadata: {
      fundingDesk: { testRuntime: isTestRuntime, ...(updates === null ? {} : { updates }) },
    },
  }
}

/**
 * Makes electron-builder build debs and rpms with our replacement for its tool fpm, which it would otherwise download. Thus, the tests and
 * the users get the same package. Set CUSTOM_FPM_PATH to use another replacement. Ours needs the Node that runs this script.
 */
export function useOwnFpm() {
  process.env['CUSTOM_FPM_PATH'] ||= fileURLToPath(new URL('fpm.ts', import.meta.url))
  process.env['PATH'] = [dirname(process.execPath), process.env['PATH']].join(delimiter)
}

/**
 * Throws if only some of the variables `names` are set. Without this check, the build would silently skip the step (such as notarizing)
 * that needs all of them.
 */
function needTogether(env: NodeJS.ProcessEnv, ...names: string[]) {
  const missing = names.filter((name) => !env[name])
  if (missing.length > 0 && missing.length < names.length)
    throw new Error(`Set all of ${names.join(', ')}, or none of them. Missing: ${missing.join(', ')}.`)
}

/** Returns the changelog section of the packaged version. */
function readNotes() {
  const changelog = join(projectFolder, 'CHANGELOG.md')
  if (!existsSync(changelog)) return ''
  const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'))
  return notesOf(readFileSync(changelog, 'utf8'), version)
}

/**
 * Runs `work` with APPLE_API_KEY set to the path of a file. Apple's tool needs a file, but a secret of GitHub is the key itself. If the
 * variable contains the key, writes the key to a file that exists only while `work` runs.
 */
export async function withAppleKeyFile<T>(env: NodeJS.ProcessEnv, work: () => Promise<T>): Promise<T> {
  const key = env['APPLE_API_KEY']
  if (!key?.includes('-----BEGIN')) return work()
  const folder = await mkdtemp(join(tmpdir(), 'funding-desk-key-'))
  try {
    const file = join(folder, 'key.p8')
    await writeFile(file, `${key.trim()}\n`, { mode: 0o600 })
    env['APPLE_API_KEY'] = file
    return await work()
  } finally {
    env['APPLE_API_KEY'] = key
    await rm(folder, { recursive: true, force: true })
  }
}
