import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Cleanup } from '../cleanup.ts'
import type { SigningKey } from './signing.ts'

async function listen(cleanup: Cleanup, listener: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup.add(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Starts a server that publishes public keys as the partner does. A test can change the keys and the clock, and simulate an outage. */
export async function startKeyServer(cleanup: Cleanup, keys: SigningKey[]) {
  const state = { down: false, downStatus: 502, fetches: 0, keys, secondsAhead: 0 }
  const { url } = await listen(cleanup, (_request, response) => {
    state.fetches += 1
    response.setHeader('date', new Date(Date.now() + state.secondsAhead * 1000).toUTCString())
    if (state.down) response.writeHead(state.downStatus).end('out of order')
    else response.end(JSON.stringify({ keys: state.keys.map(({ jwk }) => jwk) }))
  })
  return Object.assign(state, { url: `${url}/jwks.json` })
}

export interface ReceivedWebhook {
  signature: string
  content_type: string
  /** IP address of the sender. */
  sender: string | undefined
  body: Buffer
  event: Record<string, unknown>
}

/** Starts a server that receives webhooks and collects them. Its responses have the next status in `answers`, or 202 if there is none. */
export async function startReceiver(cleanup: Cleanup) {
  const received: ReceivedWebhook[] = []
  const answers: number[] = []
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    received.push({
      sender: request.socket.remoteAddress,
      signature: String(request.headers['x-signature']),
      content_type: String(request.headers['content-type']),
      body,
      event: JSON.parse(body.toString()) as Record<string, unknown>,
    })
    response.writeHead(answers.shift() ?? 202).end()
  }
  const { url } = await listen(cleanup, (request, response) => void take(request, response))
  return { url: `${url}/hook`, received, answers }
}
