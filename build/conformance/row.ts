import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatMessage } from '../../src-shared/platform/texts/msg.ts'
import type { JsonObject, PartnerApi } from '../../src-main/platform/partner/partner-api.ts'
import type { ServiceCall } from '../../src-shared/features/calls/service-call.ts'
import type { AppError, Result } from '../../src-shared/platform/base/errors.ts'
import type { EndpointProfile } from '../../src-shared/platform/partner/endpoint-profile.ts'

/**
 * Result of a row (the test of one statement of the specification). `not offered`: the operation is optional, and the partner does not
 * offer it or offers it at another path.
 */
export type Verdict = { result: 'pass' | 'fail' | 'not offered'; detail: string }

/** One statement of the specification and its test. The rows run in order, and a row may use results of the rows before it. */
export interface Row {
  id: string
  /** Section of the specification, such as `4.2`. */
  section: string
  what: string
  run(context: Context): Promise<Verdict>
}

export interface Context {
  base_url: string
  client_id: string
  client_secret: string
  /** The client for the partner's API, as the app uses it. */
  partner: PartnerApi
  /** Paths of the operations, and the names of the keys that sign notifications. */
  endpoints: EndpointProfile
  /**
   * The application to send. The specification does not show the content of its two top-level keys. This content is either our assumption
   * or comes from the caller's file.
   */
  payload: JsonObject
  /** All calls of our client so far. */
  calls: readonly ServiceCall[]
  /** A client with the same settings as `partner`, but with a wrong secret. */
  stranger: PartnerApi
  /** Address for notifications; null if none was given. */
  webhook_url: string | null
  receiver: Receiver | null
  /**
   * Maximum time in seconds to wait for something that the partner does without a request, for example sending a notification or an offer.
   */
  wait_s: number
  /** Values that a row stores for the rows after it. */
  made: {
    application_id?: string
    webhook_uuid?: string
    offer_id?: string
    access_token?: string
    refresh_token?: string
    /** The notification whose format the next rows check; null if none arrived in time. */
    event?: Received | null
  }
}

export const pass = (detail = ''): Verdict => ({ result: 'pass', detail })
export const failed = (detail: string): Verdict => ({ result: 'fail', detail })
export const notOffered = (detail: string): Verdict => ({ result: 'not offered', detail })

/**
 * Passes if the call succeeded and `look` accepts the returned value. If the partner does not offer the operation, the result is `not
 * offered` instead of a failure.
 */
export function verdictOf<T>(result: Result<T>, look: (value: T) => Verdict): Verdict {
  if (result.ok) return look(result.value)
  return result.error.code === 'PARTNER_NOT_OFFERED'
    ? notOffered(formatMessage(result.error.message))
    : failed(words(result.error))
}

/**
 * Like `verdictOf`, for a path that the specification shows without the format of its request. For such a path, the status 404 means `not
 * offered`, like the statuses that `verdictOf` treats this way.
 */
export function verdictAtShownPath<T>(result: Result<T>, look: (value: T) => Verdict): Verdict {
  const isUnknown = !result.ok && result.error.code === 'PARTNER_NOT_FOUND'
  return isUnknown ? notOffered(words(result.error)) : verdictOf(result, look)
}

/** Passes if the partner rejected the call and `look` accepts the error. */
export function expectError(result: Result<unknown>, look: (error: AppError) => boolean): Verdict {
  if (result.ok) return failed('the API accepted it')
  return look(result.error) ? pass(words(result.error)) : failed(words(result.error))
}

/** Formats an error as one line, which also says whether the partner received the request. */
export function words({ code, message, outcome }: AppError): string {
  return `${code}: ${formatMessage(message)} (${outcome})`
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Returns a failed result. The reason: a previous row did not create `what`, which this row needs. */
export function missing(what: string): Verdict {
  return failed(`no ${what}, because an earlier row failed`)
}

/** A notification as received. */
export interface Received {
  body: Buffer
  signature: string | undefined
  json: unknown
}

/** Receives the partner's notifications at the registered address, and responds to each with the status 200. */
export interface Receiver {
  port: number
  received: readonly Received[]
  /** Returns the first notification that `fits` accepts, or null if none arrives in time. */
  waitFor(fits: (one: Received) => boolean, seconds: number): Promise<Received | null>
  close(): Promise<void>
}

/** Listens on a port of this computer. Port 0 picks a free port. */
export async function startReceiver(host: string, port: number): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const signature = request.headers['x-signature']
      received.push({
        body,
        signature: typeof signature === 'string' ? signature : undefined,
        json: readJson(body),
      })
      response.end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    received,
    async waitFor(fits, seconds) {
      for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(50)) {
        const found = received.find(fits)
        if (found !== undefined) return found
      }
      return null
    },
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
