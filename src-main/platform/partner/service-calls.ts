import { setTimeout as sleep } from 'node:timers/promises'
import {
  appError,
  fail,
  type AppError,
  type Outcome,
  type Result,
} from '../../../src-shared/platform/base/errors.ts'
import type { Operation } from '../../../src-shared/platform/partner/endpoint-profile.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { JsonValue } from './partner-api.ts'
import { fillBody, resolveUrl } from './base-address.ts'
import type { HttpAnswer } from './http.ts'
import { LONGEST_PAUSE_MS, type Priority } from './rate-limiter.ts'
import type { ClientParts, TokenManager } from './token-manager.ts'
import { cancelled, type HttpRequest } from './error-mapping.ts'

interface Call {
  operation: Operation
  values?: Record<string, string>
  /** URL to use instead of the path in the endpoint profile. The caller has checked that the URL is below the partner's base address. */
  url?: string
  json?: JsonValue
  isWrite?: boolean
  priority?: Priority
}

/**
 * The number of tries for a request that may be retried, and the wait before the first retry. Each further wait is twice as long as the
 * previous one.
 */
export interface RetryPolicy {
  tries: number
  firstWaitMs: number
  /** Resolves after this many milliseconds. Rejects when the signal aborts. */
  wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

export const RETRY_POLICY: RetryPolicy = { tries: 3, firstWaitMs: 500 }

/** Sends requests with an access token, according to the endpoint profile (the description of the partner's requests and responses). */
export class ServiceCalls {
  readonly #parts: ClientParts
  readonly #tokens: TokenManager
  readonly #patience: RetryPolicy
  readonly #wait: NonNullable<RetryPolicy['wait']>

  constructor(parts: ClientParts, tokens: TokenManager, retryPolicy: RetryPolicy) {
    this.#parts = parts
    this.#tokens = tokens
    this.#patience = retryPolicy
    this.#wait = retryPolicy.wait ?? ((ms, signal) => sleep(ms, undefined, { signal }))
  }

  /** Sends a JSON request. If an automatic read request fails and a retry can succeed, retries the request. */
  call(call: Call): Promise<Result<HttpAnswer>> {
    const { isWrite = false, priority = 'user' } = call
    return this.#patiently(() => this.#once(call), !isWrite && priority === 'background')
  }

  /** Sends an upload. `send` creates a new body for each try. */
  upload(
    send: (headers: { authorization: string }) => Promise<Result<HttpAnswer>>,
    signal: AbortSignal,
  ): Promise<Result<HttpAnswer>> {
    return this.#patiently(() => this.#authorised(send), false, signal)
  }

  /**
   * Sends a request. Retries after status 429 (too many requests), because the partner did not process the request. If `mayRepeatAny`,
   * retries after any temporary failure.
   */
  async #patiently(
    send: () => Promise<Result<HttpAnswer>>,
    mayRepeatAny: boolean,
    signal?: AbortSignal,
  ): Promise<Result<HttpAnswer>> {
    for (let attempt = 1; ; attempt++) {
      const answer = await send()
      if (answer.ok || attempt >= this.#patience.tries) return answer
      const { code, retryable, retry_after_s, outcome } = answer.error
      if (!retryable || (code !== 'PARTNER_RATE_LIMITED' && !mayRepeatAny)) return answer
      const wait = Math.max((retry_after_s ?? 0) * 1000, this.#backoff(attempt))
      if (wait > LONGEST_PAUSE_MS) return answer
      try {
        await this.#wait(wait, signal)
      } catch {
        // Only the signal ends the wait early.
        return fail(cancelled(outcome))
      }
    }
  }

  /** Runs a request with a token. If the partner rejects the token, runs the request again with a new token. */
  async #authorised(
    request: (headers: { authorization: string }) => Promise<Result<HttpAnswer>>,
  ): Promise<Result<HttpAnswer>> {
    const token = await this.#tokens.get()
    if (!token.ok) return token
    const answer = await request({ authorization: `Bearer ${token.value}` })
    if (answer.ok || answer.error.code !== 'PARTNER_CREDENTIALS_REJECTED') return answer
    // Repeating the request is safe, because the partner refuses a request without a valid token before processing it.
    this.#tokens.reject(token.value)
    const renewed = await this.#tokens.get()
    return renewed.ok ? request({ authorization: `Bearer ${renewed.value}` }) : renewed
  }

  /**
   * Sends a read request. First sends it without a token, because many partners require none for this request. If the partner requires a
   * token, repeats the request with a token. According to the specification, every request requires a token (section 4). The address is
   * below the base address, so it may receive the token.
   */
  async open(operation: Operation): Promise<Result<HttpAnswer>> {
    const endpoint = this.#parts.profile.endpoints[operation]
    if (endpoint === undefined) return fail(notOffered('none'))
    const answer = await this.#parts.http.send({
      method: endpoint.method,
      url: resolveUrl(this.#parts.base, endpoint.path, {}),
      headers: { accept: 'application/json' },
      isWrite: false,
    })
    if (answer.ok) return answer
    return needsToken(answer.error) ? this.call({ operation }) : fail(this.#plainly(answer.error, operation))
  }

  async #once({
    operation,
    values = {},
    url,
    json,
    isWrite = false,
    priority = 'user',
  }: Call): Promise<Result<HttpAnswer>> {
    const endpoint = this.#parts.profile.endpoints[operation]
    if (endpoint === undefined) return fail(notOffered(isWrite ? 'not_received' : 'none'))
    const body = json ?? (endpoint.body === undefined ? undefined : fillBody(endpoint.body, values))
    const answer = await this.#authorised((authorization) =>
      this.#parts.http.send({
        method: endpoint.method,
        url: url ?? resolveUrl(this.#parts.base, endpoint.path, values),
        headers: {
          ...authorization,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        isWrite,
        priority,
      } satisfies HttpRequest),
    )
    return answer.ok ? answer : fail(this.#plainly(answer.error, operation))
  }

  /** Converts a 404 error into "not offered" if the address is assumed (the specification does not show it). */
  #plainly(error: AppError, operation: Operation): AppError {
    const isAssumed = this.#parts.profile.assumed.some(
      (path) => path === `${operation}.*` || path === `${operation}.path`,
    )
    return error.code === 'PARTNER_NOT_FOUND' && isAssumed ? notOffered(error.outcome) : error
  }

  #backoff(attempt: number): number {
    return this.#patience.firstWaitMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
  }
}

/** True if the partner refused the request because of a missing or wrong token or credential. */
export function needsToken({ code }: AppError): boolean {
  return code === 'PARTNER_CREDENTIALS_REJECTED' || code === 'PARTNER_FORBIDDEN'
}

function notOffered(outcome: Outcome): AppError {
  return appError('PARTNER_NOT_OFFERED', msg.errorsPartner.doesNotOffer, msg.errorsPartner.continueWithout, {
    outcome,
  })
}
