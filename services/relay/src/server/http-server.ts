import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import { createSecureContext, type Server as TlsServer } from 'node:tls'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import type { Metrics } from './monitoring.ts'
import { isResponseSent } from './responses.ts'

/** Maximum size of a request's headers. The headers of a notification, including those that proxies add, are far smaller. */
const MAX_HEADER_BYTES = 16 * 1024
/** Longer than the time after which proxies close their idle connections, so that none sends a request on a closing connection. */
const KEEP_ALIVE_MS = 150_000
/** For connections whose client has sent neither a device token nor a genuine signature. */
export const ANONYMOUS_KEEP_ALIVE_S = 5
/** Connections beyond the maximum, so that a new one can replace the oldest anonymous one. As long as the system's queue. */
const EXTRA_CONNECTIONS = 511
/** Interval at which Node checks for requests that arrive too slowly. */
const CHECK_MS = 1000

type ConnectionLimits = Pick<Settings, 'max_connections' | 'header_seconds' | 'request_seconds'>

export function createLimitedServer(
  listener: RequestListener,
  limits: ConnectionLimits,
  metrics: Metrics,
  certificate: Certificate | null,
): Server {
  const options = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: limits.header_seconds * 1000,
    requestTimeout: limits.request_seconds * 1000,
    connectionsCheckingInterval: CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  }
  const server =
    certificate === null
      ? createHttpServer(options, listener)
      : // Also close the connection of a client that does not complete the TLS handshake in time.
        createHttpsServer(
          { ...options, ...certificate.read(), handshakeTimeout: limits.header_seconds * 1000 },
          listener,
        )
  server.maxConnections = limits.max_connections + EXTRA_CONNECTIONS
  server.on('drop', () => metrics.countRefused('connections'))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    answerUnreadable(error, socket, metrics),
  )
  return server
}

const UNREADABLE: Record<string, { status: string; message: string; limit?: 'header' | 'slow' }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: `The headers are larger than ${MAX_HEADER_BYTES / 1024} KB.`,
    limit: 'header',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    message: 'The request took too long to arrive.',
    limit: 'slow',
  },
}
const GARBLED = { status: '400 Bad Request', message: 'This is not an HTTP request.' }

/** Responds to data that is not a valid HTTP request. The response has the same format as other refusals. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket, metrics: Metrics): void {
  const { status, message, limit } = { limit: undefined, ...(UNREADABLE[error.code ?? ''] ?? GARBLED) }
  if (limit !== undefined) metrics.countRefused(limit)
  if (!socket.writable || error.code === 'ECONNRESET' || isResponseSent(socket)) return void socket.destroy()
  const body = JSON.stringify({ error: { code: 'BAD_REQUEST', message } })
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  )
}

/** Polling works for links, mounts, and network drives too, unlike file-system notifications. */
const POLL_MS = 2000

/** The relay's TLS certificate and key, in two PEM files. The files may be replaced while the relay runs. */
export class Certificate {
  readonly #files: { cert: string; key: string }
  readonly #log: Log
  #server: TlsServer | null = null

  constructor(files: { cert: string; key: string }, log: Log) {
    this.#files = files
    this.#log = log
  }

  read(): { cert: Buffer; key: Buffer } {
    const pair = { cert: readFileSync(this.#files.cert), key: readFileSync(this.#files.key) }
    createSecureContext(pair)
    return pair
  }

  /** Checks the files for changes at intervals. Reloads changed files and uses them for new connections. */
  watch(server: TlsServer): void {
    this.#server = server
    for (const file of Object.values(this.#files))
      watchFile(file, { interval: POLL_MS, persistent: false }, () => this.reload())
  }

  /** Loads the certificate files. If they are invalid, logs the error and continues to use the previous certificate. */
  reload(): void {
    try {
      this.#server?.setSecureContext(this.read())
      this.#log.info('certificate loaded')
    } catch (error) {
      this.#log.error({ err: error }, 'the new certificate is not usable; the relay keeps the previous one')
    }
  }

  close(): void {
    for (const file of Object.values(this.#files)) unwatchFile(file)
  }
}
