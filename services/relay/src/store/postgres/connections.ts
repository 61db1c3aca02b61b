import { Client, Pool, types, type ClientBase, type ClientConfig, type QueryResultRow } from 'pg'

/** Error for a lost connection or a refused statement. Its message contains no password and no row data. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'

  constructor(error: unknown) {
    // If several addresses refuse the connection, the error contains one error per address.
    const first: unknown = error instanceof AggregateError ? error.errors[0] : error
    // The original is not set as the cause: PostgreSQL's detail text may contain the refused row.
    super(`PostgreSQL: ${first instanceof Error ? first.message : String(first)}`)
  }
}

/** Runs one statement and returns its rows. */
export type Query = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

const POOL_SIZE = 10
/** Both shorter than a sender waits (5 s), so that the sender still receives the error. */
const CONNECT_TIMEOUT_MS = 3000
const QUERY_TIMEOUT_MS = 4500
const IDLE_TIMEOUT_MS = 5 * 60_000

/** The database cancels the work of a relay that froze or vanished. */
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
