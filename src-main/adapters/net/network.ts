import type { Dispatcher } from 'undici'
import { isLoopback } from '../../../src-shared/entry/web-address.ts'
import type { ResolveProxy } from '../../core/ports/system.ts'
import type { NetworkSettings } from '../../../src-shared/domain/service-settings.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'

/** Loads undici (the HTTP client) for the first connection, so that loading it does not delay the app's window. */
export const loadUndici = () => import('undici')

/** Time limits in milliseconds. */
export interface NetworkTimeouts {
  connect: number
  headers: number
  body: number
}

/** Network settings of the broker's office. */
export interface EnvironmentNetwork {
  settings: NetworkSettings
  /** Returns the proxy's password. Called only when a proxy requires it. */
  proxyPassword: () => Promise<Result<string | null>>
  resolveProxy: ResolveProxy
}

export interface NetworkOptions extends EnvironmentNetwork {
  timeouts: NetworkTimeouts
  /** How long idle connections stay open, in milliseconds. */
  keepAlive: { keepAliveTimeout: number; keepAliveMaxTimeout: number }
}

/**
 * Opens connections according to the network settings of the broker's office. Uses the system's proxy or a configured proxy, and TLS 1.2 or
 * newer. Trusts the certificate authorities of the operating system and of the office. Addresses on this computer bypass the proxy.
 */
export class Network {
  readonly #options: NetworkOptions
  readonly #dispatchers = new Map<string, Promise<Result<Dispatcher>>>()

  constructor(options: NetworkOptions) {
    this.#options = options
  }

  /**
   * Returns the undici dispatcher (connection pool) for an address. Calls with the same proxy share one. Fails if the proxy's password
   * cannot be read from the keychain.
   */
  async dispatcher(url: string): Promise<Result<Dispatcher>> {
    const proxy = isLoopback(new URL(url).hostname) ? null : await this.#proxyFor(url)
    const key = proxy ?? 'direct'
    const present = this.#dispatchers.get(key)
    if (present !== undefined) return present
    const made = proxy === null ? this.#direct() : this.#through(proxy)
    this.#dispatchers.set(key, made)
    // Do not cache a failure, because the user may have unlocked the keychain before the next call.
    if (!(await made).ok) this.#dispatchers.delete(key)
    return made
  }

  async close(): Promise<void> {
    await this.#each((dispatcher) => dispatcher.close())
  }

  /** Closes all connections immediately and aborts running requests. */
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
      // Limits the time until the proxy responds to the CONNECT request. No other timeout limits this time.
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
 * Returns the first usable proxy of a PAC result, or null for a direct connection. SOCKS is not supported. If the result contains only
 * SOCKS proxies, the connection fails with a message. The app never connects directly if the office requires a proxy.
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

/** Returns the certificate authorities that are bundled with Node. Node builds this list only at the first call. */
export const getRootCertificates = (): readonly string[] => tls().rootCertificates

/**
 * Returns the certificate authorities that the operating system trusts, loaded once. Node 20 (the older runtime, ADR 1) cannot load these
 * certificate authorities, so only those bundled with Node are used.
 */
export function getCACertificates(): readonly string[] {
  system ??=
    (tls() as { getCACertificates?: (store: 'system') => string[] }).getCACertificates?.('system') ?? []
  return system
}

let system: readonly string[] | null = null

/** Node's TLS module. Loaded for the first connection, so that loading it does not delay the app's window. */
const tls = () => process.getBuiltinModule('node:tls')
