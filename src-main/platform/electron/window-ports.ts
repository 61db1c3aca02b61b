import type { Log } from '../base/system.ts'
import type { SaveFile, SaveZip, FileDialogs, ZipFile } from '../files/ports.ts'
import type { AppWindows } from './app-windows.ts'
import { createConsent } from './consent-dialogs.ts'
import { createOpenMail } from './mail-program.ts'
import { printOnPaper, printPage } from './print-page.ts'
import { copyText } from './system-clipboard.ts'
import { app, type BrowserWindow, dialog, type OpenDialogOptions } from 'electron'
import { basename, join } from 'node:path'
import { LOCK_URL } from './app-protocol.ts'
import { firstFolder } from '../files/first-folder.ts'
import { writeAtomically, writeNewFiles } from '../files/write-atomically.ts'
import { BACKUP_EXTENSION } from '../vault/vault-storage.ts'
import type { SaveToFolder } from '../files/handout.ts'
import { writeZip } from '../files/zip-file.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'

/** Creates the ports to the system's dialogs, printers, clipboard, and mail program. Dialogs are in front of the app's newest window. */
export function createWindowPorts(windows: AppWindows, log: Log) {
  const window = () => windows.handle()
  const save: SaveFile<Uint8Array | AsyncIterable<string>> = (suggestion, content) =>
    saveWithDialog(window(), suggestion, content)
  const saveZip: SaveZip = (name, files) => saveZipWithDialog(window(), name, files)
  return {
    save,
    saveZip,
    saveToFolder: createSaveToFolder(window),
    dialogs: createFileDialogs(window),
    consent: createConsent(window, () => windows.untilLock),
    print: printPage,
    printOnPaper,
    copyText,
    openMail: createOpenMail(log),
    openWindow: (deal_id: string) => windows.openDeal(deal_id),
  }
}

function createFileDialogs(window: () => BrowserWindow | null): FileDialogs {
  async function pick(options: OpenDialogOptions): Promise<string | null> {
    const owner = window()
    const { canceled, filePaths } = await (owner === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(owner, options))
    return canceled || isLocked(owner) ? null : (filePaths[0] ?? null)
  }
  return {
    pickBackup: () =>
      pick({
        title: messages().notifications.chooseBackup,
        properties: ['openFile'],
        filters: [{ name: messages().notifications.backups, extensions: [BACKUP_EXTENSION] }],
      }),
    pickBackupFolder: async (current) =>
      pick({
        title: messages().notifications.chooseBackupFolder,
        defaultPath: (await firstFolder([() => current])) ?? (await defaultFolder()),
        properties: ['openDirectory', 'createDirectory'],
      }),
  }
}

/**
 * Returns the folder in which dialogs start: the documents, or another folder of the user if the documents cannot be used. A dialog that
 * starts in a missing folder shows an error. The empty string lets the system choose.
 */
async function defaultFolder(): Promise<string> {
  const names = ['documents', 'downloads', 'desktop', 'home'] as const
  return (await firstFolder(names.map((name) => () => app.getPath(name)))) ?? ''
}

type Kind = 'pdf' | 'json' | 'csv' | 'xlsx' | 'zip' | 'jpg' | 'png'

/**
 * Asks the user for a path in the system's dialog and writes the file. Only the main process knows the path; the page does not receive it.
 */
async function saveWithDialog(
  window: BrowserWindow | null,
  { name, kind }: { name: string; kind: Kind },
  content: Uint8Array | AsyncIterable<string>,
): Promise<{ saved_as: string | null }> {
  const filePath = await askWhere(window, name, kind)
  if (filePath === null) return { saved_as: null }
  await writeAtomically(filePath, async (write) => {
    if (content instanceof Uint8Array) await write(content)
    else for await (const piece of content) await write(piece)
  })
  return { saved_as: basename(filePath) }
}

/** Asks the user for a path in the system's dialog. Returns null if the user cancels. */
async function askWhere(window: BrowserWindow | null, name: string, kind: Kind): Promise<string | null> {
  const options = {
    defaultPath: join(await defaultFolder(), name),
    filters: [{ name: messages().notifications[kind], extensions: [kind] }],
  }
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options))
  return canceled || filePath === '' || isLocked(window) ? null : filePath
}

/**
 * Returns true if the app locked while a dialog of this window was open. Electron cannot close such a dialog. It then counts as canceled,
 * so that no one saves the office's data from a locked app.
 */
function isLocked(window: BrowserWindow | null): boolean {
  return window !== null && (window.isDestroyed() || window.webContents.getURL().startsWith(LOCK_URL))
}

/** Asks the user for a path, and writes a zip file, one contained file after another. */
async function saveZipWithDialog(
  window: BrowserWindow | null,
  name: string,
  files: AsyncIterable<ZipFile>,
): Promise<{ saved_as: string | null }> {
  const path = await askWhere(window, name, 'zip')
  if (path === null) return { saved_as: null }
  await writeZip(path, files)
  return { saved_as: basename(path) }
}

/** Creates the function that asks the user for a folder and writes new files there, next to the files that the folder contains. */
function createSaveToFolder(window: () => BrowserWindow | null): SaveToFolder {
  return async (nameIn) => {
    const options: OpenDialogOptions = {
      title: messages().handout.chooseFolder,
      defaultPath: await defaultFolder(),
      properties: ['openDirectory', 'createDirectory'],
    }
    const owner = window()
    const { canceled, filePaths } = await (owner === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(owner, options))
    const [folder] = filePaths
    if (canceled || folder === undefined) return { folder: null, names: [] }
    return writeNewFiles(folder, nameIn)
  }
}
