import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { createLog } from '../../../services/relay/src/log.ts'
import { createDeviceToken, hashSecret } from '../../../services/relay/src/secrets.ts'
import { EventStream } from '../../../services/relay/src/server/event-stream.ts'
import { FanOut } from '../../../services/relay/src/server/fan-out.ts'
import { eventMessage } from '../../../services/relay/src/server/messages.ts'
import type { RelayServices } from '../../../services/relay/src/server/relay-services.ts'
import { Slots } from '../../../services/relay/src/server/slots.ts'
import type {
  LogFollower,
  LogId,
  NewEvent,
  OfficeDevice,
} from '../../../services/relay/src/store/relay-store.ts'
import type { OfficeStore } from '../../../services/relay/src/store/office-store.ts'
import type { RelayStore } from '../../../services/relay/src/store/sql-store.ts'
import { OFFICE } from './relay.ts'

// Event streams of the relay in the process of the test, without HTTP, so that a test controls what happens and when.

/** The sandbox environment of the first office. */
export const LOG: LogId = { office_id: OFFICE, environment: 'sandbox' }
/** When everything was created. */
export const AT = '2026-05-01T09:00:00.000Z'

/** A new event with its own id. */
export const newEvent = (raw_body = Buffer.from('{}'), { office_id, environment } = LOG): NewEvent => ({
  office_id,
  environment,
  event_id: crypto.randomUUID(),
  received_at: AT,
  sender: '203.0.113.7',
  signature: 'x.y.z',
  kid: 'iso-submission-rsa-01',
  verification: 'body',
  raw_body,
})

/** A client of a stream in this process. It can stop to read, like a client whose computer sleeps. */
export class Client extends Writable {
  text = ''
  mostUnsent = 0
  #resume: (() => void) | null = null
  #isPaused = false

  constructor() {
    super({ highWaterMark: 16 * 1024 })
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.mostUnsent = Math.max(this.mostUnsent, this.writableLength)
    const take = () => {
      this.text += chunk.toString()
      done()
    }
    if (this.#isPaused) this.#resume = take
    else take()
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    const take = this.#resume
    this.#resume = null
    take?.()
  }

  /** Returns the numbers of the received events. A gap is shown as `gap` and the number of the event before its end. */
  seen(): (number | string)[] {
    return [...this.text.matchAll(/^id: (\d+)\nevent: ([a-z-]+)$/gm)].map(([, id, name]) =>
      name === 'gap' ? `gap ${id}` : Number(id),
    )
  }

  /** Returns the numbers and ids of the received events. */
  events(): [number, string][] {
    return [
      ...this.text.matchAll(
        /^id: (\d+)\nevent: partner-event\ndata: \{"seq":\d+,"environment":"\w+","event_id":"([^"]+)"/gm,
      ),
    ].map(([, seq, event_id]) => [Number(seq), event_id ?? ''])
  }
}

/** Returns what a store's method does, but later, in an order that `wait` decides. */
export function delayed(
  store: RelayStore,
  wait: () => Promise<void>,
  ring: (ring: () => void) => void,
): RelayStore {
  const slow = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        const call = value.bind(target) as (...values: unknown[]) => unknown
        if (name === 'office') return (office_id: number) => slow<OfficeStore>(store.office(office_id))
        if (name === 'follow')
          return (follower: LogFollower) =>
            store.follow({ ...follower, rang: (...given) => ring(() => follower.rang(...given)) })
        return async (...values: unknown[]) => {
          await wait()
          const result = await call(...values)
          await wait()
          return result
        }
      },
    })
  return slow(store)
}

/** Returns the same store, and the followers that it gets. A test can ring them, as another process would. */
export function recordFollowers(store: RelayStore): { followed: RelayStore; following: LogFollower[] } {
  const following: LogFollower[] = []
  const followed = new Proxy(store, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (name === 'follow')
        return (follower: LogFollower) => (following.push(follower), target.follow(follower))
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  return { followed, following }
}

/** A time between two comparisons that is longer than any test. A lost doorbell then stays lost. */
export const NEVER_MS = 3_600_000

/** A paired device, with the hash of its token. */
export interface Paired {
  device: OfficeDevice
  token_hash: string
}

/** Opens the fan-out of one relay process on a store, and streams of devices. */
export function openProcess(store: RelayStore, pollMs: number) {
  // No device changes here. The check only takes its time.
  const checkDevices = async () => void (await store.deviceVersion())
  const fanOut = new FanOut(store, eventMessage, checkDevices, pollMs)
  const services = {
    store,
    fanOut,
    catchUps: new Slots(3),
    connections: { add: () => () => {} },
    heartbeats: { start: () => () => {} },
    metrics: { connected: () => () => {} },
    log: createLog('error'),
  } as unknown as RelayServices
  const open = ({ device, token_hash }: Paired, cursor: number) => {
    const client = new Client()
    const response = client as unknown as ServerResponse
    const stream = { device, token_hash, cursor, epoch: null, isAnswering: false }
    new EventStream(response, services, stream).start()
    return client
  }
  return { fanOut, open }
}

/** Pairs a device directly in the store. */
export async function pairInStore(
  store: RelayStore,
  { office_id, environment }: LogId,
  token = createDeviceToken(),
): Promise<Paired> {
  const lookup = crypto.randomUUID()
  const token_hash = hashSecret(token)
  await store.office(office_id).addPairingCode({
    lookup,
    code_hash: token_hash,
    name: 'Desk',
    environment,
    created_at: AT,
    expires_at: '2100-01-01T00:00:00.000Z',
  })
  const device = await store.redeemPairingCode({
    lookup,
    code_hash: token_hash,
    at: AT,
    device_id: crypto.randomUUID(),
    workstation: 'front-desk-pc',
    token_hash,
  })
  if (device === null || device === 'office_full') throw new Error('The device was not paired.')
  return { device, token_hash }
}
