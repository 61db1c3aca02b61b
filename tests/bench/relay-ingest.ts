import { sign, verify } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { closeSync, fdatasyncSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startKeyServer } from '../integration/relay-support/http-servers.ts'
import { Cleanup, until } from '../integration/relay-support/program.ts'
import { setUpRelay, startRelay, type RelayProgram } from '../integration/relay-support/relay.ts'
import { createSigningKey, makeEvent, sha256, type SigningKey } from '../integration/relay-support/signing.ts'
import type { Measured } from '../measured.ts'
import { median } from '../support/median.ts'

/*
 * Method: the real relay as a process of its own, on SQLite on this disk with synchronous=FULL, as `relay serve` runs without
 * more ado, but for its limits of requests, which are off. 32 connections are kept open; on each, a notification is posted as soon as the
 * one before is acknowledged. All have an id, a body and an RS256 signature of their own, made before the clock starts. Only 202
 * counts: verified, new, and synced to the disk.
 *
 * Two relays stand side by side, one on a log of 100,000 events and one of 1.6 million, filled straight into the tables, with ids in
 * random order. The same notifications go to one after the other, round by round and taking turns in who is first. The speed and the latencies
 * are those of the smaller log; `growth_percent` is how much longer the larger one took for all rounds together, so that what falls on one
 * round of several, such as copying the log's pages home, counts as well.
 *
 * What bounds it: generator and relay share the cores. `generator_us` and `relay_us` are their processor times for each event,
 * `verify_us` that of one bare RS256 check in the same run, and `sync_ms` what this disk takes for one sync: no relay can come below
 * the first, nor acknowledge more than 32 events in the second. `load` is what the machine was
 * busy with before (the load average over a minute): above 1, the figures are somebody else's as well.
 */

const CONNECTIONS = 32
const SIZES = [100_000, 1_600_000] as const
const ROUNDS = 24
const EVENTS_A_ROUND = 4000
const WARM_UP = 16_000
const signAsync = promisify(sign)

interface Place {
  relay: RelayProgram
  hook_path: string
  /** Events per second of each round. */
  rates: number[]
  /** Milliseconds of each acknowledgement. */
  latencies: number[]
  /** Processor time of the relay, in microseconds for each event of each round. */
  costs: number[]
}

export async function measure(): Promise<Measured> {
  const cleanup = new Cleanup()
  const [load = 0] = loadavg()
  try {
    const key = createSigningKey('iso-submission-rsa-01')
    const { url: jwks_url } = await startKeyServer(cleanup, [key])
    const places: Place[] = []
    for (const size of SIZES) places.push(await makePlace(cleanup, jwks_url, size))
    const [small, large] = places as [Place, Place]

    const bodies = await makeNotifications(key, WARM_UP + ROUNDS * EVENTS_A_ROUND)
    for (const place of places) await burst(place, bodies.slice(0, WARM_UP))
    for (const place of places) place.rates.length = place.latencies.length = place.costs.length = 0
    const before = process.cpuUsage()
    for (let round = 0; round < ROUNDS; round++) {
      const start = WARM_UP + round * EVENTS_A_ROUND
      const part = bodies.slice(start, start + EVENTS_A_ROUND)
      for (const place of round % 2 === 0 ? [small, large] : [large, small]) await burst(place, part)
    }
    const { user, system } = process.cpuUsage(before)
    const sorted = small.latencies.toSorted((a, b) => a - b)
    return {
      metrics: {
        events_per_s: Math.round(median(small.rates)),
        ack_p99_ms: round1(percentile(sorted, 0.99)),
        growth_percent: round1((time(large) / time(small) - 1) * 100),
      },
      goals: {
        events_per_s: { at_least: 5000 },
        ack_p99_ms: { at_most: 30 },
        growth_percent: { at_most: 10 },
      },
      rounds: ROUNDS,
      context: {
        ack_p50_ms: round1(percentile(sorted, 0.5)),
        events_per_s_at_1600000: Math.round(median(large.rates)),
        slowest_round_per_s: Math.round(Math.min(...small.rates)),
        fastest_round_per_s: Math.round(Math.max(...small.rates)),
        relay_us: Math.round(median(small.costs)),
        relay_us_at_1600000: Math.round(median(large.costs)),
        verify_us: Math.round(bareVerification(key)),
        sync_ms: round1(bareSync(cleanup.folder())),
        load: round1(load),
        generator_us: Math.round((user + system) / (2 * ROUNDS * EVENTS_A_ROUND)),
      },
    }
  } finally {
    await cleanup.run()
  }
}

async function makePlace(cleanup: Cleanup, jwks_url: string, size: number): Promise<Place> {
  const { data, hook_path } = await setUpRelay(cleanup, jwks_url)
  fill(join(data, 'relay.db'), size)
  const limits = ['--sender-requests-per-minute', '0', '--inlet-requests-per-minute', '0']
  const relay = await startRelay(cleanup, data, ...limits)
  // It reads the public keys when it starts.
  await until(async () => ((await fetch(`${relay.ready.url}/readyz`)).ok ? true : undefined))
  return { relay, hook_path, rates: [], latencies: [], costs: [] }
}

