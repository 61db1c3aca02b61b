import { type BrowserWindow, dialog } from 'electron'
import type { Log } from '../base/system.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { isNetworkFolder } from '../files/network-folder.ts'
import type { PreferencesFile } from './preferences-file.ts'

/** Tells the broker once if the data folder is on another computer, where a database can be damaged. The app keeps working. */
export async function warnOfNetworkFolder(
  folder: string,
  window: BrowserWindow | null,
  preferences: PreferencesFile,
  log: Log,
): Promise<void> {
  if (!(await isNetworkFolder(folder))) return
  log.warn('the data folder is on a network')
  if (window === null || window.isDestroyed() || preferences.get().told_of_network_folder) return
  const { networkFolder, keepLocal } = messages().shell
  await dialog.showMessageBox(window, { type: 'warning', message: networkFolder, detail: keepLocal(folder) })
  await preferences.change({ told_of_network_folder: true })
}
