import type { Client } from 'pg'
import { DatabaseError } from '../../errors.ts'
import { createConnection, endWhenFrozen, isPooled } from './connections.ts'

/** Number of the advisory lock of the elected process. The number is arbitrary but must be unique. */
const LOCK = 5_226_301_188
const QUERY_TIMEOUT_MS = 3000
/** PostgreSQL ends the session, and with it the lock, after a few intervals without a query: if the process froze or vanished. */
const USE_MS = 5000

/** Elects one of several processes: the one that holds an advisory lock, on a connection of its own. */
export class Election {
  readonly #url: string
  readonly #onProblem: (words: string) => void
  #client: Client | null = null
  #using: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(url: string, onProblem: (words: string) => void) {
    this.#url = url
    this.#onProblem = onProblem
  }

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
        // A timer, because the housekeeping of many offices may take longer than PostgreSQL waits for a query.
        this.#using = setInterval(() => void this.#holds(client), USE_MS).unref()
        return true
      }
      await client.end()
      return pooled
    } catch (error) {
      this.#onProblem(new DatabaseError(error).message)
      // The problem is reported above.
      await client.end().catch(() => {})
      return false
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const client = this.#client
    this.#forget()
    // If the connection is broken already, there is nothing to end.
    await client?.end().catch(() => {})
  }

  #forget(): void {
    this.#client = null
    if (this.#using !== null) clearInterval(this.#using)
    this.#using = null
  }

  /** Returns true if the connection is alive, and with it the lock. */
  async #holds(client: Client): Promise<boolean> {
    try {
      await client.query('SELECT 1')
      return true
    } catch {
      // The connection broke, and the lock with it. The next call connects again, and reports why it cannot.
      if (this.#client === client) this.#forget()
      // The problem is reported above.
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
  await endWhenFrozen(client)
  return true
}
