import type { Environment } from '../../../../../src-shared/domain/vocabulary.ts'
import { type KeptKeySet, keptKeySetSchema } from '../../../../../src-shared/webhook/key-source.ts'
import { isSameHash } from '../../secrets.ts'
import {
  type AppendOutcome,
  type EnvironmentTotal,
  type DeviceChange,
  type LogFollower,
  type KeyAddress,
  type LogId,
  type LoggedEvent,
  type LogPosition,
  type NewEvent,
  type Office,
  type OfficeDevice,
  type OfficeEnvironment,
  type OfficeStore,
  type Paired,
  PAIRING_TRIES,
  type PartnerProfile,
  type Quotas,
  type Redemption,
  type RelayStore,
} from '../relay-store.ts'
import { EVENT, OFFICE, OFFICE_DEVICE, OFFICE_ENVIRONMENT, storedEvents } from '../columns.ts'
import { AppendListener, Connections, type DatabasePlace, type Query } from './connections.ts'
import { InletLookup } from './inlet-lookup.ts'
import { forgetSignatures } from './known-signatures.ts'
import { Listeners } from './listeners.ts'
import { Election } from './election.ts'
import { migrate, requireNoMove } from './migrations.ts'
import { preparePartitions, removeHiddenEvents } from './partitions.ts'
import { addAudit, addPartnerAudit } from './audit.ts'
import { PostgresOffice } from './postgres-office.ts'

/** Time after a failed statement during which answers of heartbeats may be missing: longer than two heartbeats at most apart. */
const TROUBLE_MS = 60_000

/**
 * Maximum number of answered heartbeats in one notification of PostgreSQL, which has at most 8,000 bytes. Each answer has 74 bytes with its
 * comma.
 */
const ANSWERS_A_NOTIFICATION = 100

/** Store for several relay processes that share one PostgreSQL database. The database contains all state. */
export class PostgresStore implements RelayStore {
  readonly #connections: Connections
  readonly #query: Query
  readonly #inlets: InletLookup
  readonly #election: Election
  readonly #listen: () => AppendListener
  #listener: AppendListener | null = null
  readonly appendEveryMs = 12
  readonly #followers = new Set<LogFollower>()
  /** The logs of each append that is running in this process, and its result. */
  readonly #appending = new Map<Set<string>, Promise<unknown>>()
  readonly #answered = new Listeners<string>()

  private constructor(place: DatabasePlace, onProblem: (words: string) => void) {
    this.#connections = new Connections(place, onProblem)
    this.#query = this.#connections.query
    this.#inlets = new InletLookup(this.#query)
    this.#election = new Election(place.directUrl, onProblem)
    this.#listen = () =>
      new AppendListener({
        url: place.directUrl,
        onAppended: (logs) => void this.#ring(logs),
        onMissed: () => {
          for (const follower of this.#followers) follower.missed()
        },
        onConnected: () => {
          for (const follower of this.#followers) follower.reconnected()
        },
        onAnswered: (streams) => {
          for (const stream of streams) this.#answered.notify(stream)
        },
        onProblem,
      })
  }

  /**
   * Connects to the database and updates its schema. Rejects if the database cannot be reached. If a connection is lost after that, calls
   * `onProblem` and reconnects.
   */
  static async open(place: DatabasePlace, onProblem: (words: string) => void): Promise<PostgresStore> {
    await migrate(place.directUrl)
    const store = new PostgresStore(place, onProblem)
    try {
      await requireNoMove(store.#query)
      await store.#connections.prepareStatements()
    } catch (error) {
      await store.close()
      throw error
    }
    return store
  }

  createOffice(
    office: { public_id: string; name: string; created_at: string } & Quotas,
    actor: string,
  ): Promise<Office> {
    const { public_id, name, created_at, max_events_per_minute, max_devices, max_streams } = office
    const { max_bytes, keep_days } = office
    return this.#connections.transaction(async (query) => {
      const [created] = await query<Office & Record<string, unknown>>(
        `INSERT INTO offices
          (public_id, name, created_at, max_events_per_minute, max_devices, max_streams, max_bytes, keep_days)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${OFFICE}`,
        [public_id, name, created_at, max_events_per_minute, max_devices, max_streams, max_bytes, keep_days],
      )
      if (created === undefined) throw new Error('The new office was not returned.')
      const entry = { at: created_at, actor, action: 'office created', details: { name } }
      await addAudit(query, created.office_id, entry)
      return created
    })
  }

  findOffice(public_id: string): Promise<Office | null> {
    return this.#one(`SELECT ${OFFICE} FROM offices WHERE public_id = $1`, [public_id])
  }

  listOffices(): Promise<Office[]> {
    return this.#query(`SELECT ${OFFICE} FROM offices ORDER BY office_id`)
  }

  office(office_id: number, actor = 'relay'): OfficeStore {
    return new PostgresOffice(this.#connections, office_id, actor)
  }

  async setPartner(profile: PartnerProfile, actor: string): Promise<void> {
    const { name, base_url, jwks_url, sender_addresses } = profile
    const entry = {
      at: new Date().toISOString(),
      actor,
      action: 'partner profile set',
      details: { ...profile },
    }
    await this.#connections.transaction(async (query) => {
      await query(
        `INSERT INTO partner_profiles (name, base_url, jwks_url, sender_addresses) VALUES ($1, $2, $3, $4)
        ON CONFLICT (name) DO UPDATE
        SET base_url = excluded.base_url, jwks_url = excluded.jwks_url,
          sender_addresses = excluded.sender_addresses`,
        [name, base_url, jwks_url, sender_addresses],
      )
      await addPartnerAudit(query, name, entry)
    })
  }

