import type { IncomingMessage } from 'node:http'

/** A notification has six short fields, and so has everything else that is sent here; whatever is much larger is none. */
export const BODY_LIMIT = 64 * 1024

/** The bytes of a body as they came; `too_large` as soon as that is known, `gone` when its sender hung up on the way. */
export function readBody(request: IncomingMessage): Promise<Buffer | 'too_large' | 'gone'> {
  return new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT) return resolve('too_large')
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > BODY_LIMIT) {
        chunks.length = 0
        return resolve('too_large')
      }
      chunks.push(chunk)
    })
    // Most come in one piece, which need not be copied.
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    request.on('error', () => resolve('gone'))
    request.on('close', () => resolve('gone'))
  })
}
