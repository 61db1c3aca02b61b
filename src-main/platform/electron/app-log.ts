import { join } from 'node:path'
import { app, dialog, webContents, type WebContents } from 'electron'
import { consoleLog, FileLog, logToAll } from '../base/file-log.ts'
import { allowLines, noteFault } from '../base/log-lines.ts'
import { systemClock } from '../base/system-time.ts'
import type { Log } from '../base/system.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'

/** Opens the app's log, and reports crashes in it. `isChannel` is true for the names of channels of the contract. */
export function openAppLog(isChannel: (name: string) => boolean): { log: Log; file: FileLog } {
  const path = join(app.getPath('userData'), 'logs', 'app.jsonl')
  const file = new FileLog(path, allowLines(isChannel), systemClock.now)
  const log = logToAll([consoleLog, file])
  watchForCrashes(log)
  return { log, file }
}

/**
 * Minimum time in milliseconds between two crash dialogs. Without it, an error that repeats every second would cover the screen with
 * dialogs.
 */
const TELL_EVERY_MS = 10 * 60_000

/**
 * Logs uncaught errors without their message, because it may contain private data. After an exception in main, a dialog also offers a
 * restart. If the user declines, the app continues, because every keystroke is already saved.
 */
function watchForCrashes(log: Log): void {
  let reported = -Infinity
  process.on('uncaughtException', (error) => {
    noteFault(log, 'uncaught exception', error)
    // An error before the app is ready prevents its start, so the app cannot continue.
    if (!app.isReady()) {
      dialog.showErrorBox(messages().crashes.appFailed, messages().crashes.savedIsKept)
      return app.exit(1)
    }
    const now = Date.now()
    if (now - reported < TELL_EVERY_MS) return
    reported = now
    offerRestart().catch((thrown: unknown) => noteFault(log, 'unhandled rejection', thrown))
  })
  process.on('unhandledRejection', (reason) => noteFault(log, 'unhandled rejection', reason))
  app.on('render-process-gone', (_, __, { reason }) => {
    if (reason !== 'clean-exit') log.warn('page crashed', { reason })
  })
  const hear = (contents: WebContents) => contents.on('unresponsive', () => log.warn('page hangs'))
  // Also watch the pages of windows that already exist.
  webContents.getAllWebContents().forEach(hear)
  app.on('web-contents-created', (_, contents) => hear(contents))
  app.on('child-process-gone', (_, { type, reason }) => {
    if (reason !== 'clean-exit') log.warn('helper process ended', { process: type, reason })
  })
}

async function offerRestart(): Promise<void> {
  const { appFailed, savedIsKept, restartNow, later } = messages().crashes
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: appFailed,
    detail: savedIsKept,
    buttons: [later, restartNow],
    defaultId: 1,
    cancelId: 0,
  })
  if (response !== 1) return
  app.relaunch()
  app.quit()
}