  listPartners(): Promise<PartnerProfile[]> {
    return this.#query(
      `SELECT name, base_url, jwks_url, sender_addresses FROM partner_profiles
      WHERE office_id IS NULL ORDER BY name`,
    )
  }

  listEnvironments(): Promise<OfficeEnvironment[]> {
    return this.#query(
      `SELECT ${OFFICE_ENVIRONMENT} FROM environments JOIN partner_profiles USING (profile_id)
      JOIN offices ON offices.office_id = environments.office_id
      WHERE offices.state <> 'deleting' ORDER BY environments.office_id, environments.name`,
    )
  }

  findInlet(inlet: string): Promise<OfficeEnvironment | null> {
    return this.#inlets.find(inlet)
  }

  redeemPairingCode(redemption: Redemption): Promise<Paired> {
    return this.#connections.transaction((query) => redeem(query, redemption))
  }

  findDevice(token_hash: string): Promise<OfficeDevice | null> {
    return this.#one(FIND_DEVICE, [token_hash])
  }

  deviceChanges(device_ids: string[]): Promise<DeviceChange[]> {
    return this.#query(
      `SELECT given.device_id, coalesce(revoked_at IS NULL AND state = 'active', false) AS is_served, replay_from
      FROM unnest($1::text[]) AS given (device_id) LEFT JOIN devices ON devices.device_id = given.device_id
      LEFT JOIN offices ON offices.office_id = devices.office_id
      WHERE devices.device_id IS NULL OR revoked_at IS NOT NULL OR state <> 'active' OR replay_from IS NOT NULL`,
      [device_ids],
    )
  }

  async deviceVersion(): Promise<string> {
    const row = await this.#one<{ version: string }>(
      'SELECT version FROM device_version WHERE only_row = $1',
      [true],
    )
    if (row === null) throw new Error('The version of the devices is missing.')
    return row.version
  }

  oldestWaiting(): Promise<{ environment: Environment; received_at: string }[]> {
    return this.#query(
      `SELECT devices.environment, min(oldest.received_at) AS received_at
      FROM devices JOIN offices ON offices.office_id = devices.office_id
      JOIN environments ON environments.office_id = devices.office_id AND environments.name = devices.environment
      CROSS JOIN LATERAL (
        SELECT received_at FROM events
        WHERE events.office_id = devices.office_id AND events.environment = devices.environment
          AND events.seq > greatest(devices.acked_seq, environments.purged_through)
        ORDER BY seq LIMIT 1
      ) AS oldest
      WHERE revoked_at IS NULL AND state = 'active' GROUP BY devices.environment`,
    )
  }

  totals(): Promise<EnvironmentTotal[]> {
    return this.#query(
      `SELECT environments.name AS environment, sum(last_seq)::bigint AS latest_seq,
        sum(stored_bytes)::bigint AS stored_bytes, (
        SELECT count(*) FROM devices JOIN offices AS owners ON owners.office_id = devices.office_id
        WHERE devices.environment = environments.name AND revoked_at IS NULL AND owners.state = 'active'
      ) AS devices
      FROM environments JOIN offices ON offices.office_id = environments.office_id
      GROUP BY environments.name`,
    )
  }

  async append(events: NewEvent[]): Promise<(AppendOutcome | { outcome: 'busy' })[]> {
    const column = <Name extends keyof NewEvent>(name: Name) => events.map((event) => event[name])
    const appending = this.#query<{
      outcome: AppendOutcome['outcome'] | 'stored_reused' | 'busy'
      seq: number
    }>('SELECT outcome, seq FROM append_to_free_logs($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
      column('office_id'),
      column('environment'),
      column('event_id'),
      column('received_at'),
      column('sender'),
      column('signature'),
      column('kid'),
      column('verification'),
      column('raw_body').map(asBuffer),
    ])
    const logs = new Set(events.map(keyOf))
    const done = appending.finally(() => this.#appending.delete(logs))
    this.#appending.set(logs, done)
    const outcomes = (await done).map(({ outcome, seq }) => {
      if (outcome === 'stored_reused') return { outcome: 'stored' as const, seq, reused: true as const }
      return outcome === 'stored' ? { outcome, seq } : { outcome }
    })
    if (this.#followers.size > 0) {
      const stored = storedEvents(events, outcomes)
      for (const follower of this.#followers) follower.stored(stored)
    }
    return outcomes
  }

  /**
   * Reports a doorbell. If an append of this process to one of these logs is running, waits for it. The doorbell may be its own, and its
   * events then need no read.
   */
  async #ring(logs: LogPosition[]): Promise<void> {
    const keys = logs.map(keyOf)
    for (const [appending, done] of [...this.#appending])
      if (keys.some((key) => appending.has(key))) await done.catch(() => {}) // The append reports its failure.
    for (const follower of this.#followers) follower.rang(logs)
  }

  follow(follower: LogFollower): () => void {
    this.#listener ??= this.#listen()
    this.#followers.add(follower)
    return () => this.#followers.delete(follower)
  }

  movedLogs(logs: LogPosition[]): Promise<LogPosition[]> {
    return this.#query(
      `SELECT environments.office_id, environments.name AS environment, last_seq AS seq
      FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS given (office_id, environment, seq)
      JOIN environments ON environments.office_id = given.office_id AND environments.name = given.environment
      WHERE last_seq <> given.seq`,
      columnsOf(logs),
    )
  }

  readTails(logs: LogPosition[], limit: number, bytes: number): Promise<LoggedEvent[]> {
    return this.#query(
      `SELECT given.office_id, ${EVENT}
      FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS given (office_id, log, after) CROSS JOIN LATERAL (
        SELECT *, sum(size) OVER (ORDER BY seq ROWS UNBOUNDED PRECEDING) - size AS before FROM (
          SELECT ${EVENT}, octet_length(raw_body) + octet_length(signature) AS size FROM events
          WHERE events.office_id = given.office_id AND environment = given.log AND seq > given.after
          ORDER BY seq LIMIT $4
        ) AS next
      ) AS page WHERE before < $5 ORDER BY given.office_id, environment, seq`,
      [...columnsOf(logs), limit, bytes],
    )
  }

  async answered(streams: string[]): Promise<void> {
    const payloads: string[] = []
    for (let at = 0; at < streams.length; at += ANSWERS_A_NOTIFICATION)
      payloads.push(streams.slice(at, at + ANSWERS_A_NOTIFICATION).join(','))
    await this.#query("SELECT pg_notify('relay_answered', payload) FROM unnest($1::text[]) AS payload", [
      payloads,
    ])
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

  async listKeyAddresses(): Promise<KeyAddress[]> {
    const rows = await this.#query<Omit<KeyAddress, 'kept'> & { key_set: unknown }>(
      `SELECT environment, jwks_url, key_set FROM (
        SELECT DISTINCT environments.name AS environment, jwks_url
        FROM environments JOIN partner_profiles USING (profile_id)
        JOIN offices ON offices.office_id = environments.office_id
        WHERE state = 'active'
      ) AS used LEFT JOIN key_sets USING (jwks_url)`,
    )
    return rows.map(({ environment, jwks_url, key_set }) => ({
      environment,
      jwks_url,
      kept: key_set === null ? null : keptKeySetSchema.parse(key_set),
    }))
  }

  async saveKeySet(jwks_url: string, keys: KeptKeySet): Promise<void> {
    await this.#query(
      `INSERT INTO key_sets (jwks_url, key_set) VALUES ($1, $2)
      ON CONFLICT (jwks_url) DO UPDATE SET key_set = excluded.key_set`,
      [jwks_url, JSON.stringify(keys)],
    )
  }

  isElected(): Promise<boolean> {
    return this.#election.isElected()
  }

  prepare(keep_days: number | null): Promise<void> {
    return preparePartitions(this.#connections, keep_days)
  }

  async reclaim(stopping?: AbortSignal): Promise<void> {
    await forgetSignatures(this.#query, stopping)
    await removeHiddenEvents(this.#connections, stopping)
  }

  async probe(): Promise<void> {
    // Write rows of a small table without changing them. This tests all that an append needs, because the commit reaches the disk.
    await this.#query('UPDATE relay_schema SET applied_at = applied_at')
  }

  async close(): Promise<void> {
    await this.#listener?.close()
    await this.#election.close()
    await this.#connections.close()
  }

  async #one<Row extends object>(text: string, values: unknown[]): Promise<Row | null> {
    const [row] = await this.#query<Row & Record<string, unknown>>(text, values)
    return row ?? null
  }
}

const keyOf = ({ office_id, environment }: LogId) => `${office_id} ${environment}`

/** Returns the columns of some positions, for `unnest`. */
function columnsOf(logs: LogPosition[]): unknown[] {
  return [
    logs.map(({ office_id }) => office_id),
    logs.map(({ environment }) => environment),
    logs.map(({ seq }) => seq),
  ]
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

const FIND_DEVICE = `
  SELECT ${OFFICE_DEVICE} FROM devices JOIN offices ON offices.office_id = devices.office_id
  WHERE token_hash = $1 AND revoked_at IS NULL`

/** Exchanges a pairing code for a new device, within a transaction. */
async function redeem(
  query: Query,
  { lookup, code_hash, at, device_id, workstation, token_hash }: Redemption,
): Promise<Paired> {
  // Lock the code's row. Two parallel attempts with the same code then count as two attempts, and only one of them creates a device. Lock
  // the office's row too, so that two codes of an office cannot exceed its number of devices.
  const [code] = await query<{
    office_id: number
    code_hash: string
    name: string
    environment: Environment
    max_devices: number | null
  }>(
    `SELECT pairing_codes.office_id, code_hash, pairing_codes.name, environment, max_devices
    FROM pairing_codes JOIN offices ON offices.office_id = pairing_codes.office_id
    WHERE lookup = $1 AND expires_at > $2 AND tries < $3 AND state = 'active'
    FOR NO KEY UPDATE`,
    [lookup, at, PAIRING_TRIES],
  )
  if (code === undefined) return null
  const { office_id, name, environment, max_devices } = code
  if (!isSameHash(code.code_hash, code_hash)) {
    await query('UPDATE pairing_codes SET tries = tries + 1 WHERE office_id = $1 AND lookup = $2', [
      office_id,
      lookup,
    ])
    return null
  }
  const [devices] = await query<{ count: number }>(
    'SELECT count(*) FROM devices WHERE office_id = $1 AND revoked_at IS NULL',
    [office_id],
  )
  if (max_devices !== null && (devices?.count ?? 0) >= max_devices) return 'office_full'
  await query('DELETE FROM pairing_codes WHERE office_id = $1 AND lookup = $2', [office_id, lookup])
  await query(
    `INSERT INTO devices (office_id, device_id, name, workstation, environment, token_hash, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [office_id, device_id, name, workstation, environment, token_hash, at],
  )
  const details = { device_id, name, environment }
  await addAudit(query, office_id, { at, actor: `device ${device_id}`, action: 'device paired', details })
  const [device] = await query<OfficeDevice & Record<string, unknown>>(FIND_DEVICE, [token_hash])
  return device ?? null
}
