import { errors } from 'undici'
import { appError, type AppError, type Outcome } from '../../../src-shared/errors.ts'
import type { HttpRequest } from './http.ts'

const UNREACHABLE: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'names cannot be looked up just now',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no network',
  ENETDOWN: 'there is no network',
  EADDRNOTAVAIL: 'there is no network',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer the call',
  ETIMEDOUT: 'it did not answer the call',
}

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
    none: 'Try again in a moment.',
    not_received: 'Check the network and send it again.',
    unknown: 'Ask the funding partner before you send it again.',
  }[outcome]
  const retryable = outcome !== 'unknown'
  if (signal?.aborted === true) return cancelled(outcome)
  const proxy = /^Proxy response \((\d{3})\)/.exec(error instanceof Error ? error.message : '')
  if (!isBegun && proxy !== null)
    return appError(
      'PARTNER_UNREACHABLE',
      proxy[1] === '407'
        ? 'The proxy of your network asks for a user and a password.'
        : `The proxy of your network does not let the app through (${proxy[1]}).`,
      'Enter what it asks for in Settings, under Network, or ask whoever runs your network.',
      { outcome, retryable },
    )
  if (!isBegun && isTlsFailure(code))
    return appError(
      'PARTNER_UNREACHABLE',
      /^ERR_SSL_|EPROTO/.test(code ?? '')
        ? `The connection to ${host} is not safe: no way of encrypting was found that both sides accept.`
        : `The connection to ${host} is not safe: its certificate was not accepted.`,
      'Check the address, and whether something inspects your network.',
      { outcome, retryable },
    )
  if (!isBegun && code !== null && code in UNREACHABLE)
    return appError(
      'PARTNER_UNREACHABLE',
      `The service cannot be reached at ${host}: ${UNREACHABLE[code]}.`,
      'Check the address and your network, then try again.',
      { outcome, retryable },
    )
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError)
    return appError('PARTNER_TIMED_OUT', `No answer came from ${host} in time.`, advice, {
      outcome,
      retryable,
    })
  return appError('PARTNER_CONNECTION_LOST', `The connection to ${host} broke off.`, advice, {
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
    'The service asked for a pause, which is not over yet.',
    seconds < 120 ? `Try again in ${seconds} seconds.` : `Try again in ${Math.ceil(seconds / 60)} minutes.`,
    { outcome, retryable: true, retry_after_s: seconds },
  )
}

/** The user took it back. */
export function cancelled(outcome: Outcome): AppError {
  return appError(
    'PARTNER_CONNECTION_LOST',
    'The sending was cancelled.',
    outcome === 'unknown'
      ? 'Ask the funding partner before you send it again.'
      : 'Send it when you are ready.',
    { outcome, retryable: outcome !== 'unknown' },
  )
}

/** A success whose answer broke off or never ended: the service may well have taken the data. */
export function cutOff(isWrite: boolean): AppError {
  return appError(
    'PARTNER_CONNECTION_LOST',
    'The answer of the service broke off.',
    isWrite ? 'Ask the funding partner before you send it again.' : 'Try again in a moment.',
    { outcome: isWrite ? 'unknown' : 'none', retryable: !isWrite },
  )
}

/** A page instead of data, as networks with a sign-in page send it; a proxy may have passed the request on or not. */
export function noJson(isWrite: boolean): AppError {
  return appError(
    'PARTNER_UNEXPECTED_RESPONSE',
    'Something answered in place of the service: no data came, but a page.',
    isWrite
      ? 'Check the network (does it ask you to sign in?) and ask the funding partner before you send it again.'
      : 'Check the base address, and whether your network asks you to sign in.',
    { outcome: isWrite ? 'unknown' : 'none' },
  )
}
