import { base64url, importJWK, type CryptoKey } from 'jose'
import { z } from 'zod'

/**
 * Result of the lookup of a signing key. `unknown`: the keys were fetched after the notification arrived and do not contain this key, so
 * the result is final. `unavailable`: the lookup cannot be decided now.
 */
export type KeyLookup = { found: true; key: CryptoKey } | { found: false; reason: 'unknown' | 'unavailable' }

/**
 * The default name pattern of keys that sign notifications. The specification shows one key, `iso-submission-rsa-01` (section 2). The
 * pattern assumes that other signing keys have similar names. Each profile and each relay can set another pattern. The same key set also
 * contains the key that signs access tokens. Without the pattern, the app would accept an access token as a signature, and every client of
 * the service has such a token.
 */
export const SIGNING_KEYS = 'iso-submission-*'
/** A pattern of names: one name, or a name with one `*` that matches any characters. */
export const SIGNING_KEYS_PATTERN = /^(?=.{1,200}$)[A-Za-z0-9._-]*(?:\*[A-Za-z0-9._-]*)?$/

/**
 * Matches names that contain only plain characters. A lenient parser might cut off or trim other characters, and only an attacker sends
 * them.
 */
const PLAIN_NAME = /^[A-Za-z0-9._-]+$/

export function isNamedLike(pattern: string, kid: string): boolean {
  if (!PLAIN_NAME.test(kid)) return false
  const [start = '', end] = pattern.split('*')
  if (end === undefined) return kid === pattern
  return kid.length > start.length + end.length && kid.startsWith(start) && kid.endsWith(end)
}

/** True if `outer` matches every name that `inner` matches. Both patterns must have the form `SIGNING_KEYS_PATTERN`. */
export function isPatternWithin(inner: string, outer: string): boolean {
  if (inner === outer) return true
  const [start = '', end] = inner.split('*')
  if (end === undefined) return isNamedLike(outer, inner)
  const [outerStart = '', outerEnd] = outer.split('*')
  return outerEnd !== undefined && start.startsWith(outerStart) && end.endsWith(outerEnd)
}

/**
 * The public keys that a service publishes, by `kid` (key name). `receivedAt` is the time when the notification was received, in
 * milliseconds since the epoch; now by default. Keys that were fetched before this time may lack the key that signed the notification.
 */
export interface KeySource {
  /** Returns whether keys of this name sign notifications, or null if the name pattern cannot be read. */
  signs(kid: string): Promise<boolean | null>
  find(kid: string, receivedAt?: number): Promise<KeyLookup>
  /**
   * Looks for a newer key of the same name after the key `rejected` did not match a signature. A service may have renewed a key under its
   * old `kid`. Returns `unknown` if there is no other key. Returns `unavailable` if the last fetch was too recent to fetch the keys again.
   */
  findReplacement(kid: string, rejected: CryptoKey, receivedAt?: number): Promise<KeyLookup>
}

/** The stored public part of an RSA key. All other fields of a published key are dropped. */
const keptKeySchema = z.object({ kid: z.string().min(1).max(200), n: z.string(), e: z.string() })

/** The key set that is stored between runs. `fetched_at` is an ISO 8601 instant. */
export const keptKeySetSchema = z.object({ fetched_at: z.iso.datetime(), keys: z.array(keptKeySchema) })
export type KeptKeySet = z.infer<typeof keptKeySetSchema>

/** Stores the keys between runs, so that the app can verify notifications after a restart, even during an outage of the service. */
export interface KeySetStore {
  load(): Promise<KeptKeySet | null>
  save(keys: KeptKeySet): Promise<void>
}

export interface KeySourceOptions {
  /** Fetches the published JSON Web Key Set once, as parsed JSON. Rejects on failure. Must have its own time limit. */
  fetchKeySet: () => Promise<unknown>
  now: () => number
  /** Returns the name pattern of the keys that sign notifications. Defaults to `SIGNING_KEYS`. Rejects on failure. */
  signingKeys?: () => string | Promise<string>
  store?: KeySetStore
  /** Called with a description of a failed attempt, for the log. */
  onProblem?: (what: 'names' | 'fetch' | 'load' | 'save', detail: string) => void
  /**
   * Minimum time between two fetches. Must be less than a minute: senders wait at least that long before they retry a notification, and the
   * retry must find a new key.
   */
  cooldownMs?: number
  /** Age after which the source fetches the keys again before it uses them. A key that the service withdrew therefore stops working. */
  freshMs?: number
  /** Time for which the last fetched keys stay valid while the service is unavailable. */
  staleMs?: number
}

/** Maximum length of a number of a key in base64url. The longest number has 8192 bits. */
const MAX_NUMBER_LENGTH = 1500

interface HeldKeys {
  /** When the fetch of these keys began. */
  fetchedAt: number
  byKid: ReadonlyMap<string, CryptoKey>
}

/**
 * Creates a source for the keys of a JSON Web Key Set (spec section 2). Key names (kids) that are not in the set cause at most one fetch
 * per cooldown. At most one fetch runs at a time. If the service is unavailable, the last fetched keys can be used for the time `staleMs`,
 * even after a restart.
 */
