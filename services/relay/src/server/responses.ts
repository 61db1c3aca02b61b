import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

/** Maximum size of a request body in bytes. A notification has six short fields, and other requests are as short. */
export const BODY_LIMIT = 64 * 1024

/** Response to a request. The body is sent as JSON. */
export interface HttpResponse {
  status: number
  headers: Record<string, string>
  body: object
}

/**
 * Time and size limits for draining (reading and discarding) the rest of a request body. They apply once before and once after the response
 * is written.
 */
const DRAIN_MS = 10_000
const DRAIN_BYTES = 16 * 1024 * 1024

const answered = new WeakSet<Socket>()

/** True if the last response of this connection was written, even if the rest of the request body is still being drained. */
export const isResponseSent = (socket: Socket): boolean => answered.has(socket)

/**
 * Returns a controller that aborts when the client disconnects. Create the controller before any store lookup: a disconnect during the
 * lookup cannot be detected afterward.
 */
export function abortOnClose(response: ServerResponse): AbortController {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone
}

/** Removes the short keep-alive header of an anonymous connection. */
export function removeShortKeepAlive(response: ServerResponse): void {
  if (!response.headersSent) response.removeHeader('keep-alive')
}

/** Sends a response. With `isLast`, closes the connection afterward. */
export function send(
  response: ServerResponse,
  { status, headers, body }: HttpResponse,
  isLast: boolean,
): void {
  const text = JSON.stringify(body)
  const head = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...(isLast ? { connection: 'close' } : {}),
  }
  if (isLast && !response.req.complete) void sendAfterBody(response, status, head, text)
  else response.writeHead(status, head).end(text)
}

/**
 * Reads and discards the rest of the body, responds, and closes the connection. Without this, a sender that is still writing might get
 * EPIPE or a proxy's 502 instead of the response. If the sender writes for too long, the response is sent anyway, and the sender has time
 * to read it.
 */
async function sendAfterBody(
  response: ServerResponse,
  status: number,
  head: OutgoingHttpHeaders,
  text: string,
): Promise<void> {
  const { req: request } = response
  await drain(request)
  if (response.destroyed) return
  answered.add(request.socket)
  response.writeHead(status, head).write(text)
  await drain(request)
  response.end()
}

/** Resolves when the whole body was read, the sender disconnected, or a limit is reached. */
function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let left = DRAIN_BYTES
    const timer = setTimeout(stop, DRAIN_MS)
    function take(chunk: Buffer): void {
      left -= chunk.length
      if (left < 0) stop()
    }
    function stop(): void {
      clearTimeout(timer)
      request.off('data', take).off('close', stop)
      resolve()
    }
    if (request.closed) return stop()
    request.on('data', take).once('close', stop).resume()
  })
}

/** Refusal codes for programs, with their HTTP status. The message next to the code is for people. */
const STATUSES = {
  BAD_REQUEST: 400,
  EVENT_MALFORMED: 400,
  SIGNATURE_INVALID: 401,
  DEVICE_REFUSED: 401,
  PAIRING_REFUSED: 403,
  SENDER_REFUSED: 403,
  NOT_FOUND: 404,
  EVENT_CONFLICT: 409,
  TOO_LARGE: 413,
  TOO_MANY: 429,
  KEYS_UNAVAILABLE: 503,
  UNAVAILABLE: 503,
} as const
export type RefusalCode = keyof typeof STATUSES

/** Seconds until a sender may try again if the relay is at fault. */
const RETRY_AFTER_S = 30

export const UNAVAILABLE = 'The relay cannot do this now. It stored nothing. Try again later.'

/** Creates the response `{"error":{"code","message"}}`; `retry_after` is in seconds. */
export function refusal(code: RefusalCode, message: string, retry_after = RETRY_AFTER_S): HttpResponse {
  const status = STATUSES[code]
  const headers: HttpResponse['headers'] = {}
  if (status === 503 || status === 429) headers['retry-after'] = String(retry_after)
  if (code === 'DEVICE_REFUSED') headers['www-authenticate'] = 'Bearer'
  return { status, headers, body: { error: { code, message } } }
}

export const TOO_LARGE = refusal('TOO_LARGE', `The body is larger than ${BODY_LIMIT / 1024} KB.`)

/** Refuses a request that came through Fastify. */
export function refuse(reply: FastifyReply, code: RefusalCode, message: string): FastifyReply {
  const { status, headers, body } = refusal(code, message)
  return reply.code(status).headers(headers).send(body)
}
