import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientBase, type ClientConfig, Pool, type QueryResultRow, types } from 'pg'
import { DatabaseError } from '../../errors.ts'
import { environmentSchema } from '../../../../../src-shared/platform/words/vocabulary-schema.ts'
import type { LogPosition } from '../relay-store.ts'

export type Query = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

const POOL_SIZE = 10
/** Shorter than the 5 s for which a sender of notifications waits, so that it still receives the error. */
const CONNECT_TIMEOUT_MS = 3000
const QUERY_TIMEOUT_MS = 4500
const IDLE_TIMEOUT_MS = 5 * 60_000

/**
 * Settings of each database session. A commit returns only after the data is on the disk. The timeouts make the database cancel the work of
 * a relay process that froze or vanished. `tcp_user_timeout` applies if the process no longer reads a result: the statement would never end,
 * and would keep its locks. The relay looks up few rows of large tables. Without `enable_seqscan = off`, a session would continue to read
 * whole tables if it had planned a statement while they were small. `jit` compiles statements whose estimated cost is high, and the
 * compilation takes longer than any of these statements. Without `plan_cache_mode`, a session would plan prepared statements anew for each
 * call if a plan for the exact number of values seems better. Planning takes up to ten times as long as running the statement.
 */
const SESSION_SETTINGS = `
  SET synchronous_commit = on;
  SET enable_seqscan = off;
  SET jit = off;
  SET plan_cache_mode = force_generic_plan;
  SET statement_timeout = '10s';
  SET tcp_user_timeout = '15s';
  SET idle_in_transaction_session_timeout = '10s'`

const { INT8, TIMESTAMPTZ } = types.builtins
const readInstant = types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date

/** Parses bigint as number (values are safe integers) and timestamps as ISO 8601 strings. */
const relayTypes: ClientConfig['types'] = {
  getTypeParser: (oid, format) => {
    if (oid === INT8) return Number
    if (oid === TIMESTAMPTZ) return (text: string) => readInstant(text).toISOString()
    return types.getTypeParser(oid, format)
  },
}

function configOf(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'funding-desk-relay',
    types: relayTypes,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  }
}

export function createConnection(url: string, query_timeout_ms: number): Client {
  return new Client({ ...configOf(url), query_timeout: query_timeout_ms })
}

/**
 * Makes PostgreSQL end this session if the relay process freezes or vanishes: 15 seconds after its last query, or if it reads no data for as
 * long. Run a query more often than that. Do not use it behind a connection pooler, which lends the session to other clients. PostgreSQL
 * before version 14 lacks the first of the two settings.
 */
export async function endWhenFrozen(client: ClientBase): Promise<void> {
  await client.query(
    "SELECT set_config(name, '15s', false) FROM pg_settings WHERE name IN ('idle_session_timeout', 'tcp_user_timeout')",
  )
}

/** Error codes of PostgreSQL for a prepared statement that does not exist, or that exists already. */
const PREPARED_ELSEWHERE = ['26000', '42P05']

/** `longest_ms`: for statements that read whole tables. The pool awaits the promise, although its types do not say so. */
const setUpSession =
  (longest_ms: number | undefined) =>
  (client: ClientBase): unknown =>
    client.query(
      longest_ms === undefined
        ? SESSION_SETTINGS
        : `${SESSION_SETTINGS};
          SET enable_seqscan = on;
          SET plan_cache_mode = auto;
          SET statement_timeout = ${longest_ms};
          SET idle_in_transaction_session_timeout = ${longest_ms}`,
    )

/** Addresses of the database. `directUrl` leads to the same database without a connection pooler in between. */
export interface DatabasePlace {
  url: string
  directUrl: string
  poolSize?: number | undefined
  /** Time that a statement may take, and that a transaction may wait for the next one, in milliseconds. By default, the times of a relay. */
  longest_ms?: number
}

/** Connection pool of one database. Opens connections as needed and replaces lost ones. */
export class Connections {
  readonly #pool: Pool
  #failedAt = -Infinity
  /** Names of the prepared statements, by their text. Null if statements cannot be prepared. */
  #names: Map<string, string> | null = null

