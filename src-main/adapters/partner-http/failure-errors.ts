import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { Message } from '../../../src-shared/messages/message.ts'
import { appError, type AppError, type Outcome } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import type { Priority } from './rate-limiter.ts'

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
  ETIMEDOUT: msg.errorsPartner.noAnswer,
})

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
  const code = deepCode(error)
  const cutShort = isBodySent !== undefined && !isBodySent()
  const outcome = !isWrite ? 'none' : !isBegun || cutShort ? 'not_received' : 'unknown'
  const advice = {
    none: msg.errorsPartner.againInAMoment,
    not_received: msg.errorsPartner.checkNetworkAndSend,
    unknown: msg.errorsPartner.askPartner,
  }[outcome]
  const retryable = outcome !== 'unknown'
  if (signal?.aborted === true) return cancelled(outcome)
  const proxy = /^Proxy response \((\d{3})\)/.exec(error instanceof Error ? error.message : '')
  if (!isBegun && proxy !== null)
    return appError(
      'PARTNER_UNREACHABLE',
      proxy[1] === '407' ? msg.errorsPartner.proxyAsks : msg.errorsPartner.proxyRefuses(proxy[1] ?? ''),
      msg.errorsPartner.enterInNetwork,
      { outcome, retryable },
    )
  if (!isBegun && isTlsFailure(code))
    return appError(
      'PARTNER_UNREACHABLE',
      /^ERR_SSL_|EPROTO/.test(code ?? '')
        ? msg.errorsPartner.noCipher(host)
        : msg.errorsPartner.badCertificate(host),
      msg.errorsPartner.checkInspection,
      { outcome, retryable },
    )
  const why = code === null ? undefined : unreachable()[code]
  if (!isBegun && why !== undefined)
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

function isTlsFailure(code: string | null): boolean {
  return (
    code !== null &&
    /^(CERT_|UND_ERR_PRX_TLS|ERR_TLS_|ERR_SSL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO)/.test(code)
  )
}

/**
 * Returns the system's code of an error or of its cause. undici (the HTTP client) wraps the errors of connections. If a host has several
 * addresses, undici wraps one error for each address.
 */
function deepCode(error: unknown): string | null {
  const {
    code,
    cause,
    errors: several,
  } = (error ?? {}) as { code?: unknown; cause?: unknown; errors?: unknown[] }
  if (typeof code === 'string') return code
  if (cause !== undefined) return deepCode(cause)
  return Array.isArray(several) && several.length > 0 ? deepCode(several[0]) : null
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
