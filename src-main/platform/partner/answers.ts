import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { z } from 'zod'
import { appError, type AppError } from '../../../src-shared/platform/base/errors.ts'
import { applicationIdSchema } from '../../../src-shared/platform/webhook/event-schema.ts'
import { PARTNER_STATUSES } from '../../../src-shared/platform/words/vocabulary.ts'
import { cleanLine } from '../../../src-shared/platform/entry/typed-text.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { JsonObject, ListedApplication, StoredDocument } from './partner-api.ts'

// Schemas for the partner's responses. The parsed objects also contain the fields that the schemas do not mention.

export const createdApplication = z.looseObject({
  application_id: z.unknown().transform((value, context) => {
    const id = idOf(value)
    if (id === null) context.addIssue('not an id that can be sent back unchanged')
    return id ?? z.NEVER
  }),
})

export const registration = z.looseObject({
  uuid: z.string(),
  event_type: z.string().overwrite(cleanLine),
  is_active: z.boolean(),
  webhook_url: z.string().overwrite(cleanLine),
})

/**
 * Returns a part of a parsed JSON text if it is an object, such as an offer, otherwise null. The specification does not define the fields
 * (sections 2 and 4), so nothing inside is checked. A response may contain many or deep objects, and checking them would block main.
 */
export function objectOf(json: unknown): JsonObject | null {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as JsonObject) : null
}

/**
 * Makes a text from the partner safe to show: one line without control characters, bidi overrides, and other invisible characters. Cuts it
 * to `most` characters, before the work on a long text begins.
 */
export function partnerText(text: string, most: number): string {
  return cleanLine(text.slice(0, most * 4)).slice(0, most)
}

/** Field names under which a record may contain its application's id. */
export const APPLICATION_ID = ['application_id', 'applicationId']

/**
 * Returns the first string or number that an object contains under one of these field names, as a string. Returns null if there is none.
 */
export function textAt(from: JsonObject, ...names: string[]): string | null {
  const value = valueAt(from, names)
  return value === null ? null : String(value)
}

export function valueAt(from: JsonObject, names: readonly string[]): string | number | null {
  for (const name of names) {
    const value = from[name]
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') return value
  }
  return null
}

/**
 * Returns an id that the partner sent. Returns null if the app could not send the id back unchanged. JavaScript rounds large numbers, so
 * that an id could become another client's id. Spaces around the id and invisible characters may be changed in headers or at the partner.
 */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null
  const id = applicationIdSchema.safeParse(value)
  return id.success && id.data.trim() === id.data ? id.data : null
}

/** Maximum length of a status. The same limit applies to the status in a notification. */
const LONGEST_STATUS = 200

/**
 * Converts a status in the partner's response to the matching status of an event (specification, section 3). Returns other statuses
 * unchanged. The specification does not define the spelling of statuses in responses. Returns null for an empty status.
 */
function statusWord(reported: string): string | null {
  const text = partnerText(reported, LONGEST_STATUS).trim()
  const word = text.toLowerCase().replaceAll(/[\s-]+/g, '_')
  const known = [word, `app_${word}`].find((one) => (PARTNER_STATUSES as readonly string[]).includes(one))
  return known ?? (text === '' ? null : text)
}

/**
 * Returns the application's status from a read response, or null if the response contains none. Some partners wrap the application's record
 * in an outer object, such as `{"status": 200, "data": {…}}`. The status of the outer object is then usually not the application's status.
 * The app uses the outer status only if the application's id is in the outer object and not in the inner one.
 */
export function applicationStatus(read: JsonObject): string | null {
  const wrapped = objectOf(read['data'] ?? read['application'])
  const isEnvelope =
    wrapped !== null &&
    (textAt(wrapped, ...APPLICATION_ID, 'id') !== null || textAt(read, ...APPLICATION_ID) === null)
  const status = statusText(wrapped ?? {}) ?? (isEnvelope ? null : statusText(read))
  return status === null ? null : statusWord(status)
}

/** Returns the status text. Ignores numbers, and the field `state`, which may be the state in a postal address. */
function statusText(from: JsonObject): string | null {
  const reported = [from['status'], from['application_status']].filter((one) => typeof one === 'string')
  return reported.find((one) => one !== '') ?? null
}

/**
 * Parses an entry of the partner's list of documents. The field names are assumptions, because the specification does not contain them.
 * Returns null for anything other than an object.
 */
export function readDocument(entry: unknown): StoredDocument | null {
  const record = objectOf(entry)
  if (record === null) return null
  return {
    document_id: textAt(record, 'document_id', 'id', 'uuid'),
    type: textAt(record, 'type', 'document_type', 'kind'),
    name: textAt(record, 'file_name', 'filename', 'name'),
    record,
  }
}

/**
 * Parses an entry of the partner's list of applications. The field names are assumptions, because the specification does not contain them.
 * Returns null if the entry has no id.
 */
export function readListedApplication(entry: unknown): ListedApplication | null {
  const record = objectOf(entry)
  if (record === null) return null
  const application_id = idOf(valueAt(record, [...APPLICATION_ID, 'id']))
  return application_id === null ? null : { application_id, record }
}

/**
 * Returns the error for a successful response to a write that lacks required data. The partner received the request, so the app must not
 * send the request again.
 */
export function receivedButUnreadable(what: Message, missing: string): AppError {
  return appError(
    'PARTNER_UNEXPECTED_RESPONSE',
    msg.errorsPartner.receivedUnreadable(what, missing),
    msg.errorsPartner.askPartner,
    { outcome: 'received' },
  )
}

export function unreadable(what: Message): AppError {
  return appError(
    'PARTNER_UNEXPECTED_RESPONSE',
    msg.errorsPartner.unexpectedAnswer(what),
    msg.errorsPartner.checkBaseAndPaths,
  )
}
