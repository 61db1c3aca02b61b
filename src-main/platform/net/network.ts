import { once } from 'node:events'
import type { SecureContext } from 'node:tls'
import type { Dispatcher, Pool } from 'undici'
import { isLoopback } from '../../../src-shared/platform/entry/web-address.ts'
import type { ResolveProxy } from '../base/system.ts'
import type { NetworkSettings } from '../../../src-shared/features/connection/service-settings.ts'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import {
  firstOpen,
  ProxyFailure,
  readProxies,
  readSignIns,
  type Route,
  codeOf,
  isTlsFailure,
  NoUsableProxy,
} from './proxies.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

/** Loads undici (the HTTP client) for the first connection, so that loading it does not delay the app's window. */
export const loadUndici = () => import('undici')

/** How long a route that failed is tried only after the others, in milliseconds. */
const REST_MS = 60_000

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
  /** When a route last failed, in milliseconds since the app started. */
  readonly #failedAt = new Map<string | null, number>()

  constructor(options: NetworkOptions) {
    this.#options = options
  }

  /**
   * Returns an undici dispatcher for an address. It uses the first of the system's proxies that opens a connection. Fails if the proxy's
   * password cannot be read from the keychain. Throws `NoUsableProxy` if the system requires a proxy that is not supported.
   */
  async dispatcher(url: string): Promise<Result<Dispatcher>> {
    const { hostname, protocol } = new URL(url)
    const proxies = isLoopback(hostname) ? [null] : await this.#proxiesFor(url)
    const routes: Route[] = []
    for (const proxy of proxies) {
      const dispatcher = await this.#dispatcherOf(proxy, protocol)
      if (!dispatcher.ok) return dispatcher
      routes.push({ proxy, dispatcher: dispatcher.value })
    }
    // Try routes that failed a moment ago last. Otherwise, each request would wait for the connection timeout of a proxy that is down.
    const isResting = ({ proxy }: Route) =>
      performance.now() - (this.#failedAt.get(proxy) ?? -Infinity) < REST_MS
    routes.sort((one, other) => Number(isResting(one)) - Number(isResting(other)))
    return ok(firstOpen(routes, ({ proxy }) => this.#failedAt.set(proxy, performance.now())))
  }

  /** Returns the connection pool of a proxy, or of direct connections (null). */
  async #dispatcherOf(proxy: string | null, protocol: string): Promise<Result<Dispatcher>> {
    const key = proxy ?? protocol
    const present = this.#dispatchers.get(key)
    if (present !== undefined) return present
    const made = proxy === null ? this.#direct(protocol === 'https:') : this.#through(proxy)
    this.#dispatchers.set(key, made)
    // Do not cache a failure, because the user may have unlocked the keychain before the next call.
    const forget = () => this.#dispatchers.delete(key)
    made.then(({ ok: isMade }) => isMade || forget(), forget)
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

  async #proxiesFor(url: string): Promise<(string | null)[]> {
    const { proxy, proxy_url } = this.#options.settings
    if (proxy === 'none') return [null]
    if (proxy === 'manual') return [proxy_url]
    return readProxies(await this.#options.resolveProxy(url))
  }

  async #direct(isTls: boolean): Promise<Result<Dispatcher>> {
    const { Agent } = await loadUndici()
    const { connect: timeout, headers: headersTimeout, body: bodyTimeout } = this.#options.timeouts
    const agent = new Agent({
      connect: { timeout, ...(isTls ? await this.#tls() : {}) },
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
    const secure = await this.#tls()
    const credentials = Buffer.from(`${proxy_user}:${password.value ?? ''}`).toString('base64')
    const agent = new ProxyAgent({
      uri: proxy,
      ...(proxy_user === '' ? {} : { token: `Basic ${credentials}` }),
      // Limits the time until the proxy responds to the CONNECT request. No other timeout limits this time.
      clientFactory: (origin, options) =>
        namingProxy(new Pool(origin, { ...options, headersTimeout }), proxy),
      requestTls: { timeout, ...secure },
      proxyTls: { timeout, ...secure },
      headersTimeout,
      bodyTimeout,
      ...this.#options.keepAlive,
    })
    return ok(agent)
  }

  async #tls(): Promise<{ secureContext: SecureContext }> {
    const { extra_ca } = this.#options.settings
    const made = contexts.get(extra_ca) ?? makeContext(extra_ca)
    contexts.set(extra_ca, made)
    return { secureContext: await made }
  }
}

/** The TLS settings of all connections, by the office's own certificates. Making them for each connection would block main for 100 ms. */
const contexts = new Map<string, Promise<SecureContext>>()

async function makeContext(extra_ca: string): Promise<SecureContext> {
  const tls = process.getBuiltinModule('node:tls')
  const authorities = [...tls.rootCertificates, ...(await systemCertificates()), extra_ca]
  const ca = [...new Set(authorities)].filter((certificate) => certificate !== '')
  return tls.createSecureContext({ minVersion: 'TLSv1.2', ca })
}

let system: Promise<string[]> | null = null
const systemCertificates = () => (system ??= readSystemCertificates())

/**
 * Reads the certificate authorities that the operating system trusts. Reads them on another thread, because macOS checks each certificate
 * of the keychain, and may need many seconds. Node 20 (the older runtime, ADR 1) cannot read them, so only those bundled with Node are used.
 */
async function readSystemCertificates(): Promise<string[]> {
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  try {
    const [read] = (await once(new Worker(READ_CERTIFICATES, { eval: true }), 'message')) as [string[]]
    return read
  } catch {
    // No thread could be started. Without the certificates, the app could not connect in an office that inspects its network.
    const tls: { getCACertificates?: (store: 'system') => string[] } = process.getBuiltinModule('node:tls')
    return tls.getCACertificates?.('system') ?? []
  }
}

const READ_CERTIFICATES = `
const { parentPort } = require('node:worker_threads')
parentPort.postMessage(require('node:tls').getCACertificates?.('system') ?? [])
`

/** Makes every failure of the connections to a proxy a `ProxyFailure`, which contains the proxy's answer to the CONNECT request. */
function namingProxy(pool: Pool, proxy: string): Pool {
  const { host } = new URL(proxy)
  const open = pool.connect.bind(pool)
  const connect = async (request: Dispatcher.ConnectOptions) => {
    const answer = await open(request).catch((error: unknown) => {
      throw new ProxyFailure(host, null, [], error)
    })
    if (answer.statusCode === 200) return answer
    answer.socket.on('error', () => {}).destroy()
    throw new ProxyFailure(host, answer.statusCode, readSignIns(answer.headers['proxy-authenticate']))
  }
  return Object.assign(pool, { connect })
}

/** Messages for connection failures, by system error code. */
const unreachable = (): Record<string, Message> => ({
  ECONNREFUSED: msg.errorsPartner.refused,
  ENOTFOUND: msg.errorsPartner.nameUnknown,
  EAI_AGAIN: msg.errorsPartner.noLookup,
  EHOSTUNREACH: msg.errorsPartner.noRoute,
  ENETUNREACH: msg.errorsPartner.noNetwork,
  ENETDOWN: msg.errorsPartner.noNetwork,
  EADDRNOTAVAIL: msg.errorsPartner.noNetwork,
  UND_ERR_CONNECT_TIMEOUT: msg.errorsPartner.noAnswer,
  UND_ERR_HEADERS_TIMEOUT: msg.errorsPartner.noAnswer,
  ETIMEDOUT: msg.errorsPartner.noAnswer,
})

/** Returns the reason for which a connection could not be opened, or null if the code is of another failure. */
export const connectProblem = (code: string | null): Message | null =>
  (code === null ? undefined : unreachable()[code]) ?? null

interface Problem {
  message: Message
  advice: Message
}

/**
 * Describes the failure of a proxy between the app and `host`. Returns null if another failure ended the request. If the proxy offers a kind
 * of sign-in that the app supports (Basic), the user name or the password is missing or wrong.
 */
export function proxyProblem(error: unknown, host: string): Problem | null {
  const text = msg.errorsPartner
  if (error instanceof NoUsableProxy)
    return { message: text.proxyKind(error.message), advice: text.askForProxy(host) }
  if (!(error instanceof ProxyFailure)) return null
  const { proxy, status, signIns } = error
  if (status === 407)
    return signIns.length === 0 || signIns.some((kind) => kind.toLowerCase() === 'basic')
      ? { message: text.proxyAsks(proxy), advice: text.enterInNetwork }
      : { message: text.proxySignIn(proxy, signIns.join(', ')), advice: text.askForBasic(host) }
  if (status !== null)
    return { message: text.proxyRefuses(proxy, String(status)), advice: text.askAboutProxy(host) }
  const code = codeOf(error)
  return isTlsFailure(code)
    ? { message: text.badCertificate(proxy), advice: text.checkInspection }
    : {
        message: text.proxyUnreachable(proxy, connectProblem(code) ?? text.closedConnection),
        advice: text.checkProxy,
      }
}
