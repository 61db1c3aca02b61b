import { dialog, type BrowserWindow, type MessageBoxOptions, type OpenDialogOptions } from 'electron'
import { BACKUP_EXTENSION } from '../../core/ports/vault-storage.ts'
import type { FileDialogs } from '../../core/ports/file-dialogs.ts'
import { words } from '../../../src-shared/messages/messages.ts'

/** The system's dialogs, in front of the app's window. */
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
    async agreeToDeleteBackups(count, folder) {
      const { deleteOlder, deleteOlderText, deleteThem } = words().vault
      const options: MessageBoxOptions = {
        type: 'warning',
        message: deleteOlder(count),
        detail: deleteOlderText(folder),
        buttons: [words().common.cancel, deleteThem],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      }
      const owner = window()
      const { response } = await (owner === null
        ? dialog.showMessageBox(options)
        : dialog.showMessageBox(owner, options))
      return response === 1
    },
  }
}
