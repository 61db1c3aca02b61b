import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Response to a request. The body is sent as JSON. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: object
}

/** Limits for draining the rest of a request body. They apply once before and once after the response is written. */
const DRAIN_MS = 10_000
const DRAIN_BYTES = 16 * 1024 * 1024

const answered = new WeakSet<Socket>()

/** True if the last response of this connection is written while the rest of the request body is drained. */
export const isAnswered = (socket: Socket): boolean => answered.has(socket)

/**
 * Returns a controller that aborts when the client disconnects. Create it before any lookup: a disconnect during the lookup cannot be
 * detected afterwards.
 */
export function untilGone(response: ServerResponse): AbortController {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone
}

/** Removes the short keep-alive header that was set for a stranger. */
export function keepLonger(response: ServerResponse): void {
  if (!response.headersSent) response.removeHeader('keep-alive')
}

/** Sends a response. With `isLast`, closes the connection afterwards. */
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
 * Drains the body, responds, and closes the connection. A sender that gets a response while it still writes may see EPIPE or a proxy's 502
 * instead. A sender that writes for too long gets the response anyway, and time to read it.
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
