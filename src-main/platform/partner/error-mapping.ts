import type { Dispatcher } from 'undici'
import type { Readable } from 'node:stream'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import {
  appError,
  type AppError,
  type ErrorCode,
  type FieldProblem,
  type Outcome,
} from '../../../src-shared/platform/base/errors.ts'
import { trimEnd } from '../../../src-shared/platform/base/text.ts'
import { objectOf, partnerText } from './answers.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { codeOf, isTlsFailure } from '../net/proxies.ts'
import type { Priority } from './rate-limiter.ts'
import { connectProblem, proxyProblem } from '../net/network.ts'

/** Maximum number of fields of a validation error that are read. */
const MOST_PROBLEMS = 200

/** For each HTTP status: the messages to show, and whether an identical request can succeed at another time. */
function statuses(): Record<number, [code: ErrorCode, message: Message, advice: Message, retryable?: true]> {
  const text = msg.errorsPartner
  return {
    400: ['PARTNER_VALIDATION_FAILED', text.wrongData, text.correctFields],
    401: ['PARTNER_CREDENTIALS_REJECTED', text.badCredentials, text.checkCredentials],
    403: ['PARTNER_FORBIDDEN', text.forbidden, text.askAccount],
    404: ['PARTNER_NOT_FOUND', text.notFound, text.checkEnvironment],
    405: ['PARTNER_NOT_OFFERED', text.notOffered, text.continueWithout],
    409: ['PARTNER_CONFLICT', text.conflict, text.checkBeforeSending],
    413: ['PARTNER_TOO_LARGE', text.tooLarge, text.splitFile],
    415: ['PARTNER_UNSUPPORTED_TYPE', text.wrongType, text.saveAsPdf],
    422: ['PARTNER_VALIDATION_FAILED', text.wrongData, text.correctFields],
    429: ['PARTNER_RATE_LIMITED', text.tooMany, text.waitAMoment, true],
  }
}

/**
 * HTTP statuses of redirects that web servers usually send after they accepted a form. After a write, such a redirect therefore means an
 * unknown outcome.
 */
const SEE_THERE = new Set([302, 303])

/** Patterns that find tokens, and numbers with separators, in a text from the partner. */
const TOKEN = /eyJ[\w-][\w.-]*/g
const NUMBER = /\d+(?:[-. ]\d+)*/g
/**
 * Matches a list of the lengths of a number's digit groups, if some of these groups can be an SSN or EIN. For example, `3,2,4` is the list
 * for 123-45-6789.
 */
const PRIVATE_GROUPS = /(?:^|,)(?:9|3,6|5,4|3,2,4|2,7)(?:,|$)/
const MAX_RETRY_AFTER_S = 86_400
/** Maximum length of a field's name and problem that is read. */
const LONGEST_PROBLEM = 1000

/** Hides each SSN, EIN, and token in a text. The text is from the partner and may repeat data that the app sent. */
function hidePrivate(text: string): string {
  return text
    .replaceAll(TOKEN, '•••')
    .replaceAll(NUMBER, (number) => (PRIVATE_GROUPS.test(groupLengths(number)) ? '•••' : number))
}

function groupLengths(number: string): string {
  return number
    .split(/[-. ]/)
    .map(({ length }) => length)
    .join(',')
}

/**
 * Converts an unsuccessful response into an error. 4xx means that the partner did not receive the data (spec section 7.4). After a write (a
 * request that changes data), 5xx or a redirect such as 303 means an unknown outcome, because the partner may have accepted the data. The
 * error does not contain `secret`, the credential of the request, which the response may repeat.
 */
export function errorOfResponse(
  status: number,
  body: unknown,
  isWrite: boolean,
  retryAfterS: number | undefined,
  secret = '',
): AppError {
  if (status >= 500)
    return appError(
      'PARTNER_UNAVAILABLE',
      msg.errorsPartner.serverError(status),
      isWrite ? msg.errorsPartner.askWhetherThere : msg.errorsPartner.againInMinutesFew,
      { outcome: isWrite ? 'unknown' : 'none', retryable: !isWrite, retry_after_s: retryAfterS },
    )
  const outcome: Outcome = isWrite ? 'not_received' : 'none'
  if (isWrite && SEE_THERE.has(status))
    return appError(
      'PARTNER_UNEXPECTED_RESPONSE',
      msg.errorsPartner.redirected(status),
      msg.errorsPartner.askPartner,
      { outcome: 'unknown' },
    )
  const known = statuses()[status]
  if (known === undefined)
    return appError(
      'PARTNER_UNEXPECTED_RESPONSE',
      msg.errorsPartner.unknownAnswer(status),
      msg.errorsPartner.checkBase,
      { outcome },
    )
  const [code, message, advice, retryable = false] = known
  const fields = code === 'PARTNER_VALIDATION_FAILED' ? fieldsOf(body, secret) : []
  return appError(code, message, advice, {
    outcome,
    retryable,
    retry_after_s: retryAfterS,
    ...(fields.length > 0 ? { fields } : {}),
  })
}

/**
 * Returns the fields that the partner's validation error mentions (spec section 7). A key is a field (`company`) or a path with dots or
 * brackets (`company.owners[0].ssn`). If the key is `data`, the error concerns the whole body, and its message contains the field's name.
 */
export function fieldsOf(body: unknown, secret = ''): FieldProblem[] {
  const extra: unknown = objectOf(body)?.['extra']
  if (!Array.isArray(extra)) return []
  const safe = (text: unknown) => {
    const shown = typeof text === 'string' ? partnerText(text, LONGEST_PROBLEM) : ''
    return hidePrivate(secret === '' ? shown : shown.replaceAll(secret, '•••'))
  }
  return extra.slice(0, MOST_PROBLEMS).flatMap((entry: unknown) => {
    const problem = objectOf(entry)
    if (problem === null) return []
    const [key, message] = [safe(problem['key']), safe(problem['message'])]
    return [{ path: pathOf(key, message), message: message.slice(0, 300) || msg.errorsPartner.fieldRefused }]
  })
}

function pathOf(key: string, message: string): string {
  const path = trimEnd(key.replaceAll(/\[(\w+)\]/g, '.$1').replace(/^\$?\.+/, ''), '.').slice(0, 200)
  const inside = path.replace(/^(data|body)(\.|$)/, '')
  if (inside !== '') return inside
  return /required (?:field|property) [`'"]?([\w.]+)/.exec(message)?.[1] ?? ''
}

/** Parses a Retry-After header, which contains seconds or a date, into seconds. */
export function retryAfter(header: string | string[] | undefined, now: Date): number | undefined {
  const text = Array.isArray(header) ? header[0] : header
  if (text === undefined) return undefined
  if (/^\d+$/.test(text.trim())) return Math.min(Number(text), MAX_RETRY_AFTER_S)
  const date = Date.parse(text)
  return Number.isNaN(date)
    ? undefined
    : Math.min(Math.max(0, Math.ceil((date - now.getTime()) / 1000)), MAX_RETRY_AFTER_S)
}

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
