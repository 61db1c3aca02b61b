import type { Environment } from '../../../../../src-shared/domain/vocabulary.ts'
import type {
  AuditEntry,
  Device,
  EnvironmentConfig,
  EventSize,
  ForgetUpTo,
  Inlet,
  LogBounds,
  NewPairingCode,
  Office,
  OfficeStore,
  OwnEnvironment,
  PurgeUpTo,
  Quotas,
  RowCounts,
  StoredEvent,
} from '../relay-store.ts'
import { DEVICE, ENVIRONMENT, EVENT, OFFICE, OFFICE_TABLES, UNUSED_KEYS } from '../columns.ts'
import { addAudit } from './audit.ts'
import type { Connections, Query } from './connections.ts'
import { takeTurn } from './office-rates.ts'
import { deleteKnownIds } from './known-signatures.ts'
import { deleteHidden, excessIds, expireEvents, purgeEventIds, purgeEvents, VISIBLE } from './purge.ts'

/** Maximum number of rows that are deleted per transaction. */
const PORTION = 5000

const deviceChange = (column: string) =>
  `UPDATE devices SET ${column} = $1
  WHERE office_id = $2 AND device_id = $3 AND revoked_at IS NULL RETURNING device_id`

/** Part of the PostgreSQL store that belongs to one office. */
export class PostgresOffice implements OfficeStore {
  readonly #connections: Connections
  readonly #query: Query
  readonly #office: number
  readonly #actor: string

  constructor(connections: Connections, office_id: number, actor: string) {
    this.#connections = connections
    this.#query = connections.query
    this.#office = office_id
    this.#actor = actor
  }

