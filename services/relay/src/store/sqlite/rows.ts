import type { SQLOutputValue } from 'node:sqlite'
import { z } from 'zod'
import { VERIFICATIONS } from '../../../../../src-shared/domain/event.ts'
import { environmentSchema } from '../../../../../src-shared/domain/vocabulary.ts'

const addressList = z.array(z.string())
export const environmentRow = z.object({
  name: environmentSchema,
  jwks_url: z.string(),
  sender_addresses: z.string().transform((text) => addressList.parse(JSON.parse(text))),
})
export const inletRow = z.object({
  inlet: z.string(),
  environment: environmentSchema,
  created_at: z.string(),
  revoked_at: z.string().nullable(),
})
export const deviceRow = z.object({
  device_id: z.string(),
  name: z.string(),
  workstation: z.string(),
  environment: environmentSchema,
  created_at: z.string(),
  revoked_at: z.string().nullable(),
  acked_seq: z.int(),
  acked_at: z.string().nullable(),
  replay_from: z.int().nullable(),
})
export const pairingCodeRow = z.object({
  code_hash: z.string(),
  name: z.string(),
  environment: environmentSchema,
})
export const eventRow = z.object({
  seq: z.int(),
  environment: environmentSchema,
  event_id: z.string(),
  received_at: z.string(),
  sender: z.string(),
  signature: z.string(),
  kid: z.string(),
  verification: z.enum(VERIFICATIONS),
  raw_body: z.instanceof(Uint8Array),
})
export const purgeRow = z.object({ seq: z.int(), received_at: z.string() })
export const usageRow = z.object({ events: z.int(), bytes: z.int() })
export const boundsRow = z.object({ purged_through: z.int(), latest_seq: z.int() })

/** The one row that was looked for; null when there is none. */
export function one<T>(schema: z.ZodType<T>, row: Record<string, SQLOutputValue> | undefined): T | null {
  return row === undefined ? null : schema.parse(row)
}
