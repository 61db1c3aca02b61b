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

/*
 * Method: a server on loopback receives multipart uploads of 200 MB and discards them. Our client runs in its own process and sends an
 * encrypted document from a vault's store: it decrypts, hashes, and sends. Standard tools do the same work in separate processes: openssl
 * decrypts, sha256sum hashes, and curl sends. The two alternate, so a slow machine slows both. The result is the ratio of their median
 * times. Resident memory is the maximum of our client's process during the uploads, minus its value
 * before the first upload. At the start, the bench compares the SHA-256 of the stored document with the file's.
 *
 * For comparison, the `context` contains the speed of curl alone, which sends the same file without decrypting or hashing, and the speed of
 * SHA-256 alone in one thread. Both also run in every round. The ADR "What an upload costs" draws the conclusion.
 */

const MEGABYTE = 1024 * 1024
const SIZE = 200 * MEGABYTE
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
    const file = join(folder, 'statement.pdf')
    const sha256 = await makeFile(file)
    const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const client = startClient({ base_url, file, folder })
    const ready = await client.next()
    if (ready['sha256'] !== sha256) throw new Error('the stored document is not the file')
    const ours: number[] = []
    const curls: number[] = []
    const tools: number[] = []
    const sha256s: number[] = []
    let growth = 0
    for (let round = 0; round < ROUNDS; round++) {
      client.upload()
      const { ms, rss_growth } = (await client.next()) as { ms: number; rss_growth: number }
      ours.push(ms)
      growth = Math.max(growth, rss_growth)
      curls.push(await withCurl(base_url, file))
      tools.push(await withStandardTools(base_url, file))
      sha256s.push(hashInMemory())
    }
    client.stop()
    return {
      metrics: {
        ratio_to_standard_tools: Number((median(tools) / median(ours)).toFixed(3)),
        rss_growth_mb: Number((growth / MEGABYTE).toFixed(1)),
      },
      context: {
        ours_mb_per_s: speed(ours),
        curl_mb_per_s: speed(curls),
        standard_tools_mb_per_s: speed(tools),
        ratio_to_curl: Number((median(curls) / median(ours)).toFixed(3)),
        sha256_alone_mb_per_s: speed(sha256s),
      },
      goals: { ratio_to_standard_tools: { at_least: 1.5 }, rss_growth_mb: { at_most: 40 } },
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

function startClient(task: { base_url: string; file: string; folder: string }) {
  const child = fork(fileURLToPath(new URL('./upload-client.ts', import.meta.url)), [JSON.stringify(task)])
  return {
    next: () =>
      new Promise<Record<string, unknown>>((resolve, reject) => {
        child.once('message', (message) => resolve(message as Record<string, unknown>))
        child.once('exit', (code) => reject(new Error(`the client ended with ${code}`)))
      }),
    upload: () => child.send('upload'),
    stop: () => child.disconnect(),
  }
}

async function withCurl(base_url: string, file: string): Promise<number> {
  const form = [
    '-F',
    'application_id=1',
    '-F',
    'type=bank_statement',
    '-F',
    `doc=@${file};type=application/pdf`,
  ]
  const url = `${base_url}/iso/api/v1/document`
  const { stdout } = await run('curl', [
    '-s',
    '-o',
    '/dev/null',
    '-w',
    '%{http_code} %{time_total}',
    '-H',
    'Expect:',
    ...form,
    url,
  ])
  const [status, seconds] = stdout.split(' ')
  if (status !== '200') throw new Error(`curl got ${status}`)
  return Number(seconds) * 1000
}

/**
 * Does our client's work with standard tools: openssl decrypts, sha256sum hashes, and curl sends. The cipher is AES-256-CTR, because
 * openssl's command line does not support GCM, the mode that the app uses. Returns the milliseconds.
 */
async function withStandardTools(base_url: string, file: string): Promise<number> {
  const decrypt = `openssl enc -d -aes-256-ctr -K ${'00'.repeat(32)} -iv ${'00'.repeat(16)} -in "$1"`
  const send = `curl -sf -o /dev/null -T - "$2"`
  const began = performance.now()
  const line = `set -o pipefail; ${decrypt} | tee >(sha256sum > /dev/null) | ${send}`
  await run('bash', ['-c', line, 'bash', file, `${base_url}/iso/api/v1/document`])
  return performance.now() - began
}

function hashInMemory(): number {
  const chunk = randomBytes(MEGABYTE)
  const began = performance.now()
  const hash = createHash('sha256')
  for (let hashed = 0; hashed < SIZE; hashed += chunk.length) hash.update(chunk)
  hash.digest()
  return performance.now() - began
}

function speed(milliseconds: number[]): number {
  return Math.round(SIZE / MEGABYTE / (median(milliseconds) / 1000))
}
