import { z } from 'zod'
import { environmentSchema } from '../../../../src-shared/platform/words/vocabulary-schema.ts'
import { MAX_KEEP_DAYS } from '../settings.ts'
import { OFFICE_STATES } from '../store/relay-store.ts'

// Schemas of the administration API. The OpenAPI document is made from them, and requests are checked with them.

const limit = (description: string) =>
  z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable().describe(description)
const instant = z.string().describe('an instant, ISO 8601')
const name = z.string().trim().min(1).max(100)

export const quotasSchema = z.object({
  max_events_per_minute: limit('notifications per minute; null means no limit'),
  max_devices: limit('paired devices; null means no limit'),
  max_streams: limit('open streams and waiting polls per relay process; null means no limit'),
  max_bytes: limit('stored bytes of events; null means no limit'),
  keep_days: z
    .int()
    .min(1)
    .max(MAX_KEEP_DAYS)
    .nullable()
    .describe('days to keep events; null means the setting of the relay'),
})

export const officeSchema = z.object({
  id: z.string().describe('id of the office in this API'),
  name,
  state: z.enum(OFFICE_STATES),
  created_at: instant,
  ...quotasSchema.shape,
})
export const newOfficeSchema = z.strictObject({ name, ...quotasSchema.partial().shape })
export const officeChangesSchema = z.strictObject({ name: name.optional(), ...quotasSchema.partial().shape })

const sender_addresses = z
  .array(z.string())
  .describe('IP addresses that may send notifications; empty means any')
export const environmentConfigSchema = z.object({
  name: environmentSchema,
  jwks_url: z.string(),
  sender_addresses,
  partner: z
    .string()
    .nullable()
    .describe('shared partner profile with these values; null if the office has its own'),
})
export const partnerSchema = z.object({
  name,
  base_url: z.string().nullable().describe("address of the partner's API, for information"),
  jwks_url: z.string(),
  sender_addresses,
})
export const inletSchema = z.object({
  inlet: z.string(),
  environment: environmentSchema,
  created_at: instant,
  revoked_at: instant.nullable(),
})
export const deviceSchema = z.object({
  device_id: z.string(),
  name: z.string(),
  workstation: z.string().describe('name that the workstation reports for itself'),
  environment: environmentSchema,
  created_at: instant,
  revoked_at: instant.nullable(),
  acked_seq: z.int(),
  acked_at: instant.nullable(),
  replay_from: z.int().nullable(),
})
export const auditEntrySchema = z.object({
  entry: z.int().describe('number of the entry'),
  at: instant,
  actor: z.string(),
  action: z.string(),
  details: z.record(z.string(), z.unknown()),
})
export const rowCountsSchema = z.record(z.string(), z.int()).describe('number of rows per table')
export const eventSchema = z.object({
  seq: z.int(),
  environment: environmentSchema,
  event_id: z.string(),
  received_at: instant,
  sender: z.string(),
  signature: z.string(),
  kid: z.string(),
  verification: z.string(),
  body: z.string().describe('body as received, in base64'),
})
export const errorSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) })
