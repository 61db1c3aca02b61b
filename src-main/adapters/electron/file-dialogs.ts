import { dialog, type BrowserWindow, type OpenDialogOptions } from 'electron'
import { BACKUP_EXTENSION } from '../../core/ports/vault-storage.ts'
import type { FileDialogs } from '../../core/ports/files.ts'
import { messages } from '../../../src-shared/messages/messages.ts'

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
        title: messages().notifications.chooseBackup,
        properties: ['openFile'],
        filters: [{ name: messages().notifications.backups, extensions: [BACKUP_EXTENSION] }],
      }),
    pickBackupFolder: (current) =>
      pick({
        title: messages().notifications.chooseBackupFolder,
        defaultPath: current,
        properties: ['openDirectory', 'createDirectory'],
      }),
  }
}
