import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Cleanup, until } from '../support/cleanup.ts'
import { CannotMeasure, type Measured } from '../support/measured.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { postgresMissing, startPostgres, type PostgresServer } from '../support/relay/postgres.ts'
import { startRelay, type RelayProgram } from '../support/relay/relay.ts'
import { createSigningKey } from '../support/relay/signing.ts'
import { startLoad, type Load, type Target, type Times } from './relay-network/load-client.ts'
import { seedOffices } from './relay-network/offices.ts'
import { measurePeers } from './relay-network/peers.ts'
import { collectGarbage, familyMs, processorMs, residentKb } from './relay-network/processes.ts'

/*
 * Method: two real relay processes share one real PostgreSQL server on this disk (fsync and synchronous_commit are on). 1,000 offices have
 * two paired devices each, one with a stream at each relay. The relays run with default settings, except for their limits on the connections
 * and on the requests of one address, because here all come from one. A single other process generates the load: it posts notifications,
 * each with its own id and RS256 signature, all signed beforehand, to random offices and to both relays in turn, and it reads all 2,000
 * streams. As the app does, it answers the heartbeat of each stream. It does not acknowledge events.
 *
 * `kb_per_stream`: growth of the resident memory of both relays from no stream to 2,000 idle streams, divided by 2,000. Each relay has
 * served streams and notifications before. Each collects its garbage before both readings. `kb_per_stream_after_500` is the growth from 500
 * to 2,000 streams. It leaves out memory that a relay had freed at its start, and that the first streams use again.
 *
 * `idle_core_percent`: processor time of both relays and of PostgreSQL while the 2,000 streams are idle except for their heartbeats, as a
 * share of one core, over two intervals of heartbeats.
 *
 * `events_per_s` and `delivery_p99_ms` come from one phase of 30 s at a fixed rate. The rate is 1,600 per second, or nine tenths of what a
 * closed loop reached just before if that is less. The generator posts at this rate whether or not earlier notifications have arrived. The
 * time of an arrival counts from when the notification was due until its data was read from a stream, so it includes any wait for a free
 * connection. `events_per_s` counts notifications that arrived at both streams of their office, until the last one had arrived.
 *
 * `closed_loop_per_s` is the speed at saturation: 64 notifications are on their way, and each is followed by the next one when it is
 * acknowledged and has arrived at both streams.
 *
 * `growth_percent`: how much more processor time of relays and PostgreSQL one event takes with 1,000 offices than with 10 (with two streams
 * each, two relays, and a separate database). Both receive the same notifications at the same fixed rate in alternating rounds. The
 * processor time that both take while idle is measured before and subtracted, because it does not depend on events and
 * `idle_core_percent` reports it. `growth_with_idle_percent` is the growth without this subtraction.
 *
 * Last, the relays end, and the same generator measures Nchan and smee.io (`peers.ts`) where they can be had.
 *
 * Any notification that is refused, lost, delivered twice, or delivered to another office ends the bench with an error.
 */

const OFFICES = 1000
const FEW_OFFICES = 10
const DEVICES = 2
const FIRST_STREAMS = 500
const RATE = 1600
const SUSTAINED_S = 30
const CLOSED_S = 10
const SLOTS = 64
const HEARTBEAT_S = 15
const ROUNDS = 6
const ROUND_S = 4
/** Rate of the rounds that compare 10 with 1,000 offices, as a share of the sustained rate. */
const ROUND_SHARE = 0.6
const NOTIFICATIONS = RATE * SUSTAINED_S + 100

interface Place {
  relays: RelayProgram[]
  target: Target
}

