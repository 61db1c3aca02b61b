import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

/** Maximum size of a request body in bytes. Notifications and all other requests are far smaller. */
export const BODY_LIMIT = 64 * 1024

/** Response to an HTTP request. `body` is sent as JSON. */
export interface HttpResponse {
  status: number
  headers: Record<string, string>
  body: object
}

/** Limits for reading and discarding the rest of a body: once before, and once after the relay writes the response. */
const DRAIN_MS = 10_000
const DRAIN_BYTES = 16 * 1024 * 1024

const answered = new WeakSet<Socket>()

/** The rest of the request body may still be arriving; the relay discards it. */
export const isResponseSent = (socket: Socket): boolean => answered.has(socket)

/** Call this before you query the store: it cannot detect a disconnect that happened before the call. */
export function abortOnClose(response: ServerResponse): AbortController {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone
}

/** Removes the header that announces a short time. Call this after the client has identified itself. */
export function removeShortKeepAlive(response: ServerResponse): void {
  if (!response.headersSent) response.removeHeader('keep-alive')
}

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
 * Reads and discards the rest of the request body, responds, and closes the connection. If the relay closed the connection while the sender
 * still writes, the sender might get EPIPE or a proxy's 502 instead of the response. If the sender writes for too long, the relay responds
 * before the end of the body. It then waits, so that the sender can read the response.
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

/** Reads and discards the rest of a request body. Resolves when the body is complete, the sender disconnected, or a limit is reached. */
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

/** Programs evaluate the code. The message that is sent with the code is for people. */
const STATUSES = {
  BAD_REQUEST: 400,
  EVENT_MALFORMED: 400,
  SIGNATURE_INVALID: 401,
  DEVICE_REFUSED: 401,
  PAIRING_REFUSED: 403,
  SENDER_REFUSED: 403,
  OFFICE_SUSPENDED: 403,
  NOT_FOUND: 404,
  POST_ONLY: 405,
  EVENT_CONFLICT: 409,
  TOO_LARGE: 413,
  TOO_MANY: 429,
  KEYS_UNAVAILABLE: 503,
  UNAVAILABLE: 503,
} as const
export type RefusalCode = keyof typeof STATUSES

/** Number of seconds after which a sender may try again, if the relay caused the failure. */
const RETRY_AFTER_S = 30

export const UNAVAILABLE = 'The relay cannot do this now. It stored nothing. Try again later.'

/** `retry_after` is in seconds. */
export function refusal(code: RefusalCode, message: string, retry_after = RETRY_AFTER_S): HttpResponse {
  const status = STATUSES[code]
  const headers: HttpResponse['headers'] = {}
  if (status === 503 || status === 429) headers['retry-after'] = String(retry_after)
  if (code === 'DEVICE_REFUSED') headers['www-authenticate'] = 'Bearer'
  if (code === 'POST_ONLY') headers['allow'] = 'POST'
  return { status, headers, body: { error: { code, message } } }
}

export const TOO_LARGE = refusal('TOO_LARGE', `The body is larger than ${BODY_LIMIT / 1024} KB.`)

export function refuse(
  reply: FastifyReply,
  code: RefusalCode,
  message: string,
  retry_after?: number,
): FastifyReply {
  return sendRefusal(reply, refusal(code, message, retry_after))
}

export function sendRefusal(reply: FastifyReply, { status, headers, body }: HttpResponse): FastifyReply {
  return reply.code(status).headers(headers).send(body)
}
