import { createPublicKey, hash, type JsonWebKey, verify } from 'node:crypto'
import { fdatasync, openSync, write } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'

// The bare program of the bench `relay-ingest`: verifies each notification, appends it to a file, and acknowledges it after a sync of the
// file. One sync covers all notifications that arrived during the last one. Replies with its address.

const append = promisify(write)
const sync = promisify(fdatasync)

process.on('message', ({ jwk, file: path }: { jwk: JsonWebKey; file: string }) => {
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const file = openSync(path, 'a')
  let waiting: { line: Buffer; response: ServerResponse }[] = []
  let isWriting = false

  async function writeWaiting(): Promise<void> {
    if (isWriting) return
    isWriting = true
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      await append(file, Buffer.concat(group.map(({ line }) => line)))
      await sync(file)
      for (const { response } of group) answer(response, 202, 'stored')
    }
    isWriting = false
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const token = String(request.headers['x-signature'])
      const end = token.lastIndexOf('.')
      const signature = Buffer.from(token.slice(end + 1), 'base64url')
      verify('sha256', Buffer.from(token.slice(0, end)), key, signature, (_, isGenuine) => {
        const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
        const { body_sha256 } = JSON.parse(claims) as { body_sha256: string }
        if (!isGenuine || body_sha256 !== hash('sha256', body)) return answer(response, 401, 'refused')
        waiting.push({ line: Buffer.concat([Buffer.from(`${token}\n`), body, Buffer.from('\n')]), response })
        void writeWaiting()
      })
    })
  })
  server.listen(0, '127.0.0.1', () =>
    process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  )
})

function answer(response: ServerResponse, status: number, word: string): void {
  const text = JSON.stringify({ status: word })
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length }).end(text)
}
