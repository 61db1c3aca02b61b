import { appError, type AppError, type Outcome } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { HttpRequest } from './http.ts'

/** Messages for connection failures, by system error code. */
const unreachable = (): Record<string, string> => ({
  ECONNREFUSED: words().errorsPartner.refused,
  ENOTFOUND: words().errorsPartner.nameUnknown,
  EAI_AGAIN: words().errorsPartner.noLookup,
  EHOSTUNREACH: words().errorsPartner.noWay,
  ENETUNREACH: words().errorsPartner.noNetwork,
  ENETDOWN: words().errorsPartner.noNetwork,
  EADDRNOTAVAIL: words().errorsPartner.noNetwork,
  UND_ERR_CONNECT_TIMEOUT: words().errorsPartner.noAnswer,
  ETIMEDOUT: words().errorsPartner.noAnswer,
})

/**
 * Converts a failure without a response. The outcome depends on the progress: a request that never began on a connection was not sent. An
 * incomplete body cannot have been accepted, because its length was declared. Anything later is unknown.
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
    none: words().errorsPartner.againInAMoment,
    not_received: words().errorsPartner.checkNetworkAndSend,
    unknown: words().errorsPartner.askPartner,
  }[outcome]
  const retryable = outcome !== 'unknown'
  if (signal?.aborted === true) return cancelled(outcome)
  const proxy = /^Proxy response \((\d{3})\)/.exec(error instanceof Error ? error.message : '')
  if (!isBegun && proxy !== null)
    return appError(
      'PARTNER_UNREACHABLE',
      proxy[1] === '407'
        ? words().errorsPartner.proxyAsks
        : words().errorsPartner.proxyRefuses(proxy[1] ?? ''),
      words().errorsPartner.enterInNetwork,
      { outcome, retryable },
    )
  if (!isBegun && isTlsFailure(code))
    return appError(
      'PARTNER_UNREACHABLE',
      /^ERR_SSL_|EPROTO/.test(code ?? '')
        ? words().errorsPartner.noCipher(host)
        : words().errorsPartner.badCertificate(host),
      words().errorsPartner.checkInspection,
      { outcome, retryable },
    )
  const why = code === null ? undefined : unreachable()[code]
  if (!isBegun && why !== undefined)
    return appError(
      'PARTNER_UNREACHABLE',
      words().errorsPartner.unreachable(host, why),
      words().errorsPartner.checkAddressAndNetwork,
      { outcome, retryable },
    )
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return appError('PARTNER_TIMED_OUT', words().errorsPartner.timedOut(host), advice, {
      outcome,
      retryable,
    })
  return appError('PARTNER_CONNECTION_LOST', words().errorsPartner.brokeOff(host), advice, {
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

/** Finds the code of an error or its cause. undici wraps errors, and a host with several addresses gives one error each. */
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

/** A longer pause that the partner requested is not over. */
export function paused(outcome: Outcome, seconds: number): AppError {
  return appError(
    'PARTNER_RATE_LIMITED',
    words().errorsPartner.pauseNotOver,
    seconds < 120
      ? words().errorsPartner.againInSeconds(seconds)
      : words().errorsPartner.againInMinutes(Math.ceil(seconds / 60)),
    { outcome, retryable: true, retry_after_s: seconds },
  )
}

export function cancelled(outcome: Outcome): AppError {
  return appError(
    'PARTNER_CONNECTION_LOST',
    words().errorsPartner.cancelled,
    outcome === 'unknown' ? words().errorsPartner.askPartner : words().errorsPartner.sendWhenReady,
    { outcome, retryable: outcome !== 'unknown' },
  )
}

/** A successful response that broke off or never ended. The partner may have accepted the data. */
export function cutOff(isWrite: boolean): AppError {
  return appError(
    'PARTNER_CONNECTION_LOST',
    words().errorsPartner.answerBrokeOff,
    isWrite ? words().errorsPartner.askPartner : words().errorsPartner.againInAMoment,
    { outcome: isWrite ? 'unknown' : 'none', retryable: !isWrite },
  )
}

/** A web page instead of JSON, for example of a captive portal. A proxy may or may not have forwarded the request. */
export function noJson(isWrite: boolean): AppError {
  return appError(
    'PARTNER_UNEXPECTED_RESPONSE',
    words().errorsPartner.pageInstead,
    isWrite ? words().errorsPartner.signInAndAsk : words().errorsPartner.checkSignIn,
    { outcome: isWrite ? 'unknown' : 'none' },
  )
}
