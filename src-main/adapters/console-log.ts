import { printable } from '../../src-shared/text.ts'
import type { Log } from '../core/ports/system.ts'

/**
 * Writes one JSON object per line to standard error, for developers only. An installed app writes nothing: the operating system would
 * keep the output, which is not filtered like the log on disk.
 */
export const consoleLog: Log = {
  info: (message, details) => write('info', message, details),
  warn: (message, details) => write('warn', message, details),
}

// Writing fails if the reader has ended, for example a closed terminal. Logging that exception would fail again, in an endless loop.
process.stderr.on('error', () => {})

function write(level: string, message: string, details: Record<string, unknown> = {}): void {
  if (process.defaultApp)
    console.error(printable(JSON.stringify({ at: new Date().toISOString(), level, message, ...details })))
}
