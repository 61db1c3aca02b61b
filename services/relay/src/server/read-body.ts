import type { IncomingMessage } from 'node:http'

/** A notification has six short fields, and so has everything else that is sent here; whatever is much larger is none. */
export const BODY_LIMIT = 64 * 1024

/**
 * So much is read of a body that is too large, and thrown away. Who is answered while they still send may find the connection gone
 * before they read why: a proxy then says 502 in our place.
 */
const READ_AT_MOST = 1024 * 1024

/** The bytes of a body as they came; `too_large` once it ended or became much too large, `gone` when its sender hung up on the way. */
export function readBody(request: IncomingMessage): Promise<Buffer | 'too_large' | 'gone'> {
  return new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > READ_AT_MOST) return resolve('too_large')
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= BODY_LIMIT) chunks.push(chunk)
      else chunks.length = 0
      if (size > READ_AT_MOST) resolve('too_large')
    })
    request.on('end', () => {
      if (size > BODY_LIMIT) return resolve('too_large')
      // Most come in one piece, which need not be copied.
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    })
    request.on('error', () => resolve('gone'))
    request.on('close', () => resolve('gone'))
  })
}
