import type { Environment } from '../../../../src-shared/domain/vocabulary.ts'
import type { KeptKeySet } from '../../../../src-shared/webhook/key-source.ts'

/** What a signature covers: its body, at least a unique id, nothing unique, or nothing unique and it came with another body before. */
export const COVERAGES = ['body', 'unique', 'hint', 'reused'] as const
export type Coverage = (typeof COVERAGES)[number]

/** States of an office. `suspended`: its webhook addresses and devices are refused, but its data remains. `deleting`: its rows are being deleted. */
export const OFFICE_STATES = ['active', 'suspended', 'deleting'] as const
export type OfficeState = (typeof OFFICE_STATES)[number]

/** Limits of one office. Null means that only the settings of the relay apply. */
export interface Quotas {
  /** Maximum number of notifications per minute at all webhook addresses of the office together. */
  max_events_per_minute: number | null
  /** Maximum number of paired devices. */
  max_devices: number | null
  /** Maximum number of open event streams and waiting polls per relay process. */
  max_streams: number | null
  /** Maximum size of the stored events, in bytes. */
  max_bytes: number | null
  /** Number of days to keep events. */
  keep_days: number | null
}

export const NO_QUOTAS: Quotas = {
  max_events_per_minute: null,
  max_devices: null,
  max_streams: null,
  max_bytes: null,
  keep_days: null,
}

/** Returns only the quotas of an object that contains more. */
export function quotasIn({
  max_events_per_minute,
  max_devices,
  max_streams,
  max_bytes,
  keep_days,
}: Quotas): Quotas {
  return { max_events_per_minute, max_devices, max_streams, max_bytes, keep_days }
}

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

/** Number of rows of an office in each table. */
export type RowCounts = Record<string, number>

/** One entry of an office's audit log. Entries are numbered per office and are never changed. */
export interface AuditEntry {
  entry: number
  at: string
  /** Who acted: the command line, the administration API, or a device. */
  actor: string
  action: string
  /** Ids and values that describe the action. Contains no secret. */
  details: Record<string, unknown>
}

/**
 * Identifies one event log: each office has one per environment. The events of each log are numbered separately, so that no office learns
 * from its numbers how many events another office gets.
 */
export interface LogId {
  office_id: number
  environment: Environment
}

/**
 * The partner's addresses in one environment of the partner. A profile has a name, and many offices can share it. The relay fetches the
 * partner's keys once per profile.
 */
export interface PartnerProfile {
  name: string
  /** Address of the partner's API, for information; null if it is not known. */
  base_url: string | null
  jwks_url: string
  /** IP addresses, in canonical spelling, that may send notifications. If the list is empty, any address may. */
  sender_addresses: string[]
}

/** Configuration of one environment (sandbox or production) for which an office receives the partner's notifications. */
export interface EnvironmentConfig {
  name: Environment
  jwks_url: string
  /** IP addresses, in canonical spelling, that may send notifications. If the list is empty, any address may. */
  sender_addresses: string[]
  /** Name of the shared partner profile that contains these values. Null if the office has its own values. */
  partner: string | null
}

export type OwnEnvironment = Omit<EnvironmentConfig, 'partner'>

/** An environment with its office and with what the relay must know about the office to receive notifications. */
export interface OfficeEnvironment extends EnvironmentConfig {
  office_id: number
  /** The `public_id` of the office, for log lines. */
  office: string
  office_state: OfficeState
  max_events_per_minute: number | null
  keep_days: number | null
}

/** A webhook address of the relay. The partner posts notifications to it. `inlet` is the unguessable segment in its path. */
export interface Inlet {
  inlet: string
  environment: Environment
  created_at: string
  revoked_at: string | null
}

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

export interface Device {
  device_id: string
  /** Name that the administrator gave to the device. */
  name: string
  workstation: string
  environment: Environment
  created_at: string
  revoked_at: string | null
  /**
   * Sequence number of the newest event that the workstation acknowledged. The workstation has stored all events up to this one. `acked_at`
   * is null until the first acknowledgment.
   */
  acked_seq: number
  acked_at: string | null
  /** Sequence number of the first event that the administrator wants to be sent to the device again. Null if no such replay is pending. */
  replay_from: number | null
}

