import type { Verification } from '../../../../src-shared/domain/event.ts'
import type { Environment } from '../../../../src-shared/domain/vocabulary.ts'
import type { KeptKeySet } from '../../../../src-shared/webhook/key-source.ts'

/** One of the partner's environments for which this relay receives notifications. */
export interface EnvironmentConfig {
  name: Environment
  jwks_url: string
  /** Canonical addresses that may send notifications. An empty list turns the check off. */
  sender_addresses: string[]
}

/** Unguessable path segment of a webhook URL. The partner posts notifications to it. */
export interface Inlet {
  inlet: string
  environment: Environment
  created_at: string
  revoked_at: string | null
}

export interface NewPairingCode {
  /** First part of the code. The store finds the code by this part. */
  lookup: string
  /** SHA-256 of the whole code in hex. */
  code_hash: string
  /** Name given by the administrator. */
  name: string
  environment: Environment
  created_at: string
  expires_at: string
}

/** An attempt to exchange a pairing code for a new device. */
export interface Redemption {
  lookup: string
  code_hash: string
  at: string
  device_id: string
  /** Name that the workstation gives itself. */
  workstation: string
  /** SHA-256 of the device's token in hex. */
  token_hash: string
}

export interface Device {
  device_id: string
  /** Name given by the administrator. */
  name: string
  workstation: string
  environment: Environment
  created_at: string
  revoked_at: string | null
  /** The workstation has committed all events up to this seq. `acked_at` is null until the workstation has acknowledged an event. */
  acked_seq: number
  acked_at: string | null
  /** Start of a replay that the administrator requested; null once the device has moved its cursor back. */
  replay_from: number | null
}

/** A verified notification that is not stored yet. */
export interface NewEvent {
  environment: Environment
  event_id: string
  received_at: string
  sender: string
  signature: string
  kid: string
  verification: Verification
  /** Bytes as received. */
  raw_body: Uint8Array
}

export interface StoredEvent extends NewEvent {
  seq: number
}

/** Result of an append. `conflict`: an event with the same id but another body arrived earlier. */
export type AppendOutcome =
  | { outcome: 'stored'; seq: number }
  | { outcome: 'duplicate' }
  | { outcome: 'conflict' }

/** Available range of an environment's log. A cursor below `oldest_seq - 1` has missed purged events. */
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
  /** Size of the raw body and the signature, without the engine's overhead. */
  bytes: number
}

/** The newest event to purge, by its seq or its time of arrival. All older events are purged too. */
export type PurgeUpTo = { seq: number } | { received_before: string }

/**
 * The newest event id to forget, by its arrival number or its time of arrival. All older ids are forgotten too. Each id has a higher
 * arrival number than the one before.
 */
export type ForgetUpTo = { arrival: number } | { received_before: string }

/** Wrong attempts after which a pairing code is invalid. */
export const PAIRING_TRIES = 5

/**
 * Persistent state of the relay. Each method is one durable transaction: once it resolves, the change survives a power failure. If it
 * rejects, either nothing changed, or the connection was lost and the result is unknown. Several processes may use the same
 * store: the command line next to the server, and with PostgreSQL several servers.
 */
export interface RelayStore {
  setEnvironment(environment: EnvironmentConfig): Promise<void>
  getEnvironment(name: string): Promise<EnvironmentConfig | null>
  listEnvironments(): Promise<EnvironmentConfig[]>

  addInlet(inlet: { inlet: string; environment: Environment; created_at: string }): Promise<void>
  /** Returns the environment of an inlet, or null if the inlet is unknown or revoked. */
  findInlet(inlet: string): Promise<EnvironmentConfig | null>
  /** Oldest first, including revoked ones. */
  listInlets(): Promise<Inlet[]>
  /** Returns false if there is no such active inlet. */
  revokeInlet(inlet: string, at: string): Promise<boolean>

