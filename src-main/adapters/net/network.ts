import type { Dispatcher } from 'undici'
import type { NetworkSettings } from '../../../src-shared/domain/service-settings.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import type { ResolveProxy } from '../../core/ports/network.ts'
import { getCACertificates, getRootCertificates } from './ca-certificates.ts'
import { isLoopback } from './web-address.ts'

/** Loaded with the first connection: a start shows its window before that. */
export const loadUndici = () => import('undici')

/** Milliseconds. */
export interface NetworkTimeouts {
  connect: number
  headers: number
  body: number
}

/** What an office's network asks of whoever passes it. */
export interface OfficeNetwork {
  settings: NetworkSettings
  /** Asked for only when a proxy wants it. */
  proxyPassword: () => Promise<Result<string | null>>
  resolveProxy: ResolveProxy
}

export interface NetworkOptions extends OfficeNetwork {
  timeouts: NetworkTimeouts
  /** How long idle connections are kept. */
  keepAlive: { keepAliveTimeout: number; keepAliveMaxTimeout: number }
}

/**
 * Connections as the office's network wants them: through the system's or a given proxy, trusting the operating system's
 * authorities and the office's own. TLS 1.2 at least. This computer itself is always reached directly.
 */
export class Network {
  readonly #options: NetworkOptions
  readonly #dispatchers = new Map<string, Promise<Result<Dispatcher>>>()

  constructor(options: NetworkOptions) {
    this.#options = options
  }

  /** The connections for an address; they are kept and shared. Fails as the keychain does that has a proxy's password. */
  async dispatcher(url: string): Promise<Result<Dispatcher>> {
    const proxy = isLoopback(new URL(url).hostname) ? null : await this.#proxyFor(url)
    const key = proxy ?? 'direct'
    const present = this.#dispatchers.get(key)
    if (present !== undefined) return present
    const made = proxy === null ? this.#direct() : this.#through(proxy)
    this.#dispatchers.set(key, made)
    // By the next call the keychain may be unlocked.
    if (!(await made).ok) this.#dispatchers.delete(key)
    return made
  }

  async close(): Promise<void> {
    await this.#each((dispatcher) => dispatcher.close())
  }

  /** Ends at once, whatever is under way. */
  async destroy(): Promise<void> {
    await this.#each((dispatcher) => dispatcher.destroy())
  }

  async #each(end: (dispatcher: Dispatcher) => Promise<void>): Promise<void> {
    const ended = [...this.#dispatchers.values()].map(async (one) => {
      const made = await one
      if (made.ok) await end(made.value)
    })
    await Promise.allSettled(ended)
  }

  async #proxyFor(url: string): Promise<string | null> {
    const { proxy, proxy_url } = this.#options.settings
    if (proxy === 'none') return null
    if (proxy === 'manual') return proxy_url
    return readProxy(await this.#options.resolveProxy(url))
  }

  async #direct(): Promise<Result<Dispatcher>> {
    const { Agent } = await loadUndici()
    const { connect: timeout, headers: headersTimeout, body: bodyTimeout } = this.#options.timeouts
    const agent = new Agent({
      connect: { timeout, ...this.#tls() },
      headersTimeout,
      bodyTimeout,
      ...this.#options.keepAlive,
    })
    return ok(agent)
  }

  async #through(proxy: string): Promise<Result<Dispatcher>> {
    const { Pool, ProxyAgent } = await loadUndici()
    const { connect: timeout, headers: headersTimeout, body: bodyTimeout } = this.#options.timeouts
    const { proxy_user } = this.#options.settings
    const password = proxy_user === '' ? ok(null) : await this.#options.proxyPassword()
    if (!password.ok) return password
    const credentials = Buffer.from(`${proxy_user}:${password.value ?? ''}`).toString('base64')
    const agent = new ProxyAgent({
      uri: proxy,
      ...(proxy_user === '' ? {} : { token: `Basic ${credentials}` }),
      // For its answer to CONNECT, for which nothing else would end the wait.
      clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout }),
      requestTls: { timeout, ...this.#tls() },
      proxyTls: { timeout, ...this.#tls() },
      headersTimeout,
      bodyTimeout,
      ...this.#options.keepAlive,
    })
    return ok(agent)
  }

  #tls(): { minVersion: 'TLSv1.2'; ca: string[] } {
    const { extra_ca } = this.#options.settings
    return {
      minVersion: 'TLSv1.2',
      ca: [...getRootCertificates(), ...getCACertificates(), ...(extra_ca === '' ? [] : [extra_ca])],
    }
  }
}

const SCHEMES: Record<string, string> = { PROXY: 'http://', HTTP: 'http://', HTTPS: 'https://' }

/**
 * The first proxy of a PAC answer that can be used, null for a direct connection. SOCKS is not offered here; where it is all
 * there is, a direct try fails with words instead of leaving by a way that the office did not choose.
 */
export function readProxy(answer: string): string | null {
  for (const entry of answer.split(';')) {
    const [kind = '', address = ''] = entry.trim().split(/\s+/, 2)
    if (kind.toUpperCase() === 'DIRECT') return null
    const scheme = SCHEMES[kind.toUpperCase()]
    if (scheme !== undefined && URL.canParse(scheme + address)) return scheme + address
  }
  return null
}
