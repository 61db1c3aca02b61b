import { join } from 'node:path'
import { app } from 'electron'
import { consoleLog, FileLog, logToAll } from '../base/file-log.ts'
import { allowLines, noteFault } from '../base/log-lines.ts'
import { systemClock } from '../base/system-time.ts'
import type { Log } from '../base/system.ts'
import { watchForCrashes } from './crash-watch.ts'

/** Opens the app's log, and reports crashes in it. `isChannel` is true for the names of channels of the contract. */
export function openAppLog(isChannel: (name: string) => boolean): { log: Log; file: FileLog } {
  const path = join(app.getPath('userData'), 'logs', 'app.jsonl')
  const file = new FileLog(path, allowLines(isChannel), systemClock.now)
  const log = logToAll([consoleLog, file])
  watchForCrashes(log, (fault, thrown) => noteFault(log, fault, thrown))
  return { log, file }
}
