import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Cleanup, until } from '../support/cleanup.ts'
import { CannotMeasure, type Measured } from '../support/measured.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { postgresMissing, startPostgres } from '../support/relay/postgres.ts'
import { postHook, signBody, startRelay, storeAt } from '../support/relay/relay.ts'
import { createSigningKey, makeEvent, type SigningKey } from '../support/relay/signing.ts'
import { seedOffices } from './relay-network/offices.ts'
import { residentKb } from './relay-network/processes.ts'

/*
 * Method: one real relay process serves 500 paired devices of one office, first with SQLite and then with PostgreSQL on this disk. The log
 * contains 2,000 notifications of usual size that no device has read. All devices open their streams at once, and each reads all
 * notifications. The kernel records the relay's largest resident memory meanwhile (`VmHWM` in /proc/PID/status).
 *
 * `sqlite_mb` and `postgres_mb`: this largest memory while all devices read as fast as they can. `relay.service` allows 512 MB.
 *
 * `sqlite_stalled_mb` and `postgres_stalled_mb`: the same while the devices open their streams, accept nothing for ten seconds, and then
 * read everything. It shows how much the relay keeps for slow devices. In both phases, a device that does not get each notification once and
 * in order ends the bench with an error.
 *
 * `sqlite_longest_wait_ms`, `postgres_longest_wait_ms`: the longest time for which another request (/healthz) waited for its response while
 * all devices read as fast as they can.
 *
 * `queries_per_idle_s`, `queries_per_event`, `queries_per_scrape`: statements that PostgreSQL ran, according to pg_stat_statements: per
 * second while 100 streams are idle, for one notification that is stored and delivered to 500 streams, and for one reading of /metrics. The
 * statements of idle streams are subtracted from the last two.
 */

const DEVICES = 500
const EVENTS = 2000
const IDLE_DEVICES = 100
const STALLED_S = 10
const IDLE_S = 30
/** Number of notifications and of scrapes whose statements are counted, and the time between two of them. */
const COUNTED = 20
const COUNTED_EVERY_MS = 250

const EVENT_ID = '"event_id":"'

interface Place {
  pid: number
  url: string
  admin_url: string
  hook: string
  tokens: string[]
}

export async function measure(): Promise<Measured> {
  if (postgresMissing !== null) throw new CannotMeasure(`relay-catch-up${postgresMissing}`)
  const cleanup = new Cleanup()
  try {
    const key = createSigningKey('iso-submission-rsa-01')
    const { url: jwks_url } = await startKeyServer(cleanup, [key])
    const sqlite = await measureMemory(await startPlace(cleanup, cleanup.folder(), jwks_url))
    await cleanup.run()

    const settings = ['fsync=on', 'shared_preload_libraries=pg_stat_statements']
    const server = await startPostgres(cleanup, settings)
    const keys = await startKeyServer(cleanup, [key])
    const database = await server.createDatabase()
    await server.query(database, 'CREATE EXTENSION pg_stat_statements')
    const place = await startPlace(cleanup, database, keys.url)
    const postgres = await measureMemory(place)
    const queries = await measureQueries(place, key, async () => {
      const [row] = await server.query(
        database,
        'SELECT sum(calls)::int AS calls FROM pg_stat_statements WHERE toplevel AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database())',
      )
      return Number(row?.['calls'])
    })
    return {
      metrics: {
        sqlite_mb: sqlite.reading_mb,
        postgres_mb: postgres.reading_mb,
        sqlite_stalled_mb: sqlite.stalled_mb,
        postgres_stalled_mb: postgres.stalled_mb,
        sqlite_longest_wait_ms: sqlite.longest_wait_ms,
        postgres_longest_wait_ms: postgres.longest_wait_ms,
        queries_per_idle_s: queries.idle,
        queries_per_event: queries.event,
        queries_per_scrape: queries.scrape,
      },
      goals: {
        sqlite_mb: { at_most: 450 },
        postgres_mb: { at_most: 450 },
        sqlite_stalled_mb: { at_most: 450 },
        postgres_stalled_mb: { at_most: 450 },
        sqlite_longest_wait_ms: { at_most: 1000 },
        postgres_longest_wait_ms: { at_most: 1000 },
        queries_per_idle_s: { at_most: 5 },
        queries_per_event: { at_most: 5 },
        queries_per_scrape: { at_most: 8 },
      },
      rounds: 1,
      context: {
        devices: DEVICES,
        events: EVENTS,
        sqlite_idle_mb: sqlite.idle_mb,
        postgres_idle_mb: postgres.idle_mb,
        sqlite_seconds: sqlite.seconds,
        postgres_seconds: postgres.seconds,
      },
    }
  } finally {
    await cleanup.run()
  }
}

/** Starts a relay with one office, its devices, and the notifications that they have not read. */
async function startPlace(cleanup: Cleanup, place: string, jwks_url: string): Promise<Place> {
  const [office] = await seedOffices(place, jwks_url, 1, DEVICES)
  if (office === undefined) throw new Error('The office was not created.')
  const store = await storeAt(place)
  const created = (await store.listOffices()).at(-1)
  for (let stored = 0; stored < EVENTS; stored += 100)
    await store.append(
      Array.from({ length: 100 }, () => {
        const event = makeEvent()
        return {
          office_id: created?.office_id ?? 0,
          environment: 'sandbox' as const,
          event_id: event.event_id,
          received_at: new Date().toISOString(),
          sender: '127.0.0.1',
          signature: 's'.repeat(551),
          kid: 'iso-submission-rsa-01',
          verification: 'body' as const,
          raw_body: Buffer.from(JSON.stringify(event)),
        }
      }),
    )
  await store.close()
  const relay = await startRelay(cleanup, place, '--admin-port', '0')
  const { url, admin_url } = relay.ready as { ready: true; url: string; admin_url: string }
  await until(async () => ((await fetch(`${url}/readyz`)).ok ? true : undefined))
  return { pid: relay.pid, url, admin_url, hook: office.hook, tokens: office.tokens }
}

