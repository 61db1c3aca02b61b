import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { type Engine, type Statement, type Steps, takeSteps } from '../sql.ts'
import { inTransaction } from './open-database.ts'

/** Columns that contain JSON texts. PostgreSQL has types for them. */
export const JSON_COLUMNS = ['sender_addresses', 'details', 'key_set']

/** Runs the statements of the store in SQLite. Only one process writes at a time, so no statement locks single rows. */
export class SqliteEngine implements Engine {
  readonly portion = 500
  readonly counted = 1000
  readonly epoch = 'SELECT epoch FROM store_epoch'
  readonly givenDevices = '(SELECT value AS device_id FROM json_each($1)) AS given'
  readonly givenLogs = `(
    SELECT value ->> 'office_id' AS office_id, value ->> 'environment' AS log, value ->> 'seq' AS position
    FROM json_each($1)
  ) AS given`
  readonly #database: DatabaseSync
  readonly #onChange: () => void
  readonly #statements = new Map<string, StatementSync>()

  /** @param onChange called after each transaction: the inlets and environments may have changed */
  constructor(database: DatabaseSync, onChange: () => void) {
    this.#database = database
    this.#onChange = onChange
  }

  /** Prepares a statement once. */
  prepare(text: string): StatementSync {
    const known = this.#statements.get(text)
    if (known !== undefined) return known
    const sqlite = text.replaceAll(/\sFOR (?:NO KEY )?UPDATE/g, '').replaceAll(/\$(\d)/g, '?$1')
    const statement = this.#database.prepare(sqlite)
    this.#statements.set(text, statement)
    return statement
  }

  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.#run({ text, values }) as Row[]
  }

  async transaction<T>(steps: Steps<T>): Promise<T> {
    try {
      return inTransaction(this.#database, () => takeSteps(steps, (statement) => this.#run(statement)))
    } finally {
      this.#onChange()
    }
  }

  inSteps<T>(steps: Steps<T>): Promise<T> {
    return this.transaction(steps)
  }

  #run({ text, values }: Statement): object[] {
    return this.prepare(text)
      .all(...values.map(toSqlite))
      .map(fromSqlite)
  }

  async renewEpoch(): Promise<void> {
    // Only a restore replaces the database, and it renews the epoch itself.
  }

  async takeTurn(): Promise<number> {
    return 0
  }
}

function toSqlite(value: unknown): SQLInputValue {
  const isJson = typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
  return isJson ? JSON.stringify(value) : (value as SQLInputValue)
}

function fromSqlite(row: Record<string, SQLOutputValue>): object {
  const copy: Record<string, unknown> = { ...row }
  for (const column of JSON_COLUMNS) {
    const text = copy[column]
    if (typeof text === 'string') copy[column] = JSON.parse(text)
  }
  return copy
}
