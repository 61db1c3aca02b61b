import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app, crashReporter, dialog, Menu, nativeTheme } from 'electron'
import {
  keychainAccount,
  keychainService,
  LOCK_ACCOUNT,
  SECRETS_FILE,
} from '../src-shared/platform/base/keychain-names.ts'
import { chooseLanguage, loadMessages } from '../src-shared/platform/texts/load-messages.ts'
import { setMessages, messages } from '../src-shared/platform/texts/messages.ts'
import { startedBySystem } from './platform/electron/login-item.ts'
import { linkAmong, startSingleInstance } from './platform/electron/app-lifecycle.ts'
import { declareAppScheme, serveApp } from './platform/electron/app-protocol.ts'
import { AppWindows, denyDownloads, denyPermissions, keepToTheApp } from './platform/electron/app-windows.ts'
import { keepSpellingHere } from './platform/electron/context-menu.ts'
import { chooseDataFolder } from './platform/electron/development-settings.ts'
import { DeferredIpc } from './platform/ipc/deferred-ipc.ts'
import { readOpening } from './platform/electron/opening.ts'
import { clearStaleLock } from './platform/files/stale-lock.ts'
import { isWritable } from './platform/files/write-atomically.ts'
import { forkEarly } from './platform/processes/fork-process.ts'
import { prefetchSecrets } from './platform/keychain/prefetch-secrets.ts'
import { environmentsOf } from './platform/vault/storage/places.ts'
import { prewarmVault } from './platform/vault/prewarm-vault.ts'
import type { App } from './app/main.ts'

/*
 * Entry point of main. It first opens the window and starts the vault's process, and then loads everything else (app/main.ts). Do
 * not import anything large here: no schemas, and no room (docs/performance.md).
 */

const vaultHost = forkEarly(join(__dirname, 'vault-host.cjs'), 'Funding Desk vault')
declareAppScheme()
denyDownloads()
// Removes Electron's default menu, which takes time to build. The app's own menu is set with the first screen. On macOS, the default menu
// remains, because it provides the shortcuts for quit and copy.
if (process.platform !== 'darwin') Menu.setApplicationMenu(null)
const profile = chooseDataFolder()
// Crash dumps stay on this computer for a limited time. The crash reporter covers only processes that start after this call.
app.setPath('crashDumps', join(app.getPath('userData'), 'crash-dumps'))
crashReporter.start({ uploadToServer: false })
const preferencesFile = join(app.getPath('userData'), 'preferences.json')
const opening = readOpening(preferencesFile)
let composed: App | null = null

const calls = new DeferredIpc()
const devServerUrl = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']
/** A passphrase file needs its passphrase at each start, before any data can be read. The app then starts without its own lock. */
const startsLocked = opening.has_pin && !existsSync(join(app.getPath('userData'), SECRETS_FILE))
const windows = new AppWindows({
  startsLocked,
  preload: join(__dirname, '../preload/index.cjs'),
  devServerUrl,
  zoom: () => composed?.preferences.get().appearance.zoom ?? opening.zoom,
  place: () => (composed === null ? opening.window : composed.preferences.get().window),
  keepPlace: (window) => composed?.keepPlace(window),
})
async function start(): Promise<void> {
  nativeTheme.themeSource = opening.color_scheme
  denyPermissions()
  keepToTheApp(devServerUrl)
  keepSpellingHere()
  serveApp(join(__dirname, '../renderer'), () =>
    chooseLanguage(
      composed?.preferences.get().appearance.language ?? opening.language,
      app.getPreferredSystemLanguages(),
    ),
  )
  const target = linkAmong(process.argv)
  if (target !== null) windows.open(target)
  else if (!startedBySystem()) windows.show()
  const { environment } = opening
  const accounts = [keychainAccount(environment, 'vault-key'), LOCK_ACCOUNT]
  const prefetched = prefetchSecrets(keychainService(profile), accounts)
  const folder = environmentsOf(app.getPath('userData'))
  prewarmVault({ folder, environment, key: prefetched[0]?.answer, host: vaultHost }).catch(cannotStart)
  if (windows.handle() !== null) await calls.firstCall()
  const { composeApp } = await import('./app/main.ts')
  composed = composeApp({
    profile,
    preferencesFile,
    programs: __dirname,
    windows,
    calls,
    startVault: vaultHost.start,
    prefetched,
  })
  await composed.start()
}

function cannotStart(): void {
  dialog.showErrorBox(messages().crashes.appFailed, messages().crashes.savedIsKept)
  app.exit(1)
}

/**
 * Ends this process, which did not get the instance lock. Ends silently if the running instance answers, because its window is then in front.
 * Otherwise, shows why the app does not start. Chromium stores the lock in the data folder, so a read-only folder causes the same failure.
 */
async function endHere(answered: () => Promise<boolean>): Promise<void> {
  const folder = app.getPath('userData')
  const canWrite = isWritable(folder)
  if (canWrite && (await answered())) return app.quit()
  if (canWrite && clearStaleLock(folder)) {
    app.relaunch()
    return app.exit(0)
  }
  await app.whenReady()
  const language = chooseLanguage(opening.language, app.getPreferredSystemLanguages())
  setMessages(language, await loadMessages(language))
  const { readOnly, makeWritable } = messages().errorsVault
  const { noAnswer, closeElsewhere } = messages().crashes
  const [title, advice] = canWrite ? [noAnswer, closeElsewhere] : [readOnly(folder), makeWritable]
  // Also prints the error for users who start the app in a terminal.
  console.error(`${title}\n${advice}`)
  dialog.showErrorBox(title, advice)
  app.exit(1)
}

startSingleInstance({
  refused: (answered) => {
    endHere(answered).catch(cannotStart)
  },
  start: () => start().catch(cannotStart),
  show: () => windows.show(),
  open: (target) => windows.open(target),
  windowsClosed: () => composed?.windowsClosed(),
  wake: (cause) => composed?.wake(cause),
  quitCancelled: () => composed?.quitCancelled(),
  shutdown: async () => {
    windows.openNoMore()
    await composed?.shutdown()
  },
  prepareForUpdate: async () => composed?.prepareForUpdate(),
  lock: () => {
    windows.emit('screen.locked', {})
    composed?.screenLocked()
  },
  sleep: () => composed?.screenLocked(),
  pause: () => composed?.pause(),
})
