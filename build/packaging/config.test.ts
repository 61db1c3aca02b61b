import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DEEP_LINK_SCHEME } from '../../src-shared/platform/addresses/deep-link.ts'
import { ENVIRONMENTS } from '../../src-shared/platform/words/vocabulary.ts'
import {
  keychainAccount,
  keychainService,
  SECRET_KINDS,
} from '../../src-shared/platform/base/keychain-names.ts'
import { projectFolder } from '../runtime/cache.mjs'
import { packagingConfig, withAppleKeyFile } from './config.ts'

// Installers of other systems cannot be built here, so only their configuration is tested. tests/package shows that electron-builder
// accepts the configuration.

const runtime = { electronVersion: '45.4.1', isTestRuntime: false }
const config = packagingConfig(runtime, {}, 'win32')
const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8')

test('the packaging configuration contains the product details for Windows file properties, the macOS plist, the deb, and the rpm', () => {
  expect(config).toMatchObject({ appId: 'com.fundingdesk.app', productName: 'Funding Desk' })
  expect(config.copyright).toMatch(/^Copyright © \d{4} Funding Desk$/)
  const described = JSON.parse(read('package.json')) as Record<string, unknown>
  expect(described).toMatchObject({ author: { name: 'Funding Desk', email: expect.stringContaining('@') } })
  expect(described['homepage']).toMatch(/^https:/)
  expect(config.protocols).toEqual([{ name: 'Funding Desk', schemes: ['fundingdesk'] }])
})

test('Linux packages use a product name without a space, which the setuid sandbox helper requires', () => {
  const linux = packagingConfig(runtime, {}, 'linux')
  expect(linux.productName).toBe('funding-desk')
  expect(linux.linux?.desktop).toEqual({ entry: { Name: 'Funding Desk' } })
})

test('the names of uploaded files contain only URL-safe characters', () => {
  expect(config.artifactName).toMatch(/^[\w${}.-]+$/)
})

test('leaves only native modules outside the integrity-checked archive, and in the test runtime also the vault host', () => {
  expect(config.asarUnpack).toEqual(['**/*.node'])
  expect(packagingConfig({ ...runtime, isTestRuntime: true }, {}).asarUnpack).toContain(
    'out/main/vault-host.cjs',
  )
})

test('refers only to existing files in the build folder', () => {
  // The match starts at the quote, so that it finds only relative paths. The absolute path of the checkout may also contain a folder
  // "build".
  const named = [...JSON.stringify(config).matchAll(/"(build\/[\w./-]+)/g)].map(([, path = '']) => path)
  expect(named).toContain('build/icons/app/1024x1024.png')
  expect(named.filter((path) => !existsSync(join(projectFolder, path)))).toEqual([])
})

test('the icon folder contains exactly one PNG for each required size, and the app loads the one of 512 pixels', () => {
  const folder = join(projectFolder, 'build', 'icons', 'app')
  const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
  expect(readdirSync(folder).toSorted()).toEqual(sizes.map((size) => `${size}x${size}.png`).toSorted())
  for (const size of sizes) {
    const png = readFileSync(join(folder, `${size}x${size}.png`))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size])
  }
  const shown = readFileSync(join(projectFolder, 'resources', 'icons', 'app.png'))
  expect(shown.equals(readFileSync(join(folder, '512x512.png')))).toBe(true)
})

describe('the Windows installer', () => {
  test('installs for one user and needs no administrator', () => {
    expect(config.win?.target).toEqual(['nsis'])
    expect(config.nsis).toMatchObject({ oneClick: true, perMachine: false })
    expect(config.nsis?.allowElevation).toBeUndefined()
  })

  test('uninstalls without deleting the data unless the broker asks for it', () => {
    expect(config.nsis).toMatchObject({
      deleteAppDataOnUninstall: false,
      include: 'build/packaging/installer.nsh',
    })
    const script = read('build/packaging/installer.nsh')
    const asked = script.indexOf('MessageBox MB_YESNO')
    const [update, silent] = [script.indexOf('${ifNot} ${isUpdated}'), script.indexOf('"/S"')]
    const deleted = [...script.matchAll(/RMDir \/r "([^"]*)"/g)]
    expect(update).toBeGreaterThan(0)
    expect([update < silent, silent < asked]).toEqual([true, true])
    expect(script).toContain('MB_DEFBUTTON2 "$R2" IDYES')
    expect(deleted.map(([, folder]) => folder)).toEqual([
      '$APPDATA\\${PRODUCT_NAME}',
      '$LOCALAPPDATA\\funding-desk-updater',
    ])
    for (const { index } of deleted) expect(index).toBeGreaterThan(asked)
  })

  test('deletes the stored secrets together with the data, except the vault key', () => {
    const script = read('build/packaging/installer.nsh')
    const deleted = [...script.matchAll(/!insertmacro deleteSecret "([^"]*)"/g)]
    const kinds = SECRET_KINDS.filter((kind) => kind !== 'vault-key')
    const accounts = ENVIRONMENTS.flatMap((environment) =>
      kinds.map((kind) => keychainAccount(environment, kind)),
    )
    expect(deleted.map(([, account]) => account)).toEqual(accounts)
    expect(script).toContain(`CredDeleteW(w "${keychainService(null)}/\${ACCOUNT}", i 1, i 0)`)
    const asked = script.indexOf('MessageBox MB_YESNO')
    for (const { index } of deleted) expect(index).toBeGreaterThan(asked)
  })

  test('removes autostart and link handlers at every uninstall, but never at an update', () => {
    const script = read('build/packaging/installer.nsh')
    const taken = [...script.matchAll(/DeleteReg(?:Value|Key) HKCU "([^"]*)"(?: "([^"]*)")?/g)]
    expect(taken.map(([, key, value]) => [key, value])).toEqual([
      [String.raw`Software\Microsoft\Windows\CurrentVersion\Run`, '${APP_ID}'],
      [String.raw`Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run`, '${APP_ID}'],
      [`Software\\Classes\\${DEEP_LINK_SCHEME}`, undefined],
    ])
    // Electron names the autostart entry in the Windows registry after the app's user model id. The uninstaller deletes the entry named
    // `appId`. The two ids must therefore be equal.
    expect(read('src-main/platform/electron/app-lifecycle.ts')).toContain(
      `setAppUserModelId('${config.appId}')`,
    )
    const [update, silent] = [script.indexOf('${ifNot} ${isUpdated}'), script.indexOf('"/S"')]
    for (const { index } of taken) expect([update < index, index < silent]).toEqual([true, true])
  })
})

