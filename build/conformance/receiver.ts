import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A notification as received. */
export interface Received {
  body: Buffer
  signature: string | undefined
  json: unknown
}

/** Receives the partner's notifications at the registered address, and responds to each with the status 200. */
export interface Receiver {
  port: number
  received: readonly Received[]
  /** Returns the first notification that `fits` accepts, or null if none arrives in time. */
  waitFor(fits: (one: Received) => boolean, seconds: number): Promise<Received | null>
  close(): Promise<void>
}

/** Listens on a port of this computer. Port 0 picks a free port. */
export async function startReceiver(host: string, port: number): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const signature = request.headers['x-signature']
      received.push({
        body,
        signature: typeof signature === 'string' ? signature : undefined,
        json: readJson(body),
      })
      response.end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    received,
    async waitFor(fits, seconds) {
      for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(50)) {
        const found = received.find(fits)
        if (found !== undefined) return found
      }
      return null
    },
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
