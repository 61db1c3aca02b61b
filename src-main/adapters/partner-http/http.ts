import type { Readable } from 'node:stream'
import { Agent, errors, type Dispatcher } from 'undici'
import { appError, fail, ok, type AppError, type Result } from '../../../src-shared/errors.ts'
import { errorOfResponse, retryAfter } from './error-mapping.ts'

/** Answers are records and lists, never files: what is larger is no answer of this service. */
const MAX_ANSWER_BYTES = 1024 * 1024

/** Milliseconds. */
export interface Timeouts {
  /** To a connection that is ready, TLS included. */
  connect: number
  /** From the last byte sent to the answer's first. */
  headers: number
  /** For the whole body of an answer: one that drips on for ever ends here, too. */
  body: number
}

export const TIMEOUTS: Timeouts = { connect: 10_000, headers: 30_000, body: 30_000 }

export interface HttpRequest {
  method: Dispatcher.HttpMethod
  /** Absolute. */
  url: string
  headers: Record<string, string>
  body?: string | Readable | undefined
  /** Whether the service changes something by it: then the outcome of a failure is told. */
  isWrite: boolean
  signal?: AbortSignal
  /** For a streamed body: whether all of it was handed over. A string leaves at once, so it counts as sent from the start. */
  isBodySent?: () => boolean
}

export interface HttpAnswer {
  status: number
  json: unknown
}

/** One client of one service. TLS 1.2 at least, no redirects, and nothing is ever repeated by itself. */
export class Http {
  readonly #reads: Agent
  /**
   * Each write has a connection of its own. One that was kept could have been closed by the service at that very moment, and
   * then nobody could say whether the write arrived.
   */
  readonly #writes: Agent
  readonly #timeouts: Timeouts
  readonly #now: () => Date

  constructor(timeouts: Timeouts, now: () => Date) {
    this.#timeouts = timeouts
    const options: Agent.Options = {
      connect: { timeout: timeouts.connect, minVersion: 'TLSv1.2' },
      headersTimeout: timeouts.headers,
      bodyTimeout: timeouts.body,
      pipelining: 1,
    }
    this.#reads = new Agent({ ...options, keepAliveTimeout: 10_000 })
    // Not by `connection: close`: a service then hangs up on an upload that it refuses early, and its answer is lost.
    this.#writes = new Agent({ ...options, keepAliveTimeout: 1, keepAliveMaxTimeout: 1 })
    this.#now = now
  }

  /** Sends and reads the whole answer. Ok on 2xx with JSON or with nothing. */
  async send(request: HttpRequest): Promise<Result<HttpAnswer>> {
    let response: Dispatcher.ResponseData
    let isBegun = false
    const noteBegin = noting(() => {
      isBegun = true
    })
    try {
      const agent = request.isWrite ? this.#writes : this.#reads
      response = await agent.compose(noteBegin).request({
        origin: new URL(request.url).origin,
        path: request.url.slice(new URL(request.url).origin.length),
        method: request.method,
        headers: request.headers,
        body: request.body ?? null,
        idempotent: false,
        ...(request.signal === undefined ? {} : { signal: request.signal }),
      })
    } catch (error) {
      return fail(failureBeforeAnswer(error, request, isBegun))
    }
    const { statusCode: status, headers } = response
    const text = await readText(response.body, this.#timeouts.body).catch(() => null)
    const isSuccess = status >= 200 && status < 300
    if (text === null) {
      if (isSuccess || status >= 500) return fail(cutOff(request.isWrite))
      return fail(
        errorOfResponse(status, undefined, request.isWrite, retryAfter(headers['retry-after'], this.#now())),
      )
    }
    if (!isSuccess)
      return fail(
        errorOfResponse(
          status,
          parseJson(withoutCredential(text, request.headers)),
          request.isWrite,
          retryAfter(headers['retry-after'], this.#now()),
        ),
      )
    const json = parseJson(text)
    if (json === undefined && text.trim() !== '') return fail(noJson(request.isWrite))
    return ok({ status, json })
  }

  async close(): Promise<void> {
    await Promise.all([this.#reads.close(), this.#writes.close()])
  }
}

/**
 * Tells when a request begins on a live connection. Error codes cannot tell: `ETIMEDOUT`, `EHOSTUNREACH` or a TLS error come
 * from connecting as well as from a connection over which the whole request has gone.
 */
function noting(begin: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        begin()
        handler.onRequestStart?.(controller, context)
      },
      onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    })
}

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
function failureBeforeAnswer(
  error: unknown,
  { url, isWrite, isBodySent, signal }: HttpRequest,
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
  if (signal?.aborted === true)
    return appError(
      'PARTNER_CONNECTION_LOST',
      'The sending was cancelled.',
      outcome === 'unknown' ? advice : 'Send it when you are ready.',
      { outcome, retryable },
    )
  if (!isBegun && isTlsFailure(code))
    return appError(
      'PARTNER_UNREACHABLE',
      `The connection to ${host} is not safe: its certificate was not accepted.`,
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
  return code !== null && /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO)/.test(code)
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

async function readText(body: Dispatcher.ResponseData['body'], withinMs: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  const deadline = setTimeout(() => body.destroy(new Error('not ended in time')), withinMs)
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

/** A refusal may repeat what it refuses; its words reach the screen and the log. */
function withoutCredential(text: string, { authorization }: HttpRequest['headers']): string {
  const credential = authorization?.split(' ')[1]
  return credential ? text.replaceAll(credential, '•••') : text
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A success whose answer broke off or never ended: the service may well have taken the data. */
function cutOff(isWrite: boolean): AppError {
  return appError(
    'PARTNER_CONNECTION_LOST',
    'The answer of the service broke off.',
    isWrite ? 'Ask the funding partner before you send it again.' : 'Try again in a moment.',
    { outcome: isWrite ? 'unknown' : 'none', retryable: !isWrite },
  )
}

/** A page instead of data, as networks with a sign-in page send it; a proxy may have passed the request on or not. */
function noJson(isWrite: boolean): AppError {
  return appError(
    'PARTNER_UNEXPECTED_RESPONSE',
    'Something answered in place of the service: no data came, but a page.',
    isWrite
      ? 'Check the network (does it ask you to sign in?) and ask the funding partner before you send it again.'
      : 'Check the base address, and whether your network asks you to sign in.',
    { outcome: isWrite ? 'unknown' : 'none' },
  )
}
