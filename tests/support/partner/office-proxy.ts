import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Cleanup } from '../cleanup.ts'
import type { Certificate } from './certificates.ts'

export interface OfficeProxy {
  /** The proxy's address as `host:port`. */
  address: string
  /** The targets (`host:port`) to which clients asked the proxy to connect. */
  asked: string[]
  /** Returns the header of each CONNECT request and all data that clients sent through the proxy. */
  seen: () => string
}

interface ProxyOptions {
  /** The local port to which the proxy always connects, regardless of the target that the client names. */
  port: number
  /** `user:password` that the proxy requires. Without this option, the proxy requires no credentials. */
  credentials?: string
  /** The proxy's own certificate. With this option, clients connect to the proxy over TLS. */
  tls?: Certificate
  /** The status line that the proxy sends instead of opening a connection. With null, the proxy does not respond at all. */
  refusal?: string | null
}

/** Starts an HTTP proxy like that of an office. It accepts only CONNECT requests. */
export async function startProxy(
  cleanup: Cleanup,
  { port, credentials, tls, refusal }: ProxyOptions,
): Promise<OfficeProxy> {
  const asked: string[] = []
  const chunks: Buffer[] = []
  const sockets = new Set<Socket | Duplex>()
  const server = tls === undefined ? createServer() : createTlsServer(tls)
  server.on('connection', (socket: Socket) => sockets.add(socket))
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    asked.push(request.url ?? '')
    chunks.push(Buffer.from(request.rawHeaders.join('\n')), head)
    client.on('error', () => {})
    const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`
    if (refusal === null) return
    if (refusal !== undefined) return client.end(`HTTP/1.1 ${refusal}\r\n\r\n`)
    if (expected !== undefined && request.headers['proxy-authorization'] !== expected)
      return client.end('HTTP/1.1 407 Asking\r\nproxy-authenticate: Basic realm="office"\r\n\r\n')
    const target = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connected\r\n\r\n')
      target.pipe(client)
      client.pipe(target)
    })
    sockets.add(target)
    client.on('data', (chunk: Buffer) => void chunks.push(chunk)).on('close', () => target.destroy())
    target.on('error', () => client.destroy()).on('close', () => client.destroy())
    return undefined
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup.add(async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
    await once(server, 'close')
  })
  return {
    address: `${tls === undefined ? '127.0.0.1' : 'localhost'}:${(server.address() as AddressInfo).port}`,
    asked,
    seen: () => Buffer.concat(chunks).toString('latin1'),
  }
}
