import { dialog, type BrowserWindow } from 'electron'
import { words } from '../../../src-shared/messages/messages.ts'

/** More often than this within a minute, and the page ends for a reason that opening it again does not mend. */
const TRIES = 3
const WITHIN_MS = 60_000

/** In the address of a page that was opened again, so that it says so. */
const REOPENED = 'reopened'

/**
 * Opens a window's page again, where it stood, when its process ended (out of memory, a fault of Chromium). What was typed lies
 * in the vault by then. One that ends again and again is asked about instead.
 */
export function reopenEndedPage(window: BrowserWindow): void {
  let ends: number[] = []
  window.webContents.on('render-process-gone', (_, { reason }) => {
    // A window that is closed ends its page too.
    if (reason === 'clean-exit' || window.isDestroyed()) return
    const now = Date.now()
    ends = [...ends.filter((at) => now - at < WITHIN_MS), now]
    if (ends.length <= TRIES) return void loadAgain(window)
    void askWhatToDo(window).then((again) => {
      if (window.isDestroyed()) return
      ends = []
      if (again) void loadAgain(window)
      else window.destroy()
    })
  })
}

/**
 * Asks about a page that has not taken what was pressed for so long that Chromium says so (15 seconds): to wait, or to end its
 * process, and so to open it again. The question goes when the page answers by itself.
 */
export function offerToEndHungPage(window: BrowserWindow): void {
  let asking: AbortController | null = null
  window.webContents.on('unresponsive', () => {
    if (asking !== null) return
    asking = new AbortController()
    void askWhetherToEnd(window, asking.signal).then((end) => {
      asking = null
      if (end && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer()
    })
  })
  window.webContents.on('responsive', () => asking?.abort())
}

function loadAgain(window: BrowserWindow): Promise<void> {
  const address = new URL(window.webContents.getURL())
  address.search = REOPENED
  // One that ends while it loads comes here again by itself.
  return window.loadURL(address.href).catch(() => {})
}

async function askWhatToDo(window: BrowserWindow): Promise<boolean> {
  const { pageEndsAgain, savedIsKept, openAgain, closeWindow } = words().crashes
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: pageEndsAgain,
    detail: savedIsKept,
    buttons: [openAgain, closeWindow],
    defaultId: 0,
    cancelId: 1,
  })
  return response === 0
}

async function askWhetherToEnd(window: BrowserWindow, signal: AbortSignal): Promise<boolean> {
  const { pageHangs, pageHangsText, wait, openAgain } = words().crashes
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: pageHangs,
    detail: pageHangsText,
    buttons: [wait, openAgain],
    defaultId: 0,
    cancelId: 0,
    signal,
  })
  return response === 1
}
