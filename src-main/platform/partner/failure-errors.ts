import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { appError, type AppError, type Outcome } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { codeOf, isTlsFailure } from '../net/proxies.ts'
import type { Priority } from './rate-limiter.ts'
import { connectProblem, proxyProblem } from '../net/network.ts'

export interface HttpRequest {
  method: Dispatcher.HttpMethod
  url: string
  headers: Record<string, string>
  body?: string | Readable | undefined
  /** True if the request changes data at the partner. The error of such a request also contains whether the partner received the data. */
  isWrite: boolean
  /** Default: `user` (the user is waiting for the response). Automatic requests use `background`. */
  priority?: Priority
  signal?: AbortSignal
  /**
   * Returns true if all of a streamed body was passed to the connection. Omitted if the body is a string. The app then assumes that the
   * whole body was sent.
   */
  isBodySent?: () => boolean
}

/**
 * Converts the failure of a request that got no response into an error. If the request did not begin on a connection, the partner did not
 * receive it. The partner also cannot have accepted an incomplete body, because the request declares the body's length. If the failure
 * happened after the whole body was sent, the outcome is unknown.
 */
export function failureBeforeAnswer(
  error: unknown,
  { url, isWrite, isBodySent, signal }: Pick<HttpRequest, 'url' | 'isWrite' | 'isBodySent' | 'signal'>,
  isBegun: boolean,
): AppError {
  const { host } = new URL(url)
  const code = codeOf(error)
  const cutShort = isBodySent !== undefined && !isBodySent()
  const outcome = !isWrite ? 'none' : !isBegun || cutShort ? 'not_received' : 'unknown'
  const advice = {
    none: msg.errorsPartner.againInAMoment,
    not_received: msg.errorsPartner.checkNetworkAndSend,
    unknown: msg.errorsPartner.askPartner,
  }[outcome]
  const retryable = outcome !== 'unknown'
  if (signal?.aborted === true) return cancelled(outcome)
  const proxy = isBegun ? null : proxyProblem(error, host)
  if (proxy !== null)
    return appError('PARTNER_UNREACHABLE', proxy.message, proxy.advice, { outcome, retryable })
  if (!isBegun && isTlsFailure(code))
    return appError(
      'PARTNER_UNREACHABLE',
      /^ERR_SSL_|EPROTO/.test(code ?? '')
        ? msg.errorsPartner.noCipher(host)
        : msg.errorsPartner.badCertificate(host),
      msg.errorsPartner.checkInspection,
      { outcome, retryable },
    )
  const why = connectProblem(code)
  if (!isBegun && why !== null)
    return appError(
      'PARTNER_UNREACHABLE',
      msg.errorsPartner.unreachable(host, why),
      msg.errorsPartner.checkAddressAndNetwork,
      { outcome, retryable },
    )
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return appError('PARTNER_TIMED_OUT', msg.errorsPartner.timedOut(host), advice, {
      outcome,
      retryable,
    })
  return appError('PARTNER_CONNECTION_LOST', msg.errorsPartner.connectionLost(host), advice, {
    outcome,
    retryable,
  })
}

/** Returns the error for a request that was not sent, because the partner requested a long pause. */
export function paused(outcome: Outcome, seconds: number): AppError {
  return appError(
    'PARTNER_RATE_LIMITED',
    msg.errorsPartner.pauseActive,
    seconds < 120
      ? msg.errorsPartner.againInSeconds(seconds)
      : msg.errorsPartner.againInMinutes(Math.ceil(seconds / 60)),
    { outcome, retryable: true, retry_after_s: seconds },
  )
}

export function cancelled(outcome: Outcome): AppError {
  return appError(
    'PARTNER_CONNECTION_LOST',
    msg.errorsPartner.cancelled,
    outcome === 'unknown' ? msg.errorsPartner.askPartner : msg.errorsPartner.sendWhenReady,
    { outcome, retryable: outcome !== 'unknown' },
  )
}

/**
 * Returns the error for a response with a success status whose body was incomplete or did not end within the time limit. The partner may
 * have accepted the data.
 */
export function cutOff(isWrite: boolean): AppError {
  return appError(
    'PARTNER_CONNECTION_LOST',
    msg.errorsPartner.answerIncomplete,
    isWrite ? msg.errorsPartner.askPartner : msg.errorsPartner.againInAMoment,
    { outcome: isWrite ? 'unknown' : 'none', retryable: !isWrite },
  )
}

/**
 * Returns the error for a response that is a web page and not JSON, for example from a captive portal. The outcome of a write (a request
 * that changes data) is then unknown, because a proxy may have sent the page after forwarding the request.
 */
export function noJson(isWrite: boolean): AppError {
  return appError(
    'PARTNER_UNEXPECTED_RESPONSE',
    msg.errorsPartner.pageInstead,
    isWrite ? msg.errorsPartner.signInAndAsk : msg.errorsPartner.checkSignIn,
    { outcome: isWrite ? 'unknown' : 'none' },
  )
}
