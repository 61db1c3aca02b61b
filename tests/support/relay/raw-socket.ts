import { connect, type Socket } from 'node:net'
import type { Cleanup } from '../cleanup.ts'

/** Opens a TCP connection on which a test can send data that no honest client would send. `from` is the local address. */
export async function openSocket(cleanup: Cleanup, url: string, from?: string) {
  const { hostname, port } = new URL(url)
  const own = from === undefined ? {} : { localAddress: from }
  const socket: Socket = connect({ port: Number(port), host: hostname, ...own })
  cleanup.add(() => socket.destroy())
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => (received += text))
  // A reset is not an error here: it is one way for the other side to close.
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  await new Promise<void>((resolve) => void socket.once('connect', () => resolve()))
  return {
    send: (text: string) => void socket.write(text),
    /** Waits until the other side has closed, and returns everything that was received. */
    answer: async () => {
      await closed
      return received
    },
    received: () => received,
    isOpen: () => !socket.closed,
    close: () => socket.destroy(),
  }
}
