import type { JsonObject, PartnerApi } from '../../src-main/core/ports/partner-api.ts'
import type { ServiceCall } from '../../src-shared/domain/service-call.ts'
import type { AppError, Result } from '../../src-shared/errors.ts'
import type { EndpointProfile } from '../../src-shared/profile/endpoint-profile.ts'
import type { Received, Receiver } from './receiver.ts'

/** What came of a row. `not offered`: the specification leaves it open, and this service has it not, or not where assumed. */
export type Verdict = { result: 'pass' | 'fail' | 'not offered'; detail: string }

/** One statement of the specification, and how it is tried. Rows run in order; later ones use what earlier ones made. */
export interface Row {
  id: string
  /** Of the specification, such as `4.2`. */
  section: string
  what: string
  run(context: Context): Promise<Verdict>
}

export interface Context {
  base_url: string
  client_id: string
  client_secret: string
  /** Our client, as the app uses it. */
  partner: PartnerApi
  /** Where each operation stands, and which keys sign notifications. */
  endpoints: EndpointProfile
  /** What is sent as an application. What stands inside its two keys is assumed, or the caller's own. */
  payload: JsonObject
  /** Every call that our client made so far. */
  calls: readonly ServiceCall[]
  /** The same client with a secret that is wrong. */
  stranger: PartnerApi
  /** Where the service can send notifications; null where none was given. */
  webhook_url: string | null
  receiver: Receiver | null
  /** Seconds to wait for what the service does by itself. */
  wait_s: number
  /** What rows leave for those after them. */
  made: {
    application_id?: string
    webhook_uuid?: string
    offer_id?: string
    access_token?: string
    refresh_token?: string
    /** The notification that rows on its form look at; null when none came in time. */
    event?: Received | null
  }
}

export const pass = (detail = ''): Verdict => ({ result: 'pass', detail })
export const failed = (detail: string): Verdict => ({ result: 'fail', detail })
export const notOffered = (detail: string): Verdict => ({ result: 'not offered', detail })

/** Passes on success; an operation that the service does not have is no fault of it. */
export function judge<T>(result: Result<T>, look: (value: T) => Verdict): Verdict {
  if (result.ok) return look(result.value)
  return result.error.code === 'PARTNER_NOT_OFFERED'
    ? notOffered(result.error.message)
    : failed(words(result.error))
}

/** As `judge`, where the specification shows the path but not how it is asked: a service that is asked otherwise answers 404, too. */
export function judgeAtShownPath<T>(result: Result<T>, look: (value: T) => Verdict): Verdict {
  const isUnknown = !result.ok && result.error.code === 'PARTNER_NOT_FOUND'
  return isUnknown ? notOffered(words(result.error)) : judge(result, look)
}

/** Passes when the service refuses as it should. */
export function expectError(result: Result<unknown>, look: (error: AppError) => boolean): Verdict {
  if (result.ok) return failed('the service took it')
  return look(result.error) ? pass(words(result.error)) : failed(words(result.error))
}

/** An error in one line, with whether anything was received. */
export function words({ code, message, outcome }: AppError): string {
  return `${code}: ${message} (${outcome})`
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** What an earlier row should have made. */
export function missing(what: string): Verdict {
  return failed(`there is no ${what}, since an earlier row failed`)
}
