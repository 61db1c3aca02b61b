import type { Environment } from '../../../../src-shared/platform/words/vocabulary.ts'
import { type KeptKeySet, keptKeySetSchema } from '../../../../src-shared/platform/webhook/key-source.ts'
import { isSameHash } from '../secrets.ts'
import { OFFICE, OFFICE_DEVICE, OFFICE_ENVIRONMENT } from './columns.ts'
import { addAudit, OfficeStore } from './office-store.ts'
import {
  type AppendOutcome,
  type DeviceChange,
  type EnvironmentTotal,
  type KeyAddress,
  type LogFollower,
  type LoggedEvent,
  type LogPosition,
  type NewEvent,
  type Office,
  type OfficeDevice,
  type OfficeEnvironment,
  type Paired,
  PAIRING_TRIES,
  type PartnerProfile,
  type Quotas,
  type Redemption,
} from './relay-store.ts'
import { type Engine, first, rows, type Steps } from './sql.ts'

/**
 * Persistent state of the relay. Each method runs one durable transaction: once the method's promise resolves, the change survives a power
 * failure. If the promise rejects, either nothing changed, or the connection to the database was lost and the result is unknown. Several
 * processes may use the same store: the server and the command line, and with PostgreSQL also several servers.
 *
 * The methods of this class concern the whole relay, or find the office of a secret. Everything else belongs to one office: see
 * `OfficeStore`. What differs between SQLite and PostgreSQL is abstract. Methods for several processes do nothing with SQLite.
 */
export abstract class RelayStore {
  protected abstract readonly engine: Engine
  protected readonly followers = new Set<LogFollower>()
  /** Least time between the starts of two appends of a busy process. A longer time makes fewer and larger appends, which cost less. */
  abstract readonly appendEveryMs: number

  /** Returns the part of the store that belongs to one office. The office's audit log names `actor` for every change. */
  office(office_id: number, actor = 'relay'): OfficeStore {
    return new OfficeStore(this.engine, office_id, actor)
  }

  /** Returns the environment of an inlet (a webhook address) and its office, or null if the inlet is unknown or revoked. */
  abstract findInlet(inlet: string): Promise<OfficeEnvironment | null>
  /**
   * Returns the state of those of the given devices that need attention, in any order: devices that the relay does not serve, because they
   * are unknown or revoked or their office is not active, and devices for which a replay is requested.
   */
  async deviceChanges(device_ids: string[]): Promise<DeviceChange[]> {
    const found = await this.engine.query<Omit<DeviceChange, 'is_served'> & { is_served: number }>(
      `SELECT given.device_id, replay_from,
        CASE WHEN revoked_at IS NULL AND state = 'active' THEN 1 ELSE 0 END AS is_served
      FROM ${this.engine.givenDevices} LEFT JOIN devices ON devices.device_id = given.device_id
      LEFT JOIN offices ON offices.office_id = devices.office_id
      WHERE devices.device_id IS NULL OR revoked_at IS NOT NULL OR state <> 'active' OR replay_from IS NOT NULL`,
      [device_ids],
    )
    return found.map((device) => ({ ...device, is_served: device.is_served === 1 }))
  }
  /** Another version after a device was revoked, a replay was requested or ended, or an office changed its state. */
  abstract deviceVersion(): Promise<string>
  /** Stores events of one or several offices in the given order, all in one transaction. Returns one outcome per event, in the same order. */
  abstract append(events: NewEvent[]): Promise<AppendOutcome[]>
  /** Returns those of the given logs whose newest event has another number (seq) than the given one, with its number. */
  movedLogs(logs: LogPosition[]): Promise<LogPosition[]> {
    return this.engine.query(
      `SELECT environments.office_id, environments.name AS environment, last_seq AS seq FROM ${this.engine.givenLogs}
      JOIN environments ON environments.office_id = given.office_id AND environments.name = given.log
      WHERE last_seq <> given.position`,
      [JSON.stringify(logs)],
    )
  }
  /**
   * Reads the events after the given positions, with one query for all logs. Returns at most `limit` events of each log, in the order of
   * their numbers, and no further event of a log when those before it have at least `bytes` bytes.
   */
  abstract readTails(logs: LogPosition[], limit: number, bytes: number): Promise<LoggedEvent[]>
  /** Tells the other processes that devices acknowledged heartbeats on these streams, which are not open in this process. */
  async answered(_streams: string[]): Promise<void> {}
  /** Calls the listener for each answer that another process reports. Returns a function that unsubscribes. */
  onAnswered(_listener: (stream: string) => void): () => void {
    return () => {}
  }
  /** False if answers may have been lost recently. A missing answer then does not mean that the device is gone. */
  hearsAnswers(): boolean {
    return true
  }
  /** Elects one process for the housekeeping. If it vanishes, another one is elected within a minute. Call this every ten seconds. */
  async isElected(): Promise<boolean> {
    return true
  }
  /**
   * Forgets the signatures of deleted offices. With SQLite, also returns disk space that deleted events no longer use to the operating system,
   * in small steps while events arrive. If `stopping` aborts, stops early.
   */
  abstract reclaim(stopping?: AbortSignal): Promise<void>
  /** Tests whether the store can accept events now. Writes to the disk without changing data, and rejects if this fails. */
  abstract probe(): Promise<void>
  abstract close(): Promise<void>

