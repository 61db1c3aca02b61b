import { execFile, fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { mkdtemp, open, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Measured } from '../support/measured.ts'
import { median } from '../support/median.ts'
import { interleave, rounded, timed } from './harness.ts'

/*
 * Method: a server on loopback receives 20 multipart uploads of 10 MB and discards them. Our client runs in its own process and sends
 * encrypted documents from a vault's store: it decrypts, hashes, and sends. Standard tools do the same work in separate processes: openssl
 * decrypts, sha256sum hashes, and curl sends. The two alternate, so a slow machine slows both. The result is the ratio of their median
 * times. Resident memory is the maximum of our client's process during the uploads, minus its value before the first upload. At the start,
 * the bench compares the SHA-256 of the stored documents with those of the files.
 */

const MEGABYTE = 1024 * 1024
const FILES = 20
const SIZE = 10 * MEGABYTE
const ROUNDS = 5
const run = promisify(execFile)

export async function measure(): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'funding-desk-bench-'))
  const server = createServer((request, response) => {
    if (request.url === '/iso/api/auth/oauth2/token') {
      request.resume()
      response.end(JSON.stringify({ accessToken: 'bench', refreshToken: 'bench' }))
      return
    }
    request.on('data', () => {})
    request.on('end', () => {
      response.setHeader('content-type', 'application/json')
      response.end('{}')
    })
  }).listen(0, '127.0.0.1')
  try {
    const files = Array.from({ length: FILES }, (_, number) => join(folder, `statement-${number}.pdf`))
    const digests = await Promise.all(files.map(makeFile))
    const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const client = startClient({ base_url, files, folder })
    const { sha256s } = await client.next<{ sha256s: string[] }>()
    if (sha256s.join() !== digests.join()) throw new Error('the stored documents are not the files')
    const { ours, tools } = await interleave(
      { rounds: ROUNDS },
      {
        ours: () => {
          client.upload()
          return client.next<{ ms: number; rss_growth: number }>()
        },
        tools: () => timed(() => withStandardTools(base_url, files)),
      },
    )
    client.stop()
    const our_ms = median(ours.map(({ ms }) => ms))
    const speed = (ms: number) => Math.round((FILES * SIZE) / MEGABYTE / (ms / 1000))
    return {
      metrics: {
        ratio_to_standard_tools: rounded(median(tools) / our_ms),
        rss_growth_mb: rounded(Math.max(...ours.map(({ rss_growth }) => rss_growth)) / MEGABYTE, 1),
      },
      context: { ours_mb_per_s: speed(our_ms), standard_tools_mb_per_s: speed(median(tools)) },
      goals: { ratio_to_standard_tools: { at_least: 1.5 }, rss_growth_mb: { at_most: 64 } },
      rounds: ROUNDS,
    }
  } finally {
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function makeFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(path, 'w')
  const chunk = randomBytes(MEGABYTE)
  for (let written = 0; written < SIZE; written += chunk.length) {
    chunk.writeUInt32BE(written, 0)
    hash.update(chunk)
    await file.write(chunk)
  }
  await file.close()
  return hash.digest('hex')
}

function startClient(task: { base_url: string; files: string[]; folder: string }) {
  const child = fork(fileURLToPath(new URL('./upload-client.ts', import.meta.url)), [JSON.stringify(task)])
  return {
    next: <Reply>() =>
      new Promise<Reply>((resolve, reject) => {
        child.once('message', (message) => resolve(message as Reply))
        child.once('exit', (code) => reject(new Error(`the client ended with ${code}`)))
      }),
    upload: () => child.send('upload'),
    stop: () => child.disconnect(),
  }
}

/**
 * Does our client's work with standard tools: openssl decrypts, sha256sum hashes, and curl sends. The cipher is AES-256-CTR, because
 * openssl's command line does not support GCM, the mode that the app uses.
 */
async function withStandardTools(base_url: string, files: string[]): Promise<void> {
  const decrypt = `openssl enc -d -aes-256-ctr -K ${'00'.repeat(32)} -iv ${'00'.repeat(16)} -in "$file"`
  const send = `curl -sf -o /dev/null -T - "$url"`
  const line = `set -eo pipefail; url=$1; shift; for file; do ${decrypt} | tee >(sha256sum > /dev/null) | ${send}; done`
  await run('bash', ['-c', line, 'bash', `${base_url}/iso/api/v1/document`, ...files])
}
