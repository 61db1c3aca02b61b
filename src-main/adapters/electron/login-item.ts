import { existsSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { app } from 'electron'
import { autostartEntry } from './autostart-entry.ts'

/** Given to the app when the system starts it: no window opens by itself. */
const HIDDEN_FLAG = '--hidden'

/** Whether the system started the app, for which no window opens by itself; known from when the app is ready. */
export function startedBySystem(): boolean {
  if (process.argv.includes(HIDDEN_FLAG)) return true
  // A login item of macOS takes no arguments; the system tells it otherwise.
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
}

/** Only an installed app can start by itself: a build in a project folder may be gone tomorrow. */
export async function startsAtLogin(): Promise<boolean | null> {
  if (!app.isPackaged) return null
  if (process.platform !== 'linux') return app.getLoginItemSettings({ args: [HIDDEN_FLAG] }).openAtLogin
  return (await readFile(autostartFile(), 'utf8').catch(() => null)) !== null
}

/** Has the system start the app when the user signs in, or leave it. */
export async function startAtLogin(on: boolean): Promise<void> {
  if (!app.isPackaged) return
  if (process.platform !== 'linux') return app.setLoginItemSettings({ openAtLogin: on, args: [HIDDEN_FLAG] })
  const file = autostartFile()
  if (!on) return rm(file, { force: true })
  await mkdir(join(file, '..'), { recursive: true })
  // An AppImage is mounted somewhere else at each start; it tells where it lies itself.
  await writeFile(file, autostartEntry(process.env['APPIMAGE'] ?? process.execPath, [HIDDEN_FLAG]))
}

/** An update gave the AppImage another name. At once, since the app is about to end. */
export function startMovedAtLogin(path: string): void {
  const file = autostartFile()
  if (existsSync(file)) writeFileSync(file, autostartEntry(path, [HIDDEN_FLAG]))
}

function autostartFile(): string {
  return join(app.getPath('appData'), 'autostart', 'funding-desk.desktop')
}