export async function measure(): Promise<Measured> {
  if (postgresMissing !== null) throw new CannotMeasure(`relay-network${postgresMissing}`)
  const cleanup = new Cleanup()
  const [machine_load = 0] = loadavg()
  try {
    const key = createSigningKey('iso-submission-rsa-01')
    const { url: jwks_url } = await startKeyServer(cleanup, [key])
    const postgres = await startPostgres(cleanup, ['fsync=on', 'max_connections=200'])
    const load = startLoad(cleanup)
    const private_key = key.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
    const signed = load.sign({ count: NOTIFICATIONS, private_key, kid: key.kid })
    // If the place cannot start, its error ends the bench, and nobody waits for the notifications.
    signed.catch(() => {})
    const large = await startPlace(cleanup, postgres, jwks_url, OFFICES)
    await signed

    const memory = await measureStreams(load, large)
    const idle = await used(postgres, [large], () => sleep(2 * HEARTBEAT_S * 1000))
    const idlePercent = (ms: number) => round1((ms / idle.ms) * 100)

    await load.postClosed({ place: large.target, shift: 1, seconds: 2, slots: SLOTS })
    const closed = await load.postClosed({ place: large.target, shift: 2, seconds: CLOSED_S, slots: SLOTS })
    const closedRate = closed.events / closed.seconds
    const rate = Math.min(RATE, 0.9 * closedRate)
    let sustained: Times | undefined
    const busy = await used(postgres, [large], async () => {
      sustained = await load.postOpen({
        place: large.target,
        shift: 3,
        seconds: SUSTAINED_S,
        rate,
        first: 0,
      })
    })
    if (sustained === undefined) throw new Error('The sustained phase has no result.')
    const growth = await measureGrowth(load, postgres, jwks_url, cleanup, large, rate * ROUND_SHARE)
    await load.disconnect(null)
    for (const { kill } of [...large.relays, ...growth.relays]) await kill()
    const { length: streams } = large.target.streams
    const peers = await measurePeers(load, { channels: OFFICES, streams, slots: SLOTS, rate }, cleanup)

    return {
      metrics: {
        events_per_s: Math.round(sustained.events / sustained.seconds),
        delivery_p99_ms: round1(sustained.p99_ms),
        kb_per_stream: round1(memory.kb_per_stream),
        idle_core_percent: idlePercent((idle.relays[0] ?? NaN) + idle.postgres),
        growth_percent: round1(growth.percent),
      },
      goals: {
        events_per_s: { at_least: 1500 },
        delivery_p99_ms: { at_most: 250 },
        kb_per_stream: { at_most: 40 },
        idle_core_percent: { at_most: 5 },
        growth_percent: { at_most: 10 },
      },
      rounds: ROUNDS,
      context: {
        offices: OFFICES,
        streams,
        relays: large.relays.length,
        delivery_p50_ms: round1(sustained.p50_ms),
        delivery_max_ms: round1(sustained.max_ms),
        ack_p99_ms: round1(sustained.ack_p99_ms),
        offered_per_s: Math.round(rate),
        closed_loop_per_s: Math.round(closedRate),
        closed_loop_p99_ms: round1(closed.p99_ms),
        relay_us: Math.round(((busy.relays[0] ?? NaN) * 1000) / sustained.events),
        postgres_us: Math.round((busy.postgres * 1000) / sustained.events),
        cost_us_10_offices: Math.round(growth.few_us),
        cost_us_1000_offices: Math.round(growth.many_us),
        growth_with_idle_percent: round1(growth.percent_with_idle),
        idle_relays_percent: idlePercent(idle.relays[0] ?? NaN),
        idle_postgres_percent: idlePercent(idle.postgres),
        kb_per_stream_after_500: round1(memory.kb_per_further_stream),
        relay_mb_without_streams: memory.before_mb,
        relay_mb_with_streams: memory.after_mb,
        ...peers,
        load: round1(machine_load),
      },
    }
  } finally {
    await cleanup.run()
  }
}

/** Creates a database with offices, and starts two relays that share it. */
async function startPlace(
  cleanup: Cleanup,
  postgres: PostgresServer,
  jwks_url: string,
  offices: number,
): Promise<Place> {
  const database = await postgres.createDatabase()
  const seeded = await seedOffices(database, jwks_url, offices, DEVICES)
  const relays: RelayProgram[] = []
  const limits = ['--max-connections', '5000', '--sender-requests-per-minute', '1000000']
  // The bench makes each relay collect its garbage through a debugger, which listens only on demand and then on a free port.
  process.env['NODE_OPTIONS'] = '--inspect-port=0'
  while (relays.length < DEVICES) relays.push(await startRelay(cleanup, database, ...limits))
  delete process.env['NODE_OPTIONS']
  for (const { ready } of relays)
    await until(async () => ((await fetch(`${ready.url}/readyz`)).ok ? true : undefined))
  const ports = relays.map(({ ready }) => Number(new URL(ready.url).port))
  const target: Target = {
    ports,
    hooks: seeded.map(({ hook }) => hook),
    // The first device of each office is at the first relay, and the second one at the second relay.
    streams: seeded.flatMap(({ tokens }, channel) =>
      tokens.map((token, device) => ({ channel, port: ports[device] ?? 0, path: '/v1/stream', token })),
    ),
  }
  return { relays, target }
}

