import { printable } from '../../../src-shared/platform/base/text.ts'
import type { Log } from './system.ts'

/**
 * Writes one JSON object per line to standard error, for developers only. An installed app writes nothing: the operating system would store
 * the output. Unlike the log on disk, the output is not filtered and may contain private data.
 */
export const consoleLog: Log = {
  info: (message, details) => write('info', message, details),
  warn: (message, details) => write('warn', message, details),
}

// Ignores errors: writing fails if the terminal that reads the output was closed. Logging this error would fail again, in an endless loop.
process.stderr.on('error', () => {})

function write(level: string, message: string, details: Record<string, unknown> = {}): void {
  if (process.defaultApp)
    console.error(printable(JSON.stringify({ at: new Date().toISOString(), level, message, ...details })))
}
