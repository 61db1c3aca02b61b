import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import {
  type AppendOutcome,
  type Coverage,
  type LogId,
  type LoggedEvent,
  type LogPosition,
  type NewEvent,
  type OfficeEnvironment,
} from '../relay-store.ts'
import {
  INLETS_IN_USE,
  MAX_BODIES_OF_SIGNATURE,
  OFFICE_ENVIRONMENT,
  SIGNATURE_WINDOW_MS,
} from '../columns.ts'
import { forgetSignatures } from '../purge.ts'
import { bodyHash, idHash, signatureHash } from '../sql.ts'
import { RelayStore } from '../sql-store.ts'
import { SqliteEngine } from './engine.ts'
import { inTransaction, openDatabase } from './open-database.ts'

/** State of one log during an append. */
interface LogState extends LogId {
  last_seq: number
  stored_bytes: number
  left: number
  isChanged: boolean
}

/** `office_bytes` is the size of the events in all logs of the office. */
interface LogRow {
  last_seq: number
  stored_bytes: number
  office_bytes: number
  max_bytes: number | null
}

const LOG_STATE = `
  SELECT last_seq, stored_bytes, max_bytes,
    (SELECT sum(stored_bytes) FROM environments WHERE office_id = offices.office_id) AS office_bytes
  FROM environments JOIN offices ON offices.office_id = environments.office_id
  WHERE environments.office_id = ? AND environments.name = ? AND state = 'active'`
const ADD_KNOWN_ID = `
  INSERT INTO known_ids (office_id, environment, id_hash, body_hash, received_at, signature_hash)
  VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
const KNOWN_SIGNATURE = 'SELECT office_id FROM known_ids WHERE signature_hash = ? AND body_hash <> ? LIMIT 1'
const SIGNATURE_USES = `
  SELECT EXISTS (SELECT 1 FROM known_ids WHERE office_id = ?1 AND signature_hash = ?2) AS is_known, count(*) AS recent
  FROM (SELECT 1 FROM known_ids
    WHERE office_id = ?1 AND signature_hash = ?2 AND received_at BETWEEN ?3 AND ?4 LIMIT ?5)`
const ADD_EVENT = `
  INSERT INTO events
    (office_id, environment, seq, event_id, received_at, sender, signature, kid, verification, raw_body)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** With `synchronous = FULL`, a commit is on the disk when it returns. */
export class SqliteStore extends RelayStore {
  protected readonly engine: SqliteEngine
  readonly #database: DatabaseSync
  readonly #prepare: SqliteEngine['prepare']
  /** Cache for one version of the database, which changes when another process commits. */
  readonly #inlets = new Map<string, OfficeEnvironment>()
  #inletsAsOf = 0
  #inletsAreFresh = false
  readonly appendEveryMs = 0