/** Opens all streams of the place. Returns how much memory each takes. */
async function measureStreams(load: Load, { relays, target }: Place) {
  const few = target.streams.filter(({ channel }) => channel < 50)
  const warmUp: Target = { ...target, hooks: target.hooks.slice(0, 50), streams: few }
  await load.connect(warmUp)
  await load.postClosed({ place: warmUp, shift: 0, seconds: 2, slots: 16 })
  await load.disconnect(null)
  const before = await settledMemory(relays)
  await load.connect({ ...target, streams: target.streams.slice(0, FIRST_STREAMS) })
  const first = await settledMemory(relays)
  await load.connect({ ...target, streams: target.streams.slice(FIRST_STREAMS) })
  const after = await settledMemory(relays)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const inMb = (values: number[]) => values.map((kb) => Math.round(kb / 1024)).join(' and ')
  return {
    kb_per_stream: (sum(after) - sum(before)) / target.streams.length,
    kb_per_further_stream: (sum(after) - sum(first)) / (target.streams.length - FIRST_STREAMS),
    before_mb: inMb(before),
    after_mb: inMb(after),
  }
}

/** Returns the resident memory of each relay in kB, after it has been idle and has collected its garbage. */
async function settledMemory(relays: RelayProgram[]): Promise<number[]> {
  await sleep(3000)
  for (const relay of relays) await collectGarbage(relay)
  await sleep(2000)
  return relays.map(({ pid }) => residentKb(pid))
}

/** Runs `work`. Returns the time that it took, and the processor time of PostgreSQL and of the relays of each place, in milliseconds. */
async function used(postgres: PostgresServer, places: Place[], work: () => Promise<unknown>) {
  const server = Number(readFileSync(join(postgres.folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  const read = () => ({
    at: performance.now(),
    postgres: familyMs(server),
    relays: places.map(({ relays }) => relays.reduce((sum, { pid }) => sum + processorMs(pid), 0)),
  })
  const before = read()
  await work()
  const after = read()
  return {
    ms: after.at - before.at,
    postgres: after.postgres - before.postgres,
    relays: after.relays.map((ms, index) => ms - (before.relays[index] ?? 0)),
  }
}

/** Compares the processor time of an event with few offices and with many, in microseconds. */
async function measureGrowth(
  load: Load,
  postgres: PostgresServer,
  jwks_url: string,
  cleanup: Cleanup,
  large: Place,
  rate: number,
) {
  const small = await startPlace(cleanup, postgres, jwks_url, FEW_OFFICES)
  await load.connect(small.target)
  const round = (place: Place, first: number, seconds: number) =>
    load.postOpen({ place: place.target, shift: 4, seconds, rate, first })
  const warmUp = Math.ceil(rate * 2) + 1
  for (const place of [small, large]) await round(place, 0, 2)
  const idle = await used(postgres, [small, large], () => sleep(HEARTBEAT_S * 1000))
  const costs = [
    { events: 0, ms: 0, idle_ms: 0 },
    { events: 0, ms: 0, idle_ms: 0 },
  ]
  const perRound = Math.ceil(rate * ROUND_S) + 1
  for (let turn = 0; turn < ROUNDS; turn++)
    for (const index of turn % 2 === 0 ? [0, 1] : [1, 0]) {
      const place = [small, large][index] ?? small
      let events = 0
      const busy = await used(postgres, [place], async () => {
        events = (await round(place, warmUp + turn * perRound, ROUND_S)).events
      })
      const cost = costs[index]
      if (cost === undefined) continue
      cost.events += events
      cost.ms += busy.postgres + (busy.relays[0] ?? NaN)
      cost.idle_ms += ((idle.postgres + (idle.relays[index] ?? NaN)) * busy.ms) / idle.ms
    }
  const [few = NaN, many = NaN] = costs.map(({ events, ms, idle_ms }) => ((ms - idle_ms) * 1000) / events)
  const [fewWithIdle = NaN, manyWithIdle = NaN] = costs.map(({ events, ms }) => ms / events)
  return {
    relays: small.relays,
    few_us: few,
    many_us: many,
    percent: (many / few - 1) * 100,
    percent_with_idle: (manyWithIdle / fewWithIdle - 1) * 100,
  }
}

const round1 = (value: number) => Math.round(value * 10) / 10
