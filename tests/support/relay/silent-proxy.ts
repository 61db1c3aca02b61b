import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Cleanup } from '../cleanup.ts'

/**
 * A TCP proxy that forwards everything until the test calls `swallow`. After that, it forwards nothing and leaves all connections open, as
 * with a pulled network cable.
 */
export async function startSilentProxy(
  cleanup: Cleanup,
  target: string,
): Promise<{ url: string; swallow: () => void }> {
  let swallows = false
  const sockets = new Set<Socket>()
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', (bytes) => swallows || to.write(bytes))
    from.on('end', () => swallows || to.end())
    from.on('error', () => swallows || to.destroy())
  }
  const server = createServer((near) => {
    const far = connect(Number(new URL(target).port), '127.0.0.1')
    pass(near, far)
    pass(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup.add(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, swallow: () => (swallows = true) }
}
