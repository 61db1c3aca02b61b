import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import type { Cleanup } from '../cleanup.ts'

interface Forwarder {
  port: number
  /** Closes all connections, and forwards new ones to the PostgreSQL server with its socket in this folder. */
  leadTo: (folder: string) => void
}

/**
 * Starts a TCP server that forwards connections to a PostgreSQL server. It stands for the fixed address of a real cluster, such as a virtual
 * IP address or HAProxy. If `through` is set, all that the server sends passes through a new stream of it.
 */
export async function startForwarder(cleanup: Cleanup, through?: () => Duplex): Promise<Forwarder> {
  const open = new Set<Socket>()
  let target: string | null = null
  function add(socket: Socket, other: Socket): void {
    open.add(socket)
    socket.setNoDelay()
    socket.on('error', () => {})
    socket.once('close', () => {
      open.delete(socket)
      other.destroy()
    })
  }
  function closeAll(): void {
    for (const socket of open) socket.destroy()
  }
  const server = createServer((client) => {
    if (target === null) return client.destroy()
    const there = connect(join(target, '.s.PGSQL.5432'))
    add(client, there)
    add(there, client)
    client.pipe(there)
    ;(through === undefined ? there : there.pipe(through())).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup.add(() => {
    closeAll()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (folder) => {
      target = folder
      closeAll()
    },
  }
}
