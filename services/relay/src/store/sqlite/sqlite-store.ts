import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { z } from 'zod'
import { VERIFICATIONS } from '../../../../../src-shared/domain/event.ts'
import { environmentSchema } from '../../../../../src-shared/domain/vocabulary-schema.ts'
import type { Environment } from '../../../../../src-shared/domain/vocabulary.ts'
import { type KeptKeySet, keptKeySetSchema } from '../../../../../src-shared/webhook/key-source.ts'
import { isSameHash } from '../../secrets.ts'
import {
  type AppendOutcome,
  type Device,
  type EnvironmentConfig,
  type EventSize,
  type ForgetUpTo,
  type Inlet,
  Listeners,
  type LogBounds,
  type NewEvent,
  type NewPairingCode,
  PAIRING_TRIES,
  type PurgeUpTo,
  type Redemption,
  type RelayStore,
  type StoredEvent,
} from '../relay-store.ts'
import { bodyHash, idHash, inTransaction, openDatabase } from './open-database.ts'
import { reclaim } from './reclaim.ts'

type Row = Record<string, SQLOutputValue>

const addressList = z.array(z.string())
const environmentRow = z.object({
  name: environmentSchema,
  jwks_url: z.string(),
  sender_addresses: z.string().transform((text) => addressList.parse(JSON.parse(text))),
})
const inletRow = z.object({
  inlet: z.string(),
  environment: environmentSchema,
  created_at: z.string(),
  revoked_at: z.string().nullable(),
})
const deviceRow = z.object({
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
const pairingCodeRow = z.object({
  code_hash: z.string(),
  name: z.string(),
  environment: environmentSchema,
})
const eventRow = z.object({
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

const sizeRow = z.object({ seq: z.int(), bytes: z.int() })
const boundsRow = z.object({ purged_through: z.int(), latest_seq: z.int() })

/** Returns true if a statement changed no row, for example because the row to insert already exists. */
const unchanged = (result: { changes: number | bigint }) => Number(result.changes) === 0

/**
 * Store in a local SQLite database. Uses the write-ahead log (WAL) with `synchronous = FULL`, so that a commit is on the disk when it
 * returns.
 */
export class SqliteStore implements RelayStore {
  readonly #database: DatabaseSync
  readonly #statements: ReturnType<typeof prepareAll>
  /**
   * Cache of active inlets (webhook addresses) and their environments. The cache is valid for one version of the database. This version
   * changes when another process commits.
   */
  readonly #inlets = new Map<string, EnvironmentConfig>()
  #inletsAsOf = 0
  #inletsAreFresh = false
  readonly #answered = new Listeners<string>()
  readonly #appended = new Listeners<Environment>()

  constructor(dataFolder: string) {
    this.#database = openDatabase(dataFolder)
    this.#statements = prepareAll(this.#database)
  }

  async setEnvironment({ name, jwks_url, sender_addresses }: EnvironmentConfig): Promise<void> {
    this.#inlets.clear()
    this.#statements.setEnvironment.run(name, jwks_url, JSON.stringify(sender_addresses))
  }

  async getEnvironment(name: string): Promise<EnvironmentConfig | null> {
    return one(environmentRow, this.#statements.getEnvironment.get(name))
  }

  async listEnvironments(): Promise<EnvironmentConfig[]> {
    return environmentRow.array().parse(this.#statements.listEnvironments.all())
  }

  async addInlet({
    inlet,
    environment,
    created_at,
  }: Pick<Inlet, 'inlet' | 'environment' | 'created_at'>): Promise<void> {
    this.#statements.addInlet.run(inlet, environment, created_at)
  }

  /**
   * Returns the environment of an inlet (a webhook address). Uses a cache, because every notification needs this lookup. If any process
   * changes the database, the cache is cleared.
   */
  async findInlet(inlet: string): Promise<EnvironmentConfig | null> {
    if (!this.#inletsAreFresh) this.#refreshInlets()
    const known = this.#inlets.get(inlet)
    if (known !== undefined) return known
    const found = one(environmentRow, this.#statements.findInlet.get(inlet))
    if (found !== null) this.#inlets.set(inlet, found)
    return found
  }

  /**
   * Clears the cache of inlets if another process has changed the database. Checks the version of the database only once per turn of the
   * event loop, because the check takes a lock on the file.
   */
  #refreshInlets(): void {
    const version = Number(this.#statements.dataVersion.get()?.['data_version'])
    if (version !== this.#inletsAsOf) this.#inlets.clear()
    this.#inletsAsOf = version
    this.#inletsAreFresh = true
    setImmediate(() => (this.#inletsAreFresh = false))
  }

  async listInlets(): Promise<Inlet[]> {
    return inletRow.array().parse(this.#statements.listInlets.all())
  }

  async revokeInlet(inlet: string, at: string): Promise<boolean> {
    this.#inlets.clear()
    return !unchanged(this.#statements.revokeInlet.run(at, inlet))
  }

  async addPairingCode(code: NewPairingCode): Promise<void> {
    const { lookup, code_hash, name, environment, created_at, expires_at } = code
    inTransaction(this.#database, () => {
      this.#statements.deleteExpiredCodes.run(created_at)
      this.#statements.addPairingCode.run(lookup, code_hash, name, environment, expires_at)
    })
  }

  async redeemPairingCode(redemption: Redemption): Promise<Device | null> {
    return inTransaction(this.#database, () => this.#redeem(redemption))
  }

  #redeem({ lookup, code_hash, at, device_id, workstation, token_hash }: Redemption): Device | null {
    const code = one(pairingCodeRow, this.#statements.liveCode.get(lookup, at, PAIRING_TRIES))
    if (code === null) return null
    if (!isSameHash(code.code_hash, code_hash)) {
      this.#statements.countTry.run(lookup)
      return null
    }
    this.#statements.deleteCode.run(lookup)
    this.#statements.addDevice.run(device_id, code.name, workstation, code.environment, token_hash, at)
    return this.#device(token_hash)
  }

  async findDevice(token_hash: string): Promise<Device | null> {
    return this.#device(token_hash)
  }

  #device(token_hash: string): Device | null {
    return one(deviceRow, this.#statements.findDevice.get(token_hash))
  }

  async devicesInUse(device_ids: string[]): Promise<string[]> {
    const rows = this.#statements.devicesInUse.all(JSON.stringify(device_ids))
    return rows.map((row) => String(row['device_id']))
  }

  async listDevices(): Promise<Device[]> {
    return deviceRow.array().parse(this.#statements.listDevices.all())
  }

  async revokeDevice(device_id: string, at: string): Promise<boolean> {
    return !unchanged(this.#statements.revokeDevice.run(at, device_id))
  }

  async renameDevice(device_id: string, name: string): Promise<boolean> {
    return !unchanged(this.#statements.renameDevice.run(name, device_id))
  }

  async replayFrom(device_id: string, seq: number): Promise<boolean> {
    return !unchanged(this.#statements.replayFrom.run(seq, device_id))
  }

  async endReplay(device_id: string, seq: number): Promise<void> {
    this.#statements.endReplay.run(device_id, seq)
  }

  async acknowledge(device_id: string, seq: number, at: string): Promise<void> {
    inTransaction(this.#database, () => {
      this.#statements.endReplayWithin.run(device_id, seq, seq)
      this.#statements.acknowledge.run(seq, at, device_id, seq)
    })
  }

  async append(events: NewEvent[]): Promise<AppendOutcome[]> {
    const outcomes = inTransaction(this.#database, () => events.map((event) => this.#appendOne(event)))
    for (const environment of new Set(events.map((event) => event.environment)))
      this.#appended.notify(environment)
    return outcomes
  }

  #appendOne(event: NewEvent): AppendOutcome {
    const { environment, event_id, received_at, sender, signature, kid, verification, raw_body } = event
    const id_hash = idHash(environment, event_id)
    const body_hash = bodyHash(raw_body)
    if (unchanged(this.#statements.addKnownId.run(environment, id_hash, body_hash, received_at))) {
      const known = bytes(this.#statements.knownBody.get(id_hash)?.['body_hash'])
      return { outcome: Buffer.compare(body_hash, known) === 0 ? 'duplicate' : 'conflict' }
    }
    const { lastInsertRowid } = this.#statements.addEvent.run(
      environment,
      event_id,
      received_at,
      sender,
      signature,
      kid,
      verification,
      raw_body,
    )
    return { outcome: 'stored', seq: Number(lastInsertRowid) }
  }

  async readEvents(environment: Environment, after: number, limit: number): Promise<StoredEvent[]> {
    return eventRow.array().parse(this.#statements.readEvents.all(environment, after, limit))
  }

  async findEvent(environment: Environment, event_id: string): Promise<StoredEvent | null> {
    return one(eventRow, this.#statements.findEvent.get(environment, event_id))
  }

  async bounds(environment: Environment): Promise<LogBounds> {
    const row = boundsRow.parse(this.#statements.bounds.get(environment))
    return { oldest_seq: row.purged_through + 1, latest_seq: Math.max(row.latest_seq, row.purged_through) }
  }

  async sizesBefore(environment: Environment, seq: number, limit: number): Promise<EventSize[]> {
    return sizeRow.array().parse(this.#statements.sizesBefore.all(environment, seq, limit))
  }

  async purgeEvents(environment: Environment, upTo: PurgeUpTo, limit: number): Promise<number> {
    return inTransaction(this.#database, () => purgeEvents(this.#statements, environment, upTo, limit))
  }

  async purgeEventIds(environment: Environment, upTo: ForgetUpTo, limit: number): Promise<number> {
    return inTransaction(this.#database, () => purgeEventIds(this.#statements, environment, upTo, limit))
  }

  excessIds(environment: Environment, keep: number): Promise<number> {
    return excessIds(this.#statements, environment, keep)
  }

  onAppended(listener: (environment: Environment) => void): () => void {
    return this.#appended.add(listener)
  }

  async answered(stream: string): Promise<void> {
    this.#answered.notify(stream)
  }

  onAnswered(listener: (stream: string) => void): () => void {
    return this.#answered.add(listener)
  }

  hearsAnswers(): boolean {
    return true
  }

  async loadKeySet(jwks_url: string): Promise<KeptKeySet | null> {
    const row = this.#statements.loadKeySet.get(jwks_url)
    return row === undefined ? null : keptKeySetSchema.parse(JSON.parse(String(row['key_set'])))
  }

  async saveKeySet(jwks_url: string, keys: KeptKeySet): Promise<void> {
    this.#statements.saveKeySet.run(jwks_url, JSON.stringify(keys))
  }

  reclaim(stopping?: AbortSignal): Promise<void> {
    return reclaim(this.#database, stopping)
  }

  async probe(): Promise<void> {
    // Write the schema version without changing it. This tests all that an append needs, because it is a commit with a sync to the disk.
    const version = Number(this.#database.prepare('PRAGMA user_version').get()?.['user_version'])
    inTransaction(this.#database, () => this.#database.exec(`PRAGMA user_version = ${version}`))
  }

  async close(): Promise<void> {
    this.#database.close()
  }
}

function one<T>(schema: z.ZodType<T>, row: Row | undefined): T | null {
  return row === undefined ? null : schema.parse(row)
}

function bytes(value: SQLOutputValue | undefined): Uint8Array {
  if (value instanceof Uint8Array) return value
  throw new TypeError('The relay database holds text where bytes belong.')
}

const ENVIRONMENT = 'environments.name, environments.jwks_url, environments.sender_addresses'
const DEVICE =
  'device_id, name, workstation, environment, created_at, revoked_at, acked_seq, acked_at, replay_from'
const EVENT = 'seq, environment, event_id, received_at, sender, signature, kid, verification, raw_body'

/** Prepares all statements of the store once. */
function prepareAll(database: DatabaseSync) {
  const sql = (text: string) => database.prepare(text)
  return {
    setEnvironment: sql(`
      INSERT INTO environments (name, jwks_url, sender_addresses) VALUES (?, ?, ?)
      ON CONFLICT (name) DO UPDATE
      SET jwks_url = excluded.jwks_url, sender_addresses = excluded.sender_addresses`),
    getEnvironment: sql(`SELECT ${ENVIRONMENT} FROM environments WHERE name = ?`),
    listEnvironments: sql(`SELECT ${ENVIRONMENT} FROM environments ORDER BY name`),

    addInlet: sql('INSERT INTO inlets (inlet, environment, created_at) VALUES (?, ?, ?)'),
    findInlet: sql(`
      SELECT ${ENVIRONMENT} FROM inlets JOIN environments ON environments.name = inlets.environment
      WHERE inlets.inlet = ? AND inlets.revoked_at IS NULL`),
    listInlets: sql(
      'SELECT inlet, environment, created_at, revoked_at FROM inlets ORDER BY created_at, inlet',
    ),
    revokeInlet: sql('UPDATE inlets SET revoked_at = ? WHERE inlet = ? AND revoked_at IS NULL'),

    dataVersion: sql('PRAGMA data_version'),

    addPairingCode: sql(`
      INSERT INTO pairing_codes (lookup, code_hash, name, environment, expires_at) VALUES (?, ?, ?, ?, ?)`),
    deleteExpiredCodes: sql('DELETE FROM pairing_codes WHERE expires_at <= ?'),
    liveCode: sql(`
      SELECT code_hash, name, environment FROM pairing_codes
      WHERE lookup = ? AND expires_at > ? AND tries < ?`),
    countTry: sql('UPDATE pairing_codes SET tries = tries + 1 WHERE lookup = ?'),
    deleteCode: sql('DELETE FROM pairing_codes WHERE lookup = ?'),

    addDevice: sql(`
      INSERT INTO devices (device_id, name, workstation, environment, token_hash, created_at)
      VALUES (?, ?, ?, ?, ?, ?)`),
    findDevice: sql(`SELECT ${DEVICE} FROM devices WHERE token_hash = ? AND revoked_at IS NULL`),
    devicesInUse: sql(`
      SELECT device_id FROM devices
      WHERE revoked_at IS NULL AND device_id IN (SELECT value FROM json_each(?))`),
    listDevices: sql(`SELECT ${DEVICE} FROM devices ORDER BY created_at, device_id`),
    revokeDevice: sql('UPDATE devices SET revoked_at = ? WHERE device_id = ? AND revoked_at IS NULL'),
    renameDevice: sql('UPDATE devices SET name = ? WHERE device_id = ? AND revoked_at IS NULL'),
    replayFrom: sql('UPDATE devices SET replay_from = ? WHERE device_id = ? AND revoked_at IS NULL'),
    endReplay: sql('UPDATE devices SET replay_from = NULL WHERE device_id = ? AND replay_from = ?'),
    endReplayWithin: sql(`
      UPDATE devices SET replay_from = NULL
      WHERE device_id = ? AND replay_from <= ? AND acked_seq > ?`),
    acknowledge: sql('UPDATE devices SET acked_seq = ?, acked_at = ? WHERE device_id = ? AND acked_seq < ?'),

    addKnownId: sql(`
      INSERT INTO known_ids (environment, id_hash, body_hash, received_at) VALUES (?, ?, ?, ?)
      ON CONFLICT DO NOTHING`),
    knownBody: sql('SELECT body_hash FROM known_ids WHERE id_hash = ?'),
    addEvent: sql(`
      INSERT INTO events
        (environment, event_id, received_at, sender, signature, kid, verification, raw_body)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`),
    readEvents: sql(`
      SELECT ${EVENT} FROM events WHERE environment = ? AND seq > ? ORDER BY seq LIMIT ?`),
    findEvent: sql(`SELECT ${EVENT} FROM events WHERE environment = ? AND event_id = ? LIMIT 1`),
    bounds: sql(`
      SELECT purged_through,
        (SELECT coalesce(max(seq), 0) FROM events WHERE environment = environments.name) AS latest_seq
      FROM environments WHERE name = ?`),
    oldestEvents: sql(`
      SELECT seq AS place, received_at FROM events WHERE environment = ? ORDER BY seq LIMIT ?`),
    sizesBefore: sql(`
      SELECT seq, length(raw_body) + length(signature) AS bytes FROM events
      WHERE environment = ? AND seq < ? ORDER BY seq DESC LIMIT ?`),
    deleteEvents: sql('DELETE FROM events WHERE environment = ? AND seq <= ?'),
    oldestIds: sql(`
      SELECT arrival AS place, received_at FROM known_ids WHERE environment = ? ORDER BY arrival LIMIT ?`),
    idBefore: sql(`
      SELECT arrival FROM known_ids WHERE environment = ? AND arrival < ?
      ORDER BY arrival DESC LIMIT 1 OFFSET ?`),
    oldestEventId: sql('SELECT event_id FROM events WHERE environment = ? ORDER BY seq LIMIT 1'),
    arrivalOf: sql('SELECT arrival FROM known_ids WHERE id_hash = ?'),
    deleteIds: sql('DELETE FROM known_ids WHERE environment = ? AND arrival <= ?'),
    setPurgedThrough: sql('UPDATE environments SET purged_through = ? WHERE name = ?'),

    loadKeySet: sql('SELECT key_set FROM key_sets WHERE jwks_url = ?'),
    saveKeySet: sql(`
      INSERT INTO key_sets (jwks_url, key_set) VALUES (?, ?)
      ON CONFLICT (jwks_url) DO UPDATE SET key_set = excluded.key_set`),
  }
}

type Statements = ReturnType<typeof prepareAll>

const purgeRow = z.object({ place: z.int(), received_at: z.string() })

/** Implements `purgeEvents` of the store within one transaction. */
function purgeEvents(
  statements: Statements,
  environment: Environment,
  upTo: PurgeUpTo,
  limit: number,
): number {
  const oldest = statements.oldestEvents.all(environment, limit)
  const last = 'seq' in upTo ? lastUpTo(oldest, upTo.seq) : lastOfRun(oldest, upTo.received_before)
  if (last === null) return 0
  const deleted = statements.deleteEvents.run(environment, last)
  statements.setPurgedThrough.run(last, environment)
  return Number(deleted.changes)
}

/** Implements `purgeEventIds` of the store within one transaction. */
function purgeEventIds(
  statements: Statements,
  environment: Environment,
  upTo: ForgetUpTo,
  limit: number,
): number {
  const oldest = statements.oldestIds.all(environment, limit)
  const last = 'arrival' in upTo ? lastUpTo(oldest, upTo.arrival) : lastOfRun(oldest, upTo.received_before)
  return last === null ? 0 : Number(statements.deleteIds.run(environment, last).changes)
}

/** Number of event ids that are counted per turn of the event loop. */
const PORTION = 1000

/** Implements `excessIds` of the store. Counts in portions, so that a large number of ids never blocks incoming events. */
async function excessIds(statements: Statements, environment: Environment, keep: number): Promise<number> {
  const before = (arrival: number, offset: number) =>
    Number(statements.idBefore.get(environment, arrival, offset)?.['arrival'] ?? 0)
  let oldestKept = Number.MAX_SAFE_INTEGER
  for (let left = keep; left > 0; left -= PORTION) {
    oldestKept = before(oldestKept, Math.min(left, PORTION) - 1)
    if (oldestKept === 0) return 0
    await endOfTurn()
  }
  const excess = before(oldestKept, 0)
  const event_id = statements.oldestEventId.get(environment)?.['event_id']
  const inLog =
    event_id === undefined ? undefined : statements.arrivalOf.get(idHash(environment, String(event_id)))
  return inLog === undefined ? excess : Math.min(excess, Number(inLog['arrival']) - 1)
}

/**
 * Returns the number of the newest row to delete, or null. `oldest` contains the oldest rows, oldest first. Rows are deleted only as a
 * contiguous range from the oldest row on. The reason: readers learn only one number, that of the event up to which everything was deleted.
 * A row is therefore also deleted if its own time is too recent, but a row that arrived after it is old enough. This happens if a wrong
 * clock dated the earlier row too late.
 */
function lastOfRun(oldest: Row[], received_before: string): number | null {
  const rows = purgeRow.array().parse(oldest)
  return rows.findLast((row) => row.received_at < received_before)?.place ?? null
}

function lastUpTo(oldest: Row[], seq: number): number | null {
  return (
    purgeRow
      .array()
      .parse(oldest)
      .findLast(({ place }) => place <= seq)?.place ?? null
  )
}
