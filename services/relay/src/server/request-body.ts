import type { IncomingMessage } from 'node:http'
import { BODY_LIMIT } from './responses.ts'

export function isStatedTooLarge({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > BODY_LIMIT
}

/** Reads the raw body of a request. Returns `too_large` as soon as the body exceeds the limit, and `gone` if the sender disconnected. */
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
    // Most bodies arrive in one chunk. Return this chunk without copying it.
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    request.on('error', () => resolve('gone'))
    request.on('close', () => resolve('gone'))
  })
}
