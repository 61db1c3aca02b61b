import { createHash } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Cleanup } from '../cleanup.ts'

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
/** Constant from RFC 6455, section 1.3, with which a server confirms a WebSocket connection. */
const SOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** Responses by path. A request for any other path gets a text. */
const ANSWERS: Record<string, { type: string; body: string | Buffer }> = {
  '/events': { type: 'text/event-stream', body: 'data: reached\n\n' },
  '/image': { type: 'image/gif', body: PIXEL },
  '/script': { type: 'text/javascript', body: 'window.reached = true' },
  '/style': { type: 'text/css', body: 'body { --reached: 1 }' },
}

/**
 * Starts a server on loopback that accepts every request from any web page and records it. Tests use it to show that the app's page cannot
 * reach a server.
 */
export async function welcomingServer(cleanup: Cleanup): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer(({ method = '', url = '' }, response) => {
    asked.push(`${method} ${url}`)
    welcome(response, url.split('?')[0] ?? '')
  })
  server.on('upgrade', ({ url = '', headers }, socket) => {
    asked.push(`SOCKET ${url}`)
    const accept = createHash('sha1').update(`${headers['sec-websocket-key']}${SOCKET_GUID}`).digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanup.add(() => close(server))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

function welcome(response: ServerResponse, path: string): void {
  const { type, body } = ANSWERS[path] ?? { type: 'text/plain', body: 'welcome' }
  response
    .writeHead(200, {
      'content-type': type,
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
    })
    .end(body)
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
