import { z } from 'zod'

/**
 * The body of a notification (spec section 6). `status` and `message_type` stay open strings: an unknown one is shown and
 * kept, never dropped. Unknown fields are kept too.
 */
export const partnerEventSchema = z.looseObject({
  message_type: z.string().min(1).max(200),
  callback_path: z.string().min(1).max(2000),
  status: z.string().min(1).max(200),
  application_id: z.string().min(1).max(200),
  timestamp: z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'not an ISO 8601 date-time'),
  // No store of text takes a NUL everywhere, and an id is kept as text.
  event_id: z
    .string()
    .min(1)
    .max(200)
    .refine((text) => !text.includes('\u0000'), 'holds a NUL'),
})

/** An event as the relay hands it on (design/interfaces.md). `body` is the raw bytes in base64. */
export const relayEventSchema = z.object({
  seq: z.int().nonnegative(),
  environment: z.string(),
  event_id: z.string(),
  received_at: z.string(),
  sender: z.string(),
  signature: z.string(),
  body: z.base64(),
})
export type RelayEvent = z.infer<typeof relayEventSchema>

/** Answer of `GET /v1/events`. */
export const relayEventsPageSchema = z.object({
  oldest_seq: z.int().nonnegative(),
  latest_seq: z.int().nonnegative(),
  events: z.array(relayEventSchema),
})
export type RelayEventsPage = z.infer<typeof relayEventsPageSchema>

/** Answer of `POST /v1/pair`. */
export const relayPairingSchema = z.object({
  device_id: z.string(),
  device_token: z.string().min(32),
  environment: z.string(),
})

/** Answer of `GET /v1/device`: what a paired device may know of itself, with the URLs to register at the partner. */
export const relayDeviceSchema = z.object({
  device_id: z.string(),
  name: z.string(),
  environment: z.string(),
  inlet_urls: z.array(z.url()),
})
export type RelayDevice = z.infer<typeof relayDeviceSchema>
