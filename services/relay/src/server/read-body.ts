import type { IncomingMessage } from 'node:http'

/** A notification has six short fields, and so has everything else that is sent here; whatever is much larger is none. */
export const BODY_LIMIT = 64 * 1024

/** True for a request that states a length over the limit. */
export function isStatedTooLarge({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > BODY_LIMIT
}

/** The bytes of a body as they came; `too_large` as soon as it passes the limit, `gone` when its sender hung up on the way. */
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
    // Most come in one piece, which need not be copied.
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    request.on('error', () => resolve('gone'))
    request.on('close', () => resolve('gone'))
  })
}
