import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEEP_LINK_SCHEME } from '../../src-shared/platform/addresses/deep-link.ts'
import { ENVIRONMENTS } from '../../src-shared/platform/words/vocabulary.ts'
import {
  keychainAccount,
  keychainService,
  SECRET_KINDS,
} from '../../src-shared/platform/base/keychain-names.ts'
import { projectFolder } from '../runtime/cache.mjs'
import { packagingConfig, withAppleKeyFile } from './config.ts'

// Installers of other systems cannot be built here. These tests only check what electron-builder does not: that the names in the
// configuration agree with the app. tests/package builds and starts the packages for Linux.

const runtime = { electronVersion: '45.4.1', isTestRuntime: false }
const config = packagingConfig(runtime, {}, 'win32')
const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8')

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

test('the uninstaller for Windows names the secrets, the autostart entry, and the links as the app does', () => {
  const script = read('build/packaging/installer.nsh')
  const kinds = SECRET_KINDS.filter((kind) => kind !== 'vault-key')
  const accounts = ENVIRONMENTS.flatMap((environment) =>
    kinds.map((kind) => keychainAccount(environment, kind)),
  )
  const deleted = [...script.matchAll(/!insertmacro deleteSecret "([^"]*)"/g)]
  expect(deleted.map(([, account]) => account)).toEqual(accounts)
  expect(script).toContain(`CredDeleteW(w "${keychainService(null)}/\${ACCOUNT}", i 1, i 0)`)
  expect(script).toContain(`DeleteRegKey HKCU "Software\\Classes\\${DEEP_LINK_SCHEME}"`)
  // Electron names the autostart entry after the app's user model id, and the uninstaller after `appId`.
  expect(read('src-main/platform/electron/app-lifecycle.ts')).toContain(
    `setAppUserModelId('${config.appId}')`,
  )
})

test('the macOS package is notarized with a complete Apple API key, and fails to build with incomplete key or certificate settings', () => {
  const key = { APPLE_API_KEY: 'key.p8', APPLE_API_KEY_ID: 'id', APPLE_API_ISSUER: 'issuer' }
  expect(config.mac).toMatchObject({ notarize: false })
  expect(packagingConfig(runtime, key).mac).toMatchObject({ notarize: true })
  expect(() => packagingConfig(runtime, { ...key, APPLE_API_ISSUER: '' })).toThrow(
    'Missing: APPLE_API_ISSUER',
  )
  expect(() => packagingConfig(runtime, { CSC_KEY_PASSWORD: 'secret' })).toThrow('CSC_LINK is not')
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
