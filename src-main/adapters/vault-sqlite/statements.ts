import type { Database, Statement } from 'better-sqlite3-multiple-ciphers'

/** Compiles each statement once: compiling takes longer than most of them run. */
export class Statements {
  readonly #database: Database
  readonly #kept = new Map<string, Statement>()

  constructor(database: Database) {
    this.#database = database
  }

  /** For texts that are written in the source, of which there are so many and no more. */
  of(sql: string): Statement {
    let statement = this.#kept.get(sql)
    if (statement === undefined) this.#kept.set(sql, (statement = this.#database.prepare(sql)))
    return statement
  }
}