  /** Runs a change and records it, in one transaction. Records nothing if `change` resolves with false. */
  #audited<T>(
    action: string,
    details: Record<string, unknown>,
    change: (query: Query) => Promise<T>,
  ): Promise<T> {
    return this.#connections.transaction(async (query) => {
      const result = await change(query)
      if (result !== false) await this.#audit(query, action, details)
      return result
    })
  }

  #audit(query: Query, action: string, details: Record<string, unknown>): Promise<void> {
    const at = new Date().toISOString()
    return addAudit(query, this.#office, { at, actor: this.#actor, action, details })
  }

  get(): Promise<Office | null> {
    return this.#one(`SELECT ${OFFICE} FROM offices WHERE office_id = $1`, [this.#office])
  }

  async rename(name: string): Promise<void> {
    await this.#audited('office renamed', { name }, (query) =>
      query('UPDATE offices SET name = $1 WHERE office_id = $2', [name, this.#office]),
    )
  }

  async setQuotas(quotas: Quotas): Promise<void> {
    const { max_events_per_minute, max_devices, max_streams, max_bytes, keep_days } = quotas
    await this.#audited('quotas set', { ...quotas }, (query) =>
      query(
        `UPDATE offices SET
          max_events_per_minute = $1, max_devices = $2, max_streams = $3, max_bytes = $4, keep_days = $5
        WHERE office_id = $6`,
        [max_events_per_minute, max_devices, max_streams, max_bytes, keep_days, this.#office],
      ),
    )
  }

  async setState(state: 'active' | 'suspended'): Promise<void> {
    await this.#audited(state === 'active' ? 'office resumed' : 'office suspended', {}, (query) =>
      query("UPDATE offices SET state = $1 WHERE office_id = $2 AND state <> 'deleting'", [
        state,
        this.#office,
      ]),
    )
  }

  async delete(): Promise<RowCounts> {
    await this.#query("UPDATE offices SET state = 'deleting' WHERE office_id = $1", [this.#office])
    const deleted: RowCounts = {}
    for (const [table, deleteSome] of [
      ['events', deleteEvents],
      ['known_ids', deleteKnownIds],
    ] as const) {
      deleted[table] = 0
      for (;;) {
        const gone = await deleteSome(this.#query, this.#office, PORTION)
        if (gone === 0) break
        deleted[table] += gone
      }
    }
    await this.#connections.transaction(async (query) => {
      // An append that began before the office was closed may still be running. It holds the rows of its logs until its commit. Wait for
      // it, so that its events are deleted too. An append that begins later finds the office closed.
      await query('SELECT 1 FROM environments WHERE office_id = $1 ORDER BY name FOR UPDATE', [this.#office])
      deleted['known_ids'] = (deleted['known_ids'] ?? 0) + (await deleteKnownIds(query, this.#office, null))
      for (const table of OFFICE_TABLES) {
        const gone = await query(`DELETE FROM ${table} WHERE office_id = $1 RETURNING 1`, [this.#office])
        deleted[table] = (deleted[table] ?? 0) + gone.length
      }
      await query(UNUSED_KEYS)
    })
    return deleted
  }

  async countRows(): Promise<RowCounts> {
    const counts: RowCounts = {}
    for (const table of OFFICE_TABLES) {
      const row = await this.#one<{ rows: number }>(
        `SELECT count(*) AS rows FROM ${table} WHERE office_id = $1`,
        [this.#office],
      )
      counts[table] = row?.rows ?? 0
    }
    return counts
  }

  takeTurn(perMinute: number): Promise<number> {
    return takeTurn(this.#query, this.#office, perMinute)
  }

  async record(action: string, details: Record<string, unknown>): Promise<void> {
    await this.#connections.transaction((query) => this.#audit(query, action, details))
  }

  readAudit(after: number, limit: number): Promise<AuditEntry[]> {
    return this.#query(
      `SELECT entry, at, actor, action, details FROM audit_log
      WHERE office_id = $1 AND entry > $2 ORDER BY entry LIMIT $3`,
      [this.#office, after, limit],
    )
  }

  async setEnvironment({ name, jwks_url, sender_addresses }: OwnEnvironment): Promise<void> {
    await this.#audited(
      'environment set',
      { environment: name, jwks_url, sender_addresses },
      async (query) => {
        const [profile] = await query<{ profile_id: number }>(
          `INSERT INTO partner_profiles (office_id, environment, jwks_url, sender_addresses)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT (office_id, environment) DO UPDATE
        SET jwks_url = excluded.jwks_url, sender_addresses = excluded.sender_addresses
        RETURNING profile_id`,
          [this.#office, name, jwks_url, sender_addresses],
        )
        await this.#useProfile(query, name, profile?.profile_id ?? 0)
      },
    )
  }

  usePartner(environment: Environment, partner: string): Promise<boolean> {
    return this.#audited('environment set', { environment, partner }, async (query) => {
      const [profile] = await query<{ profile_id: number }>(
        'SELECT profile_id FROM partner_profiles WHERE office_id IS NULL AND name = $1',
        [partner],
      )
      if (profile === undefined) return false
      await this.#useProfile(query, environment, profile.profile_id)
      return true
    })
  }

  async #useProfile(query: Query, environment: string, profile_id: number): Promise<void> {
    await query(
      `INSERT INTO environments (office_id, name, profile_id) VALUES ($1, $2, $3)
      ON CONFLICT (office_id, name) DO UPDATE SET profile_id = excluded.profile_id`,
      [this.#office, environment, profile_id],
    )
  }

  getEnvironment(name: string): Promise<EnvironmentConfig | null> {
    return this.#one(
      `SELECT ${ENVIRONMENT} FROM environments JOIN partner_profiles USING (profile_id)
      WHERE environments.office_id = $1 AND environments.name = $2`,
      [this.#office, name],
    )
  }

  listEnvironments(): Promise<EnvironmentConfig[]> {
    return this.#query(
      `SELECT ${ENVIRONMENT} FROM environments JOIN partner_profiles USING (profile_id)
      WHERE environments.office_id = $1 ORDER BY environments.name`,
      [this.#office],
    )
  }

  async addInlet({
    inlet,
    environment,
    created_at,
  }: Pick<Inlet, 'inlet' | 'environment' | 'created_at'>): Promise<void> {
    await this.#audited('inlet added', { environment }, (query) =>
      query('INSERT INTO inlets (office_id, inlet, environment, created_at) VALUES ($1, $2, $3, $4)', [
        this.#office,
        inlet,
        environment,
        created_at,
      ]),
    )
  }

  listInlets(): Promise<Inlet[]> {
    return this.#query(
      `SELECT inlet, environment, created_at, revoked_at FROM inlets
      WHERE office_id = $1 ORDER BY created_at, inlet`,
      [this.#office],
    )
  }

  revokeInlet(inlet: string, at: string): Promise<boolean> {
    return this.#audited('inlet revoked', {}, (query) =>
      changed(
        query,
        `UPDATE inlets SET revoked_at = $1
        WHERE office_id = $2 AND inlet = $3 AND revoked_at IS NULL RETURNING inlet`,
        [at, this.#office, inlet],
      ),
    )
  }

  addPairingCode(code: NewPairingCode): Promise<boolean> {
    const { lookup, code_hash, name, environment, created_at, expires_at } = code
    return this.#audited('pairing code created', { name, environment, expires_at }, async (query) => {
      await query('DELETE FROM pairing_codes WHERE expires_at <= $1', [created_at])
      return changed(
        query,
        `INSERT INTO pairing_codes (office_id, lookup, code_hash, name, environment, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (lookup) DO NOTHING RETURNING lookup`,
        [this.#office, lookup, code_hash, name, environment, expires_at],
      )
    })
  }

  listDevices(): Promise<Device[]> {
    return this.#query(`SELECT ${DEVICE} FROM devices WHERE office_id = $1 ORDER BY created_at, device_id`, [
      this.#office,
    ])
  }

  revokeDevice(device_id: string, at: string): Promise<boolean> {
    return this.#audited('device revoked', { device_id }, (query) =>
      changed(query, deviceChange('revoked_at'), [at, this.#office, device_id]),
    )
  }

  renameDevice(device_id: string, name: string): Promise<boolean> {
    return this.#audited('device renamed', { device_id, name }, (query) =>
      changed(query, deviceChange('name'), [name, this.#office, device_id]),
    )
  }

  replayFrom(device_id: string, seq: number): Promise<boolean> {
    return changed(this.#query, deviceChange('replay_from'), [seq, this.#office, device_id])
  }

  async endReplay(device_id: string, seq: number): Promise<void> {
    await this.#query(
      'UPDATE devices SET replay_from = NULL WHERE office_id = $1 AND device_id = $2 AND replay_from = $3',
      [this.#office, device_id, seq],
    )
  }

  async acknowledge(device_id: string, seq: number, at: string): Promise<void> {
    await this.#query(
      `UPDATE devices SET
        replay_from = CASE WHEN replay_from <= $1 AND acked_seq > $1 THEN NULL ELSE replay_from END,
        acked_at = CASE WHEN acked_seq < $1 THEN $2 ELSE acked_at END,
        acked_seq = greatest(acked_seq, $1)
      WHERE office_id = $3 AND device_id = $4`,
      [seq, at, this.#office, device_id],
    )
  }

  readEvents(
    environment: Environment,
    after: number,
    limit: number,
    bytes = Number.MAX_SAFE_INTEGER,
  ): Promise<StoredEvent[]> {
    return this.#query(
      `SELECT ${EVENT} FROM (
        SELECT *, sum(size) OVER (ORDER BY seq ROWS UNBOUNDED PRECEDING) - size AS before FROM (
          SELECT ${EVENT}, octet_length(raw_body) + octet_length(signature) AS size FROM events
          WHERE office_id = $1 AND environment = $2 AND seq > $3 AND ${VISIBLE} ORDER BY seq LIMIT $4
        ) AS next
      ) AS page WHERE before < $5 ORDER BY seq`,
      [this.#office, environment, after, limit, bytes],
    )
  }

  findEvent(environment: Environment, event_id: string): Promise<StoredEvent | null> {
    return this.#one(
      `SELECT ${EVENT} FROM events WHERE office_id = $1 AND environment = $2 AND event_id = $3 AND ${VISIBLE} LIMIT 1`,
      [this.#office, environment, event_id],
    )
  }

  async bounds(environment: Environment): Promise<LogBounds> {
    const row = await this.#one<{ purged_through: number; latest_seq: number; epoch: string | null }>(
      `SELECT purged_through,
        (SELECT coalesce(max(seq), 0) FROM events
          WHERE office_id = environments.office_id AND environment = environments.name) AS latest_seq,
        (SELECT epoch FROM store_epoch WHERE mark = store_mark()) AS epoch
      FROM environments WHERE office_id = $1 AND name = $2`,
      [this.#office, environment],
    )
    if (row === null) throw new Error('The log of an environment was asked for that is not set.')
    const { purged_through, latest_seq, epoch } = row
    if (epoch === null) {
      // Another database took over. Store its own epoch, and read again.
      await renewEpoch(this.#query)
      return this.bounds(environment)
    }
    return { oldest_seq: purged_through + 1, latest_seq: Math.max(latest_seq, purged_through), epoch }
  }

  sizesBefore(environment: Environment, seq: number, limit: number): Promise<EventSize[]> {
    return this.#query(
      `SELECT seq, octet_length(raw_body) + octet_length(signature) AS bytes FROM events
      WHERE office_id = $1 AND environment = $2 AND seq < $3 AND ${VISIBLE} ORDER BY seq DESC LIMIT $4`,
      [this.#office, environment, seq, limit],
    )
  }

  expireEvents(environment: Environment, received_before: string, limit: number): Promise<number> {
    return expireEvents(this.#query, this.#office, environment, received_before, limit)
  }

  purgeEvents(environment: Environment, upTo: PurgeUpTo, limit: number): Promise<number> {
    return purgeEvents(this.#query, this.#office, environment, upTo, limit)
  }

  deleteHidden(environment: Environment, limit: number): Promise<number> {
    return deleteHidden(this.#query, this.#office, environment, limit)
  }

  purgeEventIds(environment: Environment, upTo: ForgetUpTo, limit: number): Promise<number> {
    return this.#connections.transaction((query) =>
      purgeEventIds(query, this.#office, environment, upTo, limit),
    )
  }

  excessIds(environment: Environment, keep: number): Promise<number> {
    return excessIds(this.#query, this.#office, environment, keep)
  }

  async #one<Row extends object>(text: string, values: unknown[]): Promise<Row | null> {
    const [row] = await this.#query<Row & Record<string, unknown>>(text, values)
    return row ?? null
  }
}

/** Deletes at most `limit` events of an office. Returns their number. */
async function deleteEvents(query: Query, office_id: number, limit: number): Promise<number> {
  const gone = await query(
    `DELETE FROM events WHERE office_id = $1 AND ctid = ANY (ARRAY(
      SELECT ctid FROM events WHERE office_id = $1 LIMIT $2)) RETURNING 1`,
    [office_id, limit],
  )
  return gone.length
}

/** Runs a statement with `RETURNING`. Returns true if it changed a row. */
async function changed(query: Query, text: string, values: unknown[]): Promise<boolean> {
  return (await query(text, values)).length > 0
}

/** Stores a new epoch if the stored one belongs to another database, for example to the server that this one replaced. */
async function renewEpoch(query: Query): Promise<void> {
  await query(
    'UPDATE store_epoch SET epoch = gen_random_uuid()::text, mark = store_mark() WHERE mark <> store_mark()',
  )
}