export function createKeySource({
  fetchKeySet,
  now,
  signingKeys = () => SIGNING_KEYS,
  store,
  onProblem = () => {},
  cooldownMs = 30_000,
  freshMs = 10 * 60_000,
  staleMs = 24 * 3_600_000,
}: KeySourceOptions): KeySource {
  let held: HeldKeys | null = null
  let attemptedAt: number | null = null
  let failed = false
  let underWay: Promise<void> | null = null
  let restored: Promise<void> | null = null

  const age = () => (held === null ? Infinity : elapsed(held.fetchedAt, now()))

  async function restore(): Promise<void> {
    try {
      const kept = await store?.load()
      if (kept) held = { fetchedAt: Date.parse(kept.fetched_at), byKid: await importKeys(kept.keys) }
    } catch (error) {
      onProblem('load', reasonOf(error))
    }
  }

  async function fetchOnce(): Promise<void> {
    const fetchedAt = now()
    try {
      const keys = readKeySet(await fetchKeySet()).map(({ kid, n, e }) => ({ kid, n, e }))
      const byKid = await importKeys(keys)
      if (byKid.size === 0) throw new Error('the response contains no RSA key for RS256')
      held = { fetchedAt, byKid }
      failed = false
      await store
        ?.save({ fetched_at: new Date(fetchedAt).toISOString(), keys })
        .catch((error: unknown) => onProblem('save', reasonOf(error)))
    } catch (error) {
      failed = true
      onProblem('fetch', reasonOf(error))
    }
  }

  /** Fetches the keys, or waits for a fetch that is already running. Does nothing during the cooldown, which starts with each fetch. */
  async function refresh(): Promise<void> {
    if (underWay === null) {
      if (attemptedAt !== null && elapsed(attemptedAt, now()) < cooldownMs) return
      attemptedAt = now()
      underWay = fetchOnce().finally(() => {
        underWay = null
      })
    }
    await underWay
  }

  /** Returns the cached key, or undefined if the cache is too old to verify signatures. */
  const usable = (kid: string) => (age() < staleMs ? held?.byKid.get(kid) : undefined)

  /**
   * Returns the result for a key that is not in the set. A `receivedAt` in the future comes from another computer's clock and counts as
   * now.
   */
  function absent(receivedAt: number): KeyLookup {
    const present = now()
    const since = receivedAt <= present ? receivedAt : present
    const isSettled = held !== null && held.fetchedAt >= since && held.fetchedAt <= present
    return { found: false, reason: isSettled && age() < staleMs ? 'unknown' : 'unavailable' }
  }

  async function find(kid: string, receivedAt = now()): Promise<KeyLookup> {
    await (restored ??= restore())
    const known = usable(kid)
    if (known !== undefined && age() < freshMs) return { found: true, key: known }
    // If the last fetch failed, use the known key immediately, and fetch again in the background.
    if (known !== undefined && failed) void refresh()
    else await refresh()
    const key = usable(kid)
    return key === undefined ? absent(receivedAt) : { found: true, key }
  }

  async function findReplacement(kid: string, rejected: CryptoKey, receivedAt = now()): Promise<KeyLookup> {
    await refresh()
    const key = usable(kid)
    return key === undefined || key === rejected ? absent(receivedAt) : { found: true, key }
  }

  async function signs(kid: string): Promise<boolean | null> {
    try {
      return isNamedLike(await signingKeys(), kid)
    } catch (error) {
      onProblem('names', reasonOf(error))
      return null
    }
  }

  return { signs, find, findReplacement }
}

/**
 * An RSA key with which a service signs. Every message has a valid signature by a key with the exponent 1, and RS256 requires at least 2048
 * bits. Verifying with larger numbers than these takes long.
 */
const publishedKeySchema = keptKeySchema
  .extend({
    kty: z.literal('RSA'),
    alg: z.literal('RS256').optional(),
    use: z.literal('sig').optional(),
    key_ops: z
      .array(z.string())
      .refine((operations) => operations.includes('verify'))
      .optional(),
  })
  .refine(({ n, e }) => isOddWithBits(n, 2048, 8192) && isOddWithBits(e, 2, 32))

/** True if base64url text is an odd number of at least `min` and at most `max` bits. Some programs add zeros in front. */
function isOddWithBits(text: string, min: number, max: number): boolean {
  if (text.length > MAX_NUMBER_LENGTH) return false
  try {
    const bytes = base64url.decode(text)
    const first = bytes.findIndex((byte) => byte !== 0)
    const bits = first < 0 ? 0 : (bytes.length - first) * 8 - (Math.clz32(bytes[first] ?? 0) - 24)
    return bits >= min && bits <= max && (bytes.at(-1) ?? 0) % 2 === 1
  } catch {
    return false
  }
}

/** A service publishes a few keys. A set with more is not read, because reading many keys would block the caller. */
const keySetSchema = z.object({ keys: z.array(z.unknown()).max(100) })

/**
 * Returns the usable keys of a published set, which may also contain encryption keys and other types. Throws if `json` is not a key set.
 */
export function readKeySet(json: unknown): z.infer<typeof publishedKeySchema>[] {
  return keySetSchema.parse(json).keys.flatMap((key) => publishedKeySchema.safeParse(key).data ?? [])
}

async function importKeys(keys: KeptKeySet['keys']): Promise<Map<string, CryptoKey>> {
  const byKid = new Map<string, CryptoKey>()
  for (const { kid, n, e } of keys) {
    try {
      const key = await importJWK({ kty: 'RSA', n, e }, 'RS256')
      if (!(key instanceof Uint8Array) && !byKid.has(kid)) byKid.set(kid, key)
    } catch {
      // Skip a key that cannot be imported, so that the other keys remain usable.
    }
  }
  return byKid
}

/**
 * Milliseconds from `since` to `now`. Returns infinity if the clock was set back. Otherwise, the source would not fetch keys until the
 * clock has reached `since` again.
 */
function elapsed(since: number, now: number): number {
  return now < since ? Infinity : now - since
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return 'the response is not a JSON Web Key Set'
  return error instanceof Error ? error.message : String(error)
}
