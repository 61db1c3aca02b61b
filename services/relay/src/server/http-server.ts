import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import { createSecureContext, type Server as TlsServer } from 'node:tls'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import type { Metrics } from './monitoring.ts'
import { isResponseSent } from './responses.ts'

/** Maximum size of the headers. The signature and the headers of proxies need far less. */
const MAX_HEADER_BYTES = 16 * 1024
/** Keep-alive time. Proxies drop idle connections sooner, so no proxy writes into a connection that the relay is closing. */
const KEEP_ALIVE_MS = 150_000
/** Keep-alive time of idle anonymous connections. Identified connections have a longer keep-alive time. */
export const ANONYMOUS_KEEP_ALIVE_S = 5
/**
 * Number of connections that Node accepts beyond the maximum, so that the limiter can close the oldest anonymous ones. It equals the length
 * of the operating system's queue of new connections.
 */
const EXTRA_CONNECTIONS = 511
/** Interval of the check for slow requests. */
const CHECK_MS = 1000

type ConnectionLimits = Pick<Settings, 'max_connections' | 'header_seconds' | 'request_seconds'>

/** Creates the HTTP or HTTPS server with its connection limits. */
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
      : // A client that connects without a TLS handshake counts as slow too.
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

/** Responds to data that is not a valid request, in the same format as other refusals. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket, metrics: Metrics): void {
  const { status, message, limit } = { limit: undefined, ...(UNREADABLE[error.code ?? ''] ?? GARBLED) }
  if (limit !== undefined) metrics.countRefused(limit)
  if (!socket.writable || error.code === 'ECONNRESET' || isResponseSent(socket)) return void socket.destroy()
  const body = JSON.stringify({ error: { code: 'BAD_REQUEST', message } })
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  )
}

/** Files are polled instead of watched, because polling works for links, mounts, and network drives too. */
const POLL_MS = 2000

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
      watchFile(file, { interval: POLL_MS, persistent: false }, () => this.reload())
  }

  /** Loads the files. If they are invalid, logs the error and keeps the previous certificate. */
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
