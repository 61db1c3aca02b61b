import type { Database, Statement } from 'better-sqlite3-multiple-ciphers'

export type { Database, Statement } from 'better-sqlite3-multiple-ciphers'

/** Compiles each SQL statement only once, because compiling takes longer than running most of them. */
export class Statements {
  /** For statements whose SQL varies, for transactions, and for pragmas. */
  readonly database: Database
  readonly #kept = new Map<string, Statement>()

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the compiled statement. Use only constant SQL strings, because each compiled statement remains in memory. */
  of(sql: string): Statement {
    let statement = this.#kept.get(sql)
    if (statement === undefined) this.#kept.set(sql, (statement = this.database.prepare(sql)))
    return statement
  }
}

/** Returns strings as a quoted list for an SQL expression with `IN`. */
export function quoted(constants: readonly string[]): string {
  return constants.map((one) => `'${one.replaceAll("'", "''")}'`).join(', ')
}

/** Parses a JSON column that contains a list of strings. Skips parsing if the list is empty, because most deals have an empty list. */
export function listIn(json: string): string[] {
  return json === '[]' ? [] : (JSON.parse(json) as string[])
}
