import { connect, type Socket } from 'node:net'
import type { Cleanup } from '../cleanup.ts'

/** Opens a TCP connection on which a test can send invalid data. `from` is the local address from which it connects. */
export async function openSocket(cleanup: Cleanup, url: string, from?: string) {
  const { hostname, port } = new URL(url)
  const own = from === undefined ? {} : { localAddress: from }
  const socket: Socket = connect({ port: Number(port), host: hostname, ...own })
  cleanup.add(() => socket.destroy())
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => (received += text))
  // A connection reset is not an error here. It is one way in which the server may close the connection.
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  await new Promise<void>((resolve) => void socket.once('connect', () => resolve()))
  return {
    send: (text: string) => void socket.write(text),
    /** Waits until the server has closed the connection, and returns everything that it sent. */
    answer: async () => {
      await closed
      return received
    },
    received: () => received,
    isOpen: () => !socket.closed,
    close: () => socket.destroy(),
  }
}
