import { DatabaseError } from '../errors.ts'
import type { OfficeEnvironment } from '../store/relay-store.ts'
import type { OfficeStore } from '../store/office-store.ts'
import { isIPv6, type Socket } from 'node:net'

interface ConnectionLimits {
  all: number
  /** From one address, of clients that have sent neither a device token nor a genuine signature; 0 means no limit. */
  of_sender: number
}

/** Maximum number of connections per device. One workstation needs far fewer: four event streams, four polls, and its other requests. */
export const MAX_OF_DEVICE = 32

interface Entry {
  socket: Socket
  peer: string
  sender: string
  /** Identifier of the device. Null until the client sends a device token on the connection. */
  device_id: string | null
}

/**
 * Closes connections when there are too many. A connection is anonymous until its client sends a device token or a genuine signature. The
 * limiter closes the oldest anonymous connection first, because its client had the most time to identify itself. It does this when one IP
 * address has too many anonymous connections, and when there are too many connections in total. Identified connections are not limited by
 * address: an office or a partner behind one address can have as many as it needs. If there are too many connections in total, but no
 * anonymous connection except the new one, the limiter closes the connection whose last genuine signature is oldest. Its client may be an
 * attacker who replays an overheard signature.
 */
export class ConnectionLimiter {
  readonly #limits: ConnectionLimits
  readonly #onClosed: (limit: 'connections' | 'strangers' | 'device') => void
  readonly #open = new Set<Socket>()
  /** Anonymous connections, oldest first. */
  readonly #anonymous = new Set<Entry>()
  /** Connections whose clients sent a genuine signature. The connection whose last signature is oldest comes first. */
  readonly #genuine = new Set<Entry>()
  readonly #bySender = new Map<string, Set<Entry>>()
  readonly #byDevice = new Map<string, Set<Entry>>()
  readonly #byPeer = new Map<string, Entry>()

  constructor(limits: ConnectionLimits, onClosed: (limit: 'connections' | 'strangers' | 'device') => void) {
    this.#limits = limits
    this.#onClosed = onClosed
  }

