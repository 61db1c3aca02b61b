import type { Database } from 'better-sqlite3-multiple-ciphers'
import { Statements } from './statements.ts'

/** Named values of a vault: settings, and the cursors of event sources. */
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

  /** Returns a source's cursor, 0 for a new source. */
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
}
