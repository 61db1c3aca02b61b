import { sign, verify } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { closeSync, fdatasyncSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { setUpRelay, startRelay, type RelayProgram } from '../support/relay/relay.ts'
import { createSigningKey, makeEvent, sha256, type SigningKey } from '../support/relay/signing.ts'
import type { Measured } from '../support/measured.ts'
import { median } from '../support/median.ts'

/*
 * Method: the real relay runs in its own process with default settings, except that its request limits are off. It stores events in SQLite
 * on this disk with synchronous=FULL. The bench keeps 32 connections open. On each connection, it posts a notification as soon as the relay
 * has acknowledged the previous one. Every notification has its own id, body, and RS256 signature, all made before the measured time
 * begins. Only responses with status 202 count. Such a response means that the relay has verified the event, that the event is new, and
 * that it is synced to disk.
 *
 * Two relays run side by side. One has already stored 100,000 events, the other 1.6 million. The bench inserted these events directly into
 * the tables, with ids in random order. In each round, both relays get the same notifications, one relay after the other. They take turns
 * in going first. Speed and latencies are those of the relay with 100,000 events. `growth_percent` is how much more time the relay with 1.6
 * million events needed for all rounds together. The total also includes work that slows only some rounds, such as a WAL checkpoint.
 *
 * Limits: the bench (as the sender) and the relay share the processor's cores. `generator_us` is the bench's processor time per event, and
 * `relay_us` the relay's. `verify_us` is the processor time of one RS256 check alone in the same run, and `sync_ms` is the time of one disk
 * sync. No relay can need less than `verify_us`, or acknowledge more than 32 events per sync. `load` is the load average of the last minute
 * before the run. If it is above 1, other programs influence the figures.
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
  /** Events that were acknowledged per second, for each round. */
  rates: number[]
  /** Milliseconds from each request to the acknowledgment. */
  latencies: number[]
  /** Processor time that the relay needed per event, in microseconds, for each round. */
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
        events_per_s: { at_least: 8000 },
        ack_p99_ms: { at_most: 20 },
        growth_percent: { at_most: 5 },
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
  // At startup, the relay fetches the public keys. Wait until it reports that it is ready.
  await until(async () => ((await fetch(`${relay.ready.url}/readyz`)).ok ? true : undefined))
  return { relay, hook_path, rates: [], latencies: [], costs: [] }
}

/**
 * Fills the tables to the size that they would have after years of use. Signatures and bodies are short. Their length does not slow a new
 * event, because the relay only appends to the table that contains them. The ids have full length, because the relay looks up the id of
 * each new event. The function syncs the file to disk before the relay starts.
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
    INSERT INTO events
      (office_id, environment, seq, event_id, received_at, sender, signature, kid, verification, raw_body)
      SELECT 1, 'sandbox', n, event_id, received_at, '127.0.0.1', 'x.y.z', 'iso-submission-rsa-01', 'body', randomblob(27)
      FROM given;
    UPDATE environments SET last_seq = ${size};
    INSERT INTO known_ids (office_id, environment, id_hash, body_hash, received_at)
      SELECT 1, 'sandbox', randomblob(12), randomblob(16), received_at FROM given;
    COMMIT;
    PRAGMA wal_checkpoint(TRUNCATE)`)
  database.close()
  const written = openSync(file, 'r+')
  fsyncSync(written)
  closeSync(written)
}

/** Creates the requests without their first line, because it differs for each relay. Each notification has its own id and signature. */
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
  // Node's thread pool has four threads. One signing loop per thread keeps them all busy.
  await Promise.all(Array.from({ length: 4 }, signOn))
  return made.slice(0, count)
}

/** Returns the processor time of one signature check, in microseconds. */
function bareVerification(key: SigningKey): number {
  const bytes = Buffer.alloc(300)
  const signature = sign('sha256', bytes, key.privateKey)
  const times = 2000
  const before = process.cpuUsage()
  for (let done = 0; done < times; done++) verify('sha256', bytes, key.publicKey, signature)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times
}

/** Appends data to a file 50 times. Returns the median time in milliseconds until the data is on the disk. */
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

/** Posts requests on one connection, each after the response to the previous one, until `take` returns no more. */
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

/** Returns the processor time in microseconds that a process has used so far, or 0 if the system does not report it. */
async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) * 10_000
}

/** Returns how many seconds all rounds took together. */
function time({ rates }: Place): number {
  return rates.reduce((sum, rate) => sum + EVENTS_A_ROUND / rate, 0)
}

const round1 = (value: number) => Math.round(value * 10) / 10

function percentile(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
}
