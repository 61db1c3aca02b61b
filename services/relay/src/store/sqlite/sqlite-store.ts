import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { Environment } from '../../../../../src-shared/domain/vocabulary.ts'
import { type KeptKeySet, keptKeySetSchema } from '../../../../../src-shared/webhook/key-source.ts'
import { isSameHash } from '../../secrets.ts'
import {
  type AppendOutcome,
  type EnvironmentTotal,
  type DeviceChange,
  type LogFollower,
  type LoggedEvent,
  type Coverage,
  type KeyAddress,
  type LogId,
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
import {
  forgetSignaturesBefore,
  MAX_BODIES_OF_SIGNATURE,
  SIGNATURE_WINDOW_MS,
  storedEvents,
} from '../columns.ts'
import { reclaim } from './reclaim.ts'
import { bodyHash, idHash, inTransaction, openDatabase, signatureHash } from './open-database.ts'
import {
  bytes,
  deviceChangeRow,
  keyAddressRow,
  logRow,
  officeDeviceRow,
  officeEnvironmentRow,
  officeRow,
  one,
  pairingCodeRow,
  partnerRow,
  positionRow,
  totalRow,
  unchanged,
  waitingRow,
} from './rows.ts'
import { addAudit, readEvents, SqliteOffice } from './sqlite-office.ts'
import { prepareAll, type Statements } from './statements.ts'

/** Maximum number of signatures that are forgotten at once, so that this never blocks incoming events for long. */
const FORGOTTEN_AT_ONCE = 500

/** State of one log during an append. */
interface LogState extends LogId {
  last_seq: number
  stored_bytes: number
  /** Number of bytes that the office may still store. */
  left: number
  isChanged: boolean
}

/**
 * Store in a local SQLite database. Uses the write-ahead log (WAL) with `synchronous = FULL`, so that a commit is on the disk when it
 * returns.
 */
export class SqliteStore implements RelayStore {
  readonly #database: DatabaseSync
  readonly #statements: Statements
  /**
   * Cache of active inlets (webhook addresses) and their environments. The cache is valid for one version of the database. This version
   * changes when another process commits.
   */
  readonly #inlets = new Map<string, OfficeEnvironment>()
  #inletsAsOf = 0
  #inletsAreFresh = false
  readonly appendEveryMs = 0
  readonly #followers = new Set<LogFollower>()

  constructor(dataFolder: string) {
    this.#database = openDatabase(dataFolder)
    this.#statements = prepareAll(this.#database)
  }

  async createOffice(
    office: { public_id: string; name: string; created_at: string } & Quotas,
    actor: string,
  ): Promise<Office> {
    const { public_id, name, created_at, max_events_per_minute, max_devices, max_streams } = office
    const { max_bytes, keep_days } = office
    const values = [max_events_per_minute, max_devices, max_streams, max_bytes, keep_days]
    return inTransaction(this.#database, () => {
      const created = officeRow.parse(this.#statements.addOffice.get(public_id, name, created_at, ...values))
      const entry = { at: created_at, actor, action: 'office created', details: { name } }
      addAudit(this.#statements, created.office_id, entry)
      return created
    })
  }

  async findOffice(public_id: string): Promise<Office | null> {
    return one(officeRow, this.#statements.findOffice.get(public_id))
  }

  async listOffices(): Promise<Office[]> {
    return officeRow.array().parse(this.#statements.listOffices.all())
  }

  office(office_id: number, actor = 'relay'): OfficeStore {
    const parts = {
      database: this.#database,
      statements: this.#statements,
      onConfigured: () => this.#inlets.clear(),
    }
    return new SqliteOffice(parts, office_id, actor)
  }

  async setPartner(profile: PartnerProfile, actor: string): Promise<void> {
    const { name, base_url, jwks_url, sender_addresses } = profile
    const at = new Date().toISOString()
    inTransaction(this.#database, () => {
      this.#statements.setPartner.run(name, base_url, jwks_url, JSON.stringify(sender_addresses))
      this.#statements.addPartnerAudit.run(at, actor, 'partner profile set', JSON.stringify(profile), name)
    })
    this.#inlets.clear()
  }

  async listPartners(): Promise<PartnerProfile[]> {
    return partnerRow.array().parse(this.#statements.listPartners.all())
  }

  async listEnvironments(): Promise<OfficeEnvironment[]> {
    return officeEnvironmentRow.array().parse(this.#statements.listAllEnvironments.all())
  }

  /**
   * Returns the environment of an inlet (a webhook address). Uses a cache, because every notification needs this lookup. If any process
   * changes the database, the cache is cleared.
   */
  async findInlet(inlet: string): Promise<OfficeEnvironment | null> {
    if (!this.#inletsAreFresh) this.#refreshInlets()
    const known = this.#inlets.get(inlet)
    if (known !== undefined) return known
    const found = one(officeEnvironmentRow, this.#statements.findInlet.get(inlet))
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

  async redeemPairingCode(redemption: Redemption): Promise<Paired> {
    return inTransaction(this.#database, () => this.#redeem(redemption))
  }

  #redeem({ lookup, code_hash, at, device_id, workstation, token_hash }: Redemption): Paired {
    const code = one(pairingCodeRow, this.#statements.liveCode.get(lookup, at, PAIRING_TRIES))
    if (code === null) return null
    const { office_id, name, environment } = code
    if (!isSameHash(code.code_hash, code_hash)) {
      this.#statements.countTry.run(office_id, lookup)
      return null
    }
    if (code.is_full === 1) return 'office_full'
    this.#statements.deleteCode.run(office_id, lookup)
    this.#statements.addDevice.run(office_id, device_id, name, workstation, environment, token_hash, at)
    const details = { device_id, name, environment }
    addAudit(this.#statements, office_id, {
      at,
      actor: `device ${device_id}`,
      action: 'device paired',
      details,
    })
    return this.#device(token_hash)
  }

  async findDevice(token_hash: string): Promise<OfficeDevice | null> {
    return this.#device(token_hash)
  }

  #device(token_hash: string): OfficeDevice | null {
    return one(officeDeviceRow, this.#statements.findDevice.get(token_hash))
  }

  async deviceChanges(device_ids: string[]): Promise<DeviceChange[]> {
    return deviceChangeRow.array().parse(this.#statements.deviceChanges.all(JSON.stringify(device_ids)))
  }

  async deviceVersion(): Promise<string> {
    // The first number changes with commits of other processes, and the second one with changes of this process.
    const { data_version } = this.#statements.dataVersion.get() ?? {}
    const { changes } = this.#statements.ownChanges.get() ?? {}
    return `${String(data_version)} ${String(changes)}`
  }

  async oldestWaiting(): Promise<{ environment: Environment; received_at: string }[]> {
    return waitingRow.array().parse(this.#statements.oldestWaiting.all())
  }

  async totals(): Promise<EnvironmentTotal[]> {
    return totalRow.array().parse(this.#statements.totals.all())
  }

  async append(events: NewEvent[]): Promise<AppendOutcome[]> {
    const logs: LogState[] = []
    const outcomes = inTransaction(this.#database, () => {
      const results = events.map((event) => this.#appendOne(event, logs))
      for (const { office_id, environment, last_seq, stored_bytes, isChanged } of logs)
        if (isChanged) this.#statements.setLogState.run(last_seq, stored_bytes, office_id, environment)
      return results
    })
    if (this.#followers.size > 0) {
      const stored = storedEvents(events, outcomes)
      for (const follower of this.#followers) follower.stored(stored)
    }
    return outcomes
  }

  #appendOne(event: NewEvent, logs: LogState[]): AppendOutcome {
    const { office_id, environment, event_id, received_at, sender, signature, kid, verification, raw_body } =
      event
    const id_hash = idHash(environment, event_id)
    const body_hash = bodyHash(raw_body)
    const signature_hash = signatureHash(signature, verification)
    const log = this.#log(event, logs)
    if (log === null) return { outcome: 'closed' }
    const judged = this.#judge(event, log, signature_hash, body_hash)
    // Only new events are refused. Check before the insert, so that a refused event leaves no id.
    if (typeof judged !== 'string') return this.#knownOutcome(office_id, id_hash, body_hash) ?? judged
    const added = this.#statements.addKnownId.run(
      office_id,
      environment,
      id_hash,
      body_hash,
      received_at,
      signature_hash,
    )
    if (unchanged(added)) {
      const known = this.#knownOutcome(office_id, id_hash, body_hash)
      if (known === null) throw new Error('An event id is known and cannot be found.')
      return known
    }
    const seq = log.last_seq + 1
    this.#statements.addEvent.run(
      office_id,
      environment,
      seq,
      event_id,
      received_at,
      sender,
      signature,
      kid,
      judged,
      raw_body,
    )
    log.last_seq = seq
    log.stored_bytes += raw_body.length + signature.length
    log.left -= raw_body.length + signature.length
    log.isChanged = true
    return { outcome: 'stored', seq, ...(judged === 'reused' && { reused: true }) }
  }

  /** Returns with which coverage a new event would be stored, or the outcome if it would be refused. */
  #judge(
    { office_id, received_at, verification }: NewEvent,
    { left }: LogState,
    signature_hash: Uint8Array | null,
    body_hash: Uint8Array,
  ): Coverage | { outcome: 'signature_reused' | 'over_quota' } {
    const { knownSignature, signatureUses } = this.#statements
    let coverage = verification
    if (signature_hash !== null && verification === 'unique') {
      if (knownSignature.get(signature_hash, body_hash) !== undefined) return { outcome: 'signature_reused' }
    } else if (signature_hash !== null) {
      const at = Date.parse(received_at)
      const from = new Date(at - SIGNATURE_WINDOW_MS).toISOString()
      const to = new Date(at + SIGNATURE_WINDOW_MS).toISOString()
      const uses = signatureUses.get(office_id, signature_hash, from, to, MAX_BODIES_OF_SIGNATURE)
      if (Number(uses?.['recent']) >= MAX_BODIES_OF_SIGNATURE) return { outcome: 'signature_reused' }
      if (uses?.['is_known'] === 1) coverage = 'reused'
    }
    return left <= 0 ? { outcome: 'over_quota' } : coverage
  }

  /** Returns the outcome of an event whose id may be known: null if it is not. */
  #knownOutcome(office_id: number, id_hash: Uint8Array, body_hash: Uint8Array): AppendOutcome | null {
    const row = this.#statements.knownBody.get(office_id, id_hash)
    if (row === undefined) return null
    return { outcome: Buffer.compare(body_hash, bytes(row['body_hash'])) === 0 ? 'duplicate' : 'conflict' }
  }

  /** Returns the state of the event's log, as changed by the earlier events of the same append. Returns null if the office is closed. */
  #log({ office_id, environment }: LogId, logs: LogState[]): LogState | null {
    // Search from the end, because consecutive events often belong to the same log.
    const known = logs.findLast((log) => log.office_id === office_id && log.environment === environment)
    if (known !== undefined) return known
    const row = one(logRow, this.#statements.logState.get(office_id, environment))
    if (row === null) return null
    const { last_seq, stored_bytes, office_bytes, max_bytes } = row
    const left = max_bytes === null ? Infinity : max_bytes - office_bytes
    const log = { office_id, environment, last_seq, stored_bytes, left, isChanged: false }
    logs.push(log)
    return log
  }

  follow(follower: LogFollower): () => void {
    this.#followers.add(follower)
    return () => this.#followers.delete(follower)
  }

  async movedLogs(logs: LogPosition[]): Promise<LogPosition[]> {
    return positionRow.array().parse(this.#statements.movedLogs.all(JSON.stringify(logs)))
  }

  async readTails(logs: LogPosition[], limit: number, most: number): Promise<LoggedEvent[]> {
    return logs.flatMap((log) =>
      readEvents(this.#statements, log, limit, most).map((event) => ({
        ...event,
        office_id: log.office_id,
      })),
    )
  }

  async answered(): Promise<void> {
    // No other process serves the devices of this data folder.
  }

  onAnswered(): () => void {
    return () => {}
  }

  hearsAnswers(): boolean {
    return true
  }

  async loadKeySet(jwks_url: string): Promise<KeptKeySet | null> {
    const row = this.#statements.loadKeySet.get(jwks_url)
    return row === undefined ? null : keptKeySetSchema.parse(JSON.parse(String(row['key_set'])))
  }

  async listKeyAddresses(): Promise<KeyAddress[]> {
    return keyAddressRow
      .array()
      .parse(this.#statements.listKeyAddresses.all())
      .map(({ environment, jwks_url, key_set }) => ({
        environment,
        jwks_url,
        kept: key_set === null ? null : keptKeySetSchema.parse(JSON.parse(key_set)),
      }))
  }

  async saveKeySet(jwks_url: string, keys: KeptKeySet): Promise<void> {
    this.#statements.saveKeySet.run(jwks_url, JSON.stringify(keys))
  }

  async isElected(): Promise<boolean> {
    // Only one process serves a data folder.
    return true
  }

  async prepare(): Promise<void> {
    // One table contains all events.
  }

  async reclaim(stopping?: AbortSignal): Promise<void> {
    while (!stopping?.aborted) {
      const { changes } = this.#statements.forgetSignatures.run(forgetSignaturesBefore(), FORGOTTEN_AT_ONCE)
      if (Number(changes) < FORGOTTEN_AT_ONCE) break
      await endOfTurn()
    }
    await reclaim(this.#database, stopping)
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