  constructor(dataFolder: string) {
    super()
    this.#database = openDatabase(dataFolder)
    this.engine = new SqliteEngine(this.#database, () => this.#inlets.clear())
    this.#prepare = (text) => this.engine.prepare(text)
  }

  /** Every notification needs this lookup. */
  async findInlet(inlet: string): Promise<OfficeEnvironment | null> {
    if (!this.#inletsAreFresh) this.#refreshInlets()
    const known = this.#inlets.get(inlet)
    if (known !== undefined) return known
    const [found] = await this.engine.query<OfficeEnvironment>(
      `SELECT ${OFFICE_ENVIRONMENT} FROM ${INLETS_IN_USE} AND inlets.inlet = $1`,
      [inlet],
    )
    if (found !== undefined) this.#inlets.set(inlet, found)
    return found ?? null
  }

  /** Checks the version only once per turn of the event loop, because the check takes a lock on the file. */
  #refreshInlets(): void {
    const version = this.#dataVersion()
    if (version !== this.#inletsAsOf) this.#inlets.clear()
    this.#inletsAsOf = version
    this.#inletsAreFresh = true
    setImmediate(() => (this.#inletsAreFresh = false))
  }

  #dataVersion(): number {
    return Number(this.#prepare('PRAGMA data_version').get()?.['data_version'])
  }

  async deviceVersion(): Promise<string> {
    // The first number changes with commits of other processes, and the second one with changes of this process.
    const { changes } = this.#prepare('SELECT total_changes() AS changes').get() ?? {}
    return `${this.#dataVersion()} ${String(changes)}`
  }

  async append(events: NewEvent[]): Promise<AppendOutcome[]> {
    const logs: LogState[] = []
    const outcomes = inTransaction(this.#database, () => {
      const results = events.map((event) => this.#appendOne(event, logs))
      for (const { office_id, environment, last_seq, stored_bytes, isChanged } of logs)
        if (isChanged)
          this.#prepare(
            'UPDATE environments SET last_seq = ?, stored_bytes = ? WHERE office_id = ? AND name = ?',
          ).run(last_seq, stored_bytes, office_id, environment)
      return results
    })
    this.reportStored(events, outcomes)
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
    const added = this.#prepare(ADD_KNOWN_ID).run(
      office_id,
      environment,
      id_hash,
      body_hash,
      received_at,
      signature_hash,
    )
    if (Number(added.changes) === 0) {
      const known = this.#knownOutcome(office_id, id_hash, body_hash)
      if (known === null) throw new Error('An event id is known and cannot be found.')
      return known
    }
    const seq = log.last_seq + 1
    this.#prepare(ADD_EVENT).run(
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
    return { outcome: 'stored', seq }
  }

  #judge(
    { office_id, received_at, verification }: NewEvent,
    { left }: LogState,
    signature_hash: Uint8Array | null,
    body_hash: Uint8Array,
  ): Coverage | { outcome: 'signature_reused' | 'over_quota' } {
    let coverage = verification
    if (signature_hash !== null && verification === 'unique') {
      if (this.#prepare(KNOWN_SIGNATURE).get(signature_hash, body_hash) !== undefined)
        return { outcome: 'signature_reused' }
    } else if (signature_hash !== null) {
      const at = Date.parse(received_at)
      const from = new Date(at - SIGNATURE_WINDOW_MS).toISOString()
      const to = new Date(at + SIGNATURE_WINDOW_MS).toISOString()
      const uses = this.#prepare(SIGNATURE_USES).get(
        office_id,
        signature_hash,
        from,
        to,
        MAX_BODIES_OF_SIGNATURE,
      )
      if (Number(uses?.['recent']) >= MAX_BODIES_OF_SIGNATURE) return { outcome: 'signature_reused' }
      if (uses?.['is_known'] === 1) coverage = 'reused'
    }
    return left <= 0 ? { outcome: 'over_quota' } : coverage
  }

  #knownOutcome(office_id: number, id_hash: Uint8Array, body_hash: Uint8Array): AppendOutcome | null {
    const row = this.#prepare('SELECT body_hash FROM known_ids WHERE office_id = ? AND id_hash = ?').get(
      office_id,
      id_hash,
    )
    if (row === undefined) return null
    return {
      outcome: Buffer.compare(body_hash, row['body_hash'] as Uint8Array) === 0 ? 'duplicate' : 'conflict',
    }
  }

  /** Returns the state of the event's log, as changed by the earlier events of the same append. Returns null if the office is closed. */
  #log({ office_id, environment }: LogId, logs: LogState[]): LogState | null {
    // Search from the end, because consecutive events often belong to the same log.
    const known = logs.findLast((log) => log.office_id === office_id && log.environment === environment)
    if (known !== undefined) return known
    const row = this.#prepare(LOG_STATE).get(office_id, environment) as LogRow | undefined
    if (row === undefined) return null
    const { last_seq, stored_bytes, office_bytes, max_bytes } = row
    const left = max_bytes === null ? Infinity : max_bytes - office_bytes
    const log = { office_id, environment, last_seq, stored_bytes, left, isChanged: false }
    logs.push(log)
    return log
  }

  async readTails(logs: LogPosition[], limit: number, bytes: number): Promise<LoggedEvent[]> {
    const read = logs.map(async ({ office_id, environment, seq }) => {
      const events = await this.office(office_id).readEvents(environment, seq, limit, bytes)
      return events.map((event) => ({ ...event, office_id }))
    })
    return (await Promise.all(read)).flat()
  }

  async reclaim(stopping?: AbortSignal): Promise<void> {
    await forgetSignatures(this.engine, stopping)
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

/** Number of pages that one step returns (4 MB). The limit ensures that no step blocks incoming events for long. */
const STEP_PAGES = 1000
/** Number of steps between two checkpoints. It keeps the write-ahead log at about 16 MB. */
const STEPS_PER_CHECKPOINT = 4
/** Retention runs every hour, and would otherwise return pages that the next hour needs again. */
const KEPT_PART = 0.1

async function reclaim(database: DatabaseSync, stopping?: AbortSignal): Promise<void> {
  const read = (name: string) => Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0])
  const kept = Math.max(STEP_PAGES, read('page_count') * KEPT_PART)
  let free = read('freelist_count')
  for (let step = 1; free > kept && !stopping?.aborted; step += 1) {
    database.exec(`PRAGMA incremental_vacuum(${STEP_PAGES})`)
    const left = read('freelist_count')
    if (left >= free) break
    free = left
    if (step % STEPS_PER_CHECKPOINT === 0) checkpoint(database, 'PASSIVE')
    await endOfTurn()
  }
  checkpoint(database, 'TRUNCATE')
}

/** Copies the write-ahead log into the database. Does not wait for readers in other processes, such as a backup; the next run does the rest. */
function checkpoint(database: DatabaseSync, kind: 'PASSIVE' | 'TRUNCATE'): void {
  const timeout = database.prepare('PRAGMA busy_timeout').get()?.['timeout']
  database.exec('PRAGMA busy_timeout = 0')
  try {
    database.exec(`PRAGMA wal_checkpoint(${kind})`)
  } finally {
    database.exec(`PRAGMA busy_timeout = ${Number(timeout)}`)
  }
}
