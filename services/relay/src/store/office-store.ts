import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { Environment } from '../../../../src-shared/platform/words/vocabulary.ts'
import { DEVICE, ENVIRONMENT, EVENT, OFFICE, OFFICE_TABLES, UNUSED_KEYS } from './columns.ts'
import { deleteKnownIds, excessIds, purgeEventIds, purgeOldest, VISIBLE } from './purge.ts'
import {
  type AuditEntry,
  type Device,
  type EnvironmentConfig,
  type EventSize,
  type ForgetUpTo,
  type Inlet,
  type LogBounds,
  type NewPairingCode,
  type Office,
  type OwnEnvironment,
  type PurgeUpTo,
  type Quotas,
  type RowCounts,
  type StoredEvent,
} from './relay-store.ts'
import { changes, type Engine, rows, type Steps } from './sql.ts'

/** Steps that write an entry of an office's audit log. Use them in the transaction of the recorded change. */
export function* addAudit(
  office_id: number,
  { at, actor, action, details }: Omit<AuditEntry, 'entry'>,
): Steps<void> {
  // Lock the office's row, so that two entries never get the same number.
  yield* rows('SELECT 1 FROM offices WHERE office_id = $1 FOR NO KEY UPDATE', [office_id])
  yield* rows(
    `INSERT INTO audit_log (office_id, entry, at, actor, action, details)
    SELECT office_id, (SELECT coalesce(max(entry), 0) + 1 FROM audit_log WHERE office_id = offices.office_id),
      $1, $2, $3, $4
    FROM offices WHERE office_id = $5`,
    [at, actor, action, details, office_id],
  )
}

/** The part of the store that belongs to one office. No method reads or changes a row of another office. */
export class OfficeStore {
  readonly #engine: Engine
  readonly #office: number
  readonly #actor: string

  /** @param actor whom the audit log names for every change */
  constructor(engine: Engine, office_id: number, actor: string) {
    this.#engine = engine
    this.#office = office_id
    this.#actor = actor
  }

  /**
   * Returns the events whose seq (sequence number) is above `after`, oldest first. Must not return event 8 while event 7 may still be
   * committed: a reader would continue after event 8 and never read event 7. Returns at most `limit` events. If `bytes` is given, returns no
   * further event when those before it have at least `bytes` bytes.
   */
  readEvents(
    environment: Environment,
    after: number,
    limit: number,
    bytes = Number.MAX_SAFE_INTEGER,
  ): Promise<StoredEvent[]> {
    return this.#engine.query(
      `SELECT ${EVENT} FROM events WHERE office_id = $1 AND environment = $2 AND seq > $3 AND ${VISIBLE} AND seq <= (
        SELECT max(seq) FROM (
          SELECT seq, sum(size) OVER (ORDER BY seq ROWS UNBOUNDED PRECEDING) - size AS before FROM (
            SELECT seq, octet_length(raw_body) + octet_length(signature) AS size FROM events
            WHERE office_id = $1 AND environment = $2 AND seq > $3 AND ${VISIBLE} ORDER BY seq LIMIT $4
          ) AS next
        ) AS page WHERE before < $5
      ) ORDER BY seq`,
      [this.#office, environment, after, limit, bytes],
    )
  }

  get(): Promise<Office | null> {
    return this.#one(`SELECT ${OFFICE} FROM offices WHERE office_id = $1`, [this.#office])
  }

