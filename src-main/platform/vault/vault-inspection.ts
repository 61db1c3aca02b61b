import { openEncrypted, rekeyDatabase } from './encrypted-database.ts'
import { versionOf } from './migrations/migrate.ts'
import { type Database, Statements } from './rows.ts'
import type { RowOpeners } from './vault.ts'

export class InconsistentDatabase extends Error {}

/** What the vault's process does with a whole database. */
export interface InspectionFunctions {
  /**
   * Makes a consistent copy of the database, even while it is read and written. The copy is encrypted with the same key (null) or with
   * `newKey`.
   */
  copyInto(file: string, newKey?: string | null): void
  /** Reads every page and counts rows. Fails with `VAULT_DAMAGED` if a page was changed or damaged or the content is inconsistent. */
  check(): { deals: number; documents: number }
}

/**
 * Opens a database for reading only, even while another process uses it.
 */
export class VaultInspection {
  readonly #database: Database
  /** The functions that main calls by their names. */
  readonly served: ReturnType<RowOpeners['openReads']> & InspectionFunctions

  /** `key` is 64 hex digits. Throws the same errors as `VaultDatabase`. */
  constructor(file: string, key: string, openReads: RowOpeners['openReads']) {
    this.#database = openEncrypted(file, key, { readonly: true })
    try {
      versionOf(this.#database)
    } catch (error) {
      this.#database.close()
      throw error
    }
    this.served = {
      ...openReads(new Statements(this.#database)),
      copyInto: (copy, newKey = null) => {
        this.#database.prepare('VACUUM INTO ?').run(copy)
        if (newKey !== null) rekeyDatabase(copy, key, newKey)
      },
      check: () => {
        expectSound(this.#database)
        const count = (table: string) =>
          this.#database.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number
        return { deals: count('deals'), documents: count('documents') }
      },
    }
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
