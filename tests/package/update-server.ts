import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signChannelFile } from '../../build/packaging/channel-file.mjs'

const CHANNEL = 'latest-linux.yml'
const { privateKey } = generateKeyPairSync('ed25519')
const next = generateKeyPairSync('ed25519')

interface Offer {
  version: string
  staging?: number
  /** Whoever holds the server, and not the key. */
  signedBy?: KeyObject
  /** What is served in place of what was signed. */
  served?: string
}

/** A static server of updates on loopback, as an office's hoster runs one. */
export async function startUpdateServer() {
  const files = new Map<string, Buffer>()
  const asked: { path: string; headers: string }[] = []
  const server = createServer(({ url = '', headers }, answer) => {
    const path = url.slice(1).split('?')[0] ?? ''
    asked.push({ path, headers: Object.keys(headers).join(' ') })
    const file = files.get(path)
    answer.writeHead(file === undefined ? 404 : 200).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    /** What the build is told. */
    env: {
      FUNDING_DESK_UPDATES_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      UPDATE_SIGNING_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      UPDATE_NEXT_KEY: next.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    },
    nextKey: next.privateKey,
    asked,
    /** Offers a program as the new version of the app. */
    offer(program: string, { version, staging = 100, signedBy = privateKey, served = program }: Offer) {
      const name = `funding-desk-${version}.AppImage`
      const sha512 = createHash('sha512').update(program).digest('base64')
      const file = `  - url: ${name}\n    sha512: ${sha512}\n    size: ${program.length}\n`
      const channel = `version: ${version}\nfiles:\n${file}releaseNotes: |\n  Faster uploads.\n`
      files.set(CHANNEL, Buffer.from(signChannelFile(channel, CHANNEL, signedBy, staging)))
      files.set(name, Buffer.from(served))
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
