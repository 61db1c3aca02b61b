import { z } from 'zod'
import { cleanLine } from '../entry/typed-text.ts'

/**
 * Maximum length of an event's body in base64. A relay accepts bodies of up to 64 kB, and base64 makes a text a third longer than its
 * bytes. A relay accepts signatures of up to 8 kB.
 */
const MAX_BODY_LENGTH = (64 * 1024 * 4) / 3 + 4
export const MAX_SIGNATURE_LENGTH = 8192

const LONE_SURROGATE = /\p{Surrogate}/u
/**
 * An id from the partner. Refuses ids with a NUL or a lone surrogate: a text column of the database may change these characters, and then a
 * search for the original id would fail.
 */
export const partnerIdSchema = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => !text.includes('\u0000') && !LONE_SURROGATE.test(text), 'cannot be stored unchanged')

/**
 * The id of an application. Also refuses invisible characters: the app sends the id back to the partner, and shows it.
 */
export const applicationIdSchema = partnerIdSchema.refine(
  (id) => cleanLine(id) === id,
  'has invisible characters',
)

/** Parses an instant and converts it to ISO 8601 in UTC with milliseconds, so that instants can be compared as text. */
const instantSchema = z.iso
  .datetime({ offset: true })
  .max(40)
  .refine((text) => !Number.isNaN(Date.parse(text)), 'not an instant')
  .transform((text) => new Date(text).toISOString())

/**
 * The body of a notification (spec section 6). `status` and `message_type` accept any string, so that the app stores and shows values that
 * it does not know. Unknown fields are stored too. Invisible characters are removed from the texts that the app shows.
 */
export const partnerEventSchema = z.looseObject({
  message_type: z.string().max(200).overwrite(cleanLine).trim().min(1),
  callback_path: z.string().min(1).max(2000),
  status: z.string().max(200).overwrite(cleanLine).trim().min(1),
  application_id: applicationIdSchema,
  timestamp: z
    .string()
    .max(64)
    .refine((text) => !Number.isNaN(Date.parse(text)), 'not an ISO 8601 date-time'),
  event_id: partnerIdSchema,
})

/** The greatest event number (`seq`, 15 digits) that a relay accepts as a cursor (a device's position in the relay's stream). */
export const MAX_SEQ = 999_999_999_999_999
/**
 * The number of an event in the relay's log. The app never uses a number above `MAX_SEQ` as its cursor, because the relay would refuse all
 * later requests for events.
 */
export const seqSchema = z.int().nonnegative().max(MAX_SEQ)

/**
 * Names the database in which a relay keeps its log. After a failover or the restoration of a backup, the name changes, and the numbers of
 * events may start again at a lower one.
 */
export const epochSchema = z.string().regex(/^[\w-]{1,100}$/)

/** An event from the relay before it is validated. Only `seq`, its number, is already checked. */
export interface RelayDelivery {
  seq: number
  [field: string]: unknown
}

/** An event in the form that the relay delivers. `body` contains the raw bytes in base64. */
const relayEventSchema = z.object({
  seq: seqSchema,
  environment: z.string(),
  event_id: z.string(),
  received_at: z.string(),
  sender: z.string(),
  signature: z.string(),
  body: z.base64(),
  /** True if the signature does not cover the body, and arrived at this office before with another body. */
  signature_reused: z.boolean().optional(),
})
export type RelayEvent = z.infer<typeof relayEventSchema>

/**
 * The relay event schema, with the limits of a genuine relay. If an event exceeds the limits, the app stores it separately and continues
 * with the next event.
 */
export const boundedRelayEventSchema = relayEventSchema.extend({
  environment: z.string().max(200),
  event_id: z.string().max(200),
  received_at: instantSchema,
  sender: z.string().max(200),
  signature: z.string().max(MAX_SIGNATURE_LENGTH),
  body: z.base64().max(MAX_BODY_LENGTH),
})

/** Response of `GET /v1/events`. */
export const relayEventsPageSchema = z.object({
  oldest_seq: z.int().nonnegative(),
  latest_seq: z.int().nonnegative(),
  epoch: epochSchema,
  events: z.array(relayEventSchema),
})
export type RelayEventsPage = z.infer<typeof relayEventsPageSchema>

/** Response of `POST /v1/pair`. */
export const relayPairingSchema = z.object({
  device_id: z.string().max(200),
  device_token: z.string().min(32).max(1000),
  environment: z.string().max(200),
})

/** Response of `GET /v1/device`: the paired device's own data, with the URLs to register with the partner. */
export const relayDeviceSchema = z.object({
  device_id: z.string().max(200),
  name: z.string().max(1000),
  environment: z.string().max(200),
  inlet_urls: z.array(z.url().max(2000)).max(100),
})
export type RelayDevice = z.infer<typeof relayDeviceSchema>
