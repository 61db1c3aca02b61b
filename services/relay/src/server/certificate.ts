import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import { createSecureContext, type Server as TlsServer } from 'node:tls'
import type { Log } from '../log.ts'

/** Files are polled instead of watched, because polling works for links, mounts, and network drives too. */
const LOOK_MS = 2000

/** The relay's TLS certificate in two PEM files, which may be replaced while the relay runs. */
export class Certificate {
  readonly #files: { cert: string; key: string }
  readonly #log: Log
  #server: TlsServer | null = null

  constructor(files: { cert: string; key: string }, log: Log) {
    this.#files = files
    this.#log = log
  }

  /** @throws if the files cannot be read or do not belong together */
  read(): { cert: Buffer; key: Buffer } {
    const pair = { cert: readFileSync(this.#files.cert), key: readFileSync(this.#files.key) }
    createSecureContext(pair)
    return pair
  }

  /** Reloads changed files and uses them for new connections. */
  watch(server: TlsServer): void {
    this.#server = server
    for (const file of Object.values(this.#files))
      watchFile(file, { interval: LOOK_MS, persistent: false }, () => this.reload())
  }

  /** Loads the files. If they are invalid, logs the error and keeps the previous certificate. */
  reload(): void {
    try {
      this.#server?.setSecureContext(this.read())
      this.#log.info('certificate loaded')
    } catch (error) {
      this.#log.error({ err: error }, 'the new certificate cannot be used; the one before goes on')
    }
  }

  close(): void {
    for (const file of Object.values(this.#files)) unwatchFile(file)
  }
}