  /** Creates an office, and records this in its audit log. */
  createOffice(
    office: { public_id: string; name: string; created_at: string } & Quotas,
    actor: string,
  ): Promise<Office> {
    const { name, created_at } = office
    const places = Object.keys(office).map((_, at) => `$${at + 1}`)
    return this.engine.transaction(
      (function* () {
        const created = yield* first<Office>(
          `INSERT INTO offices (${Object.keys(office).join(', ')}) VALUES (${places.join(', ')}) RETURNING ${OFFICE}`,
          Object.values(office),
        )
        if (created === undefined) throw new Error('The new office was not returned.')
        const entry = { at: created_at, actor, action: 'office created', details: { name } }
        yield* addAudit(created.office_id, entry)
        return created
      })(),
    )
  }

  async findOffice(public_id: string): Promise<Office | null> {
    const found = await this.engine.query<Office>(`SELECT ${OFFICE} FROM offices WHERE public_id = $1`, [
      public_id,
    ])
    return found[0] ?? null
  }

  listOffices(): Promise<Office[]> {
    return this.engine.query(`SELECT ${OFFICE} FROM offices ORDER BY office_id`)
  }

  /** Records this in the audit log of each office that uses the profile. */
  async setPartner(profile: PartnerProfile, actor: string): Promise<void> {
    const { name, jwks_url, sender_addresses } = profile
    const entry = {
      at: new Date().toISOString(),
      actor,
      action: 'partner profile set',
      details: { ...profile },
    }
    await this.engine.transaction(
      (function* () {
        yield* rows(
          `INSERT INTO partner_profiles (name, jwks_url, sender_addresses) VALUES ($1, $2, $3)
          ON CONFLICT (name) DO UPDATE
          SET jwks_url = excluded.jwks_url, sender_addresses = excluded.sender_addresses`,
          [name, jwks_url, sender_addresses],
        )
        // In one order, so that two changes never wait for each other in a circle.
        const users = yield* rows<{ office_id: number }>(
          `SELECT DISTINCT environments.office_id FROM environments JOIN partner_profiles USING (profile_id)
          WHERE partner_profiles.office_id IS NULL AND partner_profiles.name = $1 ORDER BY environments.office_id`,
          [name],
        )
        for (const { office_id } of users) yield* addAudit(office_id, entry)
      })(),
    )
  }

  listPartners(): Promise<PartnerProfile[]> {
    return this.engine.query(
      'SELECT name, jwks_url, sender_addresses FROM partner_profiles WHERE office_id IS NULL ORDER BY name',
    )
  }

  listEnvironments(): Promise<OfficeEnvironment[]> {
    return this.engine.query(
      `SELECT ${OFFICE_ENVIRONMENT} FROM environments JOIN partner_profiles USING (profile_id)
      JOIN offices ON offices.office_id = environments.office_id
      WHERE offices.state <> 'deleting' ORDER BY environments.office_id, environments.name`,
    )
  }

  /**
   * Exchanges a pairing code for a new device. Returns null if the code is unknown, wrong, used, or expired, had too many wrong attempts,
   * or belongs to an office that is not active. A wrong code counts as one attempt.
   */
  redeemPairingCode(redemption: Redemption): Promise<Paired> {
    return this.engine.transaction(redeem(redemption))
  }

  async findDevice(token_hash: string): Promise<OfficeDevice | null> {
    return (await this.engine.query<OfficeDevice>(FIND_DEVICE, [token_hash]))[0] ?? null
  }

  /** For each environment, returns the time of the oldest event that a paired device has not acknowledged. */
  oldestWaiting(): Promise<{ environment: Environment; received_at: string }[]> {
    return this.engine.query(
      `SELECT environment, min(received_at) AS received_at FROM (
        SELECT devices.environment AS environment, (
          SELECT received_at FROM events
          WHERE events.office_id = devices.office_id AND events.environment = devices.environment
            AND events.seq > devices.acked_seq AND events.seq > environments.purged_through
          ORDER BY seq LIMIT 1
        ) AS received_at
        FROM devices JOIN offices ON offices.office_id = devices.office_id
        JOIN environments ON environments.office_id = devices.office_id AND environments.name = devices.environment
        WHERE revoked_at IS NULL AND state = 'active'
      ) AS oldest WHERE received_at IS NOT NULL GROUP BY environment`,
    )
  }

