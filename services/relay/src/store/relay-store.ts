import { z } from 'zod'
import type { Environment } from '../../../../src-shared/platform/words/vocabulary.ts'
import { environmentSchema } from '../../../../src-shared/platform/words/vocabulary-schema.ts'
import type { KeptKeySet } from '../../../../src-shared/platform/webhook/key-source.ts'
import { MAX_KEEP_DAYS } from '../settings.ts'

/** What a signature covers: its body, at least a unique id, nothing unique, or nothing unique and it came with another body before. */
export const COVERAGES = ['body', 'unique', 'hint', 'reused'] as const
export type Coverage = (typeof COVERAGES)[number]

/** States of an office. `suspended`: its webhook addresses and devices are refused, but its data remains. `deleting`: its rows are being deleted. */
export const OFFICE_STATES = ['active', 'suspended', 'deleting'] as const
export type OfficeState = (typeof OFFICE_STATES)[number]

// The administration API checks its requests with these schemas, and makes its OpenAPI document from them.

const limit = (description: string) =>
  z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable().describe(description)
const instant = z.string().describe('an instant, ISO 8601')
const name = z.string().trim().min(1).max(100)

/** Limits of one office. Null means that only the settings of the relay apply. */
const quotasSchema = z.object({
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
export type Quotas = z.infer<typeof quotasSchema>

/** Returns only the quotas of an object that contains more. */
export const quotasIn = (office: Quotas): Quotas => quotasSchema.parse(office)

export const NO_QUOTAS: Quotas = {
  max_events_per_minute: null,
  max_devices: null,
  max_streams: null,
  max_bytes: null,
  keep_days: null,
}

export const officeSchema = z.object({
  id: z.string().describe('id of the office in this API'),
  name,
  state: z.enum(OFFICE_STATES),
  created_at: instant,
  ...quotasSchema.shape,
})
export const newOfficeSchema = z.strictObject({ name, ...quotasSchema.partial().shape })
export const officeChangesSchema = newOfficeSchema.partial()

/**
 * One office (tenant) of the relay. Every row of every table belongs to one office. A relay for a single office is a relay with one office.
 * `office_id` is the short key inside the database. `public_id` names the office outside it.
 */
export interface Office extends Quotas {
  office_id: number
  public_id: string
  name: string
  state: OfficeState
  created_at: string
}

export const rowCountsSchema = z.record(z.string(), z.int()).describe('number of rows per table')
export type RowCounts = z.infer<typeof rowCountsSchema>

/** One entry of an office's audit log. Entries are never changed. They contain no secret. */
export const auditEntrySchema = z.object({
  entry: z.int().describe('number of the entry'),
  at: instant,
  actor: z.string().describe('who acted: the command line, this API, or a device'),
  action: z.string(),
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

/** One event log. Each is numbered separately, so that no office learns how many events another office gets. */
export interface LogId {
  office_id: number
  environment: Environment
}

const sender_addresses = z
  .array(z.string())
  .describe('IP addresses that may send notifications; empty means any')

/** The partner's addresses. A profile has a name, and many offices can use it. The relay fetches the keys once per profile. */
export const partnerSchema = z.object({
  name,
  jwks_url: z.string(),
  sender_addresses,
})
export type PartnerProfile = z.infer<typeof partnerSchema>

/** Configuration of one environment (sandbox or production) for which an office receives the partner's notifications. */
export const environmentConfigSchema = z.object({
  name: environmentSchema,
  jwks_url: z.string(),
  sender_addresses,
  partner: z
    .string()
    .nullable()
    .describe('shared partner profile with these values; null if the office has its own'),
})
export type EnvironmentConfig = z.infer<typeof environmentConfigSchema>

export type OwnEnvironment = Omit<EnvironmentConfig, 'partner'>

/** An environment with its office and with what the relay must know about the office to receive notifications. */
export interface OfficeEnvironment extends EnvironmentConfig {
  office_id: number
  office: string
  office_state: OfficeState
  max_events_per_minute: number | null
  keep_days: number | null
}

/** A webhook address of the relay. The partner posts notifications to it. `inlet` is the unguessable segment in its path. */
export const inletSchema = z.object({
  inlet: z.string(),
  environment: environmentSchema,
  created_at: instant,
  revoked_at: instant.nullable(),
})
export type Inlet = z.infer<typeof inletSchema>

export interface NewPairingCode {
  /** First part of the pairing code. The store uses this part to find the code. It is unique among all offices. */
  lookup: string
  /** SHA-256 of the whole pairing code, in hex. */
  code_hash: string
  /** Name that the administrator gave to the device. */
  name: string
  environment: Environment
  created_at: string
  expires_at: string
}

/** One attempt to pair a workstation. If the pairing code is valid, the store creates a new device in the office of the code. */
export interface Redemption {
  lookup: string
  code_hash: string
  at: string
  device_id: string
  /** Name that the workstation reports for itself. */
  workstation: string
  /** SHA-256 of the device's access token, in hex. */
  token_hash: string
}

export const deviceSchema = z.object({
  device_id: z.string(),
  name: z.string().describe('name that the administrator gave to the device'),
  workstation: z.string().describe('name that the workstation reports for itself'),
  environment: environmentSchema,
  created_at: instant,
  revoked_at: instant.nullable(),
  acked_seq: z.int().describe('newest event that the workstation has stored, with all events before it'),
  acked_at: instant.nullable(),
  replay_from: z.int().nullable().describe('first event of a requested replay'),
})
export type Device = z.infer<typeof deviceSchema>

/** A device with its office and with what the relay must know about the office to serve the device. */
export interface OfficeDevice extends Device {
  office_id: number
  office: string
  office_state: OfficeState
  max_streams: number | null
}

/** A notification from the partner. Its signature was verified, but it is not stored yet. */
export interface NewEvent {
  office_id: number
  environment: Environment
  event_id: string
  received_at: string
  sender: string
  signature: string
  kid: string
  verification: Coverage
  /** Body of the notification, with exactly the received bytes. */
  raw_body: Uint8Array
}

export interface StoredEvent extends Omit<NewEvent, 'office_id'> {
  seq: number
}

export interface LoggedEvent extends NewEvent {
  seq: number
}

export interface LogPosition extends LogId {
  seq: number
}

/** Gets reports of new events. The same event may be reported several times. With PostgreSQL, reports can be lost. */
export interface LogFollower {
  /** Any process stored events in these logs, up to `seq`. `isOwn`: this process did, just now, and there is an entry for each event. */
  rang(logs: LogPosition[], isOwn?: boolean): void
  /** A report does not say which logs changed. */
  missed(): void
  /** The connection for reports was opened again. Reports may have been lost, and another database may have taken over. */
  reconnected(): void
}

/** State of a device that needs attention. */
export interface DeviceChange {
  device_id: string
  /** False if the device is unknown or revoked, or its office is not active. */
  is_served: boolean
  /** First event of the requested replay, or null. */
  replay_from: number | null
}

/**
 * Result of storing one event. `conflict`: its id is known with another body. `signature_reused`: a
 * `unique` signature is known with another body at any office, or a `hint` with too many bodies at this office. `over_quota`: the office has
 * stored as many bytes as it may. `closed`: the office was suspended or deleted meanwhile.
 */
export type AppendOutcome =
  | { outcome: 'stored'; seq: number }
  | { outcome: 'duplicate' | 'conflict' | 'signature_reused' | 'over_quota' | 'closed' }

/**
 * Range of the sequence numbers (seq) in an environment's event log. Older events were deleted. A reader whose last read event is below
 * `oldest_seq - 1` has therefore missed events.
 */
export interface LogBounds {
  oldest_seq: number
  latest_seq: number
  /**
   * Names the database that contains the log. It changes when another database takes over that may lack events: a standby, or a restored
   * backup. A cursor is valid only together with the epoch in which it was read.
   */
  epoch: string
}

export interface LogUsage {
  events: number
  bytes: number
}

export interface EventSize {
  seq: number
  /** Size of the event's raw body and signature, without the database's overhead. */
  bytes: number
}

/** Which events to delete: all up to a sequence number (`seq`), or all received before a time. */
export type PurgeUpTo = { seq: number } | { received_before: string }

/** By an arrival number, or all received before a time. Ids are numbered in the order of their arrival. */
export type ForgetUpTo = { arrival: number } | { received_before: string }

/** Number of wrong attempts after which a pairing code becomes invalid. */
export const PAIRING_TRIES = 5

/** Figures about all offices together. */
export interface EnvironmentTotal {
  environment: Environment
  /** Sum of the newest sequence numbers of all logs. */
  latest_seq: number
  /** Size of the stored events. */
  stored_bytes: number
  devices: number
}

/** An address of the partner's keys in an environment, with the keys as they were last read from it; null if they never were. */
export interface KeyAddress {
  environment: Environment
  jwks_url: string
  kept: KeptKeySet | null
}

/** Result of a pairing attempt. `office_full`: the code is right, but the office has as many devices as it may. Null: the code is refused. */
export type Paired = OfficeDevice | 'office_full' | null
