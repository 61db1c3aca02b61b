import type { Verification } from '../../../../src-shared/domain/event.ts'
import type { Environment } from '../../../../src-shared/domain/vocabulary.ts'
import type { KeptKeySet } from '../../../../src-shared/webhook/key-source.ts'

/** Configuration of one environment (sandbox or production) for which this relay receives the partner's notifications. */
export interface EnvironmentConfig {
  name: Environment
  jwks_url: string
  /** IP addresses, in canonical spelling, that may send notifications. If the list is empty, any address may. */
  sender_addresses: string[]
}

/** A webhook address of the relay. The partner posts notifications to it. `inlet` is the unguessable segment in its path. */
export interface Inlet {
  inlet: string
  environment: Environment
  created_at: string
  revoked_at: string | null
}

export interface NewPairingCode {
  /** First part of the pairing code. The store uses this part to find the code. */
  lookup: string
  /** SHA-256 of the whole pairing code, in hex. */
  code_hash: string
  /** Name that the administrator gave to the device. */
  name: string
  environment: Environment
  created_at: string
  expires_at: string
}

/** One attempt to pair a workstation. If the pairing code is valid, the store creates a new device. */
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

/** A notification from the partner. Its signature was verified, but it is not stored yet. */
export interface NewEvent {
  environment: Environment
  event_id: string
  received_at: string
  sender: string
  signature: string
  kid: string
  verification: Verification
  /** Body of the notification, with exactly the received bytes. */
  raw_body: Uint8Array
}

export interface StoredEvent extends NewEvent {
  seq: number
}

/**
 * Result of storing one event. `duplicate`: the same event arrived before. `conflict`: an event with the same id but a different body
 * arrived before.
 */
export type AppendOutcome =
  | { outcome: 'stored'; seq: number }
  | { outcome: 'duplicate' }
  | { outcome: 'conflict' }

/**
 * Range of the sequence numbers (seq) in an environment's event log. Older events were deleted. A reader whose last read event is below
 * `oldest_seq - 1` has therefore missed events.
 */
export interface LogBounds {
  oldest_seq: number
  latest_seq: number
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

/**
 * Persistent state of the relay. Each method runs one durable transaction: once the method's promise resolves, the change survives a power
 * failure. If the promise rejects, either nothing changed, or the connection to the database was lost and the result is unknown. Several
 * processes may use the same store: the server and the command line, and with PostgreSQL also several servers.
 */
export interface RelayStore {
  setEnvironment(environment: EnvironmentConfig): Promise<void>
  getEnvironment(name: string): Promise<EnvironmentConfig | null>
  listEnvironments(): Promise<EnvironmentConfig[]>

  addInlet(inlet: { inlet: string; environment: Environment; created_at: string }): Promise<void>
  /** Returns the environment of an inlet (a webhook address), or null if the inlet is unknown or revoked. */
  findInlet(inlet: string): Promise<EnvironmentConfig | null>
  /** Returns all inlets, oldest first, including revoked ones. */
  listInlets(): Promise<Inlet[]>
  /** Revokes an inlet, so that it accepts no more notifications. Returns false if there is no such active inlet. */
  revokeInlet(inlet: string, at: string): Promise<boolean>

  addPairingCode(code: NewPairingCode): Promise<void>
  /**
   * Exchanges a pairing code for a new device. Returns null if the code is unknown, wrong, used, or expired, or had too many wrong
   * attempts. A wrong code counts as one attempt.
   */
  redeemPairingCode(redemption: Redemption): Promise<Device | null>
  /** Returns the device whose token has this hash, or null if the device is unknown or revoked. */
  findDevice(token_hash: string): Promise<Device | null>
  /** Returns those of the given devices that exist and are not revoked, in any order. */
  devicesInUse(device_ids: string[]): Promise<string[]>
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

  /** Stores the events in the given order, all in one transaction. Returns one outcome per event, in the same order. */
  append(events: NewEvent[]): Promise<AppendOutcome[]>
  /**
   * Returns the events whose seq (sequence number) is above `after`, oldest first. Must not return event 8 while event 7 may still be
   * committed: a reader would continue after event 8 and never read event 7.
   */
  readEvents(environment: Environment, after: number, limit: number): Promise<StoredEvent[]>
  /** Returns the event with this id, or null if it was deleted or never arrived. */
  findEvent(environment: Environment, event_id: string): Promise<StoredEvent | null>
  bounds(environment: Environment): Promise<LogBounds>
  /** Returns the sizes of at most `limit` events before `seq`, newest first. */
  sizesBefore(environment: Environment, seq: number, limit: number): Promise<EventSize[]>
  /**
   * Deletes at most `limit` of the oldest events: those up to a seq, or those received before a time. Returns the number of deleted events.
   * Leaves no gaps: also deletes all events with a smaller seq, even if a wrong clock gave them a later time. Does not delete the event
   * ids, so that the relay recognizes a deleted event if the sender repeats it.
   */
  purgeEvents(environment: Environment, upTo: PurgeUpTo, limit: number): Promise<number>
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
  /**
   * Calls the listener after events of an environment were stored. With PostgreSQL, also detects events that other relay processes stored.
   * Returns a function that unsubscribes.
   */
  onAppended(listener: (environment: Environment) => void): () => void

  /**
   * Records that a device acknowledged a heartbeat (a regular sign of life) on its event stream. The stream may be open in another relay
   * process.
   */
  answered(stream: string): Promise<void>
  /**
   * Calls the listener for each heartbeat that a device acknowledged. With PostgreSQL, this includes heartbeats of other relay processes.
   * Returns a function that unsubscribes.
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

  /**
   * Returns disk space that deleted events no longer use to the operating system, as far as the database can do this in small steps while
   * events arrive. If `stopping` aborts, stops early.
   */
  reclaim(stopping?: AbortSignal): Promise<void>

  /** Tests whether the store can accept events now. Writes to the disk without changing data, and rejects if this fails. */
  probe(): Promise<void>

  close(): Promise<void>
}

/** A set of functions to call when something happens. */
export class Listeners<T> {
  readonly #all = new Set<(what: T) => void>()

  /** Adds a listener. Returns a function that removes the listener. */
  add(listener: (what: T) => void): () => void {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  notify(what: T): void {
    for (const listener of this.#all) listener(what)
  }
}
