import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** As much as passes before the gate is reached: the head of the request and the first of the file. */
const LETS_PASS = 200 * 1024

/**
 * A slow line to the service: while it is shut, an upload's bytes stop in it, and everything else passes. What lies in the
 * system's own buffers counts as sent for the app, so only a file of several megabytes is held in its middle.
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