/** A device with its office and with what the relay must know about the office to serve the device. */
export interface OfficeDevice extends Device {
  office_id: number
  /** The `public_id` of the office, for log lines. */
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

/** A stored event with its office. */
export interface LoggedEvent extends NewEvent {
  seq: number
}

/** A position in the log of an office and environment: the sequence number of an event. */
export interface LogPosition extends LogId {
  seq: number
}

/** Gets reports of new events. The same event may be reported several times. With PostgreSQL, reports can be lost. */
export interface LogFollower {
  /** This process stored these events, in one commit. */
  stored(events: LoggedEvent[]): void
  /** Any process stored events in these logs. `seq` is the newest event of each log at that time. */
  rang(logs: LogPosition[]): void
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
 * Result of storing one event. `reused`: it is stored with that coverage. `conflict`: its id is known with another body. `signature_reused`: a
 * `unique` signature is known with another body at any office, or a `hint` with too many bodies at this office. `over_quota`: the office has
 * stored as many bytes as it may. `closed`: the office was suspended or deleted meanwhile.
 */
export type AppendOutcome =
  | { outcome: 'stored'; seq: number; reused?: true }
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

/**
 * Which event ids to delete: all up to an arrival number, or all received before a time. The store numbers the ids in the order of their
 * arrival.
 */
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
  /** Number of paired devices. */
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

/**
 * Persistent state of the relay. Each method runs one durable transaction: once the method's promise resolves, the change survives a power
 * failure. If the promise rejects, either nothing changed, or the connection to the database was lost and the result is unknown. Several
 * processes may use the same store: the server and the command line, and with PostgreSQL also several servers.
 *
 * The methods of this interface concern the whole relay, or find the office of a secret. Everything else belongs to one office: see
 * `OfficeStore`.
 */
export interface RelayStore {
  /** Creates an office, and records this in its audit log. */
  createOffice(
    office: { public_id: string; name: string; created_at: string } & Quotas,
    actor: string,
  ): Promise<Office>
  findOffice(public_id: string): Promise<Office | null>
  /** Returns all offices, oldest first. */
  listOffices(): Promise<Office[]>
  /** Returns the part of the store that belongs to one office. The office's audit log names `actor` for every change. */
  office(office_id: number, actor?: string): OfficeStore

  /**
   * Creates or replaces a partner profile that offices can share. Records this in the audit log of each office that uses it, as an act of
   * `actor`.
   */
  setPartner(profile: PartnerProfile, actor: string): Promise<void>
  listPartners(): Promise<PartnerProfile[]>

  /** Returns the environments of all offices, including suspended ones. */
  listEnvironments(): Promise<OfficeEnvironment[]>
  /** Returns the environment of an inlet (a webhook address) and its office, or null if the inlet is unknown or revoked. */
  findInlet(inlet: string): Promise<OfficeEnvironment | null>
  /**
   * Exchanges a pairing code for a new device. Returns null if the code is unknown, wrong, used, or expired, had too many wrong attempts,
   * or belongs to an office that is not active. A wrong code counts as one attempt.
   */
  redeemPairingCode(redemption: Redemption): Promise<Paired>
  /** Returns the device whose token has this hash, or null if the device is unknown or revoked. */
  findDevice(token_hash: string): Promise<OfficeDevice | null>
  /**
   * Returns the state of those of the given devices that need attention, in any order: devices that the relay does not serve, because they
   * are unknown or revoked or their office is not active, and devices for which a replay is requested.
   */
  deviceChanges(device_ids: string[]): Promise<DeviceChange[]>
  /**
   * Returns a version of what `deviceChanges` may return: it is another one after a device was revoked, a replay was requested or ended, or
   * an office changed its state. It may change more often.
   */
  deviceVersion(): Promise<string>
  /** For each environment, returns the time of the oldest event that a paired device has not acknowledged. */
  oldestWaiting(): Promise<{ environment: Environment; received_at: string }[]>
  /** Returns the totals of each environment that at least one office has. */
  totals(): Promise<EnvironmentTotal[]>

