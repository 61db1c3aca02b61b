import { hash, KeyObject, verify } from 'node:crypto'
import type { CryptoKey } from 'jose'
import { readFile, stat } from 'node:fs/promises'
import {
  createKeySource,
  isNamedLike,
  type KeptKeySet,
  type KeySource,
} from '../../../../src-shared/platform/webhook/key-source.ts'
import type { SignatureCrypto } from '../../../../src-shared/platform/webhook/verify-signature.ts'
import type { Log } from '../log.ts'
import type { EnvironmentConfig } from '../store/relay-store.ts'
import type { RelayStore } from '../store/sql-store.ts'

/** A sender of notifications waits at least 5 s. The relay responds in time even if it must fetch the keys first. */
const FETCH_TIMEOUT_MS = 3000
/** Maximum age of cached keys that the relay still uses while it cannot reach the partner. */
const STALE_MS = 24 * 3_600_000
const MAX_KEY_SET_BYTES = 256 * 1024

type KeyAddress = Pick<EnvironmentConfig, 'jwks_url'>

/** One key source per key URL. All offices that use the same URL share it, so the relay fetches the keys once, not once per office. */
export class EnvironmentKeys {
  readonly #store: RelayStore
  readonly #signingKeys: string
  readonly #log: Log
  readonly #clock: PartnerClock
  readonly #sources = new Map<string, KeySource>()

  constructor(store: RelayStore, signingKeys: string, log: Log, clock = new PartnerClock()) {
    this.#store = store
    this.#clock = clock
    this.#signingKeys = signingKeys
    this.#log = log
  }

  of({ jwks_url }: KeyAddress): KeySource {
    const known = this.#sources.get(jwks_url)
    if (known !== undefined) return known
    const source = createKeySource({
      fetchKeySet: async () => {
        const { keySet, time } = await fetchKeySet(jwks_url)
        if (time !== null) this.#clock.observe(jwks_url, time)
        return keySet
      },
      now: Date.now,
      signingKeys: () => this.#signingKeys,
      staleMs: STALE_MS,
      // Store the keys under their URL. If an environment gets another URL, the keys from the old URL are then never used.
      store: {
        load: () => this.#store.loadKeySet(jwks_url),
        save: (keys) => this.#store.saveKeySet(jwks_url, keys),
      },
      onProblem: (what, detail) =>
        this.#log.warn({ jwks_url, what, detail }, 'the published keys could not be read'),
    })
    this.#sources.set(jwks_url, source)
    return source
  }

