/** How electron-builder makes the application of each system. */
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { notesOf } from '../release/changelog.mjs'
import { projectFolder } from '../runtime/cache.mjs'
import { writeNotices } from './notices.mjs'
import { updateSource } from './update-source.mjs'

/** By electron-builder's numbers. */
const ARCHS = ['ia32', 'x64', 'armv7l', 'arm64', 'universal']

/** Where packages are made. */
export const packageFolder = join(projectFolder, 'out', 'package')

/**
 * What users get. Signing and notarisation happen where the environment holds what they need: CSC_LINK and CSC_KEY_PASSWORD;
 * on macOS APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER. With FUNDING_DESK_UPDATES_URL and UPDATE_PUBLIC_KEY the
 * application asks there for updates and believes what that key signed; without them it asks nowhere.
 * @param {{ electronVersion: string, electronDist?: string, isTestRuntime: boolean }} runtime
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {import('electron-builder').Configuration}
 */
export function packagingConfig({ electronVersion, electronDist, isTestRuntime }, env = process.env) {
  const updates = updateSource(env)
  const isForOffices = updates !== null && !isTestRuntime
  const releaseNotes = readNotes()
  needTogether(env, 'APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER')
  if (env['CSC_KEY_PASSWORD'] && !env['CSC_LINK'])
    throw new Error('CSC_KEY_PASSWORD is set, but CSC_LINK is not: nothing would be signed.')
  return {
    appId: 'com.fundingdesk.app',
    productName: 'Funding Desk',
    copyright: `Copyright © ${new Date().getUTCFullYear()} Funding Desk`,
    // Without spaces: it is a file's name on the update server too.
    artifactName: '${name}-${version}-${arch}.${ext}',
    directories: { output: packageFolder, buildResources: 'build' },
    electronVersion,
    ...(electronDist === undefined ? {} : { electronDist }),
    // Prebuilt binaries come inside the packages (ADR 2).
    npmRebuild: false,
    files: [
      'out/main/**',
      'out/preload/**',
      'out/renderer/**',
      'resources/icons/**',
      'package.json',
      '!**/*.map',
      // What is there only to compile them.
      '!**/better-sqlite3-multiple-ciphers/{deps,src}/**',
      '!**/node-addon-api/**',
      // Made for other systems than this package is.
      '!**/better-sqlite3-multiple-ciphers/prebuilds/!(${platform}-${arch}).node',
      '!**/keytar/prebuilds/!(${platform}-${arch})/**',
    ],
    // No packages, only what of them an archive can't hold.
    asar: { smartUnpack: false },
    // As little as can be: the archive's integrity covers nothing beside it. Where the vault's process runs under another Node (ADR 1),
    // which reads no archive, its program and driver lie there too.
    asarUnpack: [
      '**/*.node',
      ...(isTestRuntime
        ? [
            'out/main/vault-host.cjs',
            'out/main/demo-services.cjs',
            'out/main/chunks/**',
            '**/better-sqlite3-multiple-ciphers/**',
          ]
        : []),
    ],
    // docs/security.md says what each is for; tests/package reads them back.
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
    // What is to be updated must be signed: a build that cannot sign fails, in place of one that nobody can install or update.
    win: { target: ['nsis'], icon: 'build/icons/app.ico', forceCodeSigning: isForOffices },
    // For one user, without an administrator. What they wrote stays when the program goes, unless they say otherwise there.
    nsis: {
      oneClick: true,
      perMachine: false,
      deleteAppDataOnUninstall: false,
      include: 'build/packaging/installer.nsh',
    },
    mac: {
      // The updater takes the zip.
      target: ['dmg', 'zip'],
      icon: 'build/icons/app.icns',
      category: 'public.app-category.finance',
      forceCodeSigning: isForOffices,
      hardenedRuntime: true,
      entitlements: 'build/packaging/entitlements.mac.plist',
      entitlementsInherit: 'build/packaging/entitlements.mac.plist',
      notarize: Boolean(env['APPLE_API_KEY']),
    },
    linux: {
      target: ['AppImage', 'deb'],
      icon: 'build/icons/app',
      category: 'Office',
      synopsis: 'Business-funding applications and offers',
      // Chromium's sandbox is never switched off by us. The older AppImage tools would do so by themselves.
      executableArgs: [],
      // One name for windows, links and the menu's entry: package.json's desktopName.
      syncDesktopName: true,
    },
    toolsets: { appimage: '1.0.3' },
    deb: {
      // What the programs are linked to, and what they open while they run.
      depends: ['libasound2', 'libgbm1', 'libgtk-3-0', 'libnotify4', 'libnss3', 'libsecret-1-0', 'xdg-utils'],
      // Something that keeps secrets: without it, the broker types a passphrase at each start.
      recommends: ['gnome-keyring | kwalletmanager'],
      // The smallest, which takes minutes; nobody downloads what was built for tests.
      compression: isTestRuntime ? 'gz' : 'xz',
      packageCategory: 'misc',
      afterInstall: 'build/packaging/deb/after-install.sh',
      afterRemove: 'build/packaging/deb/after-remove.sh',
    },
    // What the broker reads before the new version is installed.
    ...(releaseNotes === '' ? {} : { releaseInfo: { releaseNotes } }),
    publish: updates === null ? null : { provider: 'generic', url: updates.url },
    afterPack: async ({ appOutDir, outDir, arch, packager }) => {
      const resources = packager.getResourcesDir(appOutDir)
      // The runtime's own start page, which has no business in a product.
      await rm(join(resources, 'default_app.asar'), { force: true })
      await writeNotices(resources, outDir, electronVersion, `${packager.platform.name}-${ARCHS[arch]}`)
    },
    extraMetadata: {
      fundingDesk: { testRuntime: isTestRuntime, ...(updates === null ? {} : { updates }) },
    },
  }
}

/**
 * Has debs made by our stand-in for fpm, so that what users get is what tests install, and nothing is downloaded for it.
 * CUSTOM_FPM_PATH names another one.
 */
export function useOwnFpm() {
  process.env['CUSTOM_FPM_PATH'] ||= fileURLToPath(new URL('fpm.mjs', import.meta.url))
}

/**
 * Throws where some are set and others are not: the build would go on without what they are for.
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} names
 */
function needTogether(env, ...names) {
  const missing = names.filter((name) => !env[name])
  if (missing.length > 0 && missing.length < names.length)
    throw new Error(`Of ${names.join(', ')} all or none are to be set. Missing: ${missing.join(', ')}.`)
}

/** What the changelog says of the version that is packaged. */
function readNotes() {
  const changelog = join(projectFolder, 'CHANGELOG.md')
  if (!existsSync(changelog)) return ''
  const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'))
  return notesOf(readFileSync(changelog, 'utf8'), version)
}
