import type { Database } from 'better-sqlite3-multiple-ciphers'
import { Statements } from './statements.ts'
import type { ServiceCall } from '../../../src-shared/features/calls/service-call.ts'

/** Named values of a vault: settings, and the cursors of event sources (how far the events of a source were read). */
export class SettingRows {
  readonly #statements: Statements

  constructor(database: Database) {
    this.#statements = new Statements(database)
  }

  get(key: string): string | null {
    const value = this.#statements.of('SELECT value FROM settings WHERE key = ?').pluck().get(key)
    return (value as string | undefined) ?? null
  }

  set(key: string, value: string | null): void {
    if (value === null) this.#statements.of('DELETE FROM settings WHERE key = ?').run(key)
    else
      this.#statements
        .of(
          'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
        )
        .run(key, value)
  }

  /** Returns the cursor of an event source (the number of the last event that was read). Returns 0 for a new source. */
  cursor(source: string): number {
    const seq = this.#statements.of('SELECT seq FROM cursors WHERE source = ?').pluck().get(source)
    return (seq as number | undefined) ?? 0
  }

  setCursor(source: string, seq: number): void {
    this.#statements
      .of(
        'INSERT INTO cursors (source, seq) VALUES (?, ?) ON CONFLICT (source) DO UPDATE SET seq = excluded.seq',
      )
      .run(source, seq)
  }

  /** Returns the epoch of the store in which the cursor was read. Returns an empty text if none is known. */
  epoch(source: string): string {
    const epoch = this.#statements.of('SELECT epoch FROM cursors WHERE source = ?').pluck().get(source)
    return (epoch as string | undefined) ?? ''
  }

  setEpoch(source: string, epoch: string): void {
    this.#statements
      .of(
        'INSERT INTO cursors (source, seq, epoch) VALUES (?, 0, ?) ON CONFLICT (source) DO UPDATE SET epoch = excluded.epoch',
      )
      .run(source, epoch)
  }
}

/** Maximum number of recorded calls to the partner in a list. A user does not read more. A search finds older calls. */
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

  /** Returns recorded calls to the partner, newest first. Each search word must occur in one of the columns. */
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
