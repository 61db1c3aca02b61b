import { sign } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { loadavg } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { setUpRelay, startRelay } from '../support/relay/relay.ts'
import { createSigningKey, makeEvent, sha256, type SigningKey } from '../support/relay/signing.ts'
import type { Measured } from '../support/measured.ts'
import { median } from '../support/median.ts'
import { interleave, processorTime, quantile, rounded, startBare, timed } from './harness.ts'

/*
 * Method: the real relay runs in its own process with default settings, except that its request limits are off. It stores events in SQLite
 * on this disk with synchronous=FULL. The bench keeps 32 connections open. On each connection, it posts a notification as soon as the relay
 * has acknowledged the previous one. Every notification has its own id, body, and RS256 signature, all made before the measured time
 * begins. Only responses with status 202 count. Such a response means that the relay has verified the event, that the event is new, and
 * that it is synced to disk.
 *
 * The bare program (bare/relay.ts) does the same necessary work: node:http, one signature check, and an append to a file with one sync for
 * all notifications that wait. It recognizes no repeated event, and nobody can read its events.
 *
 * Three relays run side by side. They have already stored 100,000, 400,000, and 1.6 million events, which the bench inserted directly into
 * the tables, with ids in random order. In each round, the relays and the bare program get the same notifications, one after the other, and
 * each round begins with another one. `ratio_to_bare` is the median of the rounds' ratios of the smallest relay to the bare program.
 * `growth_percent` is how much more time the largest relay needed than the smallest for all rounds together, and `growth` is the ratio of
 * the slowest to the fastest relay. These totals include work that slows only some rounds, such as a WAL checkpoint.
 *
 * The bench (as the sender) and the relay share the processor's cores. `generator_us`, `relay_us`, and `bare_us` are processor time per
 * event. If `load`, the load average of the last minute before the run, is above 1, other programs influence the figures.
 */

const CONNECTIONS = 32
const SIZES = [100_000, 400_000, 1_600_000] as const
const ROUNDS = 16
const WARM_UP = 3
const EVENTS_A_ROUND = 3000
const signAsync = promisify(sign)

/** A program that takes notifications. */
interface Place {
  pid: number
  /** URL to which the notifications are posted. */
  url: string
}

/** One round: events per second, processor time of the program per event in microseconds, and the time of each request in milliseconds. */
interface Burst {
  rate: number
  cost: number
  latencies: number[]
}

export async function measure(): Promise<Measured> {
  const cleanup = new Cleanup()
  const [load = 0] = loadavg()
  try {
    const key = createSigningKey('iso-submission-rsa-01')
    const { url: jwks_url } = await startKeyServer(cleanup, [key])
    const [small, medium, large] = [
      await makePlace(cleanup, jwks_url, SIZES[0]),
      await makePlace(cleanup, jwks_url, SIZES[1]),
      await makePlace(cleanup, jwks_url, SIZES[2]),
    ]
    const program = startBare<string>(cleanup, 'relay')
    const url = await program.ask({ jwk: key.jwk, file: join(cleanup.folder(), 'events') })
    const bodies = await makeNotifications(key, (WARM_UP + ROUNDS) * EVENTS_A_ROUND)
    const part = (at: number) => bodies.slice((WARM_UP + at) * EVENTS_A_ROUND).slice(0, EVENTS_A_ROUND)
    const before = process.cpuUsage()
    const seen = await interleave(
      { rounds: ROUNDS, warmUp: WARM_UP },
      {
        small: (at) => burst(small, part(at)),
        bare: (at) => burst({ pid: program.pid, url }, part(at)),
        medium: (at) => burst(medium, part(at)),
        large: (at) => burst(large, part(at)),
      },
    )
    const { user, system } = process.cpuUsage(before)
    const times = [seen.small, seen.medium, seen.large].map(timeOf)
    const [least = NaN, , most = NaN] = times
    const latencies = seen.small.flatMap((one) => one.latencies)
    const rate = (bursts: Burst[]) => Math.round(median(bursts.map((one) => one.rate)))
    const cost = (bursts: Burst[]) => Math.round(median(bursts.map((one) => one.cost)))
    return {
      metrics: {
        ratio_to_bare: rounded(median(seen.small.map((one, at) => one.rate / (seen.bare[at]?.rate ?? NaN)))),
        growth_percent: rounded((most / least - 1) * 100, 1),
        growth: rounded(Math.max(...times) / Math.min(...times)),
      },
      goals: {
        ratio_to_bare: { at_least: 0.6 },
        growth_percent: { at_most: 5 },
        growth: { at_most: 2 },
      },
      rounds: ROUNDS,
      context: {
        events_per_s: rate(seen.small),
        bare_events_per_s: rate(seen.bare),
        events_per_s_at_400000: rate(seen.medium),
        events_per_s_at_1600000: rate(seen.large),
        ack_p50_ms: rounded(quantile(latencies, 0.5), 1),
        ack_p99_ms: rounded(quantile(latencies, 0.99), 1),
        relay_us: cost(seen.small),
        relay_us_at_1600000: cost(seen.large),
        bare_us: cost(seen.bare),
        load: rounded(load, 1),
        generator_us: Math.round((user + system) / (4 * (WARM_UP + ROUNDS) * EVENTS_A_ROUND)),
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
  const { ready, pid } = await startRelay(cleanup, data, ...limits)
  // At startup, the relay fetches the public keys. Wait until it reports that it is ready.
  await until(async () => ((await fetch(`${ready.url}/readyz`)).ok ? true : undefined))
  return { pid, url: ready.url + hook_path }
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

async function burst({ pid, url }: Place, notifications: Buffer[]): Promise<Burst> {
  const { hostname, port, pathname } = new URL(url)
  const line = Buffer.from(`POST ${pathname} HTTP/1.1\r\n`)
  const requests = notifications.map((rest) => Buffer.concat([line, rest]))
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(Number(port), hostname).setNoDelay())
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const latencies: number[] = []
  const used = await processorTime(pid)
  let next = 0
  const ms = await timed(() =>
    Promise.all(sockets.map((socket) => post(socket, () => requests[next++], latencies))),
  )
  const cost = (((await processorTime(pid)) - used) * 1000) / requests.length
  for (const socket of sockets) socket.destroy()
  return { rate: (requests.length / ms) * 1000, cost, latencies }
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

/** Returns how many seconds all rounds took together. */
function timeOf(bursts: Burst[]): number {
  return bursts.reduce((sum, { rate }) => sum + EVENTS_A_ROUND / rate, 0)
}
