import { Client, Pool, types, type ClientBase, type ClientConfig, type QueryResultRow } from 'pg'

/** What a lost connection or a refusing database comes to. The words hold no password and no row. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'

  constructor(error: unknown) {
    // A connection that several addresses refused fails with all of their errors.
    const first: unknown = error instanceof AggregateError ? error.errors[0] : error
    // Not as its cause: what PostgreSQL adds in detail may be the row that it could not take.
    super(`PostgreSQL: ${first instanceof Error ? first.message : String(first)}`)
  }
}

/** Runs one statement and answers its rows. */
export type Query = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

const POOL_SIZE = 10
/** Both below what a sender waits (5 s), so that it hears of a fault while it still listens. */
const CONNECT_TIMEOUT_MS = 3000
const QUERY_TIMEOUT_MS = 4500
const IDLE_TIMEOUT_MS = 5 * 60_000

/** The database lets go by itself of what was begun by a relay that has frozen or vanished. */
const SESSION_SETTINGS = `
  SET synchronous_commit = on;
  SET statement_timeout = '10s';
  SET idle_in_transaction_session_timeout = '10s'`

const { INT8, TIMESTAMPTZ } = types.builtins
const readInstant = types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date

/** Numbers are safe integers here, and instants are ISO 8601 as everywhere in the relay. */
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

/** A connection outside the pool, not connected yet. */
export function createConnection(url: string, query_timeout_ms: number): Client {
  return new Client({ ...configOf(url), query_timeout: query_timeout_ms })
}

/** The pool waits for it, which its types don't say. */
const setUpSession = (client: ClientBase): unknown => client.query(SESSION_SETTINGS)

/** Connections to one database: made as they are needed, and anew when they were lost. */
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
    // A connection that breaks while nobody uses it is no loss, and must not end the process.
    this.#pool.on('error', (error) => onProblem(new DatabaseError(error).message))
  }

  /** One statement, which is one transaction. */
  query: Query = async <Row extends QueryResultRow>(text: string, values: unknown[] = []) => {
    try {
      return (await this.#pool.query<Row>(text, values)).rows
    } catch (error) {
      throw new DatabaseError(error)
    }
  }

  /** Several statements in one transaction; when it rejects, nothing of it stays. */
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
      // A connection on which something failed is closed, and with it goes what was begun.
      client.release(failed)
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}
