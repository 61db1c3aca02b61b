import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Number of bytes that a closed gate forwards before it stops an upload: the header of the request and the beginning of the file. */
const LETS_PASS = 200 * 1024

/**
 * Opens a proxy (the gate) on the connection to the partner, to simulate a slow connection. A closed gate stops uploads and forwards
 * everything else. Use a file of several megabytes: the app counts bytes in the system's buffers as sent, so a smaller file would look
 * completely sent.
 */
export async function openUploadGate(to_port: number) {
  let isShut = false
  const held = new Set<() => void>()
  const server = createServer((client) => {
    const service = connect(to_port, '127.0.0.1')
    relay(service, client, () => false)
    let passed = 0
    let isUpload = false
    relay(client, service, (chunk) => {
      if (passed === 0) isUpload = chunk.toString('latin1', 0, 200).startsWith('POST /iso/api/v1/document')
      passed += chunk.length
      return isShut && isUpload && passed > LETS_PASS
    })
  })
  function relay(from: Socket, into: Socket, stops: (chunk: Buffer) => boolean): void {
    from.on('data', (chunk: Buffer) => {
      into.write(chunk)
      if (!stops(chunk)) return
      from.pause()
      const goOn = () => from.resume()
      held.add(goOn)
      from.once('close', () => held.delete(goOn))
    })
    from.on('close', () => into.destroy())
    from.on('error', () => into.destroy())
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shut: () => void (isShut = true),
    open() {
      isShut = false
      for (const goOn of held) goOn()
      held.clear()
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