  async rename(name: string): Promise<void> {
    await this.#audited('office renamed', { name }, 'UPDATE offices SET name = $1 WHERE office_id = $2', [
      name,
      this.#office,
    ])
  }

  async setQuotas(quotas: Quotas): Promise<void> {
    const { max_events_per_minute, max_devices, max_streams, max_bytes, keep_days } = quotas
    await this.#audited(
      'quotas set',
      { ...quotas },
      `UPDATE offices SET
        max_events_per_minute = $1, max_devices = $2, max_streams = $3, max_bytes = $4, keep_days = $5
      WHERE office_id = $6`,
      [max_events_per_minute, max_devices, max_streams, max_bytes, keep_days, this.#office],
    )
  }

  async setState(state: 'active' | 'suspended'): Promise<void> {
    await this.#audited(
      state === 'active' ? 'office resumed' : 'office suspended',
      {},
      "UPDATE offices SET state = $1 WHERE office_id = $2 AND state <> 'deleting'",
      [state, this.#office],
    )
  }

  /** Works in small transactions. If it rejects halfway, the office remains in the state `deleting`, and the call can be repeated. */
  async delete(): Promise<RowCounts> {
    const office = this.#office
    const engine = this.#engine
    const { portion } = engine
    await engine.transaction(rows("UPDATE offices SET state = 'deleting' WHERE office_id = $1", [office]))
    const deleted: RowCounts = {}
    for (const [table, some] of [
      ['events', deleteEvents],
      ['known_ids', deleteKnownIds],
    ] as const) {
      deleted[table] = 0
      for (;;) {
        const gone = await engine.transaction(some(office, portion))
        if (gone === 0) break
        deleted[table] += gone
        await endOfTurn()
      }
    }
    await engine.transaction(
      (function* () {
        // An append that began before the office was closed may still be running. It holds the rows of its logs until its commit. Wait for
        // it, so that its events are deleted too. An append that begins later finds the office closed.
        yield* rows('SELECT 1 FROM environments WHERE office_id = $1 ORDER BY name FOR UPDATE', [office])
        deleted['known_ids'] =
          (deleted['known_ids'] ?? 0) + (yield* deleteKnownIds(office, Number.MAX_SAFE_INTEGER))
        for (const table of OFFICE_TABLES)
          deleted[table] =
            (deleted[table] ?? 0) +
            (yield* changes(`DELETE FROM ${table} WHERE office_id = $1 RETURNING 1`, [office]))
        yield* rows(UNUSED_KEYS)
      })(),
    )
    return deleted
  }

  async countRows(): Promise<RowCounts> {
    const counts: RowCounts = {}
    for (const table of OFFICE_TABLES)
      counts[table] =
        (
          await this.#one<{ rows: number }>(`SELECT count(*) AS rows FROM ${table} WHERE office_id = $1`, [
            this.#office,
          ])
        )?.rows ?? 0
    return counts
  }

  /**
   * Counts one notification against the office's limit per minute, together with those of all other relay processes. Returns 0 if it may
   * pass, otherwise the number of whole seconds until the next try. With SQLite, always returns 0, because there is only one process.
   */
  takeTurn(perMinute: number): Promise<number> {
    return this.#engine.takeTurn(this.#office, perMinute)
  }

  async record(action: string, details: Record<string, unknown>): Promise<void> {
    await this.#engine.transaction(this.#audit(action, details))
  }

  readAudit(after: number, limit: number): Promise<AuditEntry[]> {
    return this.#engine.query(
      `SELECT entry, at, actor, action, details FROM audit_log
      WHERE office_id = $1 AND entry > $2 ORDER BY entry LIMIT $3`,
      [this.#office, after, limit],
    )
  }

  async setEnvironment({ name, jwks_url, sender_addresses }: OwnEnvironment): Promise<void> {
    const profile = rows<{ profile_id: number }>(
      `INSERT INTO partner_profiles (office_id, environment, jwks_url, sender_addresses)
      VALUES ($1, $2, $3, $4)
      ON CONFLICT (office_id, environment) DO UPDATE
      SET jwks_url = excluded.jwks_url, sender_addresses = excluded.sender_addresses
      RETURNING profile_id`,
      [this.#office, name, jwks_url, sender_addresses],
    )
    await this.#useProfile(name, { environment: name, jwks_url, sender_addresses }, profile)
  }

  /** Sets an environment that uses a shared partner profile. Returns false if there is no such profile. */
  usePartner(environment: Environment, partner: string): Promise<boolean> {
    const profile = rows<{ profile_id: number }>(
      'SELECT profile_id FROM partner_profiles WHERE office_id IS NULL AND name = $1',
      [partner],
    )
    return this.#useProfile(environment, { environment, partner }, profile)
  }

  #useProfile(
    environment: Environment,
    details: Record<string, unknown>,
    find: Steps<{ profile_id: number }[]>,
  ): Promise<boolean> {
    const office = this.#office
    const audit = this.#audit('environment set', details)
    return this.#engine.transaction(
      (function* () {
        const [profile] = yield* find
        if (profile === undefined) return false
        yield* rows(
          `INSERT INTO environments (office_id, name, profile_id) VALUES ($1, $2, $3)
          ON CONFLICT (office_id, name) DO UPDATE SET profile_id = excluded.profile_id`,
          [office, environment, profile.profile_id],
        )
        yield* audit
        return true
      })(),
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
    return this.#engine.query(
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
    await this.#audited(
      'inlet added',
      { environment },
      'INSERT INTO inlets (office_id, inlet, environment, created_at) VALUES ($1, $2, $3, $4)',
      [this.#office, inlet, environment, created_at],
    )
  }

  listInlets(): Promise<Inlet[]> {
    return this.#engine.query(
      `SELECT inlet, environment, created_at, revoked_at FROM inlets
      WHERE office_id = $1 ORDER BY created_at, inlet`,
      [this.#office],
    )
  }

  /** Revokes an inlet, so that it accepts no more notifications. Returns false if there is no such active inlet. */
  revokeInlet(inlet: string, at: string): Promise<boolean> {
    return this.#audited(
      'inlet revoked',
      {},
      `UPDATE inlets SET revoked_at = $1
      WHERE office_id = $2 AND inlet = $3 AND revoked_at IS NULL RETURNING inlet`,
      [at, this.#office, inlet],
    )
  }

  /** Stores a pairing code. Returns false if another code with the same first part exists. */
  async addPairingCode(code: NewPairingCode): Promise<boolean> {
    const { lookup, code_hash, name, environment, created_at, expires_at } = code
    await this.#engine.query('DELETE FROM pairing_codes WHERE expires_at <= $1', [created_at])
    return this.#audited(
      'pairing code created',
      { name, environment, expires_at },
      `INSERT INTO pairing_codes (office_id, lookup, code_hash, name, environment, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (lookup) DO NOTHING RETURNING lookup`,
      [this.#office, lookup, code_hash, name, environment, expires_at],
    )
  }

  listDevices(): Promise<Device[]> {
    return this.#engine.query(
      `SELECT ${DEVICE} FROM devices WHERE office_id = $1 ORDER BY created_at, device_id`,
      [this.#office],
    )
  }

  /** Revokes a device, so that it gets no more events. Returns false if there is no such active device. */
  revokeDevice(device_id: string, at: string): Promise<boolean> {
    return this.#audited('device revoked', { device_id }, deviceChange('revoked_at'), [
      at,
      this.#office,
      device_id,
    ])
  }

  /** Renames a device. Returns false if there is no such active device. */
  renameDevice(device_id: string, name: string): Promise<boolean> {
    return this.#audited('device renamed', { device_id, name }, deviceChange('name'), [
      name,
      this.#office,
      device_id,
    ])
  }

  /** Requests a replay: the relay sends all events from `seq` on to the device again. Returns false if there is no such active device. */
  async replayFrom(device_id: string, seq: number): Promise<boolean> {
    const values = [seq, this.#office, device_id]
    return (await this.#engine.query(deviceChange('replay_from'), values)).length > 0
  }

  /** If the administrator has since requested a replay with another start, that request remains. */
  async endReplay(device_id: string, seq: number): Promise<void> {
    await this.#engine.query(
      'UPDATE devices SET replay_from = NULL WHERE office_id = $1 AND device_id = $2 AND replay_from = $3',
      [this.#office, device_id, seq],
    )
  }

  /**
   * Records that a device has stored all events up to `seq`. The recorded position (`acked_seq`) never moves back. If `seq` is below this
   * position but within a requested replay, the device is already reading the replayed events, so the replay request is deleted. If `seq`
   * equals this position, the request remains, because a device also reports its position whenever it connects.
   */
  async acknowledge(device_id: string, seq: number, at: string): Promise<void> {
    await this.#engine.query(
      `UPDATE devices SET
        replay_from = CASE WHEN replay_from <= $1 AND acked_seq > $1 THEN NULL ELSE replay_from END,
        acked_at = CASE WHEN acked_seq < $1 THEN $2 ELSE acked_at END,
        acked_seq = CASE WHEN acked_seq < $1 THEN $1 ELSE acked_seq END
      WHERE office_id = $3 AND device_id = $4 AND (acked_seq < $1 OR (acked_seq > $1 AND replay_from <= $1))`,
      [seq, at, this.#office, device_id],
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
        (${this.#engine.epoch}) AS epoch
      FROM environments WHERE office_id = $1 AND name = $2`,
      [this.#office, environment],
    )
    if (row === null) throw new Error('The log of an environment was asked for that is not set.')
    const { purged_through, latest_seq, epoch } = row
    if (epoch === null) {
      // Another database took over. Store its own epoch, and read again.
      await this.#engine.renewEpoch()
      return this.bounds(environment)
    }
    return { oldest_seq: purged_through + 1, latest_seq: Math.max(latest_seq, purged_through), epoch }
  }

  sizesBefore(environment: Environment, seq: number, limit: number): Promise<EventSize[]> {
    return this.#engine.query(
      `SELECT seq, octet_length(raw_body) + octet_length(signature) AS bytes FROM events
      WHERE office_id = $1 AND environment = $2 AND seq < $3 AND ${VISIBLE} ORDER BY seq DESC LIMIT $4`,
      [this.#office, environment, seq, limit],
    )
  }

  /**
   * Deletes at most `limit` of the oldest events: those up to a seq, or those received before a time. Returns the number of deleted events.
   * Leaves no gaps: also deletes all events with a smaller seq, even if a wrong clock gave them a later time. Does not delete the event
   * ids, so that the relay recognizes a deleted event if the sender repeats it.
   */
  purgeEvents(environment: Environment, upTo: PurgeUpTo, limit: number): Promise<number> {
    return this.#engine.inSteps(purgeOldest({ office_id: this.#office, environment }, upTo, limit))
  }

  /**
   * Deletes at most `limit` of the oldest event ids: those up to an arrival number, or those received before a time. Ids are numbered as
   * they arrive. Returns the number of deleted ids. If the sender repeats an event whose id was deleted, the relay stores the event as a
   * new one.
   */
  purgeEventIds(environment: Environment, upTo: ForgetUpTo, limit: number): Promise<number> {
    return this.#engine.transaction(purgeEventIds({ office_id: this.#office, environment }, upTo, limit))
  }

  /**
   * Returns the arrival number up to which event ids must be deleted so that only the newest `keep` ids remain. Returns 0 if there are not
   * more than `keep` ids. The id of an event that is still in the log is never deleted.
   */
  excessIds(environment: Environment, keep: number): Promise<number> {
    return excessIds(this.#engine, this.#office, environment, keep)
  }

  /** Records nothing and returns false if the statement has `RETURNING` and changed no row. */
  #audited(
    action: string,
    details: Record<string, unknown>,
    text: string,
    values: unknown[],
  ): Promise<boolean> {
    const audit = this.#audit(action, details)
    return this.#engine.transaction(
      (function* () {
        const changed = yield* changes(text, values)
        if (changed === 0 && text.includes('RETURNING')) return false
        yield* audit
        return true
      })(),
    )
  }

  #audit(action: string, details: Record<string, unknown>): Steps<void> {
    return addAudit(this.#office, { at: new Date().toISOString(), actor: this.#actor, action, details })
  }

  async #one<Row extends object>(text: string, values: unknown[]): Promise<Row | null> {
    return (await this.#engine.query<Row>(text, values))[0] ?? null
  }
}

const deviceChange = (column: string) =>
  `UPDATE devices SET ${column} = $1
  WHERE office_id = $2 AND device_id = $3 AND revoked_at IS NULL RETURNING device_id`

const deleteEvents = (office_id: number, limit: number): Steps<number> =>
  changes(
    `DELETE FROM events WHERE office_id = $1 AND (environment, seq) IN (
      SELECT environment, seq FROM events WHERE office_id = $1 LIMIT $2) RETURNING 1`,
    [office_id, limit],
  )
