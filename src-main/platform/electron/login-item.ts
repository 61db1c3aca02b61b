import { existsSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { app } from 'electron'
import { autostartEntry } from './autostart-entry.ts'

/** Command-line argument that the system passes when it starts the app at login. With this argument, the app opens no window. */
const HIDDEN_FLAG = '--hidden'

/** True if the system started the app at login. In this case, no window opens. Call this only when the app is ready. */
export function startedBySystem(): boolean {
  if (process.argv.includes(HIDDEN_FLAG)) return true
  // A macOS login item takes no arguments, so the app cannot tell from its arguments whether it was started at login. Ask macOS instead.
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
}

/** Returns true if the app starts at login. Returns null for a development build, which cannot start at login. */
export async function startsAtLogin(): Promise<boolean | null> {
  if (!app.isPackaged) return null
  if (process.platform !== 'linux') return app.getLoginItemSettings({ args: [HIDDEN_FLAG] }).openAtLogin
  // Without a readable file, the desktop starts nothing.
  return (await readFile(autostartFile(), 'utf8').catch(() => null)) !== null
}

export async function startAtLogin(on: boolean): Promise<void> {
  if (!app.isPackaged) return
  if (process.platform !== 'linux') return app.setLoginItemSettings({ openAtLogin: on, args: [HIDDEN_FLAG] })
  const file = autostartFile()
  if (!on) return rm(file, { force: true })
  await mkdir(join(file, '..'), { recursive: true })
  // An AppImage is mounted at a different path on each start. `APPIMAGE` contains the path of the AppImage file itself.
  await writeFile(file, autostartEntry(process.env['APPIMAGE'] ?? process.execPath, [HIDDEN_FLAG]))
}

/**
 * Updates the path in the autostart entry after an update renamed the AppImage (the app's file on Linux). Synchronous, because the app is
 * about to end.
 */
export function startMovedAtLogin(path: string): void {
  const file = autostartFile()
  if (existsSync(file)) writeFileSync(file, autostartEntry(path, [HIDDEN_FLAG]))
}

function autostartFile(): string {
  return join(app.getPath('appData'), 'autostart', 'funding-desk.desktop')
}