  /**
   * Stores events of one or several offices in the given order, all in one transaction. Returns one outcome per event, in the same order.
   * `busy`: the event is not stored, because somebody else has locked its log for longer than a moment.
   */
  append(events: NewEvent[]): Promise<(AppendOutcome | { outcome: 'busy' })[]>
  /** Least time between the starts of two appends of a busy process. A longer time makes fewer and larger appends, which cost less. */
  readonly appendEveryMs: number
  /** Reports new events until the returned function is called. */
  follow(follower: LogFollower): () => void
  /** Returns those of the given logs whose newest event has another number (seq) than the given one, with its number. */
  movedLogs(logs: LogPosition[]): Promise<LogPosition[]>
  /**
   * Reads the events after the given positions, with one query for all logs. Returns at most `limit` events of each log, in the order of
   * their numbers, and no further event of a log when those before it have at least `bytes` bytes.
   */
  readTails(logs: LogPosition[], limit: number, bytes: number): Promise<LoggedEvent[]>

  /**
   * Tells all other relay processes that devices acknowledged heartbeats (regular signs of life) on these event streams, which are not open
   * in this process.
   */
  answered(streams: string[]): Promise<void>
  /**
   * Calls the listener for each heartbeat of which another process told that a device acknowledged it. Returns a function that
   * unsubscribes.
   */
  onAnswered(listener: (stream: string) => void): () => void

  /**
   * Returns false if answers of heartbeats may have been lost recently: the database had a problem, or a connection pooler is in front of
   * it. A missing answer then does not mean that the device is gone.
   */
  hearsAnswers(): boolean

  /** Returns the partner's public keys as they were last read from this URL, or null if they were never read. */
  loadKeySet(jwks_url: string): Promise<KeptKeySet | null>
  saveKeySet(jwks_url: string, keys: KeptKeySet): Promise<void>
  /** Returns each address of keys that an active office uses, once per environment, in one statement. */
  listKeyAddresses(): Promise<KeyAddress[]>

  /**
   * Returns true if this process does the housekeeping of the store. If several processes share the store, only one does. If it vanishes,
   * another one is elected within a minute. Call this every ten seconds.
   */
  isElected(): Promise<boolean>

  /** Prepares the store for coming events. Offices without an own period keep them for `keep_days` days, or for ever if it is null. */
  prepare(keep_days: number | null): Promise<void>

  /**
   * Returns disk space that deleted events no longer use to the operating system, as far as the database can do this in small steps while
   * events arrive. With PostgreSQL, drops the partitions of expired events. If `stopping` aborts, stops early.
   */
  reclaim(stopping?: AbortSignal): Promise<void>

  /** Tests whether the store can accept events now. Writes to the disk without changing data, and rejects if this fails. */
  probe(): Promise<void>

  close(): Promise<void>
}

/** The part of the store that belongs to one office. No method reads or changes a row of another office. */
export interface OfficeStore {
  /** Returns the office, or null if it was deleted. */
  get(): Promise<Office | null>
  rename(name: string): Promise<void>
  setQuotas(quotas: Quotas): Promise<void>
  setState(state: 'active' | 'suspended'): Promise<void>
  /**
   * Deletes the office and all its rows, in small transactions. Returns the number of deleted rows per table. If it rejects halfway, the
   * office remains in the state `deleting`, and the call can be repeated.
   */
  delete(): Promise<RowCounts>
  /** Counts the office's rows in every table. After `delete`, all counts are 0. */
  countRows(): Promise<RowCounts>
  /**
   * Counts one notification against the office's limit per minute, together with those of all other relay processes. Returns 0 if it may
   * pass, otherwise the number of whole seconds until the next try. With SQLite, always returns 0, because there is only one process.
   */
  takeTurn(perMinute: number): Promise<number>
  /** Records an action that changes no row, such as an export. */
  record(action: string, details: Record<string, unknown>): Promise<void>
  /** Returns at most `limit` entries of the audit log whose number is above `after`, oldest first. */
  readAudit(after: number, limit: number): Promise<AuditEntry[]>

  /** Sets an environment with the office's own values. */
  setEnvironment(environment: OwnEnvironment): Promise<void>
  /** Sets an environment that uses a shared partner profile. Returns false if there is no such profile. */
  usePartner(environment: Environment, partner: string): Promise<boolean>
  getEnvironment(name: string): Promise<EnvironmentConfig | null>
  listEnvironments(): Promise<EnvironmentConfig[]>

