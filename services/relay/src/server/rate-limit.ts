import { isIPv6 } from 'node:net'

/** Most senders or inlets that are remembered; beyond it the one not seen for longest is forgotten. */
const MAX_REMEMBERED = 10_000
const MINUTE_MS = 60_000

interface Bucket {
  tokens: number
  at: number
}

/** Lets so many through a minute for each key, evenly in the long run, a whole minute's worth at once. */
export class RateLimit {
  readonly #perMinute: number
  readonly #now: () => number
  readonly #buckets = new Map<string, Bucket>()

  /** 0 sets no limit. `now` is in milliseconds, of a clock that never goes back. */
  constructor(perMinute: number, now: () => number = () => performance.now()) {
    this.#perMinute = perMinute
    this.#now = now
  }

  /** 0 when it may pass; otherwise the whole seconds after which it may try again. */
  take(key: string): number {
    if (this.#perMinute === 0) return 0
    const now = this.#now()
    const known = this.#buckets.get(key)
    const refill = known === undefined ? 0 : ((now - known.at) / MINUTE_MS) * this.#perMinute
    const tokens = known === undefined ? this.#perMinute : Math.min(this.#perMinute, known.tokens + refill)
    // Not quite 1, since fractions do not add up exactly.
    const passes = tokens > 0.999_999
    // Put at the end, so that the first of the map is the one not seen for longest.
    this.#buckets.delete(key)
    this.#buckets.set(key, { tokens: passes ? tokens - 1 : tokens, at: now })
    if (this.#buckets.size > MAX_REMEMBERED) this.#buckets.delete(this.#buckets.keys().next().value ?? '')
    return passes ? 0 : Math.ceil(((1 - tokens) / this.#perMinute) * (MINUTE_MS / 1000))
  }
}

/** One key for one sender: of IPv6 the network, since whoever has one address has the 2^64 beside it. */
export function senderKey(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail?.split(':').filter(Boolean) ?? [])]
    .slice(0, 4)
    .join(':')
}