describe('the macOS package', () => {
  test('is built as dmg and as zip, with the hardened runtime and a single entitlement', () => {
    expect(config.mac).toMatchObject({ target: ['dmg', 'zip'], hardenedRuntime: true, notarize: false })
    const entitlements = read(config.mac?.entitlements ?? '').match(/<key>[^<]+/g)
    expect(entitlements).toEqual(['<key>com.apple.security.cs.allow-jit'])
    expect(config.mac?.entitlementsInherit).toBe(config.mac?.entitlements)
  })

  test('is notarized with a complete Apple API key, and fails to build with incomplete key or certificate settings', () => {
    const key = { APPLE_API_KEY: 'key.p8', APPLE_API_KEY_ID: 'id', APPLE_API_ISSUER: 'issuer' }
    expect(packagingConfig(runtime, key).mac).toMatchObject({ notarize: true })
    expect(() => packagingConfig(runtime, { ...key, APPLE_API_ISSUER: '' })).toThrow(
      'Missing: APPLE_API_ISSUER',
    )
    expect(() => packagingConfig(runtime, { CSC_KEY_PASSWORD: 'secret' })).toThrow('CSC_LINK is not')
  })
})

const KEY = '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----'

test('a notarization key that is given as text is in a file while the app is packaged, even if packaging fails', async () => {
  const env: NodeJS.ProcessEnv = { APPLE_API_KEY: KEY }
  let file = ''
  const packaging = withAppleKeyFile(env, () => {
    file = env['APPLE_API_KEY'] ?? ''
    expect(readFileSync(file, 'utf8')).toBe(`${KEY}\n`)
    return Promise.reject(new Error('It failed.'))
  })
  await expect(packaging).rejects.toThrow('It failed.')
  expect(existsSync(file)).toBe(false)
  expect(env).toEqual({ APPLE_API_KEY: KEY })
})

test.each([{}, { APPLE_API_KEY: '' }, { APPLE_API_KEY: 'key.p8' }])(
  'a notarization key that is given as a path, or not at all, stays as it is: %j',
  async (given: NodeJS.ProcessEnv) => {
    const env = { ...given }
    await withAppleKeyFile(env, () => Promise.resolve(expect(env).toEqual(given)))
  },
)

describe('the Linux packages', () => {
  test('include a Flatpak manifest with the same app id and without access to the home folder', () => {
    const manifest = read('build/packaging/flatpak/com.fundingdesk.app.yml')
    const { appId } = config
    expect(manifest).toContain(`\nid: ${appId}\n`)
    expect(manifest).toContain(`MimeType=x-scheme-handler/${DEEP_LINK_SCHEME};`)
    const allowed = [...manifest.matchAll(/^ {2}- --(?:filesystem|talk-name)=(\S+)$/gm)].map(
      ([, what]) => what,
    )
    expect(allowed).toEqual([
      'org.freedesktop.Notifications',
      'org.freedesktop.secrets',
      'org.kde.StatusNotifierWatcher',
      'xdg-documents',
    ])
    expect(manifest).toContain('exec zypak-wrapper /app/funding-desk/funding-desk "$@"')
    expect(manifest).not.toContain('no-sandbox')
    const [, icon = ''] = /path: \.\.\/\.\.\/(icons\/\S+)/.exec(manifest) ?? []
    expect(existsSync(join(projectFolder, 'build', icon))).toBe(true)
  })

  test('are an AppImage, a deb, and an rpm, none of which disables the sandbox', () => {
    expect(config.linux).toMatchObject({ target: ['AppImage', 'deb', 'rpm'], executableArgs: [] })
    // AppImage tools before version 1 would add --no-sandbox to the menu entry.
    expect(config.toolsets?.appimage).toMatch(/^[1-9]/)
  })
})
