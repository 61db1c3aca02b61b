import type { IncomingMessage } from 'node:http'

/** A notification has six short fields, and other requests are as short. A much larger body is invalid. */
export const BODY_LIMIT = 64 * 1024

/** True if the request states a length over the limit. */
export function isStatedTooLarge({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > BODY_LIMIT
}

/** Reads the raw body. Returns `too_large` as soon as the body passes the limit, and `gone` if the sender disconnected. */
export function readBody(request: IncomingMessage): Promise<Buffer | 'too_large' | 'gone'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size <= BODY_LIMIT) return void chunks.push(chunk)
      request.off('data', take)
      resolve('too_large')
    }
    request.on('data', take)
    // Most bodies arrive in one chunk, which needs no copy.
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    request.on('error', () => resolve('gone'))
    request.on('close', () => resolve('gone'))
  })
}
