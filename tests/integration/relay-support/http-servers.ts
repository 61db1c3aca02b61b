import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Cleanup } from './program.ts'
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

/** Publishes keys as the service does, and can have an outage. */
export async function startKeyServer(cleanup: Cleanup, keys: SigningKey[]) {
  const state = { down: false, downStatus: 502, fetches: 0, keys }
  const { url } = await listen(cleanup, (_request, response) => {
    state.fetches += 1
    if (state.down) response.writeHead(state.downStatus).end('out of order')
    else response.end(JSON.stringify({ keys: state.keys.map(({ jwk }) => jwk) }))
  })
  return Object.assign(state, { url: `${url}/jwks.json` })
}

export interface ReceivedWebhook {
  signature: string
  content_type: string
  /** Where it came from. */
  sender: string | undefined
  body: Buffer
  /** The body as JSON. */
  event: Record<string, unknown>
}

/** A receiver of webhooks: keeps what came, and answers with what `answers` holds next, or 202. */
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
