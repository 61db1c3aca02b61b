import type { Log } from '../base/system.ts'
import type { SaveFile, SavePieces, SaveZip } from '../files/ports.ts'
import type { AppWindows } from './app-windows.ts'
import { createConsent } from './consent-dialogs.ts'
import {
  createFileDialogs,
  createSaveToFolder,
  savePiecesWithDialog,
  saveWithDialog,
  saveZipWithDialog,
} from './file-dialogs.ts'
import { createOpenMail } from './mail-program.ts'
import { printOnPaper, printPage } from './print-page.ts'
import { copyText } from './system-clipboard.ts'

/** Creates the ports to the system's dialogs, printers, clipboard, and mail program. Dialogs are in front of the app's newest window. */
export function createWindowPorts(windows: AppWindows, log: Log) {
  const window = () => windows.handle()
  const save: SaveFile = (suggestion, content) => saveWithDialog(window(), suggestion, content)
  const savePieces: SavePieces = (suggestion, pieces) => savePiecesWithDialog(window(), suggestion, pieces)
  const saveZip: SaveZip = (name, files) => saveZipWithDialog(window(), name, files)
  return {
    save,
    savePieces,
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
