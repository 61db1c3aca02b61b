import type { Environment } from '../../../../src-shared/domain/vocabulary.ts'
import type { Verification } from '../../../../src-shared/domain/event.ts'
import type { KeptKeySet } from '../../../../src-shared/webhook/key-source.ts'

/** One of the service's environments, as this relay receives for it. */
export interface EnvironmentConfig {
  name: Environment
  jwks_url: string
  /** Canonical addresses from which notifications may come; with none the check is off. */
  sender_addresses: string[]
}

/** An unguessable path segment to which the service posts. */
export interface Inlet {
  inlet: string
  environment: Environment
  created_at: string
  revoked_at: string | null
}

export interface NewPairingCode {
  /** The half of the code by which it is found. */
  lookup: string
  /** SHA-256 of the whole code in hex. */
  code_hash: string
  /** The name that the administrator gave. */
  name: string
  environment: Environment
  created_at: string
  expires_at: string
}

/** An attempt to exchange a code for the device that it makes. */
export interface Redemption {
  lookup: string
  code_hash: string
  at: string
  device_id: string
  /** The name that the workstation gives itself. */
  workstation: string
  /** SHA-256 of its token in hex. */
  token_hash: string
}

export interface Device {
  device_id: string
  /** The name that the administrator gave. */
  name: string
  workstation: string
  environment: Environment
  created_at: string
  revoked_at: string | null
  /** Everything up to here is committed on the workstation; `acked_at` is null before the first acknowledgement. */
  acked_seq: number
  acked_at: string | null
  /** Handed out once more from here on, as the administrator asked; null once the device has taken it. */
  replay_from: number | null
}

/** A verified notification, not stored yet. */
export interface NewEvent {
  environment: Environment
  event_id: string
  received_at: string
  sender: string
  signature: string
  kid: string
  verification: Verification
  /** The bytes as they came. */
  raw_body: Uint8Array
}

export interface StoredEvent extends NewEvent {
  seq: number
}

/** `conflict`: the same event id came before with another body. */
export type AppendOutcome =
  | { outcome: 'stored'; seq: number }
  | { outcome: 'duplicate' }
  | { outcome: 'conflict' }

/** Which part of an environment's log stands: a cursor below `oldest_seq - 1` has missed what was purged. */
export interface LogBounds {
  oldest_seq: number
  latest_seq: number
}

/** What an environment's log holds. */
export interface LogUsage {
  events: number
  bytes: number
}

export interface EventSize {
  seq: number
  /** Of the raw body and the signature; what the engine needs around them is not counted. */
  bytes: number
}

/** The newest events that go in a purge, their older ones with them. */
export type PurgeUpTo = { seq: number } | { received_before: string }

/** The newest event ids that are forgotten, their older ones with them. `arrival` is a number that grows with each id. */
export type ForgetUpTo = { arrival: number } | { received_before: string }

/** Attempts at one code before it is dead. */
export const PAIRING_TRIES = 5

/**
 * Everything the relay keeps. Each method is one durable transaction: when it resolves, a power cut changes nothing about
 * it; when it rejects, nothing happened, or a lost connection left unknown what did. Several processes may hold the same store
 * (the command line beside the server, and with PostgreSQL several servers).
 */
export interface RelayStore {
  setEnvironment(environment: EnvironmentConfig): Promise<void>
  getEnvironment(name: string): Promise<EnvironmentConfig | null>
  listEnvironments(): Promise<EnvironmentConfig[]>

  addInlet(inlet: { inlet: string; environment: Environment; created_at: string }): Promise<void>
  /** The environment that receives through this inlet, while the inlet is not revoked. */
  findInlet(inlet: string): Promise<EnvironmentConfig | null>
  /** Oldest first, revoked ones among them. */
  listInlets(): Promise<Inlet[]>
  /** False when there is no such inlet in use. */
  revokeInlet(inlet: string, at: string): Promise<boolean>

  addPairingCode(code: NewPairingCode): Promise<void>
  /** Null when the code is unknown, wrong, used, expired or out of tries; a wrong one costs the code a try. */
  redeemPairingCode(redemption: Redemption): Promise<Device | null>
  /** The device while it is not revoked. */
  findDevice(token_hash: string): Promise<Device | null>
  /** Those of the given devices that exist and are not revoked, in any order. */
  devicesInUse(device_ids: string[]): Promise<string[]>
  /** Oldest first, revoked ones among them. */
  listDevices(): Promise<Device[]>
  /** False when there is no such device in use. */
  revokeDevice(device_id: string, at: string): Promise<boolean>
  /** False when there is no such device in use. */
  renameDevice(device_id: string, name: string): Promise<boolean>
  /** Notes that the device is to be handed everything from `seq` on once more. False when there is no such device in use. */
  replayFrom(device_id: string, seq: number): Promise<boolean>
  /** The device was told to go back to `seq` and did: it need not be told again. Another replay, asked for since, stays. */
  endReplay(device_id: string, seq: number): Promise<void>
  /**
   * Moves a device's cursor forward; an older one changes nothing about it. An older one that lies within
   * what was to be replayed shows that the device went back, and ends the replay; how far it had come before it says whenever it connects.
   */
  acknowledge(device_id: string, seq: number, at: string): Promise<void>

  /** Appends in order, all in one transaction. The outcomes stand in the same order. */
  append(events: NewEvent[]): Promise<AppendOutcome[]>
  /**
   * Events after `after`, oldest first. An implementation must never hand out an event while one with a smaller seq may
   * still be committed: a reader's cursor would pass over it.
   */
  readEvents(environment: Environment, after: number, limit: number): Promise<StoredEvent[]>
  /** Null when the event was purged, or never came. */
  findEvent(environment: Environment, event_id: string): Promise<StoredEvent | null>
  bounds(environment: Environment): Promise<LogBounds>
  /** How large the events before `seq` are, newest first, at most `limit` of them. */
  sizesBefore(environment: Environment, seq: number, limit: number): Promise<EventSize[]>
  /**
   * Deletes the oldest events, at most `limit` of them and only up to a number or to those received before an instant; answers how many.
   * What came before one that is old enough is so too, whatever a clock that was ahead wrote on it. Their ids stay, so that a late
   * repeat is still known.
   */
  purgeEvents(environment: Environment, upTo: PurgeUpTo, limit: number): Promise<number>
  /**
   * Forgets the oldest event ids, at most `limit` of them and only up to an arrival or to those received before an instant; answers how
   * many. A repeat of such an event would be taken for a new one.
   */
  purgeEventIds(environment: Environment, upTo: ForgetUpTo, limit: number): Promise<number>
  /**
   * Up to which arrival event ids must be forgotten so that the newest `keep` are left; 0 where there are no more. The ids of events
   * that are still in the log are never among them.
   */
  excessIds(environment: Environment, keep: number): Promise<number>
  /** Calls back after each append to the log that this process can learn of. Returns the unsubscribe. */
  onAppended(listener: (environment: Environment) => void): () => void

  /** A device answered a heartbeat on this stream, which may be held by another process. */
  answered(stream: string): Promise<void>
  /** Calls back for each answered heartbeat that this process can learn of. Returns the unsubscribe. */
  onAnswered(listener: (stream: string) => void): () => void

  /** The last key set that was read from this address. */
  loadKeySet(jwks_url: string): Promise<KeptKeySet | null>
  saveKeySet(jwks_url: string, keys: KeptKeySet): Promise<void>

  /** Writes to the disk and changes nothing; rejects when the store cannot take events just now. */
  probe(): Promise<void>

  close(): Promise<void>
}