  constructor({ url, poolSize = POOL_SIZE, longest_ms }: DatabasePlace, onProblem: (words: string) => void) {
    this.#pool = new Pool({
      ...configOf(url),
      query_timeout: longest_ms ?? QUERY_TIMEOUT_MS,
      max: poolSize,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      onConnect: setUpSession(longest_ms),
    })
    // The pool replaces a broken idle connection automatically. Without this listener, the error would end the process.
    this.#pool.on('error', (error) => onProblem(new DatabaseError(error).message))
  }

  query: Query = async <Row extends QueryResultRow>(text: string, values: unknown[] = []) => {
    try {
      const name = values.length === 0 ? undefined : this.#nameOf(text)
      const query = name === undefined ? { text, values } : { name, text, values }
      return (await this.#pool.query<Row>(query)).rows
    } catch (error) {
      this.#failedAt = performance.now()
      // A connection pooler now leads a connection to other sessions, which do not know its prepared statements.
      if (PREPARED_ELSEWHERE.includes(String((error as { code?: unknown }).code))) this.#names = null
      throw new DatabaseError(error)
    }
  }

  /** Does nothing behind a connection pooler, because it may lead each statement of a connection to another session. */
  async prepareStatements(): Promise<void> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw new DatabaseError(error)
    })
    try {
      if (!(await isPooled(client))) this.#names = new Map()
    } finally {
      client.release()
    }
  }

  #nameOf(text: string): string | undefined {
    const name = this.#names?.get(text) ?? `relay ${this.#names?.size}`
    this.#names?.set(text, name)
    return this.#names === null ? undefined : name
  }

  async transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      this.#failedAt = performance.now()
      throw new DatabaseError(error)
    })
    const run: Query = async <Row extends QueryResultRow>(text: string, values: unknown[] = []) =>
      (await client.query<Row>(text, values)).rows
    // If the connection breaks between two statements, the next one fails. Without this listener, the error would end the process.
    const ignore = () => {}
    client.on('error', ignore)
    let failed = true
    try {
      await run('BEGIN')
      const result = await work(run)
      await run('COMMIT')
      failed = false
      return result
    } catch (error) {
      throw new DatabaseError(error)
    } finally {
      // Discard the connection after a failure; this rolls back the transaction.
      client.release(failed)
      // A discarded connection may still report errors. The pool listens for those of the others.
      if (!failed) client.off('error', ignore)
    }
  }

  sinceFailure(): number {
    return performance.now() - this.#failedAt
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}

/** Interval for testing the connection that listens. */
const TEST_MS = 2000
/** If the connection that listens is dead, the relay notices it after this time. */
const LISTENER_QUERY_TIMEOUT_MS = 3000
const RECONNECT_MS = 500

/** Reported once if the connection that listens leads through a connection pooler. */
const POOLER_FOUND =
  'A connection pooler, such as PgBouncer, is between the relay and the database, and may lose notifications. Set database_direct.'

/** A pooler reports another process id than that of the session that runs the statement. */
export async function isPooled(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const { processID } = client as unknown as { processID: number | null }
  return rows[0]?.pid !== processID
}

interface ListenerOptions {
  url: string
  /** Called after events were stored in these logs, by any relay process. `seq` is the newest event of the log. */
  onAppended: (logs: LogPosition[]) => void
  /** Called after events were stored, if the report does not name their logs. */
  onMissed: () => void
  /** Called after each connection, and if another database took over. Reports may have been lost. */
  onConnected: () => void
  onProblem: (words: string) => void
  onAnswered: (streams: string[]) => void
}

/** Detects events that other relay processes store. After a reconnect, assumes that a notification was lost. */
export class AppendListener {
  readonly #options: ListenerOptions
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  #hears = false
  #reportedPooler = false

  constructor(options: ListenerOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  /** Returns true while notifications arrive reliably: the connection is open, and no pooler is in between. */
  hears(): boolean {
    return this.#hears
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      const client = createConnection(this.#options.url, LISTENER_QUERY_TIMEOUT_MS)
      try {
        await this.#listen(client)
      } catch (error) {
        if (!signal.aborted) this.#options.onProblem(new DatabaseError(error).message)
      }
      this.#hears = false
      // The connection is lost already, and only the signal ends the wait early.
      await client.end().catch(() => {})
      await sleep(RECONNECT_MS, undefined, { signal }).catch(() => {})
    }
  }

  /** Listens on one connection. Never resolves. Rejects when the connection is lost or the listener is closed. */
  async #listen(client: Client): Promise<void> {
    const { onAppended, onMissed, onConnected, onAnswered } = this.#options
    const lost = new AbortController()
    client.on('error', (error) => lost.abort(error))
    client.on('end', () => lost.abort(new Error('the connection ended')))
    client.on('notification', ({ channel, payload }) => {
      if (channel === 'relay_answered') return onAnswered((payload ?? '').split(','))
      const logs = parseDoorbell(payload ?? '')
      if (logs === null) onMissed()
      else onAppended(logs)
    })
    await client.connect()
    await client.query('LISTEN relay_appended')
    await client.query('LISTEN relay_answered')
    this.#hears = !(await isPooled(client))
    // PostgreSQL keeps each notification until every listening session has read it. If a frozen process kept its session, they would pile
    // up until no relay could store an event.
    if (this.#hears) await endWhenFrozen(client)
    if (!this.#hears && !this.#reportedPooler) {
      this.#reportedPooler = true
      this.#options.onProblem(POOLER_FOUND)
    }
    const signal = AbortSignal.any([lost.signal, this.#stopping.signal])
    let known: string | undefined
    for (;;) {
      const { rows } = await client.query<{ mark: string }>('SELECT store_mark() AS mark')
      // Behind a connection pooler, another database can take over without the end of this connection.
      if (rows[0]?.mark !== known) onConnected()
      known = rows[0]?.mark
      await sleep(TEST_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}

/** Parses a report of new events. Returns null if it does not name the logs, because their names did not fit into a notification. */
function parseDoorbell(payload: string): LogPosition[] | null {
  const logs: LogPosition[] = []
  for (const entry of payload.split(',')) {
    const [office_id, name, seq] = entry.split(' ')
    const environment = environmentSchema.safeParse(name)
    if (!environment.success) return null
    logs.push({ office_id: Number(office_id), environment: environment.data, seq: Number(seq) })
  }
  return logs
}
