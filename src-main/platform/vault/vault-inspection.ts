import type { Database } from 'better-sqlite3-multiple-ciphers'
import { contentInUse } from '../../features/deals/trash-rows.ts'
import { openEncrypted, rekeyDatabase } from './encrypted-database.ts'
import { versionOf } from './migrations/migrate.ts'
import { SettingRows } from './setting-rows.ts'

export class InconsistentDatabase extends Error {}

/**
 * Opens a database for reading only, even while another process uses it.
 */
export class VaultInspection {
  readonly #database: Database
  readonly #key: string

  /** `key` is 64 hex digits. Throws the same errors as `VaultDatabase`. */
  constructor(file: string, key: string) {
    this.#database = openEncrypted(file, key, { readonly: true })
    this.#key = key
    try {
      versionOf(this.#database)
    } catch (error) {
      this.#database.close()
      throw error
    }
  }

  contentInUse(after: string): string[] {
    return contentInUse(this.#database, after)
  }

  getSetting(key: string): string | null {
    return new SettingRows(this.#database).get(key)
  }

  /**
   * Makes a consistent copy of the database, even while it is read and written. The copy is encrypted with the same key or with `newKey`.
   */
  copyInto(file: string, newKey: string | null = null): void {
    this.#database.prepare('VACUUM INTO ?').run(file)
    if (newKey !== null) rekeyDatabase(file, this.#key, newKey)
  }

  /** Reads every page and counts rows. Throws `InconsistentDatabase`, or the error SQLITE_CORRUPT if a page was changed or damaged. */
  check(): { deals: number; documents: number } {
    expectSound(this.#database)
    const count = (table: string) =>
      this.#database.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number
    return { deals: count('deals'), documents: count('documents') }
  }

  close(): void {
    this.#database.close()
  }
}

/** Reads every page. Throws `InconsistentDatabase` if pages contradict each other. */
export function expectSound(database: Database): void {
  const verdict = database.pragma('integrity_check(1)', { simple: true })
  if (verdict !== 'ok') throw new InconsistentDatabase()
}