  totals(): Promise<EnvironmentTotal[]> {
    return this.engine.query(
      `SELECT environments.name AS environment, CAST(sum(last_seq) AS bigint) AS latest_seq,
        CAST(sum(stored_bytes) AS bigint) AS stored_bytes, (
        SELECT count(*) FROM devices JOIN offices AS owners ON owners.office_id = devices.office_id
        WHERE devices.environment = environments.name AND revoked_at IS NULL AND owners.state = 'active'
      ) AS devices
      FROM environments JOIN offices ON offices.office_id = environments.office_id
      GROUP BY environments.name`,
    )
  }

  /** Reports new events until the returned function is called. */
  follow(follower: LogFollower): () => void {
    this.followers.add(follower)
    return () => this.followers.delete(follower)
  }

  /** Reports the logs of those of the appended events that were stored. */
  protected reportStored(events: NewEvent[], outcomes: AppendOutcome[]): void {
    const logs = events.flatMap(({ office_id, environment }, at) => {
      const outcome = outcomes[at]
      return outcome?.outcome === 'stored' ? [{ office_id, environment, seq: outcome.seq }] : []
    })
    for (const follower of this.followers) follower.rang(logs, true)
  }

  async loadKeySet(jwks_url: string): Promise<KeptKeySet | null> {
    const [row] = await this.engine.query<{ key_set: unknown }>(
      'SELECT key_set FROM key_sets WHERE jwks_url = $1',
      [jwks_url],
    )
    return row === undefined ? null : keptKeySetSchema.parse(row.key_set)
  }

  /** Returns each address of keys that an active office uses, once per environment, in one statement. */
  async listKeyAddresses(): Promise<KeyAddress[]> {
    const found = await this.engine.query<Omit<KeyAddress, 'kept'> & { key_set: unknown }>(
      `SELECT environment, jwks_url, key_set FROM (
        SELECT DISTINCT environments.name AS environment, jwks_url
        FROM environments JOIN partner_profiles USING (profile_id)
        JOIN offices ON offices.office_id = environments.office_id
        WHERE state = 'active'
      ) AS used LEFT JOIN key_sets USING (jwks_url)`,
    )
    return found.map(({ environment, jwks_url, key_set }) => ({
      environment,
      jwks_url,
      kept: key_set === null ? null : keptKeySetSchema.parse(key_set),
    }))
  }

  async saveKeySet(jwks_url: string, keys: KeptKeySet): Promise<void> {
    await this.engine.query(
      `INSERT INTO key_sets (jwks_url, key_set) VALUES ($1, $2)
      ON CONFLICT (jwks_url) DO UPDATE SET key_set = excluded.key_set`,
      [jwks_url, keys],
    )
  }
}

const FIND_DEVICE = `
  SELECT ${OFFICE_DEVICE} FROM devices JOIN offices ON offices.office_id = devices.office_id
  WHERE token_hash = $1 AND revoked_at IS NULL`

/** Exchanges a pairing code for a new device. */
function* redeem({ lookup, code_hash, at, device_id, workstation, token_hash }: Redemption): Steps<Paired> {
  // Lock the code's row. Two parallel attempts with the same code then count as two attempts, and only one of them creates a device. Lock
  // the office's row too, so that two codes of an office cannot exceed its number of devices.
  const code = yield* first<{
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
    yield* rows('UPDATE pairing_codes SET tries = tries + 1 WHERE office_id = $1 AND lookup = $2', [
      office_id,
      lookup,
    ])
    return null
  }
  const devices = yield* first<{ count: number }>(
    'SELECT count(*) AS count FROM devices WHERE office_id = $1 AND revoked_at IS NULL',
    [office_id],
  )
  if (max_devices !== null && (devices?.count ?? 0) >= max_devices) return 'office_full'
  yield* rows('DELETE FROM pairing_codes WHERE office_id = $1 AND lookup = $2', [office_id, lookup])
  yield* rows(
    `INSERT INTO devices (office_id, device_id, name, workstation, environment, token_hash, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [office_id, device_id, name, workstation, environment, token_hash, at],
  )
  const details = { device_id, name, environment }
  yield* addAudit(office_id, { at, actor: `device ${device_id}`, action: 'device paired', details })
  return (yield* first<OfficeDevice>(FIND_DEVICE, [token_hash])) ?? null
}
