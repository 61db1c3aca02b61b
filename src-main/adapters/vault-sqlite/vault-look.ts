import type { Database } from 'better-sqlite3-multiple-ciphers'
import { contentInUse } from './bin-rows.ts'
import { openEncrypted } from './encrypted-database.ts'
import { versionOf } from './migrations/migrate.ts'

/** `check` found that the database contradicts itself. */
export class InconsistentDatabase extends Error {}

/** A database of this or an earlier version that is looked at and not changed, also while another process works with it. */
export class VaultLook {
  readonly #database: Database

  /** `key` is 64 hex digits. Throws what `VaultDatabase` throws. */
  constructor(file: string, key: string) {
    this.#database = openEncrypted(file, key, { readonly: true })
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

  /** A consistent copy, encrypted with the same key, while others read and write. */
  copyInto(file: string): void {
    this.#database.prepare('VACUUM INTO ?').run(file)
  }

  /** Reads every page and counts; throws `InconsistentDatabase`, or SQLITE_CORRUPT where a page is not genuine. */
  check(): { deals: number; documents: number } {
    const verdict = this.#database.pragma('integrity_check(1)', { simple: true })
    if (verdict !== 'ok') throw new InconsistentDatabase()
    const count = (table: string) =>
      this.#database.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number
    return { deals: count('deals'), documents: count('documents') }
  }

  close(): void {
    this.#database.close()
  }
}