  /** Call `add` first for an anonymous connection. */
  count(socket: Socket): void {
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
    if (this.#open.size <= this.#limits.all) return
    this.#onClosed('connections')
    const oldest = oldestExcept(socket, this.#anonymous) ?? oldestExcept(socket, this.#genuine)
    if (oldest === undefined) this.#destroy(socket)
    else this.#close(oldest)
  }

  /** For a connection of a proxy, counts a single request. Returns a function that ends the count. */
  add(socket: Socket, address: string): () => void {
    const peer = peerOf(socket)
    const entry: Entry = { socket, peer, sender: senderKey(address), device_id: null }
    this.#anonymous.add(entry)
    this.#byPeer.set(peer, entry)
    const ofSender = addTo(this.#bySender, entry.sender, entry)
    const [oldest] = ofSender
    if (this.#limits.of_sender > 0 && ofSender.size > this.#limits.of_sender && oldest !== undefined) {
      this.#onClosed('strangers')
      this.#close(oldest)
    }
    return () => this.#remove(entry)
  }

  isAnonymous(socket: Socket): boolean {
    const entry = this.#byPeer.get(peerOf(socket))
    return entry !== undefined && this.#anonymous.has(entry)
  }

  identifyDevice(socket: Socket, device_id: string): void {
    const entry = this.#byPeer.get(peerOf(socket))
    if (entry === undefined || entry.device_id !== null) return
    this.#remove(entry)
    entry.device_id = device_id
    this.#byPeer.set(entry.peer, entry)
    const ofDevice = addTo(this.#byDevice, device_id, entry)
    const [oldest] = ofDevice
    if (ofDevice.size <= MAX_OF_DEVICE || oldest === undefined) return
    this.#onClosed('device')
    this.#close(oldest)
  }

  identifySender(socket: Socket): void {
    const entry = this.#byPeer.get(peerOf(socket))
    if (entry === undefined || entry.device_id !== null) return
    this.#remove(entry)
    this.#byPeer.set(entry.peer, entry)
    this.#genuine.add(entry)
  }

  #remove(entry: Entry): void {
    const { peer, sender, device_id } = entry
    this.#anonymous.delete(entry)
    this.#genuine.delete(entry)
    removeFrom(this.#bySender, sender, entry)
    if (device_id !== null) removeFrom(this.#byDevice, device_id, entry)
    if (this.#byPeer.get(peer) === entry) this.#byPeer.delete(peer)
  }

  #close(entry: Entry): void {
    this.#remove(entry)
    this.#destroy(entry.socket)
  }

  /** Closes a connection and stops counting it immediately, because its `close` event comes one turn of the event loop later. */
  #destroy(socket: Socket): void {
    this.#open.delete(socket)
    socket.destroy()
  }
}

function oldestExcept(socket: Socket, entries: Set<Entry>): Entry | undefined {
  for (const entry of entries) if (entry.socket !== socket) return entry
  return undefined
}

/** With TLS, the socket of a request is not the socket that was counted, so the client's address and port identify it. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

function addTo(groups: Map<string, Set<Entry>>, key: string, entry: Entry): Set<Entry> {
  const group = groups.get(key) ?? new Set()
  groups.set(key, group.add(entry))
  return group
}

function removeFrom(groups: Map<string, Set<Entry>>, key: string, entry: Entry): void {
  const group = groups.get(key)
  if (group?.delete(entry) && group.size === 0) groups.delete(key)
}

/** Maximum number of keys (such as sender addresses) that are remembered. Beyond it, the least recently seen key is forgotten. */
const MAX_REMEMBERED = 10_000
const MINUTE_MS = 60_000

interface Bucket {
  tokens: number
  at: number
}

/** Limits the average rate for each key: after a pause, a burst may use the whole amount of one minute at once. */
export class RateLimit {
  readonly #perMinute: number
  readonly #now: () => number
  readonly #buckets = new Map<string, Bucket>()

  /** `perMinute` 0 means no limit. `now` returns milliseconds of a monotonic clock. */
  constructor(perMinute: number, now: () => number = () => performance.now()) {
    this.#perMinute = perMinute
    this.#now = now
  }

  /** Returns 0 if the request may pass, otherwise the whole seconds until the next try. */
  take(key: string, perMinute = this.#perMinute): number {
    if (perMinute === 0) return 0
    const now = this.#now()
    const known = this.#buckets.get(key)
    const refill = known === undefined ? 0 : ((now - known.at) / MINUTE_MS) * perMinute
    const tokens = known === undefined ? perMinute : Math.min(perMinute, known.tokens + refill)
    // Compare with slightly less than 1, because `tokens` is a sum of fractions, and rounding may leave it just below 1.
    const passes = tokens > 0.999_999
    // Move the key to the end, so that the first entry of the map is the least recently used key.
    this.#buckets.delete(key)
    this.#buckets.set(key, { tokens: passes ? tokens - 1 : tokens, at: now })
    if (this.#buckets.size > MAX_REMEMBERED) this.#buckets.delete(this.#buckets.keys().next().value ?? '')
    return passes ? 0 : Math.ceil(((1 - tokens) / perMinute) * (MINUTE_MS / 1000))
  }
}

/** For IPv6, the key is the /64 network, because a sender controls all 2^64 addresses in it. */
export function senderKey(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail?.split(':').filter(Boolean) ?? [])]
    .slice(0, 4)
    .join(':')
}

const MINUTE_S = 60

interface Turns {
  office(office_id: number): Pick<OfficeStore, 'takeTurn'>
}

/**
 * Limits the notifications per minute of each office that has such a limit, in all relay processes together. The limit in the memory of this
 * process comes first, so that a flood causes only as many queries as the office may send notifications. While the database cannot be used,
 * this limit alone counts.
 */
export class OfficeLimit {
  readonly #store: Turns
  readonly #own = new RateLimit(0)

  constructor(store: Turns) {
    this.#store = store
  }

  async take({
    office_id,
    max_events_per_minute: perMinute,
  }: Pick<OfficeEnvironment, 'office_id' | 'max_events_per_minute'>): Promise<number> {
    if (perMinute === null) return 0
    if (perMinute === 0) return MINUTE_S
    const wait = this.#own.take(String(office_id), perMinute)
    if (wait > 0) return wait
    try {
      return await this.#store.office(office_id).takeTurn(perMinute)
    } catch (error) {
      if (error instanceof DatabaseError) return 0
      throw error
    }
  }
}
