import { isIPv6, type Socket } from 'node:net'

interface ConnectionLimits {
  /** Maximum number of open connections. */
  all: number
  /** Maximum number of connections per address without a device token or a genuine signature; 0 means no limit. */
  of_sender: number
}

/** Maximum connections per device. One workstation needs far fewer: four streams, four polls, and its other requests. */
const MAX_OF_DEVICE = 32

interface Entry {
  socket: Socket
  peer: string
  sender: string
  /** Null until the client sends a device token on the connection. */
  device_id: string | null
}

/**
 * Decides which connection to close when there are too many. A connection is anonymous until its client sends a device token or a genuine
 * signature. The limiter closes the oldest anonymous connection first, because that one had the most time to identify itself. It does so
 * when one address has too many connections, and when the total maximum is reached. Genuine senders are not counted by address. An office
 * or a partner behind one address can therefore have as many connections as it needs. If no other anonymous connection is left, the limiter
 * closes the connection whose last genuine signature is oldest: an attacker can replay an overheard signature.
 */
export class ConnectionLimiter {
  readonly #limits: ConnectionLimits
  readonly #onClosed: (limit: 'connections' | 'strangers' | 'device') => void
  readonly #open = new Set<Socket>()
  /** Anonymous connections. All sets of entries keep the oldest entry first. */
  readonly #anonymous = new Set<Entry>()
  /** Connections with a genuine signature. The one whose last signature is oldest comes first. */
  readonly #genuine = new Set<Entry>()
  readonly #bySender = new Map<string, Set<Entry>>()
  readonly #byDevice = new Map<string, Set<Entry>>()
  readonly #byPeer = new Map<string, Entry>()

  constructor(limits: ConnectionLimits, onClosed: (limit: 'connections' | 'strangers' | 'device') => void) {
    this.#limits = limits
    this.#onClosed = onClosed
  }

  /** Counts a connection until it closes. If there are too many connections, closes one. For an anonymous connection, call `add` first. */
  count(socket: Socket): void {
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
    if (this.#open.size <= this.#limits.all) return
    this.#onClosed('connections')
    const oldest = oldestExcept(socket, this.#anonymous) ?? oldestExcept(socket, this.#genuine)
    if (oldest === undefined) this.#destroy(socket)
    else this.#close(oldest)
  }

  /** Counts an anonymous connection, or a single request if it came through a proxy. Returns a function that ends the count. */
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

  /** Records that the client sent a device token. */
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

  /** Records that the client sent a genuine signature. */
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

  /** Stops counting the socket immediately, because its `close` event comes one turn later. */
  #destroy(socket: Socket): void {
    this.#open.delete(socket)
    socket.destroy()
  }
}

function oldestExcept(socket: Socket, entries: Set<Entry>): Entry | undefined {
  for (const entry of entries) if (entry.socket !== socket) return entry
  return undefined
}

/** Identifies a connection by address and port. With TLS, a request's socket is not the socket that was counted. */
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

/** Maximum number of remembered keys. Beyond it, the least recently seen key is forgotten. */
const MAX_REMEMBERED = 10_000
const MINUTE_MS = 60_000

interface Bucket {
  tokens: number
  at: number
}

/** Limits requests per minute and key. The average rate is limited, but a burst may use the whole amount of one minute. */
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
  take(key: string): number {
    if (this.#perMinute === 0) return 0
    const now = this.#now()
    const known = this.#buckets.get(key)
    const refill = known === undefined ? 0 : ((now - known.at) / MINUTE_MS) * this.#perMinute
    const tokens = known === undefined ? this.#perMinute : Math.min(this.#perMinute, known.tokens + refill)
    // Compare with slightly less than 1, because adding up fractions is not exact.
    const passes = tokens > 0.999_999
    // Move the key to the end, so that the first entry of the map is the least recently used key.
    this.#buckets.delete(key)
    this.#buckets.set(key, { tokens: passes ? tokens - 1 : tokens, at: now })
    if (this.#buckets.size > MAX_REMEMBERED) this.#buckets.delete(this.#buckets.keys().next().value ?? '')
    return passes ? 0 : Math.ceil(((1 - tokens) / this.#perMinute) * (MINUTE_MS / 1000))
  }
}

/** Returns one key per sender. For IPv6 that is the /64 network, because a sender controls all 2^64 addresses in it. */
export function senderKey(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail?.split(':').filter(Boolean) ?? [])]
    .slice(0, 4)
    .join(':')
}
