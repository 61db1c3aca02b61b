import { setTimeout as sleep } from 'node:timers/promises'
import { RelayEventSource } from '../../src-main/features/events/relay-event-source.ts'
import { addPairingCode, createOffice } from '../../services/relay/src/offices/office-service.ts'
import { createInletSegment } from '../../services/relay/src/secrets.ts'
import { NO_QUOTAS } from '../../services/relay/src/store/relay-store.ts'
import type { RelayStore } from '../../services/relay/src/store/sql-store.ts'
import { Cleanup } from '../support/cleanup.ts'
import { CannotMeasure, type Measured } from '../support/measured.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { directly } from '../support/relay/listen.ts'
import { startCluster, type PostgresCluster } from '../support/relay/postgres-cluster.ts'
import { postgresMissing } from '../support/relay/postgres.ts'
import { postHook, postPairing, signBody, startRelay, storeAt } from '../support/relay/relay.ts'
import { createSigningKey, makeEvent, type SigningKey } from '../support/relay/signing.ts'

/*
 * Method: two relay processes share a PostgreSQL server that has a synchronous standby. Senders post signed notifications for 20 offices
 * all the time, and repeat each one until a relay acknowledges it. Two devices of each office stream from the relays with the app's event
 * source. In each of 50 rounds, after a random time, SIGKILL ends one relay, both relays, all processes of the database, or a relay and the
 * database together. The killed relays start again. The database either starts again, or its standby takes its place and gets a new standby
 * from a fresh copy. Some devices also move to the other relay. The next round begins when each device has everything that was acknowledged.
 *
 * `lost` counts acknowledged notifications that a device of their office did not get, or that the log does not contain. `twice` counts
 * notifications that the log contains more than once, or that a device got again although the relay had announced no gap. After a gap, the
 * relay may send a device events again, and the app recognizes them by their ids. `crossed` counts notifications that a device or the log
 * of another office got.
 */

const ROUNDS = 50
const OFFICES = 20
const DEVICES_OF_OFFICE = 2
const SENDERS = 12
/** Time between two notifications of a sender, in milliseconds. Together, the senders post up to 300 notifications a second. */
const PACE_MS = 40
/** Maximum time from the start of a round until the fault, in milliseconds. */
const LONGEST_WAIT_MS = 1200
const MOVED_DEVICES = 4
const GRACE_MS = 60_000
/** After this time, no new round begins. `rounds` in the result then shows that the machine was too slow for all of them. */
const LONGEST_MS = 10 * 60_000
/** Limits by address make no sense here, because all senders and devices have the same address. */
const NO_LIMITS = [
  ...['--sender-requests-per-minute', '0'],
  ...['--inlet-requests-per-minute', '0'],
  ...['--sender-connections', '0'],
]

const FAULTS = ['relay', 'both relays', 'database', 'failover', 'relay and failover'] as const
type Fault = (typeof FAULTS)[number]

interface Office {
  office_id: number
  hook_path: string
  /** Ids of the acknowledged notifications. */
  acknowledged: string[]
}

export async function measure(rounds = ROUNDS): Promise<Measured> {
  if (postgresMissing !== null)
    throw new CannotMeasure('PostgreSQL is not installed (on Debian: apt-get install postgresql).')
  const cleanup = new Cleanup()
  const began = performance.now()
  try {
    const key = createSigningKey('iso-submission-rsa-01')
    const { url: jwks_url } = await startKeyServer(cleanup, [key])
    const cluster = await startCluster(cleanup)
    await cluster.addStandby('synchronous')
    const database = await cluster.createDatabase()
    const relays = await Relays.start(cleanup, database)
    const store = await storeAt(database)
    await store.setPartner({ name: 'partner', jwks_url, sender_addresses: [] }, 'torture')
    const offices: Office[] = []
    const devices: Device[] = []
    for (let number = 0; number < OFFICES; number += 1) {
      // One after another: the setup takes a moment only.
      const office = await addOffice(store, number)
      offices.push(office)
      for (let paired = 0; paired < DEVICES_OF_OFFICE; paired += 1)
        devices.push(new Device(office, await pair(store, office, relays.urls[0] ?? '')))
    }
    await store.close()
    devices.forEach((device, index) => device.start(relays.urls, index))
    cleanup.add(() => Promise.all(devices.map((device) => device.stop())))

    const traffic = new Traffic(key, offices, relays.urls)
    let done = 0
    while (done < rounds && performance.now() - began < LONGEST_MS) {
      const moved = pick(devices, MOVED_DEVICES)
      await sleep(Math.random() * LONGEST_WAIT_MS)
      await Promise.all([
        cause(FAULTS[done % FAULTS.length] ?? 'relay', relays, cluster),
        ...moved.map((device) => device.move(relays.urls)),
      ])
      done += 1
      if (!(await areUpToDate(devices))) break
    }
    await traffic.stop()
    await areUpToDate(devices)
    await relays.stop()
    const figures = count(devices, await readLogs(database, offices))
    return {
      metrics: figures,
      goals: { lost: { at_most: 0 }, twice: { at_most: 0 }, crossed: { at_most: 0 } },
      rounds: done,
      context: {
        notifications: offices.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
        broken_off_or_refused: traffic.refused,
        reconnects: devices.reduce((sum, { reconnects }) => sum + reconnects, 0),
        gaps: devices.reduce((sum, { gaps }) => sum + gaps, 0),
        seconds: Math.round((performance.now() - began) / 1000),
      },
    }
  } finally {
    await cleanup.run()
  }
}

