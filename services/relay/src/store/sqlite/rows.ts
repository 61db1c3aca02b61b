import type { SQLOutputValue } from 'node:sqlite'
import { z } from 'zod'
import { environmentSchema } from '../../../../../src-shared/domain/vocabulary-schema.ts'
import { COVERAGES, OFFICE_STATES } from '../relay-store.ts'

export type Row = Record<string, SQLOutputValue>

const addressList = z.array(z.string())
const addresses = z.string().transform((text) => addressList.parse(JSON.parse(text)))
const quotas = {
  max_events_per_minute: z.int().nullable(),
  max_devices: z.int().nullable(),
  max_streams: z.int().nullable(),
  max_bytes: z.int().nullable(),
  keep_days: z.int().nullable(),
}
const state = z.enum(OFFICE_STATES)

export const officeRow = z.object({
  office_id: z.int(),
  public_id: z.string(),
  name: z.string(),
  state,
  created_at: z.string(),
  ...quotas,
})
export const auditRow = z.object({
  entry: z.int(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  details: z.string().transform((text) => z.record(z.string(), z.unknown()).parse(JSON.parse(text))),
})
export const partnerRow = z.object({
  name: z.string(),
  base_url: z.string().nullable(),
  jwks_url: z.string(),
  sender_addresses: addresses,
})
export const environmentRow = z.object({
  name: environmentSchema,
  jwks_url: z.string(),
  sender_addresses: addresses,
  partner: z.string().nullable(),
})
export const officeEnvironmentRow = environmentRow.extend({
  office_id: z.int(),
  office: z.string(),
  office_state: state,
  max_events_per_minute: quotas.max_events_per_minute,
  keep_days: quotas.keep_days,
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
export const officeDeviceRow = deviceRow.extend({
  office_id: z.int(),
  office: z.string(),
  office_state: state,
  max_streams: quotas.max_streams,
})
export const pairingCodeRow = z.object({
  office_id: z.int(),
  code_hash: z.string(),
  name: z.string(),
  environment: environmentSchema,
  is_full: z.int(),
})
export const eventRow = z.object({
  seq: z.int(),
  environment: environmentSchema,
  event_id: z.string(),
  received_at: z.string(),
  sender: z.string(),
  signature: z.string(),
  kid: z.string(),
  verification: z.enum(COVERAGES),
  raw_body: z.instanceof(Uint8Array),
})
export const positionRow = z.object({ office_id: z.int(), environment: environmentSchema, seq: z.int() })
export const deviceChangeRow = z.object({
  device_id: z.string(),
  is_served: z.int().transform(Boolean),
  replay_from: z.int().nullable(),
})
export const sizeRow = z.object({ seq: z.int(), bytes: z.int() })
export const boundsRow = z.object({ purged_through: z.int(), latest_seq: z.int(), epoch: z.string() })
export const waitingRow = z.object({ environment: environmentSchema, received_at: z.string() })
export const keyAddressRow = z.object({
  environment: environmentSchema,
  jwks_url: z.string(),
  key_set: z.string().nullable(),
})
export const totalRow = z.object({
  environment: environmentSchema,
  latest_seq: z.int(),
  stored_bytes: z.int(),
  devices: z.int(),
})
/** `office_bytes` is the size of the events in all logs of the office. */
export const logRow = z.object({
  last_seq: z.int(),
  stored_bytes: z.int(),
  office_bytes: z.int(),
  max_bytes: z.int().nullable(),
})

export function one<T>(schema: z.ZodType<T>, row: Row | undefined): T | null {
  return row === undefined ? null : schema.parse(row)
}

export function bytes(value: SQLOutputValue | undefined): Uint8Array {
  if (value instanceof Uint8Array) return value
  throw new TypeError('The relay database holds text where bytes belong.')
}

/** Returns true if a statement changed no row, for example because the row to insert already exists. */
export const unchanged = (result: { changes: number | bigint }) => Number(result.changes) === 0
