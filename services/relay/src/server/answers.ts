import type { ServerResponse } from 'node:http'

/** What a request is answered with; the body goes as JSON. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: object
}

/**
 * Aborts when whoever asked is gone. Made before anything is looked up for them: of who leaves meanwhile, nothing is heard any more.
 */
export function untilGone(response: ServerResponse): AbortController {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone
}

/** Sends an answer. With `isLast` nothing more is taken over this connection. */
export function send(response: ServerResponse, { status, headers, body }: Answer, isLast: boolean): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...(isLast ? { connection: 'close' } : {}),
  })
  response.end(text)
}
