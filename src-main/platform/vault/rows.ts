import type { Database, Statement } from 'better-sqlite3-multiple-ciphers'

// A file of rows exports a factory that returns named reads and writes. It runs in the vault's process. Main's types are derived from it.

/** `never` if a value contains something that JSON cannot represent, such as a date or a function. Looks at `Depth` levels. */
type Json<T, Depth extends unknown[] = [1, 1, 1, 1]> = T extends string | number | boolean | null | undefined
  ? T
  : T extends ((...args: never[]) => unknown) | symbol | bigint
    ? never
    : Depth extends [unknown, ...infer Rest]
      ? { [Name in keyof T]: Json<T[Name], Rest> }
      : T

/** The functions of the vault's process as main calls them. One whose value would not survive JSON cannot be called. */
export type Served<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (...args: infer Args) => infer Value
    ? [Value] extends [Json<Value> | void]
      ? (...args: Args) => Promise<Value>
      : never
    : never
}

/** One write of a commit: the name of a function in `Writes`, with its argument. */
export type WriteOf<Writes> = {
  [Name in keyof Writes]: Writes[Name] extends (write: infer Content) => void
    ? { write: Name } & Content
    : never
}[keyof Writes]

/** Thrown by a write to a deal that does not exist. Nothing of its commit is stored. */
export class NoSuchDeal extends Error {}

/** Thrown by a write whose event or cursor another commit already stored. Nothing of its commit is stored, and the commit returns `answer`. */
export class StoredBefore extends Error {
  readonly answer: 'duplicate' | 'stale'

  constructor(answer: 'duplicate' | 'stale') {
    super(answer)
    this.answer = answer
  }
}

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
