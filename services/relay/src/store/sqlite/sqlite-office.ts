import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { Environment } from '../../../../../src-shared/domain/vocabulary.ts'
import type {
  AuditEntry,
  Device,
  EnvironmentConfig,
  EventSize,
  ForgetUpTo,
  Inlet,
  LogBounds,
  LogPosition,
  NewPairingCode,
  Office,
  OfficeStore,
  OwnEnvironment,
  PurgeUpTo,
  Quotas,
  RowCounts,
  StoredEvent,
} from '../relay-store.ts'
import { inTransaction } from './open-database.ts'
import { excessIds, purgeEventIds, purgeEvents } from './purge.ts'
import {
  auditRow,
  boundsRow,
  deviceRow,
  environmentRow,
  eventRow,
  inletRow,
  officeRow,
  one,
  sizeRow,
  unchanged,
} from './rows.ts'
import { forgetSignaturesBefore, OFFICE_TABLES } from '../columns.ts'
import type { Statements } from './statements.ts'

/** Maximum number of rows that are deleted per transaction, so that a deletion never blocks incoming events for long. */
const PORTION = 500

interface Parts {
  database: DatabaseSync
  statements: Statements
  /** Called when the office's inlets or environments change. */
  onConfigured: () => void
}

/** Writes an entry of an office's audit log. Call it in the transaction of the recorded change. */
export function addAudit(
  statements: Statements,
  office_id: number,
  { at, actor, action, details }: Omit<AuditEntry, 'entry'>,
): void {
  statements.addAudit.run(at, actor, action, JSON.stringify(details), office_id)
}

/** Reads the events of a log after a position: at most `limit`, and no further one when those before it have at least `bytes` bytes. */
export function readEvents(
  statements: Statements,
  { office_id, environment, seq }: LogPosition,
  limit: number,
  bytes: number,
): StoredEvent[] {
  const events: StoredEvent[] = []
  let left = bytes
  for (const row of statements.readEvents.iterate(office_id, environment, seq, limit)) {
    const event = eventRow.parse(row)
    events.push(event)
    left -= event.raw_body.length + event.signature.length
    if (left <= 0) break
  }
  return events
}

/** Part of the SQLite store that belongs to one office. */
export class SqliteOffice implements OfficeStore {
  readonly #database: DatabaseSync
  readonly #statements: Statements
  readonly #onConfigured: () => void
  readonly #office: number
  readonly #actor: string

  constructor({ database, statements, onConfigured }: Parts, office_id: number, actor: string) {
    this.#database = database
    this.#statements = statements
    this.#onConfigured = onConfigured
    this.#office = office_id
    this.#actor = actor
  }

