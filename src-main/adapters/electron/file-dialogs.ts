import { dialog, type BrowserWindow, type OpenDialogOptions } from 'electron'
import { BACKUP_EXTENSION } from '../../core/ports/vault-storage.ts'
import type { FileDialogs } from '../../core/ports/file-dialogs.ts'
import { words } from '../../../src-shared/messages/messages.ts'

export function createFileDialogs(window: () => BrowserWindow | null): FileDialogs {
  async function pick(options: OpenDialogOptions): Promise<string | null> {
    const owner = window()
    const { canceled, filePaths } = await (owner === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(owner, options))
    return canceled ? null : (filePaths[0] ?? null)
  }
  return {
    pickBackup: () =>
      pick({
        title: words().notifications.chooseBackup,
        properties: ['openFile'],
        filters: [{ name: words().notifications.backups, extensions: [BACKUP_EXTENSION] }],
      }),
    pickBackupFolder: (current) =>
      pick({
        title: words().notifications.chooseBackupFolder,
        defaultPath: current,
        properties: ['openDirectory', 'createDirectory'],
      }),
  }
}
