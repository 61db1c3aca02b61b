import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientBase, type ClientConfig, Pool, type QueryResultRow, types } from 'pg'
import { environmentSchema } from '../../../../../src-shared/domain/vocabulary-schema.ts'
import type { Environment } from '../../../../../src-shared/domain/vocabulary.ts'

/** Error for a lost connection or a refused statement. Its message contains no password and no row data. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'

  constructor(error: unknown) {
    // If a host has several addresses and all refuse the connection, the error contains one error per address. Use the first one.
    const first: unknown = error instanceof AggregateError ? error.errors[0] : error
    // Do not set the original error as the cause, because PostgreSQL's detail text may contain the refused row.
    super(`PostgreSQL: ${first instanceof Error ? first.message : String(first)}`)
  }
}

/** Runs one statement and returns its rows. */
export type Query = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

const POOL_SIZE = 10
/**
 * Timeouts for a connection attempt and for a query. A sender of notifications waits 5 s for a response. Both timeouts are shorter, so that
 * the sender still receives the error.
 */
const CONNECT_TIMEOUT_MS = 3000
const QUERY_TIMEOUT_MS = 4500
const IDLE_TIMEOUT_MS = 5 * 60_000

/**
 * Settings of each database session. A commit returns only after the data is on the disk. The timeouts make the database cancel the work of
 * a relay process that froze or vanished.
 */
const SESSION_SETTINGS = `
  SET synchronous_commit = on;
  SET statement_timeout = '10s';
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

/** Creates a database client outside the connection pool. The caller must connect it. */
export function createConnection(url: string, query_timeout_ms: number): Client {
  return new Client({ ...configOf(url), query_timeout: query_timeout_ms })
}

/** Applies the session settings to a new connection. The connection pool awaits the returned promise, although its types do not say so. */
const setUpSession = (client: ClientBase): unknown => client.query(SESSION_SETTINGS)

/** Connection pool of one database. Opens connections as needed and replaces lost ones. */
export class Connections {
  readonly #pool: Pool

  constructor(url: string, onProblem: (words: string) => void) {
    this.#pool = new Pool({
      ...configOf(url),
      query_timeout: QUERY_TIMEOUT_MS,
      max: POOL_SIZE,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      onConnect: setUpSession,
    })
    // The pool replaces a broken idle connection automatically. Without this listener, the error would end the process.
    this.#pool.on('error', (error) => onProblem(new DatabaseError(error).message))
  }

  /** Runs one statement as one transaction. */
  query: Query = async <Row extends QueryResultRow>(text: string, values: unknown[] = []) => {
    try {
      return (await this.#pool.query<Row>(text, values)).rows
    } catch (error) {
      throw new DatabaseError(error)
    }
  }

  /** Runs several statements in one transaction. If `work` rejects, everything is rolled back. */
  async transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw new DatabaseError(error)
    })
    const run: Query = async <Row extends QueryResultRow>(text: string, values: unknown[] = []) =>
      (await client.query<Row>(text, values)).rows
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
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}

/**
 * Interval for checking the event log for new events. Normally, PostgreSQL notifies the relay of new events. If such a notification is
 * lost, for example behind a connection pooler, a reader gets the events with at most this delay.
 */
const POLL_MS = 2000
/**
 * Query timeout of the connection that listens for notifications from PostgreSQL. If this connection is dead, the relay notices it after
 * this time.
 */
const LISTENER_QUERY_TIMEOUT_MS = 3000
const RECONNECT_MS = 500

interface ListenerOptions {
  url: string
  /** Called after events were stored, with the newest seq (sequence number) of their environment. */
  onAppended: (environment: Environment, seq: number) => void
  /** Called when events may have been stored without a notification from PostgreSQL. */
  onUncertain: () => void
  onProblem: (words: string) => void
  /** Called when a device acknowledged a heartbeat. The heartbeat may come from another relay process. */
  onAnswered: (stream: string) => void
  /** Interval for checking the event log for new events, in milliseconds; default: `POLL_MS`. */
  pollMs: number | undefined
}

/**
 * Uses PostgreSQL's `LISTEN` to detect events that other relay processes store. Also checks the log for new events at intervals, because
 * PostgreSQL's notifications can be lost. Reconnects automatically. After a reconnect, assumes that a notification was lost.
 */
export class AppendListener {
  readonly #options: ListenerOptions
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>

  constructor(options: ListenerOptions) {
    this.#options = options
    this.#running = this.#run()
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
      await client.end().catch(() => {})
      await sleep(RECONNECT_MS, undefined, { signal }).catch(() => {})
    }
  }

  /** Listens on one connection. Never resolves. Rejects when the connection is lost or the listener is closed. */
  async #listen(client: Client): Promise<void> {
    const { onAppended, onUncertain, onAnswered, pollMs = POLL_MS } = this.#options
    const lost = new AbortController()
    client.on('error', (error) => lost.abort(error))
    client.on('end', () => lost.abort(new Error('the connection ended')))
    client.on('notification', ({ channel, payload }) => {
      if (channel === 'relay_answered') return onAnswered(payload ?? '')
      const [name, seq] = payload?.split(' ') ?? []
      const environment = environmentSchema.safeParse(name)
      if (environment.success) onAppended(environment.data, Number(seq))
    })
    await client.connect()
    await client.query('LISTEN relay_appended')
    await client.query('LISTEN relay_answered')
    const signal = AbortSignal.any([lost.signal, this.#stopping.signal])
    let seen = -1
    for (;;) {
      const { rows } = await client.query<{ last_seq: number }>('SELECT last_seq FROM log')
      const last_seq = rows[0]?.last_seq ?? 0
      if (last_seq !== seen) onUncertain()
      seen = last_seq
      await sleep(pollMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}
