import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ClientInterface, sessionBus } from '@jellybrick/dbus-next'

// The bare program of the bench `alert`: verifies a notification, and asks the desktop's notification service to show it. Replies with its
// address.

const NAME = 'org.freedesktop.Notifications'

process.on('message', async ({ jwk }: { jwk: JsonWebKey }) => {
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const desktop = await sessionBus().getProxyObject(NAME, '/org/freedesktop/Notifications')
  const service = desktop.getInterface<ClientInterface & { Notify(...call: unknown[]): Promise<unknown> }>(
    NAME,
  )
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { status } = JSON.parse(Buffer.concat(chunks).toString()) as { status: string }
      const token = String(request.headers['x-signature'])
      const end = token.lastIndexOf('.')
      const signature = Buffer.from(token.slice(end + 1), 'base64url')
      const isGenuine = verify('sha256', Buffer.from(token.slice(0, end)), key, signature)
      response.writeHead(isGenuine ? 202 : 401).end()
      if (isGenuine) void service.Notify('bare', 0, '', status, 'Juniper Bakery LLC', [], {}, -1)
    })
  })
  server.listen(0, '127.0.0.1', () =>
    process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
  )
})