  addInlet(inlet: { inlet: string; environment: Environment; created_at: string }): Promise<void>
  /** Returns all inlets, oldest first, including revoked ones. */
  listInlets(): Promise<Inlet[]>
  /** Revokes an inlet, so that it accepts no more notifications. Returns false if there is no such active inlet. */
  revokeInlet(inlet: string, at: string): Promise<boolean>

  /** Stores a pairing code. Returns false if another code with the same first part exists. */
  addPairingCode(code: NewPairingCode): Promise<boolean>
  /** Returns all devices, oldest first, including revoked ones. */
  listDevices(): Promise<Device[]>
  /** Revokes a device, so that it gets no more events. Returns false if there is no such active device. */
  revokeDevice(device_id: string, at: string): Promise<boolean>
  /** Renames a device. Returns false if there is no such active device. */
  renameDevice(device_id: string, name: string): Promise<boolean>
  /** Requests a replay: the relay sends all events from `seq` on to the device again. Returns false if there is no such active device. */
  replayFrom(device_id: string, seq: number): Promise<boolean>
  /**
   * Deletes the replay request that starts at `seq`, because the device has confirmed it. If the administrator has since requested a replay
   * with another start, that request remains.
   */
  endReplay(device_id: string, seq: number): Promise<void>
  /**
   * Records that a device has stored all events up to `seq`. The recorded position (`acked_seq`) never moves back. If `seq` is below this
   * position but within a requested replay, the device is already reading the replayed events, so the replay request is deleted. If `seq`
   * equals this position, the request remains, because a device also reports its position whenever it connects.
   */
  acknowledge(device_id: string, seq: number, at: string): Promise<void>

  /**
   * Returns the events whose seq (sequence number) is above `after`, oldest first. Must not return event 8 while event 7 may still be
   * committed: a reader would continue after event 8 and never read event 7. Returns at most `limit` events. If `bytes` is given, returns no
   * further event when those before it have at least `bytes` bytes.
   */
  readEvents(environment: Environment, after: number, limit: number, bytes?: number): Promise<StoredEvent[]>
  /** Returns the event with this id, or null if it was deleted or never arrived. */
  findEvent(environment: Environment, event_id: string): Promise<StoredEvent | null>
  bounds(environment: Environment): Promise<LogBounds>
  /** Returns the sizes of at most `limit` events before `seq`, newest first. */
  sizesBefore(environment: Environment, seq: number, limit: number): Promise<EventSize[]>
  /**
   * Deletes at most `limit` of the oldest events, those received before a time, like `purgeEvents`. With PostgreSQL, only hides them: nothing
   * returns them any more, and they do not count as stored. `reclaim` later drops the partition that contains them.
   */
  expireEvents(environment: Environment, received_before: string, limit: number): Promise<number>
  /**
   * Deletes at most `limit` of the oldest events: those up to a seq, or those received before a time. Returns the number of deleted events.
   * Leaves no gaps: also deletes all events with a smaller seq, even if a wrong clock gave them a later time. Does not delete the event
   * ids, so that the relay recognizes a deleted event if the sender repeats it.
   */
  purgeEvents(environment: Environment, upTo: PurgeUpTo, limit: number): Promise<number>
  /**
   * Deletes at most `limit` of the events that `expireEvents` has only hidden, without waiting for their partition. Returns their number.
   */
  deleteHidden(environment: Environment, limit: number): Promise<number>
  /**
   * Deletes at most `limit` of the oldest event ids: those up to an arrival number, or those received before a time. Ids are numbered as
   * they arrive. Returns the number of deleted ids. If the sender repeats an event whose id was deleted, the relay stores the event as a
   * new one.
   */
  purgeEventIds(environment: Environment, upTo: ForgetUpTo, limit: number): Promise<number>
  /**
   * Returns the arrival number up to which event ids must be deleted so that only the newest `keep` ids remain. Returns 0 if there are not
   * more than `keep` ids. The id of an event that is still in the log is never deleted.
   */
  excessIds(environment: Environment, keep: number): Promise<number>
}
