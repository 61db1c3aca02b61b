import { z } from 'zod'

/** A relay takes bodies of up to 64 kB (base64 is a third longer), and signatures of up to 8 kB. */
const MAX_BODY_LENGTH = (64 * 1024 * 4) / 3 + 4
export const MAX_SIGNATURE_LENGTH = 8192

const LONE_SURROGATE = /\p{Surrogate}/u
/** A store of text may change a NUL or a lone surrogate: an id with either would not be found again. */
export const partnerIdSchema = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => !text.includes('\u0000') && !LONE_SURROGATE.test(text), 'cannot be stored unchanged')

/** An instant as everything here compares and stores it: ISO 8601 in UTC with milliseconds. */
const instantSchema = z.iso
  .datetime({ offset: true })
  .max(40)
  .refine((text) => !Number.isNaN(Date.parse(text)), 'not an instant')
  .transform((text) => new Date(text).toISOString())

/**
 * The body of a notification (spec section 6). `status` and `message_type` stay open strings: an unknown one is shown and
 * kept, never dropped. Unknown fields are kept too.
 */
export const partnerEventSchema = z.looseObject({
  message_type: z.string().min(1).max(200),
  callback_path: z.string().min(1).max(2000),
  status: z.string().min(1).max(200),
  application_id: partnerIdSchema,
  timestamp: z
    .string()
    .max(64)
    .refine((text) => !Number.isNaN(Date.parse(text)), 'not an ISO 8601 date-time'),
  event_id: partnerIdSchema,
})

/** The greatest seq that a relay takes as a cursor: it has 15 digits. */
export const MAX_SEQ = 999_999_999_999_999
/** An event's place in the relay's log. A greater one must not become the cursor: the relay would refuse every later stream. */
export const seqSchema = z.int().nonnegative().max(MAX_SEQ)

/** A relay delivery before validation. Only `seq` is checked at this point. */
export interface RelayDelivery {
  seq: number
  [field: string]: unknown
}

/** An event in the form that the relay delivers (design/interfaces.md). `body` contains the raw bytes in base64. */
const relayEventSchema = z.object({
  seq: seqSchema,
  environment: z.string(),
  event_id: z.string(),
  received_at: z.string(),
  sender: z.string(),
  signature: z.string(),
  body: z.base64(),
})
export type RelayEvent = z.infer<typeof relayEventSchema>

/**
 * The same schema with the limits of a genuine relay. An event over the limits is quarantined, and reading continues with the
 * next one.
 */
export const boundedRelayEventSchema = relayEventSchema.extend({
  environment: z.string().max(200),
  event_id: z.string().max(200),
  received_at: instantSchema,
  sender: z.string().max(200),
  signature: z.string().max(MAX_SIGNATURE_LENGTH),
  body: z.base64().max(MAX_BODY_LENGTH),
})

/** Answer of `GET /v1/events`. */
export const relayEventsPageSchema = z.object({
  oldest_seq: z.int().nonnegative(),
  latest_seq: z.int().nonnegative(),
  events: z.array(relayEventSchema),
})
export type RelayEventsPage = z.infer<typeof relayEventsPageSchema>

/** Answer of `POST /v1/pair`. */
export const relayPairingSchema = z.object({
  device_id: z.string().max(200),
  device_token: z.string().min(32).max(1000),
  environment: z.string().max(200),
})

/** Answer of `GET /v1/device`: what a paired device may know of itself, with the URLs to register at the partner. */
export const relayDeviceSchema = z.object({
  device_id: z.string().max(200),
  name: z.string().max(1000),
  environment: z.string().max(200),
  inlet_urls: z.array(z.url().max(2000)).max(100),
})
export type RelayDevice = z.infer<typeof relayDeviceSchema>
