import type { Log } from '../core/ports/log.ts'

/** Writes one JSON object a line to standard error. */
export const consoleLog: Log = {
  info: (message, details) => write('info', message, details),
  warn: (message, details) => write('warn', message, details),
}

function write(level: string, message: string, details: Record<string, unknown> = {}): void {
  console.error(JSON.stringify({ at: new Date().toISOString(), level, message, ...details }))
}
