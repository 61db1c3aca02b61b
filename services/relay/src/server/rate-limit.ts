import { isIPv6 } from 'node:net'

/** Maximum number of remembered keys. Beyond it, the least recently seen key is forgotten. */
const MAX_REMEMBERED = 10_000
const MINUTE_MS = 60_000

interface Bucket {
  tokens: number
  at: number
}

/** Limits requests per minute and key. The rate is even in the long run, and a burst may use a whole minute's worth. */
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
    // Slightly below 1, because fractions do not add up exactly.
    const passes = tokens > 0.999_999
    // Moved to the end, so that the map's first entry is the least recently seen.
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
