import type { Dispatcher } from 'undici'
import type { ServiceCall } from '../../../src-shared/features/calls/service-call.ts'
import type { PartnerConnection } from './partner-api.ts'
import { fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { Network, type NetworkOptions, type NetworkTimeouts } from '../net/network.ts'
import { passingTo } from '../net/proxies.ts'
import {
  errorOfResponse,
  retryAfter,
  cancelled,
  cutOff,
  failureBeforeAnswer,
  noJson,
  paused,
  type HttpRequest,
} from './error-mapping.ts'
import { Paused, type RateLimiter } from './rate-limiter.ts'

/** Maximum size of a response. Responses are records and lists, never files, so anything larger is not from the partner. */
const MAX_ANSWER_BYTES = 1024 * 1024
const MAX_ANSWER_DEPTH = 100

/**
 * Time limits in milliseconds. `headers` limits the time from the last byte sent to the first byte received. `body` limits the time for the
 * whole response body, so that even a slow endless response ends.
 */
export const TIMEOUTS: NetworkTimeouts = { connect: 10_000, headers: 30_000, body: 30_000 }

export interface HttpAnswer {
  status: number
  json: unknown
  /** The Link header. In a response with a list, it may contain the address of the next page. Empty if the response has no such header. */
  link: string
}

interface HttpOptions extends Omit<NetworkOptions, 'keepAlive'>, Pick<PartnerConnection, 'onCall'> {
  pace: RateLimiter
  now: () => Date
}

/** HTTP client for one partner. It uses TLS 1.2 or newer, follows no redirects, and retries no requests. */
export class Http {
  readonly #reads: Network
  /**
   * Connections for writes (requests that change data). Each write uses a new connection. The partner could close a reused connection
   * during the write, and the app would then not know whether the partner received the write.
   */
  readonly #writes: Network
  readonly #options: HttpOptions

  constructor(options: HttpOptions) {
    this.#options = options
    this.#reads = new Network({
      ...options,
      keepAlive: { keepAliveTimeout: 10_000, keepAliveMaxTimeout: 60_000 },
    })
    // Closes idle connections after 1 ms instead of sending the header `connection: close`. With this header, a partner that refuses an
    // upload before it read the whole body closes the connection immediately, and the app loses the response.
    this.#writes = new Network({ ...options, keepAlive: { keepAliveTimeout: 1, keepAliveMaxTimeout: 1 } })
  }

  /**
   * Waits for the rate limiter, sends the request, and reads the whole response. Succeeds if the status is 2xx and the body is JSON or
   * empty.
   */
  async send(request: HttpRequest): Promise<Result<HttpAnswer>> {
    const { pace, now, onCall } = this.#options
    try {
      await pace.turn(request.priority ?? 'user', request.signal)
    } catch (error) {
      const outcome = request.isWrite ? 'not_received' : 'none'
      return fail(error instanceof Paused ? paused(outcome, error.seconds) : cancelled(outcome))
    }
    const at = now().toISOString()
    const began = performance.now()
    const { result, status, received } = await this.#exchange(request)
    if (!result.ok && status === 429) pace.pause((result.error.retry_after_s ?? 1) * 1000)
    const call: ServiceCall = {
      at,
      method: request.method,
      path: new URL(request.url).pathname + new URL(request.url).search,
      status,
      duration_ms: Math.round(performance.now() - began),
      outcome: outcomeOf(result, status),
      sent_bytes: sentBytes(request),
      received_bytes: received,
    }
    onCall(call, status === null ? (request.signal?.aborted === true ? null : false) : status < 500)
    return result
  }

  async #exchange(request: HttpRequest): Promise<Exchange> {
    let response: Dispatcher.ResponseData
    let isBegun = false
    const noteBegin = noting(() => {
      isBegun = true
    })
    try {
      const dispatcher = await (request.isWrite ? this.#writes : this.#reads).dispatcher(request.url)
      if (!dispatcher.ok) {
        const outcome = request.isWrite ? 'not_received' : 'none'
        return { result: fail({ ...dispatcher.error, outcome }), status: null, received: 0 }
      }
      response = await dispatcher.value.compose(noteBegin).request({
        origin: new URL(request.url).origin,
        path: request.url.slice(new URL(request.url).origin.length),
        method: request.method,
        headers: request.headers,
        body: request.body ?? null,
        idempotent: false,
        ...(request.signal === undefined ? {} : { signal: request.signal }),
      })
    } catch (error) {
      return { result: fail(failureBeforeAnswer(error, request, isBegun)), status: null, received: 0 }
    }
    const { statusCode: status, headers } = response
    // A response that breaks off is reported below as such.
    const text = await readText(response.body, this.#options.timeouts.body).catch(() => null)
    const received = text === null ? 0 : Buffer.byteLength(text)
    const isSuccess = status >= 200 && status < 300
    const refusal = (body: unknown): Exchange => ({
      result: fail(
        errorOfResponse(
          status,
          body,
          request.isWrite,
          retryAfter(headers['retry-after'], timeThere(headers['date']) ?? this.#options.now()),
          credentialOf(request.headers),
        ),
      ),
      status,
      received,
    })
    if (text === null) {
      if (isSuccess || status >= 500) return { result: fail(cutOff(request.isWrite)), status, received }
      return refusal(undefined)
    }
    const json = parseJson(text)
    if (!isSuccess) return refusal(json)
    if (json === undefined && text.trim() !== '')
      return { result: fail(noJson(request.isWrite)), status, received }
    return { result: ok({ status, json, link: String(headers['link'] ?? '') }), status, received }
  }

  async close(): Promise<void> {
    await Promise.all([this.#reads.close(), this.#writes.close()])
  }
}

interface Exchange {
  result: Result<HttpAnswer>
  /** HTTP status of the response. Null if no response arrived. */
  status: number | null
  received: number
}

/**
 * Returns the time on the partner's clock, from the Date header of a response. With this time, the length of a pause until a date does not
 * depend on this computer's clock. Returns null if the header is missing or invalid.
 */
function timeThere(date: string | string[] | undefined): Date | null {
  const at = Date.parse(String(date))
  return Number.isNaN(at) ? null : new Date(at)
}

function outcomeOf(result: Result<HttpAnswer>, status: number | null): ServiceCall['outcome'] {
  if (result.ok) return 'answered'
  const { outcome } = result.error
  if (outcome === 'unknown' || (outcome === 'not_received' && status === null)) return outcome
  return status !== null && status >= 300 && status < 500 ? 'refused' : 'failed'
}

function sentBytes({ body, headers }: HttpRequest): number {
  if (typeof body === 'string') return Buffer.byteLength(body)
  return Number(headers['content-length'] ?? 0)
}

/**
 * Calls `begin` when a request begins on an open connection. Error codes cannot show whether a request began: `ETIMEDOUT`, `EHOSTUNREACH`,
 * or a TLS error may occur while connecting or after the whole request was sent.
 */
function noting(begin: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(
      options,
      passingTo(handler, {
        onRequestStart(...given) {
          begin()
          handler.onRequestStart?.(...given)
        },
      }),
    )
}

async function readText(body: Dispatcher.ResponseData['body'], withinMs: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  const deadline = setTimeout(() => body.destroy(new Error('not completed in time')), withinMs)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MAX_ANSWER_BYTES) throw new Error('too large')
      chunks.push(chunk)
    }
  } finally {
    clearTimeout(deadline)
    body.destroy()
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Returns the credential in the `authorization` header. The partner's error response may repeat it, and the app shows that response. */
function credentialOf({ authorization = '' }: HttpRequest['headers']): string {
  return authorization.split(' ')[1] ?? ''
}

/** Parses JSON. Returns undefined if it is invalid or nested so deeply that it would overflow the stack. */
function parseJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text)
    return isDeeperThan(json, MAX_ANSWER_DEPTH) ? undefined : json
  } catch {
    return undefined
  }
}

function isDeeperThan(json: unknown, levels: number): boolean {
  if (typeof json !== 'object' || json === null) return false
  return levels === 0 || Object.values(json).some((value) => isDeeperThan(value, levels - 1))
}
