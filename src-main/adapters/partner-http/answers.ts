import { z } from 'zod'
import { appError, type AppError } from '../../../src-shared/errors.ts'
import { partnerIdSchema } from '../../../src-shared/domain/event-schema.ts'
import { PARTNER_STATUSES } from '../../../src-shared/domain/vocabulary.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { JsonObject, ListedApplication, StoredDocument } from '../../core/ports/partner-api.ts'

// The answers of the service, read by schema. Unknown fields are kept.

export const createdApplication = z.looseObject({
  application_id: z.unknown().transform((value, context) => {
    const id = idOf(value)
    if (id === null) context.addIssue('no id that can be given back unchanged')
    return id ?? z.NEVER
  }),
})

export const registration = z.looseObject({
  uuid: z.string(),
  event_type: z.string(),
  is_active: z.boolean(),
  webhook_url: z.string(),
})

export const keySet = z.looseObject({ keys: z.array(z.unknown()) })

/** Keys of other kinds may stand beside those of the specification, and are of no use here. */
export const rsaKey = z.looseObject({
  kty: z.literal('RSA'),
  kid: z.string(),
  alg: z.string().optional(),
  n: z.string(),
  e: z.string(),
})

/** A record of which nothing is shown (spec sections 2 and 4): whatever object came. */
export const record = z.record(z.string(), z.json()) satisfies z.ZodType<JsonObject>

/** Names under which a record tells of which application it is. */
export const APPLICATION_ID = ['application_id', 'applicationId']

/** The first of some usual names under which a text or a number stands; null where none does. */
export function textAt(from: JsonObject, ...names: string[]): string | null {
  const value = valueAt(from, names)
  return value === null ? null : String(value)
}

/** The first text or number under one of the names. */
export function valueAt(from: JsonObject, names: readonly string[]): string | number | null {
  for (const name of names) {
    const value = from[name]
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') return value
  }
  return null
}

const CONTROL = /\p{Cc}/u

/**
 * An id of the partner; null for what this app could not give back unchanged. JSON rounds large numbers, so such an id could be
 * that of another client's record. Headers and stores may change blanks at the ends and control characters.
 */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null
  const id = partnerIdSchema.safeParse(value)
  return id.success && id.data.trim() === id.data && !CONTROL.test(id.data) ? id.data : null
}

/** As long as the status of a notification may be. */
const LONGEST_STATUS = 200

/**
 * A status that a read tells, in the words of the events (section 3) where it is one of them: how reads word it is not shown.
 * Null for an empty one.
 */
function statusWord(told: string): string | null {
  const word = told
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  const known = [word, `app_${word}`].find((one) => (PARTNER_STATUSES as readonly string[]).includes(one))
  return known ?? (told.trim().slice(0, LONGEST_STATUS) || null)
}

/**
 * The status of the application in the answer to a read of one; null where none is told. Some services wrap a single record, and what
 * they say of the answer outside of it (`{"status": 200, "data": {…}}`) is not the application's: the outer one counts only where
 * it is what names the application.
 */
export function applicationStatus(read: JsonObject): string | null {
  const wrapped = record.safeParse(read['data'] ?? read['application']).data
  const isEnvelope =
    wrapped !== undefined &&
    (textAt(wrapped, ...APPLICATION_ID, 'id') !== null || textAt(read, ...APPLICATION_ID) === null)
  const status = statusText(wrapped ?? {}) ?? (isEnvelope ? null : statusText(read))
  return status === null ? null : statusWord(status)
}

/** A number is no status. Nor is `state`: of an address it is one, too. */
function statusText(from: JsonObject): string | null {
  const told = [from['status'], from['application_status']].filter((one) => typeof one === 'string')
  return told.find((one) => one !== '') ?? null
}

/** A stored document: its fields are not shown, these names are assumed. Null for what is no record. */
export function readDocument(entry: unknown): StoredDocument | null {
  const parsed = record.safeParse(entry)
  if (!parsed.success) return null
  return {
    document_id: textAt(parsed.data, 'document_id', 'id', 'uuid'),
    type: textAt(parsed.data, 'type', 'document_type', 'kind'),
    name: textAt(parsed.data, 'file_name', 'filename', 'name'),
    record: parsed.data,
  }
}

/** An application in a list: its fields are not shown, these names are assumed. Null for what tells no id. */
export function readListedApplication(entry: unknown): ListedApplication | null {
  const parsed = record.safeParse(entry)
  if (!parsed.success) return null
  const application_id = idOf(valueAt(parsed.data, [...APPLICATION_ID, 'id']))
  return application_id === null ? null : { application_id, record: parsed.data }
}

/** A success whose answer does not hold what it must: the service has the data, so it is not to be sent again. */
export function receivedButUnreadable(what: string, missing: string): AppError {
  return appError(
    'PARTNER_UNEXPECTED_RESPONSE',
    words().errorsPartner.takenUnreadable(what, missing),
    words().errorsPartner.askPartner,
    { outcome: 'received' },
  )
}

/** A read whose answer is of no use. */
export function unreadable(what: string): AppError {
  return appError(
    'PARTNER_UNEXPECTED_RESPONSE',
    words().errorsPartner.notWhatWasAsked(what),
    words().errorsPartner.checkBaseAndPaths,
  )
}
