import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientBase, type ClientConfig, Pool, type QueryResultRow, types } from 'pg'
import { environmentSchema } from '../../../../../src-shared/domain/vocabulary-schema.ts'
import type { Environment } from '../../../../../src-shared/domain/vocabulary.ts'

/** Error for a lost connection or a refused statement. Its message contains no password and no row data. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'

  constructor(error: unknown) {
    // If several addresses refuse the connection, the error contains one error per address.
    const first: unknown = error instanceof AggregateError ? error.errors[0] : error
    // Do not set the original error as the cause, because PostgreSQL's detail text may contain the refused row.
    super(`PostgreSQL: ${first instanceof Error ? first.message : String(first)}`)
  }
}

/** Runs one statement and returns its rows. */
export type Query = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

const POOL_SIZE = 10
/** A sender waits 5 s for a response. These two timeouts are shorter, so that the sender still receives the error. */
const CONNECT_TIMEOUT_MS = 3000
const QUERY_TIMEOUT_MS = 4500
const IDLE_TIMEOUT_MS = 5 * 60_000

/** Makes the database cancel the work of a relay that froze or vanished. */
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

/** Creates a connection outside the pool, not yet connected. */
export function createConnection(url: string, query_timeout_ms: number): Client {
  return new Client({ ...configOf(url), query_timeout: query_timeout_ms })
}

/** The pool awaits the result, although its types do not say so. */
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
    // A broken idle connection does no harm and must not end the process.
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
 * Interval for polling the end of the log. If a database notification is lost, for example behind a connection pooler, a reader is delayed
 * by at most this time.
 */
const POLL_MS = 2000
/** Query timeout of the listening connection: if the connection is dead, this is noticed after this time. */
const LISTENER_QUERY_TIMEOUT_MS = 3000
const RECONNECT_MS = 500

interface ListenerOptions {
  url: string
  /** Called after events were appended, with the newest seq of their environment. */
  onAppended: (environment: Environment, seq: number) => void
  /** Called when events may have been appended unnoticed. */
  onUncertain: () => void
  onProblem: (words: string) => void
  /** Called when a device acknowledged a heartbeat in any process. */
  onAnswered: (stream: string) => void
  /** Interval for polling the end of the log, in milliseconds; default: `POLL_MS`. */
  pollMs: number | undefined
}

/**
 * Uses PostgreSQL's `LISTEN` to detect events that other relays append. Also polls the end of the log, because database notifications can
 * be lost. Reconnects automatically, and then assumes that it missed a notification.
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

  /** Rejects when the connection is lost. */
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
