import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Bytes that pass before the gate stops an upload: the header of the request and the beginning of the file. */
const LETS_PASS = 200 * 1024

/**
 * Opens a gate on the connection to the partner, which simulates a slow connection. A closed gate stops the bytes of uploads and lets
 * everything else pass. The app counts bytes in the system's buffers as sent, so only a file of several megabytes stops halfway.
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
