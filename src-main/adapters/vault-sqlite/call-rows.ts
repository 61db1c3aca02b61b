import type { Database } from 'better-sqlite3-multiple-ciphers'
import type { ServiceCall } from '../../../src-shared/domain/service-call.ts'
import { Statements } from './statements.ts'

/** More than people read. They can search for older ones. */
const CALLS_AT_ONCE = 500

export class CallRows {
  readonly #database: Database
  readonly #statements: Statements

  constructor(database: Database) {
    this.#database = database
    this.#statements = new Statements(database)
  }

  append(call: ServiceCall, forget_before: string): void {
    this.#statements
      .of(
        `INSERT INTO calls (at, method, path, status, duration_ms, outcome, sent_bytes, received_bytes)
         VALUES (@at, @method, @path, @status, @duration_ms, @outcome, @sent_bytes, @received_bytes)`,
      )
      .run(call)
    this.#statements.of('DELETE FROM calls WHERE at < ?').run(forget_before)
  }

  /** Returns calls, newest first. Each search word must occur in one of the columns. */
  list(search: string): ServiceCall[] {
    const words = search.split(/\s+/).filter((word) => word !== '')
    const matches = words.map(
      () => "(method || ' ' || path || ' ' || coalesce(status, '') || ' ' || outcome) LIKE ? ESCAPE '\\'",
    )
    return this.#database
      .prepare(
        `SELECT at, method, path, status, duration_ms, outcome, sent_bytes, received_bytes FROM calls
         ${matches.length === 0 ? '' : `WHERE ${matches.join(' AND ')}`} ORDER BY number DESC LIMIT ${CALLS_AT_ONCE}`,
      )
      .all(...words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)) as ServiceCall[]
  }
}