/**
 * Events as they would stand there after years. Their signatures and bodies are short, since the log is written at its end
 * only; what decides the cost of one more are the ids, which are whole. All of it is on the disk before a relay starts.
 */
function fill(file: string, size: number): void {
  const database = new DatabaseSync(file)
  database.exec(`
    PRAGMA synchronous = OFF; PRAGMA cache_size = -400000;
    CREATE TEMP TABLE given AS
      WITH RECURSIVE counter (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < ${size})
      SELECT n, lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
        || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))) AS event_id,
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-20 days', '+' || n || ' seconds') AS received_at
      FROM counter;
    BEGIN;
    INSERT INTO events (environment, event_id, received_at, sender, signature, kid, verification, raw_body)
      SELECT 'sandbox', event_id, received_at, '127.0.0.1', 'x.y.z', 'iso-submission-rsa-01', 'body', randomblob(27)
      FROM given;
    INSERT INTO known_ids (environment, id_hash, body_hash, received_at)
      SELECT 'sandbox', randomblob(12), randomblob(16), received_at FROM given;
    COMMIT;
    PRAGMA wal_checkpoint(TRUNCATE)`)
  database.close()
  const written = openSync(file, 'r+')
  fsyncSync(written)
  closeSync(written)
}

/** What follows the request line, ready to be sent: each notification with an id and a signature of its own. */
async function makeNotifications(key: SigningKey, count: number): Promise<Buffer[]> {
  const made: Buffer[] = []
  const iat = Math.floor(Date.now() / 1000)
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const header = encode({ alg: 'RS256', kid: key.kid, typ: 'JWT' })
  async function signOn(): Promise<void> {
    while (made.length < count) {
      const body = JSON.stringify(makeEvent())
      const claims = encode({ body_sha256: sha256(Buffer.from(body), 'hex'), iat, exp: iat + 3600 })
      const input = `${header}.${claims}`
      const signature = await signAsync('sha256', Buffer.from(input), key.privateKey)
      made.push(
        Buffer.from(
          `host: relay\r\ncontent-type: application/json\r\nx-signature: ${input}.${signature.toString('base64url')}\r\n` +
            `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        ),
      )
    }
  }
  // As many as the thread pool has threads.
  await Promise.all(Array.from({ length: 4 }, signOn))
  return made.slice(0, count)
}

/** Processor time of one check of a signature, in microseconds. */
function bareVerification(key: SigningKey): number {
  const bytes = Buffer.alloc(300)
  const signature = sign('sha256', bytes, key.privateKey)
  const times = 2000
  const before = process.cpuUsage()
  for (let done = 0; done < times; done++) verify('sha256', bytes, key.publicKey, signature)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times
}

/** Milliseconds, in the median, until what was appended to a file is on the disk. */
function bareSync(folder: string): number {
  const file = openSync(join(folder, 'sync'), 'w')
  const times = Array.from({ length: 50 }, () => {
    writeSync(file, Buffer.alloc(40_000))
    const start = performance.now()
    fdatasyncSync(file)
    return performance.now() - start
  })
  closeSync(file)
  return median(times)
}

async function burst(place: Place, notifications: Buffer[]): Promise<void> {
  const { hostname, port } = new URL(place.relay.ready.url)
  const line = Buffer.from(`POST ${place.hook_path} HTTP/1.1\r\n`)
  const requests = notifications.map((rest) => Buffer.concat([line, rest]))
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(Number(port), hostname).setNoDelay())
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const used = await processorTime(place.relay.pid)
  let next = 0
  const start = performance.now()
  await Promise.all(sockets.map((socket) => post(socket, () => requests[next++], place.latencies)))
  place.rates.push((requests.length / (performance.now() - start)) * 1000)
  place.costs.push(((await processorTime(place.relay.pid)) - used) / requests.length)
  for (const socket of sockets) socket.destroy()
}

/** Posts one after another on a connection until there is no more. */
function post(socket: Socket, take: () => Buffer | undefined, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = 0
    let answer = ''
    function send(): void {
      const request = take()
      if (request === undefined) return resolve()
      sent = performance.now()
      socket.write(request)
    }
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1')
      if (!answer.endsWith('}')) return
      latencies.push(performance.now() - sent)
      if (!answer.startsWith('HTTP/1.1 202 ')) return reject(new Error(`The relay answered ${answer}`))
      answer = ''
      send()
    })
    socket.once('error', reject)
    send()
  })
}

/** Microseconds for which a process has run on the processors; 0 where the system does not tell. */
async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) * 10_000
}

/** Seconds that all rounds took together. */
function time({ rates }: Place): number {
  return rates.reduce((sum, rate) => sum + EVENTS_A_ROUND / rate, 0)
}

const round1 = (value: number) => Math.round(value * 10) / 10

function percentile(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
}
