import { dialog, type BrowserWindow, app, webContents } from 'electron'
import { messages } from '../../../src-shared/platform/texts/messages.ts'

/** Maximum number of crashes of a page within a minute. After more crashes, the app asks the user instead of reopening the page again. */
const TRIES = 3
const WITHIN_MS = 60_000

/** Marker in the address of a reopened page, so that the page can show a notice. */
const REOPENED = 'reopened'

/**
 * Reopens a window's page at the same address after the page's process ended, for example because of too little memory. The vault already
 * contains all input. If the process ends repeatedly, a dialog asks the user what to do.
 */
export function reopenEndedPage(window: BrowserWindow): void {
  let ends: number[] = []
  window.webContents.on('render-process-gone', (_, { reason }) => {
    // When a window closes, its page's process also ends. That is not a crash.
    if (reason === 'clean-exit' || window.isDestroyed()) return
    const now = Date.now()
    ends = [...ends.filter((at) => now - at < WITHIN_MS), now]
    if (ends.length <= TRIES) return loadAgain(window)
    const decide = (again: boolean) => {
      if (window.isDestroyed()) return
      ends = []
      if (again) loadAgain(window)
      else window.destroy()
    }
    // Without a dialog, only closing the window is left.
    askWhatToDo(window).then(decide, () => decide(false))
  })
}

/**
 * Asks what to do with a page that Chromium reports as unresponsive (after 15 seconds). The choices are to wait, or to end the page's
 * process and reopen the page. The dialog closes when the page responds again.
 */
export function offerToEndHungPage(window: BrowserWindow): void {
  let asking: AbortController | null = null
  window.webContents.on('unresponsive', () => {
    if (asking !== null) return
    asking = new AbortController()
    const decide = (end: boolean) => {
      asking = null
      if (end && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer()
    }
    // Without a dialog, wait for the page.
    askWhetherToEnd(window, asking.signal).then(decide, () => decide(false))
  })
  window.webContents.on('responsive', () => asking?.abort())
}

function loadAgain(window: BrowserWindow): void {
  const address = new URL(window.webContents.getURL())
  address.search = REOPENED
  // Ignores a failed load. If the page crashes while loading, the event 'render-process-gone' occurs again, and its handler decides what to
  // do.
  window.loadURL(address.href).catch(() => {})
}

async function askWhatToDo(window: BrowserWindow): Promise<boolean> {
  const { pageEndsAgain, savedIsKept, openAgain, closeWindow } = messages().crashes
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
  const { pageHangs, pageHangsText, wait, openAgain } = messages().crashes
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

/** Time in milliseconds in which Chromium normally ends the process of a page that it no longer shows. */
const ENDS_WITHIN_MS = 1_000

/**
 * Ends the process of a page that no window shows any more, if Chromium has not ended it. Its memory still contains what the page showed.
 * Does nothing if another page uses the process. The process is ended without a crash dump, which would write its memory to the disk.
 */
export function endProcessOf(process_id: number): void {
  setTimeout(() => {
    const isUsed = webContents.getAllWebContents().some((one) => one.getOSProcessId() === process_id)
    const isPage = app.getAppMetrics().some(({ pid, type }) => pid === process_id && type === 'Tab')
    if (isUsed || !isPage) return
    try {
      process.kill(process_id, 'SIGKILL')
    } catch {
      // The process has ended in the meantime.
    }
  }, ENDS_WITHIN_MS)
}
