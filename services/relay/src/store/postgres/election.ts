import type { Client } from 'pg'
import { DatabaseError } from '../../errors.ts'
import { createConnection, isPooled } from './connections.ts'

/** Number of the advisory lock of the elected process. The number is arbitrary but must be unique. */
const LOCK = 5_226_301_188
const QUERY_TIMEOUT_MS = 3000
/**
 * Time without a query after which PostgreSQL ends the session and releases the lock. The elected process asks every ten seconds, so this
 * happens only if it froze, or if its host or the network vanished. PostgreSQL before version 14 lacks this setting.
 */
const IDLE_TIMEOUT = '40s'

/**
 * Elects one of several relay processes that share a database. The elected one holds an advisory lock on a connection of its own. The lock is
 * released when the process ends or loses this connection.
 */
export class Election {
  readonly #url: string
  readonly #onProblem: (words: string) => void
  #client: Client | null = null
  #isClosed = false

  constructor(url: string, onProblem: (words: string) => void) {
    this.#url = url
    this.#onProblem = onProblem
  }

  /** Returns true if this process is elected. Otherwise, tries to get elected. Call it at least every 20 seconds. */
  async isElected(): Promise<boolean> {
    if (this.#client !== null && (await this.#holds(this.#client))) return true
    if (this.#isClosed) return false
    const client = createConnection(this.#url, QUERY_TIMEOUT_MS)
    // A lost connection also makes the next query fail.
    client.on('error', () => {})
    try {
      await client.connect()
      // A pooler would lend the session that holds the lock to other clients. Each process then does the work itself.
      const pooled = await isPooled(client)
      if (!pooled && (await tryLock(client)) && !this.#isClosed) {
        this.#client = client
        return true
      }
      await client.end()
      return pooled
    } catch (error) {
      this.#onProblem(new DatabaseError(error).message)
      await client.end().catch(() => {})
      return false
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client?.end().catch(() => {})
    this.#client = null
  }

  /** Returns true if the connection is alive, and with it the lock. */
  async #holds(client: Client): Promise<boolean> {
    try {
      await client.query('SELECT 1')
      return true
    } catch {
      this.#client = null
      await client.end().catch(() => {})
      return false
    }
  }
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    LOCK,
  ])
  if (rows[0]?.locked !== true) return false
  await client.query(
    "SELECT set_config(name, $1, false) FROM pg_settings WHERE name = 'idle_session_timeout'",
    [IDLE_TIMEOUT],
  )
  return true
}