  addPairingCode(code: NewPairingCode): Promise<void>
  /** Returns null if the code is unknown, wrong, used, expired, or out of tries. A wrong code uses up one try. */
  redeemPairingCode(redemption: Redemption): Promise<Device | null>
  /** Returns the device unless it is revoked. */
  findDevice(token_hash: string): Promise<Device | null>
  /** Returns those of the given devices that exist and are not revoked, in any order. */
  devicesInUse(device_ids: string[]): Promise<string[]>
  /** Oldest first, including revoked ones. */
  listDevices(): Promise<Device[]>
  /** Returns false if there is no such active device. */
  revokeDevice(device_id: string, at: string): Promise<boolean>
  /** Returns false if there is no such active device. */
  renameDevice(device_id: string, name: string): Promise<boolean>
  /** Requests a replay, which sends all events from `seq` on to the device again. Returns false if there is no such active device. */
  replayFrom(device_id: string, seq: number): Promise<boolean>
  /** Records that the device moved its cursor back to `seq`, which ends the replay. A newer replay request is kept. */
  endReplay(device_id: string, seq: number): Promise<void>
  /**
   * Moves a device's cursor forward to `seq`. If `seq` is older than the cursor, the cursor stays. If `seq` is within the range of a
   * requested replay, the device has moved its own cursor back, so the replay request ends. The device reports its own position whenever it
   * connects.
   */
  acknowledge(device_id: string, seq: number, at: string): Promise<void>

  /** Appends in order, all in one transaction. Returns the outcomes in the same order. */
  append(events: NewEvent[]): Promise<AppendOutcome[]>
  /**
   * Returns the events whose seq is above `after`, oldest first. An implementation must never return an event while an event with a smaller
   * seq may still be committed: a reader's cursor would skip the event with the smaller seq.
   */
  readEvents(environment: Environment, after: number, limit: number): Promise<StoredEvent[]>
  /** Returns null if the event was purged or never arrived. */
  findEvent(environment: Environment, event_id: string): Promise<StoredEvent | null>
  bounds(environment: Environment): Promise<LogBounds>
  /** Returns the sizes of at most `limit` events before `seq`, newest first. */
  sizesBefore(environment: Environment, seq: number, limit: number): Promise<EventSize[]>
  /**
   * Deletes at most `limit` of the oldest events: those up to a seq, or those received before a time. Returns the number of deleted events.
   * Also deletes all events that arrived before a matching event, even if a fast clock gave them a later time. The event ids remain, so
   * that a late repeat is still recognized.
   */
  purgeEvents(environment: Environment, upTo: PurgeUpTo, limit: number): Promise<number>
  /**
   * Deletes at most `limit` of the oldest event ids: those up to an arrival number, or those received before a time. Returns the number of
   * deleted ids. If the sender repeats an event whose id was deleted, the relay stores the event as a new one.
   */
  purgeEventIds(environment: Environment, upTo: ForgetUpTo, limit: number): Promise<number>
  /**
   * Returns the arrival number up to which ids must be forgotten so that only the newest `keep` ids remain. Returns 0 if there are not more
   * than `keep`. Ids of events that are still in the log never count.
   */
  excessIds(environment: Environment, keep: number): Promise<number>
  /** Calls the listener after each append that this process can detect. Returns a function that unsubscribes. */
  onAppended(listener: (environment: Environment) => void): () => void

  /** Records that a device acknowledged a heartbeat. The stream of the heartbeat may be open in another relay process. */
  answered(stream: string): Promise<void>
  /** Calls the listener for each acknowledged heartbeat that this process can detect. Returns a function that unsubscribes. */
  onAnswered(listener: (stream: string) => void): () => void

  /** Returns the last key set that was read from this URL. */
  loadKeySet(jwks_url: string): Promise<KeptKeySet | null>
  saveKeySet(jwks_url: string, keys: KeptKeySet): Promise<void>

  /** Writes to the disk without changing data. Rejects if the store cannot accept events now. */
  probe(): Promise<void>

  close(): Promise<void>
}

/** A set of listeners. */
export class Listeners<T> {
  readonly #all = new Set<(what: T) => void>()

  /** Returns a function that unsubscribes. */
  add(listener: (what: T) => void): () => void {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  notify(what: T): void {
    for (const listener of this.#all) listener(what)
  }
}