/** Returns the relay's memory before any stream, and its largest memory while all devices catch up, in MB. */
async function measureMemory(place: Place) {
  const idle_mb = inMb(residentKb(place.pid))
  const start = performance.now()
  const over = new AbortController()
  const waited = longestWait(place, over.signal)
  const reading_mb = await peakWhile(place, () => readAll(place, 0)).finally(() => over.abort())
  const longest_wait_ms = await waited
  const seconds = Math.round((performance.now() - start) / 100) / 10
  const stalled_mb = await peakWhile(place, () => readAll(place, STALLED_S * 1000))
  return { idle_mb, reading_mb, stalled_mb, seconds, longest_wait_ms }
}

/** Sends one request after another until the signal aborts. Returns the longest time until a response arrived. */
async function longestWait({ url }: Place, signal: AbortSignal): Promise<number> {
  let longest = 0
  while (!signal.aborted) {
    const start = performance.now()
    await (await fetch(`${url}/healthz`)).text()
    longest = Math.max(longest, performance.now() - start)
    await sleep(10)
  }
  return Math.round(longest)
}

async function peakWhile({ pid }: Place, work: () => Promise<void>): Promise<number> {
  // Makes the kernel start to record anew.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  await work()
  return inMb(Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]))
}

const inMb = (kb: number) => Math.round(kb / 1024)

/** Opens the streams of all devices, and reads the whole log from each. They accept nothing during the first milliseconds. */
async function readAll({ url, tokens }: Place, stalled_ms: number): Promise<void> {
  const streams = tokens.map((token) => openStream(url, token))
  if (stalled_ms > 0) {
    for (const { socket } of streams) socket.pause()
    await sleep(stalled_ms)
    for (const { socket } of streams) socket.resume()
  }
  await Promise.all(streams.map((stream) => stream.until(EVENTS)))
  for (const { socket } of streams) socket.destroy()
}

interface OpenStream {
  socket: Socket
  /** Resolves when this number of notifications has arrived. Rejects if one is missing or arrives twice. */
  until: (events: number) => Promise<void>
}

function openStream(url: string, token: string): OpenStream {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(
    `GET /v1/stream HTTP/1.1\r\nhost: relay\r\nauthorization: Bearer ${token}\r\nlast-event-id: 0\r\n\r\n`,
  )
  let [last, rest] = [0, '']
  let [wanted, done] = [Infinity, () => {}]
  const failed = once(socket, 'close').then(() => {
    if (last < wanted) throw new Error('A stream ended early.')
  })
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => {
    const text = rest + chunk.toString('latin1')
    // A message is whole if its event id has arrived.
    const end = text.lastIndexOf(EVENT_ID) + 1
    for (const [, seq] of text.slice(0, end).matchAll(/^id: (\d+)\nevent: partner-event/gm)) {
      if (Number(seq) !== last + 1) socket.destroy(new Error('A notification is missing, or arrived twice.'))
      else last += 1
    }
    rest = text.slice(end)
    if (last >= wanted) done()
  })
  return {
    socket,
    until: (events) => {
      wanted = events
      const arrived = new Promise<void>((resolve) => (done = resolve))
      return last >= wanted ? Promise.resolve() : Promise.race([arrived, failed])
    },
  }
}

/** Counts the statements of idle streams per second, of one notification to all streams, and of one reading of the metrics. */
async function measureQueries(place: Place, key: SigningKey, calls: () => Promise<number>) {
  const during = async (work: () => Promise<unknown>) => {
    const [before, start] = [await calls(), performance.now()]
    await work()
    // The count itself is a statement.
    return { queries: (await calls()) - before - 1, seconds: (performance.now() - start) / 1000 }
  }
  const idle = async (streams: OpenStream[]) => {
    await Promise.all(streams.map((stream) => stream.until(EVENTS)))
    await sleep(2000)
    const { queries, seconds } = await during(() => sleep(IDLE_S * 1000))
    return queries / seconds
  }
  const few = place.tokens.slice(0, IDLE_DEVICES).map((token) => openStream(place.url, token))
  const idleFew = await idle(few)
  const all = [...few, ...place.tokens.slice(IDLE_DEVICES).map((token) => openStream(place.url, token))]
  const idleAll = await idle(all)
  const beyondIdle = async (work: (turn: number) => Promise<unknown>) => {
    const { queries, seconds } = await during(async () => {
      for (let turn = 1; turn <= COUNTED; turn++) {
        await work(turn)
        await sleep(COUNTED_EVERY_MS)
      }
    })
    return Math.max(0, queries - idleAll * seconds) / COUNTED
  }
  const event = await beyondIdle(async (turn) => {
    const body = JSON.stringify(makeEvent())
    const { status } = await postHook(`${place.url}${place.hook}`, body, signBody(key, body))
    if (status !== 202) throw new Error(`A notification got the answer ${status}.`)
    await Promise.all(all.map((stream) => stream.until(EVENTS + turn)))
  })
  const scrape = await beyondIdle(async () => (await fetch(`${place.admin_url}/metrics`)).text())
  for (const { socket } of all) socket.destroy()
  return { idle: round1(idleFew), event: round1(event), scrape: round1(scrape) }
}

const round1 = (value: number) => Math.round(value * 10) / 10
