import { app, webContents } from 'electron'

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
