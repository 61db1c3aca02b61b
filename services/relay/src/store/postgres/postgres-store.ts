import { type Environment, ENVIRONMENTS } from '../../../../../src-shared/domain/vocabulary.ts'
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
import { AppendListener, Connections, type DatabasePlace, type Query } from './connections.ts'
import { migrate } from './migrations.ts'

const ENVIRONMENT = 'environments.name, environments.jwks_url, environments.sender_addresses'
const EVENT = 'seq, environment, event_id, received_at, sender, signature, kid, verification, raw_body'
const deviceChange = (column: string) =>
  `UPDATE devices SET ${column} = $1 WHERE device_id = $2 AND revoked_at IS NULL RETURNING device_id`

/** Time after a failed statement during which answers of heartbeats may be missing: longer than two heartbeats at most apart. */
const TROUBLE_MS = 60_000

/** Store for several relay processes that share one PostgreSQL database. The database contains all state. */
export class PostgresStore implements RelayStore {
  readonly #connections: Connections
  readonly #query: Query
  readonly #listen: () => AppendListener
  #listener: AppendListener | null = null
  readonly #appended = new Listeners<Environment>()
  readonly #answered = new Listeners<string>()
  /** For each environment, the seq (sequence number) of the newest event of which the listeners were notified. */
  readonly #notified = new Map<Environment, number>()

  private constructor(place: DatabasePlace, onProblem: (words: string) => void, pollMs: number | undefined) {
    this.#connections = new Connections(place, onProblem)
    this.#query = this.#connections.query
    this.#listen = () =>
      new AppendListener({
        url: place.directUrl,
        onAppended: (environment, seq) => this.#notify(environment, seq),
        onUncertain: () => ENVIRONMENTS.forEach((environment) => this.#appended.notify(environment)),
        onAnswered: (stream) => this.#answered.notify(stream),
        pollMs,
        onProblem,
      })
  }

  /**
   * Connects to the database and updates its schema. Rejects if the database cannot be reached. If a connection is lost after that, calls
   * `onProblem` and reconnects. `pollMs` is the interval of the check for new events. It is the maximum delay of a reader if a notification
   * from PostgreSQL is lost.
   */
  static async open(
    place: DatabasePlace,
    onProblem: (words: string) => void,
    pollMs?: number,
  ): Promise<PostgresStore> {
    await migrate(place.directUrl)
    return new PostgresStore(place, onProblem, pollMs)
  }

  async setEnvironment({ name, jwks_url, sender_addresses }: EnvironmentConfig): Promise<void> {
    await this.#query(
      `INSERT INTO environments (name, jwks_url, sender_addresses) VALUES ($1, $2, $3)
      ON CONFLICT (name) DO UPDATE
      SET jwks_url = excluded.jwks_url, sender_addresses = excluded.sender_addresses`,
      [name, jwks_url, sender_addresses],
    )
  }

  getEnvironment(name: string): Promise<EnvironmentConfig | null> {
    return this.#one(`SELECT ${ENVIRONMENT} FROM environments WHERE name = $1`, [name])
  }

  listEnvironments(): Promise<EnvironmentConfig[]> {
    return this.#query(`SELECT ${ENVIRONMENT} FROM environments ORDER BY name`)
  }

