import { appError, type AppError, type Outcome } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { HttpRequest } from './http.ts'

/** Why there was no connection, by the code of the system. */
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
 * No answer came. Whether anything was received depends on how far it got: what never began on a connection was not sent; a
 * body that was not handed over whole cannot have been taken, since its length was declared; anything later is unknown.
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

/** The code of an error or of what caused it: undici wraps, and a host with several addresses gives one error for each. */
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

/** The service asked for a longer pause a while ago, and it is not over. */
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

/** The user took it back. */
export function cancelled(outcome: Outcome): AppError {
  return appError(
    'PARTNER_CONNECTION_LOST',
    words().errorsPartner.cancelled,
    outcome === 'unknown' ? words().errorsPartner.askPartner : words().errorsPartner.sendWhenReady,
    { outcome, retryable: outcome !== 'unknown' },
  )
}

/** A success whose answer broke off or never ended: the service may well have taken the data. */
export function cutOff(isWrite: boolean): AppError {
  return appError(
    'PARTNER_CONNECTION_LOST',
    words().errorsPartner.answerBrokeOff,
    isWrite ? words().errorsPartner.askPartner : words().errorsPartner.againInAMoment,
    { outcome: isWrite ? 'unknown' : 'none', retryable: !isWrite },
  )
}

/** A page instead of data, as networks with a sign-in page send it; a proxy may have passed the request on or not. */
export function noJson(isWrite: boolean): AppError {
  return appError(
    'PARTNER_UNEXPECTED_RESPONSE',
    words().errorsPartner.pageInstead,
    isWrite ? words().errorsPartner.signInAndAsk : words().errorsPartner.checkSignIn,
    { outcome: isWrite ? 'unknown' : 'none' },
  )
}