/** Causes a fault, and repairs what it broke. */
async function cause(fault: Fault, relays: Relays, cluster: PostgresCluster): Promise<void> {
  const one = Math.floor(Math.random() * 2)
  if (fault === 'relay') return relays.replace([one])
  if (fault === 'both relays') return relays.replace([0, 1])
  if (fault === 'database') {
    await cluster.killPrimary()
    await cluster.restartPrimary()
    // A synchronous standby takes over only if it has everything.
    return cluster.standbyIsCurrent()
  }
  const kills = [cluster.killPrimary(), ...(fault === 'relay and failover' ? [relays.kill(one)] : [])]
  await Promise.all(kills)
  await cluster.promoteStandby()
  if (fault === 'relay and failover') await relays.restart(one)
  await cluster.addStandby('synchronous')
}

/** Two relay processes. A process that replaces another one listens on the same port. */
class Relays {
  readonly urls: string[]
  readonly #cleanup: Cleanup
  readonly #database: string
  readonly #running: Awaited<ReturnType<typeof startRelay>>[]

  private constructor(cleanup: Cleanup, database: string, running: Awaited<ReturnType<typeof startRelay>>[]) {
    this.#cleanup = cleanup
    this.#database = database
    this.#running = running
    this.urls = running.map(({ ready }) => ready.url)
  }

  static async start(cleanup: Cleanup, database: string): Promise<Relays> {
    const first = await startRelay(cleanup, database, ...NO_LIMITS)
    return new Relays(cleanup, database, [first, await startRelay(cleanup, database, ...NO_LIMITS)])
  }

  async kill(index: number): Promise<void> {
    await this.#running[index]?.kill()
  }

  async restart(index: number): Promise<void> {
    const { port } = new URL(this.urls[index] ?? '')
    this.#running[index] = await startRelay(this.#cleanup, this.#database, ...NO_LIMITS, '--port', port)
  }

  async replace(indexes: number[]): Promise<void> {
    await Promise.all(indexes.map((index) => this.kill(index)))
    await Promise.all(indexes.map((index) => this.restart(index)))
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.map((relay) => relay.stop()))
  }
}

async function addOffice(store: RelayStore, number: number): Promise<Office> {
  const { office_id } = await createOffice(store, `Office ${number}`, NO_QUOTAS, 'torture')
  const office = store.office(office_id)
  await office.usePartner('sandbox', 'partner')
  const inlet = createInletSegment()
  await office.addInlet({ inlet, environment: 'sandbox', created_at: new Date().toISOString() })
  return { office_id, hook_path: `/hooks/sandbox/${inlet}`, acknowledged: [] }
}

/** Pairs a new device of an office. Returns its token. */
async function pair(store: RelayStore, { office_id }: Office, url: string): Promise<string> {
  const wanted = { name: 'Desk', environment: 'sandbox' } as const
  const { code } = await addPairingCode(store.office(office_id), wanted, Date.now())
  const response = await postPairing(url, code)
  return ((await response.json()) as { device_token: string }).device_token
}

/** Senders that post notifications for random offices until they are stopped. */
class Traffic {
  /** Number of attempts that failed or were refused. */
  refused = 0
  #isOver = false
  readonly #running: Promise<unknown>
  readonly #key: SigningKey
  readonly #offices: Office[]
  readonly #urls: string[]

  constructor(key: SigningKey, offices: Office[], urls: string[]) {
    this.#key = key
    this.#offices = offices
    this.#urls = urls
    this.#running = Promise.all(Array.from({ length: SENDERS }, (_, sender) => this.#send(sender)))
  }

  /** Ends after each sender's last notification was acknowledged. */
  async stop(): Promise<void> {
    this.#isOver = true
    await this.#running
  }

