import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Log } from './system.ts'
import { printable } from '../../../src-shared/platform/base/text.ts'

/** Maximum size in bytes of each of the two files: the current one and the previous one. */
const LARGEST = 512 * 1024

type Details = Parameters<Log['info']>[1]
type Allow = (at: string, level: 'info' | 'warn', message: string, details?: Details) => object

/**
 * The log on disk, limited in size. The log contains only entries that the function `allow` permits. The app ignores failures to write the
 * log.
 */
export class FileLog implements Log {
  readonly #file: string
  readonly #allow: Allow
  readonly #now: () => string
  readonly #largest: number

  constructor(file: string, allow: Allow, now: () => string, largest = LARGEST) {
    this.#file = file
    this.#allow = allow
    this.#now = now
    this.#largest = largest
  }

  info(message: string, details?: Details): void {
    this.#write('info', message, details)
  }

  warn(message: string, details?: Details): void {
    this.#write('warn', message, details)
  }

  async lastLines(most: number): Promise<string[]> {
    // There may be no log yet, or no older one.
    const texts = await Promise.all(
      [this.#older, this.#file].map((file) => readFile(file, 'utf8').catch(() => '')),
    )
    return texts.join('').split('\n').filter(Boolean).slice(-most)
  }

  get #older(): string {
    return `${this.#file}.1`
  }

  /** On Windows, this fails while another program has one of the files open. Then the file grows until a later line starts a new one. */
  #startNewFile(): void {
    try {
      rmSync(this.#older, { force: true })
      renameSync(this.#file, this.#older)
    } catch {
      // Keep the log complete. Its size matters less.
    }
  }

  #write(level: 'info' | 'warn', message: string, details: Details): void {
    try {
      mkdirSync(dirname(this.#file), { recursive: true })
      if ((statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0) >= this.#largest) this.#startNewFile()
      appendFileSync(this.#file, `${JSON.stringify(this.#allow(this.#now(), level, message, details))}\n`)
    } catch {
      // Ignore the error. If the disk is full, the code that saves the broker's data reports this.
    }
  }
}

export function logToAll(logs: readonly Log[]): Log {
  return {
    info: (message, details) => logs.forEach((log) => log.info(message, details)),
    warn: (message, details) => logs.forEach((log) => log.warn(message, details)),
  }
}

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