  async addInlet({
    inlet,
    environment,
    created_at,
  }: Pick<Inlet, 'inlet' | 'environment' | 'created_at'>): Promise<void> {
    await this.#query('INSERT INTO inlets (inlet, environment, created_at) VALUES ($1, $2, $3)', [
      inlet,
      environment,
      created_at,
    ])
  }

  findInlet(inlet: string): Promise<EnvironmentConfig | null> {
    return this.#one(
      `SELECT ${ENVIRONMENT} FROM inlets JOIN environments ON environments.name = inlets.environment
      WHERE inlets.inlet = $1 AND inlets.revoked_at IS NULL`,
      [inlet],
    )
  }

  listInlets(): Promise<Inlet[]> {
    return this.#query(
      'SELECT inlet, environment, created_at, revoked_at FROM inlets ORDER BY created_at, inlet',
    )
  }

  revokeInlet(inlet: string, at: string): Promise<boolean> {
    return this.#changed(
      'UPDATE inlets SET revoked_at = $1 WHERE inlet = $2 AND revoked_at IS NULL RETURNING inlet',
      [at, inlet],
    )
  }

  async addPairingCode(code: NewPairingCode): Promise<void> {
    const { lookup, code_hash, name, environment, created_at, expires_at } = code
    await this.#connections.transaction(async (query) => {
      await query('DELETE FROM pairing_codes WHERE expires_at <= $1', [created_at])
      await query(
        `INSERT INTO pairing_codes (lookup, code_hash, name, environment, expires_at)
        VALUES ($1, $2, $3, $4, $5)`,
        [lookup, code_hash, name, environment, expires_at],
      )
    })
  }

  redeemPairingCode(redemption: Redemption): Promise<Device | null> {
    return this.#connections.transaction((query) => redeem(query, redemption))
  }

  findDevice(token_hash: string): Promise<Device | null> {
    return this.#one(`SELECT ${DEVICE} FROM devices WHERE token_hash = $1 AND revoked_at IS NULL`, [
      token_hash,
    ])
  }

  async devicesInUse(device_ids: string[]): Promise<string[]> {
    const rows = await this.#query<{ device_id: string }>(
      'SELECT device_id FROM devices WHERE revoked_at IS NULL AND device_id = ANY($1)',
      [device_ids],
    )
    return rows.map(({ device_id }) => device_id)
  }

  listDevices(): Promise<Device[]> {
    return this.#query(`SELECT ${DEVICE} FROM devices ORDER BY created_at, device_id`)
  }

  revokeDevice(device_id: string, at: string): Promise<boolean> {
    return this.#changed(deviceChange('revoked_at'), [at, device_id])
  }

  renameDevice(device_id: string, name: string): Promise<boolean> {
    return this.#changed(deviceChange('name'), [name, device_id])
  }

  replayFrom(device_id: string, seq: number): Promise<boolean> {
    return this.#changed(deviceChange('replay_from'), [seq, device_id])
  }

  async endReplay(device_id: string, seq: number): Promise<void> {
    const sql = 'UPDATE devices SET replay_from = NULL WHERE device_id = $1 AND replay_from = $2'
    await this.#query(sql, [device_id, seq])
  }

  async acknowledge(device_id: string, seq: number, at: string): Promise<void> {
    await this.#query(
      `UPDATE devices SET
        replay_from = CASE WHEN replay_from <= $1 AND acked_seq > $1 THEN NULL ELSE replay_from END,
        acked_at = CASE WHEN acked_seq < $1 THEN $2 ELSE acked_at END,
        acked_seq = greatest(acked_seq, $1)
      WHERE device_id = $3`,
      [seq, at, device_id],
    )
  }

  async append(events: NewEvent[]): Promise<AppendOutcome[]> {
    const column = <Name extends keyof NewEvent>(name: Name) => events.map((event) => event[name])
    const outcomes = await this.#query<{ outcome: AppendOutcome['outcome']; seq: number }>(
      'SELECT outcome, seq FROM append_events($1, $2, $3, $4, $5, $6, $7, $8)',
      [
        column('environment'),
        column('event_id'),
        column('received_at'),
        column('sender'),
        column('signature'),
        column('kid'),
        column('verification'),
        column('raw_body').map(asBuffer),
      ],
    )
    const newest = new Map<Environment, number>()
    outcomes.forEach(({ outcome, seq }, index) => {
      const event = events[index]
      if (outcome === 'stored' && event !== undefined) newest.set(event.environment, seq)
    })
    for (const [environment, seq] of newest) this.#notify(environment, seq)
    return outcomes.map(({ outcome, seq }) => (outcome === 'stored' ? { outcome, seq } : { outcome }))
  }

  readEvents(environment: Environment, after: number, limit: number): Promise<StoredEvent[]> {
    return this.#query(
      `SELECT ${EVENT} FROM events WHERE environment = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
      [environment, after, limit],
    )
  }

  findEvent(environment: Environment, event_id: string): Promise<StoredEvent | null> {
    return this.#one(`SELECT ${EVENT} FROM events WHERE environment = $1 AND event_id = $2 LIMIT 1`, [
      environment,
      event_id,
    ])
  }

  async bounds(environment: Environment): Promise<LogBounds> {
    const row = await this.#one<{ purged_through: number; latest_seq: number }>(
      `SELECT purged_through,
        (SELECT coalesce(max(seq), 0) FROM events WHERE environment = environments.name) AS latest_seq
      FROM environments WHERE name = $1`,
      [environment],
    )
    if (row === null) throw new Error('The log of an environment was asked for that is not set.')
    return { oldest_seq: row.purged_through + 1, latest_seq: Math.max(row.latest_seq, row.purged_through) }
  }

  sizesBefore(environment: Environment, seq: number, limit: number): Promise<EventSize[]> {
    return this.#query(
      `SELECT seq, octet_length(raw_body) + octet_length(signature) AS bytes FROM events
      WHERE environment = $1 AND seq < $2 ORDER BY seq DESC LIMIT $3`,
      [environment, seq, limit],
    )
  }

  purgeEvents(environment: Environment, upTo: PurgeUpTo, limit: number): Promise<number> {
    return this.#connections.transaction((query) => purgeEvents(query, environment, upTo, limit))
  }

  purgeEventIds(environment: Environment, upTo: ForgetUpTo, limit: number): Promise<number> {
    return this.#connections.transaction((query) => purgeEventIds(query, environment, upTo, limit))
  }

  excessIds(environment: Environment, keep: number): Promise<number> {
    return excessIds(this.#query, environment, keep)
  }

  onAppended(callback: (environment: Environment) => void): () => void {
    this.#listener ??= this.#listen()
    return this.#appended.add(callback)
  }

  async answered(stream: string): Promise<void> {
    this.#answered.notify(stream)
    await this.#query("SELECT pg_notify('relay_answered', $1)", [stream])
  }

  onAnswered(listener: (stream: string) => void): () => void {
    return this.#answered.add(listener)
  }

  hearsAnswers(): boolean {
    return (this.#listener?.hears() ?? false) && this.#connections.sinceFailure() > TROUBLE_MS
  }

  async loadKeySet(jwks_url: string): Promise<KeptKeySet | null> {
    const row = await this.#one<{ key_set: unknown }>('SELECT key_set FROM key_sets WHERE jwks_url = $1', [
      jwks_url,
    ])
    return row === null ? null : keptKeySetSchema.parse(row.key_set)
  }

  async saveKeySet(jwks_url: string, keys: KeptKeySet): Promise<void> {
    await this.#query(
      `INSERT INTO key_sets (jwks_url, key_set) VALUES ($1, $2)
      ON CONFLICT (jwks_url) DO UPDATE SET key_set = excluded.key_set`,
      [jwks_url, JSON.stringify(keys)],
    )
  }

  async reclaim(): Promise<void> {
    // PostgreSQL's autovacuum makes the space usable for new events. Only VACUUM FULL returns it, and would block the relay.
  }

  async probe(): Promise<void> {
    // Write the single row of `log` without changing it. This tests all that an append needs: the write waits until other appends have
    // released the row, and its commit reaches the disk.
    await this.#query('UPDATE log SET last_seq = last_seq')
  }

  async close(): Promise<void> {
    await this.#listener?.close()
    await this.#connections.close()
  }

  async #one<Row extends object>(text: string, values: unknown[]): Promise<Row | null> {
    const [row] = await this.#query<Row & Record<string, unknown>>(text, values)
    return row ?? null
  }

  async #changed(text: string, values: unknown[]): Promise<boolean> {
    return (await this.#query(text, values)).length > 0
  }

  /**
   * Notifies listeners of a new event. Ignores a seq that was already reported, because both this process and the database report each
   * append of this process.
   */
  #notify(environment: Environment, seq: number): void {
    if (seq <= (this.#notified.get(environment) ?? 0)) return
    this.#notified.set(environment, seq)
    this.#appended.notify(environment)
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

const DEVICE =
  'device_id, name, workstation, environment, created_at, revoked_at, acked_seq, acked_at, replay_from'

/** Exchanges a pairing code for a new device, within a transaction. Returns null if the code is not valid. */
async function redeem(
  query: Query,
  { lookup, code_hash, at, device_id, workstation, token_hash }: Redemption,
): Promise<Device | null> {
  // Lock the code's row. Two parallel attempts with the same code then count as two attempts, and only one of them creates a device.
  const [code] = await query<{ code_hash: string; name: string; environment: Environment }>(
    `SELECT code_hash, name, environment FROM pairing_codes
    WHERE lookup = $1 AND expires_at > $2 AND tries < $3 FOR UPDATE`,
    [lookup, at, PAIRING_TRIES],
  )
  if (code === undefined) return null
  if (!isSameHash(code.code_hash, code_hash)) {
    await query('UPDATE pairing_codes SET tries = tries + 1 WHERE lookup = $1', [lookup])
    return null
  }
  await query('DELETE FROM pairing_codes WHERE lookup = $1', [lookup])
  const [device] = await query<Device & Record<string, unknown>>(
    `INSERT INTO devices (device_id, name, workstation, environment, token_hash, created_at)
    VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${DEVICE}`,
    [device_id, code.name, workstation, code.environment, token_hash, at],
  )
  return device ?? null
}

/**
 * Implements `purgeEvents` of the store within one transaction. Deletes only a contiguous range that starts at the oldest event. The
 * reason: readers learn only one number, the seq up to which all events were deleted.
 */
async function purgeEvents(
  query: Query,
  environment: Environment,
  upTo: PurgeUpTo,
  limit: number,
): Promise<number> {
  const [run] = await query<{ last: number | null }>(
    `SELECT max(seq) FILTER (WHERE seq <= $2 OR received_at < $3) AS last FROM (
      SELECT seq, received_at FROM events WHERE environment = $1 ORDER BY seq LIMIT $4
    ) AS oldest`,
    [environment, 'seq' in upTo ? upTo.seq : 0, 'seq' in upTo ? null : upTo.received_before, limit],
  )
  if (run === undefined || run.last === null) return 0
  const gone = await query('DELETE FROM events WHERE environment = $1 AND seq <= $2 RETURNING 1', [
    environment,
    run.last,
  ])
  await query('UPDATE environments SET purged_through = greatest(purged_through, $1) WHERE name = $2', [
    run.last,
    environment,
  ])
  return gone.length
}

/** Implements `purgeEventIds` of the store within one transaction. */
async function purgeEventIds(
  query: Query,
  environment: Environment,
  upTo: ForgetUpTo,
  limit: number,
): Promise<number> {
  const byArrival = 'arrival' in upTo
  const [run] = await query<{ last: number | null }>(
    `SELECT max(arrival) FILTER (WHERE arrival <= $2 OR received_at < $3) AS last FROM (
      SELECT arrival, received_at FROM known_ids WHERE environment = $1 ORDER BY arrival LIMIT $4
    ) AS oldest`,
    [environment, byArrival ? upTo.arrival : 0, byArrival ? null : upTo.received_before, limit],
  )
  if (run === undefined || run.last === null) return 0
  const gone = await query('DELETE FROM known_ids WHERE environment = $1 AND arrival <= $2 RETURNING 1', [
    environment,
    run.last,
  ])
  return gone.length
}

/** Implements `excessIds` of the store. */
async function excessIds(query: Query, environment: Environment, keep: number): Promise<number> {
  const [excess] = await query<{ arrival: number }>(
    'SELECT arrival FROM known_ids WHERE environment = $1 ORDER BY arrival DESC OFFSET $2 LIMIT 1',
    [environment, keep],
  )
  if (excess === undefined) return 0
  const [inLog] = await query<{ arrival: number }>(
    `SELECT arrival FROM known_ids WHERE id_hash = (
      SELECT id_hash(environment, event_id) FROM events WHERE environment = $1 ORDER BY seq LIMIT 1
    )`,
    [environment],
  )
  return inLog === undefined ? excess.arrival : Math.min(excess.arrival, inLog.arrival - 1)
}