  /** Runs a change and records it, in one transaction. Records nothing if `change` returns false. */
  #audited<T>(action: string, details: Record<string, unknown>, change: () => T): T {
    return inTransaction(this.#database, () => {
      const result = change()
      if (result !== false) this.#audit(action, details)
      return result
    })
  }

  #audit(action: string, details: Record<string, unknown>): void {
    const at = new Date().toISOString()
    addAudit(this.#statements, this.#office, { at, actor: this.#actor, action, details })
  }

  async get(): Promise<Office | null> {
    return one(officeRow, this.#statements.getOffice.get(this.#office))
  }

  async rename(name: string): Promise<void> {
    this.#audited(
      'office renamed',
      { name },
      () => void this.#statements.renameOffice.run(name, this.#office),
    )
  }

  async setQuotas(quotas: Quotas): Promise<void> {
    const { max_events_per_minute, max_devices, max_streams, max_bytes, keep_days } = quotas
    const values = [max_events_per_minute, max_devices, max_streams, max_bytes, keep_days]
    this.#audited('quotas set', { ...quotas }, () => {
      this.#statements.setQuotas.run(...values, this.#office)
    })
    this.#onConfigured()
  }

  async setState(state: 'active' | 'suspended'): Promise<void> {
    this.#audited(
      state === 'active' ? 'office resumed' : 'office suspended',
      {},
      () => void this.#statements.setState.run(state, this.#office),
    )
    this.#onConfigured()
  }

  async delete(): Promise<RowCounts> {
    inTransaction(this.#database, () => this.#statements.startDeleting.run(this.#office))
    this.#onConfigured()
    const deleted: RowCounts = {}
    const { deleteAll } = this.#statements
    const some = async (table: 'events' | 'known_ids') => {
      deleted[table] = 0
      for (;;) {
        const gone = inTransaction(this.#database, () => this.#deleteSome(table, PORTION))
        if (gone === 0) return
        deleted[table] += gone
        await endOfTurn()
      }
    }
    await some('events')
    await some('known_ids')
    // A notification that was received before the office was closed may still be stored between two portions. The last step therefore
    // deletes all that is left, in one transaction.
    inTransaction(this.#database, () => {
      for (const table of ['events', 'known_ids', 'audit_log'] as const)
        deleted[table] = (deleted[table] ?? 0) + this.#deleteSome(table, -1)
      for (const table of Object.keys(deleteAll) as (keyof typeof deleteAll)[])
        deleted[table] = Number(deleteAll[table].run(this.#office).changes)
      this.#statements.deleteUnusedKeys.run()
    })
    this.#onConfigured()
    return deleted
  }

  /** Deletes at most `limit` rows (-1: all), and keeps their signatures without the office. Returns the number of deleted rows. */
  #deleteSome(table: keyof Statements['deleteSome'], limit: number): number {
    const { keepSignatures, deleteSome } = this.#statements
    if (table === 'known_ids') keepSignatures.run(this.#office, limit, forgetSignaturesBefore())
    return Number(deleteSome[table].run(this.#office, limit).changes)
  }

  async countRows(): Promise<RowCounts> {
    return Object.fromEntries(
      OFFICE_TABLES.map((table) => [
        table,
        Number(this.#statements.countRows[table]?.get(this.#office)?.['rows']),
      ]),
    )
  }

  async takeTurn(): Promise<number> {
    return 0
  }

  async record(action: string, details: Record<string, unknown>): Promise<void> {
    inTransaction(this.#database, () => this.#audit(action, details))
  }

  async readAudit(after: number, limit: number): Promise<AuditEntry[]> {
    return auditRow.array().parse(this.#statements.readAudit.all(this.#office, after, limit))
  }

  async setEnvironment({ name, jwks_url, sender_addresses }: OwnEnvironment): Promise<void> {
    this.#audited('environment set', { environment: name, jwks_url, sender_addresses }, () => {
      const addresses = JSON.stringify(sender_addresses)
      const profile = this.#statements.setOwnProfile.get(this.#office, name, jwks_url, addresses)
      this.#statements.setEnvironment.run(this.#office, name, Number(profile?.['profile_id']))
    })
    this.#onConfigured()
  }

  async usePartner(environment: Environment, partner: string): Promise<boolean> {
    const found = this.#audited('environment set', { environment, partner }, () => {
      const profile = this.#statements.findPartner.get(partner)
      if (profile === undefined) return false
      this.#statements.setEnvironment.run(this.#office, environment, Number(profile['profile_id']))
      return true
    })
    this.#onConfigured()
    return found
  }

  async getEnvironment(name: string): Promise<EnvironmentConfig | null> {
    return one(environmentRow, this.#statements.getEnvironment.get(this.#office, name))
  }

  async listEnvironments(): Promise<EnvironmentConfig[]> {
    return environmentRow.array().parse(this.#statements.listEnvironments.all(this.#office))
  }

  async addInlet({
    inlet,
    environment,
    created_at,
  }: Pick<Inlet, 'inlet' | 'environment' | 'created_at'>): Promise<void> {
    this.#audited(
      'inlet added',
      { environment },
      () => void this.#statements.addInlet.run(this.#office, inlet, environment, created_at),
    )
  }

  async listInlets(): Promise<Inlet[]> {
    return inletRow.array().parse(this.#statements.listInlets.all(this.#office))
  }

  async revokeInlet(inlet: string, at: string): Promise<boolean> {
    this.#onConfigured()
    return this.#audited(
      'inlet revoked',
      {},
      () => !unchanged(this.#statements.revokeInlet.run(at, this.#office, inlet)),
    )
  }

  async addPairingCode(code: NewPairingCode): Promise<boolean> {
    const { lookup, code_hash, name, environment, created_at, expires_at } = code
    return this.#audited('pairing code created', { name, environment, expires_at }, () => {
      this.#statements.deleteExpiredCodes.run(created_at)
      return !unchanged(
        this.#statements.addPairingCode.run(this.#office, lookup, code_hash, name, environment, expires_at),
      )
    })
  }

  async listDevices(): Promise<Device[]> {
    return deviceRow.array().parse(this.#statements.listDevices.all(this.#office))
  }

  async revokeDevice(device_id: string, at: string): Promise<boolean> {
    return this.#audited(
      'device revoked',
      { device_id },
      () => !unchanged(this.#statements.revokeDevice.run(at, this.#office, device_id)),
    )
  }

  async renameDevice(device_id: string, name: string): Promise<boolean> {
    return this.#audited(
      'device renamed',
      { device_id, name },
      () => !unchanged(this.#statements.renameDevice.run(name, this.#office, device_id)),
    )
  }

  async replayFrom(device_id: string, seq: number): Promise<boolean> {
    return !unchanged(this.#statements.replayFrom.run(seq, this.#office, device_id))
  }

  async endReplay(device_id: string, seq: number): Promise<void> {
    this.#statements.endReplay.run(this.#office, device_id, seq)
  }

  async acknowledge(device_id: string, seq: number, at: string): Promise<void> {
    inTransaction(this.#database, () => {
      this.#statements.endReplayWithin.run(this.#office, device_id, seq, seq)
      this.#statements.acknowledge.run(seq, at, this.#office, device_id, seq)
    })
  }

  async readEvents(
    environment: Environment,
    after: number,
    limit: number,
    bytes = Infinity,
  ): Promise<StoredEvent[]> {
    return readEvents(this.#statements, { office_id: this.#office, environment, seq: after }, limit, bytes)
  }

  async findEvent(environment: Environment, event_id: string): Promise<StoredEvent | null> {
    return one(eventRow, this.#statements.findEvent.get(this.#office, environment, event_id))
  }

  async bounds(environment: Environment): Promise<LogBounds> {
    const { purged_through, latest_seq, epoch } = boundsRow.parse(
      this.#statements.bounds.get(this.#office, environment),
    )
    return { oldest_seq: purged_through + 1, latest_seq: Math.max(latest_seq, purged_through), epoch }
  }

  async sizesBefore(environment: Environment, seq: number, limit: number): Promise<EventSize[]> {
    return sizeRow.array().parse(this.#statements.sizesBefore.all(this.#office, environment, seq, limit))
  }

  expireEvents(environment: Environment, received_before: string, limit: number): Promise<number> {
    return this.purgeEvents(environment, { received_before }, limit)
  }

  async purgeEvents(environment: Environment, upTo: PurgeUpTo, limit: number): Promise<number> {
    return inTransaction(this.#database, () =>
      purgeEvents(this.#statements, this.#office, environment, upTo, limit),
    )
  }

  async deleteHidden(): Promise<number> {
    // Nothing is hidden: `expireEvents` deletes.
    return 0
  }

  async purgeEventIds(environment: Environment, upTo: ForgetUpTo, limit: number): Promise<number> {
    return inTransaction(this.#database, () =>
      purgeEventIds(this.#statements, this.#office, environment, upTo, limit),
    )
  }

  excessIds(environment: Environment, keep: number): Promise<number> {
    return excessIds(this.#statements, this.#office, environment, keep)
  }
}