  async #send(sender: number): Promise<void> {
    for (let turn = sender; !this.#isOver; turn += 1) {
      const [office] = pick(this.#offices, 1)
      if (office === undefined) return
      const event = makeEvent({ application_id: `office-${office.office_id}` })
      const body = JSON.stringify(event)
      const signature = signBody(this.#key, body)
      for (let attempt = turn; ; attempt += 1) {
        const url = this.#urls[attempt % this.#urls.length] ?? ''
        if (await isTaken(`${url}${office.hook_path}`, body, signature)) break
        this.refused += 1
        await sleep(PACE_MS)
      }
      office.acknowledged.push(event.event_id)
      await sleep(PACE_MS)
    }
  }
}

async function isTaken(url: string, body: string, signature: string): Promise<boolean> {
  try {
    const response = await postHook(url, body, signature)
    await response.arrayBuffer()
    return response.status === 202 || response.status === 200
  } catch {
    return false
  }
}

/** A paired device that reads its events with the app's event source, and records what it got. */
class Device {
  readonly office: Office
  /** Number of arrivals of each event. */
  readonly times = new Map<string, number>()
  gaps = 0
  reconnects = 0
  readonly #token: string
  #source: RelayEventSource | null = null
  #relay = 0
  #cursor = 0
  #epoch = ''
  /** Number of acknowledged notifications that this device is known to have. */
  #checked = 0
  /** Events that the relay may send again, because it announced a gap. */
  readonly #announced = new Set<string>()

  constructor(office: Office, token: string) {
    this.office = office
    this.#token = token
  }

  start(urls: string[], relay: number): void {
    this.#relay = relay % urls.length
    const silent = { info: () => {}, warn: () => {} }
    const source = new RelayEventSource(urls[this.#relay] ?? '', this.#token, directly, silent)
    this.#source = source
    source.start(
      { cursor: this.#cursor, epoch: this.#epoch },
      {
        onArrival: () => {},
        onEvents: async (events) => {
          for (const event of events) {
            const event_id = String(event.event_id)
            if (!this.#announced.delete(event_id))
              this.times.set(event_id, (this.times.get(event_id) ?? 0) + 1)
          }
          this.#cursor = events.at(-1)?.seq ?? this.#cursor
          source.acknowledge(this.#cursor)
          return events.length
        },
        onEpoch: async (epoch) => {
          this.#epoch = epoch
        },
        onGap: async (oldest_seq, epoch) => {
          this.gaps += 1
          this.#epoch = epoch
          this.#cursor = oldest_seq - 1
          for (const event_id of this.times.keys()) this.#announced.add(event_id)
        },
        onState: (state) => {
          if (state === 'connecting') this.reconnects += 1
        },
      },
    )
  }

  /** Restarts the event source with its cursor, at the other relay. */
  async move(urls: string[]): Promise<void> {
    await this.stop()
    this.start(urls, this.#relay + 1)
  }

  async stop(): Promise<void> {
    await this.#source?.stop()
  }

  /** Returns the number of acknowledged notifications up to `end` that did not arrive yet. */
  missing(end: number): number {
    const { acknowledged } = this.office
    while (this.#checked < end && this.times.has(acknowledged[this.#checked] ?? '')) this.#checked += 1
    return end - this.#checked
  }
}

/**
 * Waits until each device has everything that was acknowledged up to now. Returns false if this takes longer than a minute. The caller then
 * counts what is missing.
 */
async function areUpToDate(devices: Device[]): Promise<boolean> {
  const ends = devices.map(({ office }) => office.acknowledged.length)
  const end = performance.now() + GRACE_MS
  while (performance.now() < end) {
    if (devices.every((device, index) => device.missing(ends[index] ?? 0) <= 0)) return true
    await sleep(20)
  }
  return false
}

/** Returns the ids in the log of each office, in the order of the offices. */
async function readLogs(database: string, offices: Office[]): Promise<string[][]> {
  const store = await storeAt(database)
  const logs: string[][] = []
  for (const { office_id } of offices) {
    const ids: string[] = []
    let after = 0
    for (;;) {
      // One page after another, because a page begins after the last event of the previous one.
      const page = await store.office(office_id).readEvents('sandbox', after, 1000)
      if (page.length === 0) break
      ids.push(...page.map(({ event_id }) => event_id))
      after = page.at(-1)?.seq ?? after
    }
    logs.push(ids)
  }
  await store.close()
  return logs
}

function count(devices: Device[], logs: string[][]): { lost: number; twice: number; crossed: number } {
  const [lost, twice, crossed] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const offices = [...new Set(devices.map(({ office }) => office))]
  function compare(office: Office, times: Map<string, number>): void {
    const own = new Set(office.acknowledged)
    for (const event_id of own) if (!times.has(event_id)) lost.add(event_id)
    for (const [event_id, number] of times) {
      if (number > 1) twice.add(event_id)
      if (!own.has(event_id)) crossed.add(event_id)
    }
  }
  for (const { office, times } of devices) compare(office, times)
  offices.forEach((office, index) => {
    const times = new Map<string, number>()
    for (const event_id of logs[index] ?? []) times.set(event_id, (times.get(event_id) ?? 0) + 1)
    compare(office, times)
  })
  return { lost: lost.size, twice: twice.size, crossed: crossed.size }
}

/** Returns different random entries of a list. */
function pick<T>(all: readonly T[], number: number): T[] {
  const left = [...all]
  return Array.from({ length: number }, () => left.splice(Math.floor(Math.random() * left.length), 1)).flat()
}
