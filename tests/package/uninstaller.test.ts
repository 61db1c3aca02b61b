import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { projectFolder } from '../../build/runtime/cache.mjs'
import { skipped } from '../support/skipped.ts'
import { makeInstaller, whyNoWine, Wine, windowsPath } from './nsis/wine.ts'

// Tests our additions to the Windows uninstaller (build/packaging/installer.nsh). They run as a Windows program, as part of a small test
// installer. electron-builder's full installer needs NSIS plugins that no Debian package contains.

const missing = whyNoWine()
const RUN = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Run`
const LINK = String.raw`HKCU\Software\Classes\fundingdesk`
const APP_ID = 'com.fundingdesk.app'
const ALL_SECRETS = ['sandbox', 'production'].flatMap((environment) =>
  ['client-secret', 'relay-token', 'vault-key', 'proxy-password'].map((kind) => `${environment}/${kind}`),
)
const VAULT_KEYS = ['sandbox/vault-key', 'production/vault-key']

describe.skipIf(missing !== null)(`the Windows uninstaller${skipped(missing)}`, () => {
  let folder: string
  let wine: Wine
  let installed: string
  let data: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'funding-desk-nsis-'))
    const scripts = join(projectFolder, 'tests', 'package', 'nsis')
    const NSH = join(projectFolder, 'build', 'packaging', 'installer.nsh')
    for (const VERSION of ['1', '2'])
      makeInstaller(join(scripts, 'setup.nsi'), { OUT: join(folder, `setup-${VERSION}.exe`), NSH, VERSION })
    makeInstaller(join(scripts, 'helper.nsi'), { OUT: join(folder, 'helper.exe') })
    wine = await Wine.open(join(folder, 'windows'))
    installed = join(wine.home, 'AppData', 'Local', 'Programs', 'funding-desk')
    data = join(wine.home, 'AppData', 'Roaming', 'Funding Desk')
  })
  afterAll(async () => {
    await wine.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  /**
   * Installs version 1 and creates everything that the app leaves on a computer: data, secrets, an autostart entry, and a link handler.
   */
  beforeEach(async () => {
    await wine.succeed(join(folder, 'setup-1.exe'), '/S')
    await mkdir(data, { recursive: true })
    await writeFile(join(data, 'vault.db'), 'data')
    await mkdir(join(wine.home, 'AppData', 'Local', 'funding-desk-updater'), { recursive: true })
    await wine.succeed(join(folder, 'helper.exe'), '/write')
    await wine.succeed('reg.exe', 'add', RUN, '/v', APP_ID, '/d', 'app', '/f')
    await wine.succeed('reg.exe', 'add', LINK, '/d', 'URL:Funding Desk', '/f')
  })

  const uninstall = (...args: string[]) =>
    wine.run(join(installed, 'uninstall.exe'), [...args, `_?=${windowsPath(installed)}`])
  const secrets = async () => {
    const list = join(folder, 'secrets.txt')
    await wine.succeed(join(folder, 'helper.exe'), `/list=${windowsPath(list)}`)
    return (await readFile(list, 'utf16le')).split('\n').filter((line) => line !== '')
  }
  /** Returns true if the autostart entry and the link handler exist, false if both are missing. Fails if only one of them exists. */
  const isRegistered = async () => {
    const run = (await wine.run('reg.exe', ['query', RUN, '/v', APP_ID])) === 0
    expect((await wine.run('reg.exe', ['query', LINK])) === 0).toBe(run)
    return run
  }
  /** Runs the uninstaller, which asks whether to delete the data. Presses the given button. Returns the text of the question. */
  const answer = async (language: number, button: 'yes' | 'no') => {
    const question = join(folder, `question-${language}-${button}.txt`)
    const code = button === 'yes' ? 6 : 7
    const pressed = wine.run(join(folder, 'helper.exe'), [`/answer=${code},${windowsPath(question)}`])
    expect(await uninstall(`/LANG=${language}`)).toBe(0)
    expect(await pressed).toBe(0)
    return readFile(question, 'utf16le')
  }

  it('keeps data, secrets, autostart, and links when a newer version is silently installed over it', async () => {
    expect(await readFile(join(installed, 'version.txt'), 'utf8')).toBe('1')
    expect(await wine.run(join(folder, 'setup-2.exe'), ['/S'])).toBe(0)
    expect(await readFile(join(installed, 'version.txt'), 'utf8')).toBe('2')
    expect(existsSync(join(data, 'vault.db'))).toBe(true)
    expect(await secrets()).toEqual(ALL_SECRETS)
    expect(await isRegistered()).toBe(true)
    await uninstall('/S')
  })

  it('asks nothing in a silent run, keeps the data and secrets, and removes autostart and links', async () => {
    expect(await uninstall('/S')).toBe(0)
    expect(existsSync(join(installed, 'version.txt'))).toBe(false)
    expect(existsSync(join(data, 'vault.db'))).toBe(true)
    expect(await secrets()).toEqual(ALL_SECRETS)
    expect(await isRegistered()).toBe(false)
  })

  it.each([
    [1033, 'Also delete your funding applications, documents, and settings'],
    [1034, '¿Eliminar también sus solicitudes de financiamiento, documentos y ajustes'],
  ])('asks in the language %i, and keeps the data and secrets on No', async (language, words) => {
    expect(await answer(language, 'no')).toContain(words)
    expect(existsSync(join(data, 'vault.db'))).toBe(true)
    expect(await secrets()).toEqual(ALL_SECRETS)
    expect(await isRegistered()).toBe(false)
  })

  it.each([1033, 1034])(
    'on Yes, in the language %i, deletes the data and all secrets except the vault keys',
    async (language) => {
      await answer(language, 'yes')
      expect(existsSync(data)).toBe(false)
      expect(existsSync(join(wine.home, 'AppData', 'Local', 'funding-desk-updater'))).toBe(false)
      expect(await secrets()).toEqual(VAULT_KEYS)
    },
  )
})
