import type { Dispatcher } from 'undici'
import { cleanLine } from '../../../src-shared/platform/entry/typed-text.ts'

/** Thrown if a proxy did not open a connection to the partner or the relay. The proxy then forwarded nothing. */
export class ProxyFailure extends Error {
  /** Host and port of the proxy, without a user name and a password. */
  readonly proxy: string
  /** Status of the proxy's response. Null if the proxy did not respond. */
  readonly status: number | null
  /** The kinds of sign-in that the proxy offers, for example `Negotiate`. */
  readonly signIns: string[]

  constructor(proxy: string, status: number | null, signIns: string[] = [], cause?: unknown) {
    super('the proxy opened no connection', { cause })
    this.proxy = proxy
    this.status = status
    this.signIns = signIns
  }
}

/** Thrown if the system's settings require a proxy of a kind that the app does not support. Contains the settings' entries. */
export class NoUsableProxy extends Error {}

/** Maximum number of proxies that are tried for one request. Each may take as long as the timeout of a connection. */
const MAX_ROUTES = 5
const SCHEMES: Record<string, string> = { PROXY: 'http://', HTTP: 'http://', HTTPS: 'https://' }

/**
 * Returns the usable proxies of a PAC result in their order. Null stands for a direct connection, which is also the meaning of an empty
 * result. Skips malformed entries and SOCKS proxies, which are not supported. Throws `NoUsableProxy` if no entry remains: the app never
 * connects directly if the office requires a proxy.
 */
export function readProxies(answer: string): (string | null)[] {
  const entries = answer
    .split(';', 100)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  if (entries.length === 0) return [null]
  const routes = entries.flatMap((entry) => {
    const [kind = '', address = ''] = entry.split(/\s+/, 2)
    if (kind.toUpperCase() === 'DIRECT') return [null]
    const proxy = `${SCHEMES[kind.toUpperCase()] ?? 'unknown://'}${address}`
    return /^https?:/.test(proxy) && URL.canParse(proxy) && new URL(proxy).pathname === '/' ? [proxy] : []
  })
  if (routes.length === 0) throw new NoUsableProxy(cleanLine(entries.slice(0, 3).join('; ').slice(0, 200)))
  return [...new Set(routes)].slice(0, MAX_ROUTES)
}

/**
 * Returns the kinds of sign-in (authentication schemes) in the `Proxy-Authenticate` headers of a response. One header may contain several,
 * separated by commas, and commas also separate the parameters of one kind.
 */
export function readSignIns(headers: string | string[] | undefined): string[] {
  const kinds = [headers ?? []].flat().flatMap((header) =>
    withoutQuoted(header.slice(0, 8192))
      .split(',')
      .flatMap((part) => {
        const [word = '', next = ''] = part.trim().split(/[ \t]+/, 2)
        return /^[A-Za-z][\w-]{0,29}$/.test(word) && !next.startsWith('=') ? [word] : []
      }),
  )
  return [...new Map(kinds.map((kind) => [kind.toLowerCase(), kind])).values()].slice(0, 4)
}

/** Removes quoted strings, which may contain commas and escaped quotes. */
function withoutQuoted(header: string): string {
  let text = ''
  let isQuoted = false
  for (let at = 0; at < header.length; at++) {
    const letter = header[at] ?? ''
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted) text += letter
    else if (letter === '\\') at++
  }
  return text
}

/** One way to reach an address: through a proxy, or directly (null). */
export interface Route {
  proxy: string | null
  dispatcher: Dispatcher
}

/**
 * Sends each request through the first route that opens a connection. Tries the next route only while the request has not begun, so that
 * nothing is ever sent twice. If no route works, reports the first failure. Calls `onFailed` with each route that failed.
 */
export function firstOpen(routes: Route[], onFailed: (route: Route) => void): Dispatcher {
  const [start, ...others] = routes
  if (start === undefined) throw new NoUsableProxy()
  const attempt =
    (route: Route, rest: Route[], first?: Error): Dispatcher.DispatcherComposeInterceptor =>
    (dispatch) =>
    (options, handler) => {
      let isBegun = false
      const watched = passingTo(handler, {
        onRequestStart(...given) {
          isBegun = true
          handler.onRequestStart?.(...given)
        },
        onResponseError(controller, error) {
          if (isBegun || isFinal(error)) return handler.onResponseError?.(controller, error)
          onFailed(route)
          const [next, ...later] = rest
          if (next === undefined) return handler.onResponseError?.(controller, first ?? error)
          next.dispatcher.compose(attempt(next, later, first ?? error)).dispatch(options, handler)
        },
      })
      return dispatch(options, watched)
    }
  return start.dispatcher.compose(attempt(start, others))
}

/** Returns a handler that passes everything to `handler`, except what `changes` handles. */
export function passingTo(
  handler: Dispatcher.DispatchHandler,
  changes: Dispatcher.DispatchHandler,
): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (...given) => handler.onRequestStart?.(...given),
    onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
    onResponseStart: (...given) => handler.onResponseStart?.(...given),
    onResponseData: (...given) => handler.onResponseData?.(...given),
    onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
    onResponseError: (...given) => handler.onResponseError?.(...given),
    ...changes,
  }
}

/**
 * True if another route must not be tried: the proxy decided not to let the app through, or the connection is not secure. A proxy whose own
 * certificate is not accepted counts as one that cannot be reached.
 */
function isFinal(error: Error): boolean {
  if (error.name === 'AbortError') return true
  if (error instanceof ProxyFailure) return error.status !== null && error.status < 500
  return isTlsFailure(codeOf(error))
}

export function isTlsFailure(code: string | null): boolean {
  return (
    code !== null &&
    /^(CERT_|UND_ERR_PRX_TLS|ERR_TLS_|ERR_SSL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO)/.test(code)
  )
}

/**
 * Returns the system's code of an error or of its cause. undici (the HTTP client) wraps the errors of connections. If a host has several
 * addresses, undici wraps one error for each address.
 */
export function codeOf(error: unknown): string | null {
  const {
    code,
    cause,
    errors: several,
  } = (error ?? {}) as { code?: unknown; cause?: unknown; errors?: unknown[] }
  if (typeof code === 'string') return code
  if (cause !== undefined) return codeOf(cause)
  return Array.isArray(several) && several.length > 0 ? codeOf(several[0]) : null
}
