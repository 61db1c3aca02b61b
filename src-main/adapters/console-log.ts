import { printable } from '../../src-shared/printable.ts'
import type { Log } from '../core/ports/log.ts'

/**
 * Writes one JSON object a line to standard error, for whoever develops. Of an installed app the system would keep it, and it is
 * not sifted as the log on disk is.
 */
export const consoleLog: Log = {
  info: (message, details) => write('info', message, details),
  warn: (message, details) => write('warn', message, details),
}

// Whoever read it may be gone, a terminal that was closed: told as an exception, it would be logged, and fail again, for ever.
process.stderr.on('error', () => {})

function write(level: string, message: string, details: Record<string, unknown> = {}): void {
  if (process.defaultApp)
    console.error(printable(JSON.stringify({ at: new Date().toISOString(), level, message, ...details })))
}
