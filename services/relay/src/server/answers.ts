import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What a request is answered with; the body goes as JSON. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: object
}

/** Most that is read and dropped of the rest of a body, once before its answer is written and once after. */
const DRAIN_MS = 10_000
const DRAIN_BYTES = 16 * 1024 * 1024

/** Connections whose last answer is written while the rest of the request's body is drained. */
const answered = new WeakSet<Socket>()

/** True once the last answer of this connection is written. */
export const isAnswered = (socket: Socket): boolean => answered.has(socket)

/**
 * Aborts when whoever asked is gone. Made before anything is looked up for them: of who leaves meanwhile, nothing is heard any more.
 */
export function untilGone(response: ServerResponse): AbortController {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone
}

/** Takes back the short keep-alive that was announced to a stranger. */
export function keepLonger(response: ServerResponse): void {
  if (!response.headersSent) response.removeHeader('keep-alive')
}

/** Sends an answer. With `isLast` the connection is closed after it. */
export function send(response: ServerResponse, { status, headers, body }: Answer, isLast: boolean): void {
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
 * Drains the body, answers, and closes the connection. A sender that is answered while it still writes may see EPIPE, or a
 * proxy's 502, instead of the answer. One that writes for too long is answered all the same, and gets time to read that.
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

/** Resolves when the whole body was read or its sender is gone, and at the latest when a limit is met. */
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