  /** Forgets the keys of all other URLs, because no office uses them any more. */
  async refreshAll(addresses: KeyAddress[]): Promise<void> {
    const used = new Map(addresses.map((address) => [address.jwks_url, address]))
    for (const url of this.#sources.keys()) if (!used.has(url)) this.#sources.delete(url)
    await Promise.all([...used.values()].map((address) => this.refresh(address)))
  }

  /** Fetches the public keys of one URL again, unless they were fetched a moment ago. */
  async refresh(config: KeyAddress): Promise<void> {
    // A lookup of an unknown key id fetches the keys. No key has the empty id.
    await this.of(config).find('')
  }

  stateOf(kept: KeptKeySet | null): KeysState {
    if (kept === null || Date.now() - Date.parse(kept.fetched_at) >= STALE_MS) return 'not known'
    return kept.keys.some(({ kid }) => isNamedLike(this.#signingKeys, kid)) ? 'ok' : 'no signing key'
  }

  /** If this machine's clock seems to be wrong, reads the partner's time again first. Null if it is not known, for example with a key file. */
  async secondsAhead(config: KeyAddress, tolerance: number): Promise<number | null> {
    const ahead = this.#clock.secondsAhead(config.jwks_url)
    if (ahead === null || Math.abs(ahead) <= tolerance) return ahead
    await this.refresh(config)
    return this.#clock.secondsAhead(config.jwks_url)
  }
}

/** Whether the relay can verify signatures. `no signing key`: the key set contains no key whose name matches the setting `signing_keys`. */
export type KeysState = 'ok' | 'not known' | 'no signing key'

/** For partners that give their keys only to clients with an access token. A relay has none, so an administrator copies the keys. */
async function readKeyFile(file: URL): Promise<unknown> {
  const { size } = await stat(file)
  if (size > MAX_KEY_SET_BYTES) throw new Error('the file is too large for a JSON Web Key Set')
  return JSON.parse(await readFile(file, 'utf8')) as unknown
}

/** Also returns the partner's time in milliseconds, or null. Does not follow redirects: keys must come from the configured URL. */
export async function fetchKeySet(jwks_url: string): Promise<{ keySet: unknown; time: number | null }> {
  if (jwks_url.startsWith('file:')) return { keySet: await readKeyFile(new URL(jwks_url)), time: null }
  const response = await fetch(jwks_url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  })
  if (!response.ok || response.body === null) {
    await response.body?.cancel()
    throw new Error(`status ${response.status}`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > MAX_KEY_SET_BYTES) throw new Error('the response is too large for a JSON Web Key Set')
    chunks.push(chunk)
  }
  const keySet: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  return { keySet, time: timeOf(response.headers) }
}

/** Returns the server's time according to the headers of a response. A cache adds the `Age` header, in seconds. */
function timeOf(headers: Headers): number | null {
  const time = Date.parse(headers.get('date') ?? '') + Number(headers.get('age') ?? 0) * 1000
  return Number.isNaN(time) ? null : time
}

/** The keys in the form that `verify` needs. Together with the missing `promisify` below, this saves a third of the main thread's work. */
const keyObjects = new WeakMap<CryptoKey, KeyObject>()

function keyObjectOf(key: CryptoKey): KeyObject {
  const known = keyObjects.get(key)
  if (known !== undefined) return known
  const made = KeyObject.from(key)
  keyObjects.set(key, made)
  return made
}

/**
 * Verifies signatures with Node's crypto functions, because WebCrypto is slower. Node's `verify` runs on another thread and needs one round
 * trip between the threads; WebCrypto needs two. Hashing takes less time than a round trip, so it runs on the calling thread.
 */
export const nodeCrypto: SignatureCrypto = {
  verify(token, key) {
    const end = token.lastIndexOf('.')
    const signature = Buffer.from(token.slice(end + 1), 'base64url')
    const signed = Buffer.from(token.slice(0, end))
    return new Promise((resolve, reject) => {
      verify('sha256', signed, keyObjectOf(key), signature, (error, isGenuine) =>
        error === null ? resolve(isGenuine) : reject(error),
      )
    })
  },
  sha256: (bytes) => hash('sha256', bytes),
}

/** Reads the clocks. `wall` is this machine's clock in milliseconds since the epoch. `steady` counts milliseconds and is never set. */
interface Clocks {
  wall: () => number
  steady: () => number
}

const SYSTEM_CLOCKS: Clocks = { wall: () => Date.now(), steady: () => performance.now() }

/**
 * Compares this machine's clock with the partner's. The partner's time comes from the `Date` header of its key set, which the relay reads
 * every 15 minutes. Between two readings, a clock that nobody sets continues the partner's time. A jump of this machine's clock is therefore
 * visible at once.
 */
export class PartnerClock {
  readonly #clocks: Clocks
  /** For each key URL, the partner's time minus the steady clock. */
  readonly #readings = new Map<string, number>()

  constructor(clocks: Clocks = SYSTEM_CLOCKS) {
    this.#clocks = clocks
  }

  observe(jwks_url: string, partnerTime: number): void {
    if (Number.isFinite(partnerTime)) this.#readings.set(jwks_url, partnerTime - this.#clocks.steady())
  }

  secondsAhead(jwks_url: string): number | null {
    const reading = this.#readings.get(jwks_url)
    return reading === undefined ? null : (this.#clocks.wall() - this.#clocks.steady() - reading) / 1000
  }
}
