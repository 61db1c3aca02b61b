import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signChannelFile } from '../../build/release/seal.mjs'

const CHANNEL = 'latest-linux.yml'
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const next = generateKeyPairSync('ed25519')

interface Offer {
  version: string
  staging?: number
  /** Key that signs the new version. The default is the key that the build trusts. Tests also pass an attacker's key or the next key. */
  signedBy?: KeyObject
  /** Content that the server sends instead of the signed program. */
  served?: string
}

/** Starts a server that only serves files, as the hosting provider of the updates does. It runs on loopback. */
export async function startUpdateServer() {
  const files = new Map<string, Buffer>()
  const asked: { path: string; headers: string }[] = []
  let elsewhere: string | null = null
  const server = createServer(({ url = '', headers }, answer) => {
    const path = url.slice(1).split('?')[0] ?? ''
    asked.push({ path, headers: Object.keys(headers).join(' ') })
    if (elsewhere !== null) return answer.writeHead(302, { location: elsewhere + path }).end()
    const file = files.get(path)
    answer.writeHead(file === undefined ? 404 : 200).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    /** Environment variables for the build of the app. They contain the server's address and the public keys that the app trusts. */
    env: {
      FUNDING_DESK_UPDATES_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      UPDATE_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      UPDATE_NEXT_KEY: next.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    },
    nextKey: next.privateKey,
    asked,
    /** Offers a program as a new version of the app. */
    offer(program: string, { version, staging = 100, signedBy = privateKey, served = program }: Offer) {
      const name = `funding-desk-${version}.AppImage`
      const sha512 = createHash('sha512').update(program).digest('base64')
      const file = `  - url: ${name}\n    sha512: ${sha512}\n    size: ${program.length}\n`
      const channel = `version: ${version}\nfiles:\n${file}releaseNotes: |\n  Faster uploads.\n`
      files.set(CHANNEL, Buffer.from(signChannelFile(channel, CHANNEL, signedBy, staging)))
      files.set(name, Buffer.from(served))
    },
    /** Redirects all requests to another server. With null, this server serves its files again. */
    leadTo: (url: string | null) => void (elsewhere = url),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Starts a proxy that requires a password and forwards nothing. The tests only check which requests reach the proxy. */
export async function startProxy(user: string, password: string) {
  const asked: string[] = []
  const wanted = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const server = createServer()
  server.on('connect', ({ url = '', headers }, socket) => {
    const isKnown = headers['proxy-authorization'] === wanted
    asked.push(`${url} ${isKnown ? 'known' : 'stranger'}`)
    socket.end(
      isKnown
        ? 'HTTP/1.1 502 Bad Gateway\r\n\r\n'
        : 'HTTP/1.1 407 Who are you\r\nProxy-Authenticate: Basic realm="office"\r\nConnection: close\r\n\r\n',
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
