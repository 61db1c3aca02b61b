import { gunzipSync } from 'node:zlib'
import { openEncrypted } from './encrypted-database.ts'
import { expectDatabase, guardHistory, guardOpened, History } from './history.ts'
import { keepMigrationCopy, migrate } from './migrations/migrate.ts'
import { StoredBefore, type Database, Statements } from './rows.ts'
import type { RowOpeners, VaultFunctions, VaultRows, VaultWrite } from './vault.ts'
import { expectSound } from './vault-inspection.ts'

/**
 * A checkpoint runs when no commit arrived for this time. Within a series of commits, each checkpoint would delay the next commit.
 */
const PAUSE_MS = 1_000

/** Thrown if a commit contained an unknown kind of write. Nothing of this commit was stored. */
export class UnknownWrite extends Error {}

/** An open vault: its database, its history, and the rows of all rooms. */
export class VaultDatabase {
  readonly #database: Database
  #pause: NodeJS.Timeout | undefined
  readonly #history: History
  readonly #rows: VaultRows
  /** The functions that main calls by their names. */
  readonly served: VaultFunctions

  /**
   * Opens the database, creates it if missing, and migrates it after keeping a copy. `key` is 64 hex digits. With `accept`, opens a
   * database even if it lost commits, and continues with the remaining commits. Throws `NewerVault`, `ShortenedHistory`, `DatabaseMissing`,
   * or the driver's error (SQLITE_NOTADB for a wrong key or a damaged file).
   */
  constructor(file: string, key: string, openRows: RowOpeners['openRows'], { accept = false } = {}) {
    if (accept) expectDatabase(file)
    const mark = accept ? null : guardHistory(file, key)
    const database = openEncrypted(file, key)
    try {
      if (accept) expectSound(database)
      guardOpened(database, mark)
      migrate(database, (version) => {
        new History(database, file, key, mark).close()
        keepMigrationCopy(database, file, version)
      })
      this.#rows = openRows(new Statements(database))
      this.#history = new History(database, file, key, mark)
    } catch (error) {
      database.close()
      throw error
    }
    this.#database = database
    const { purgeTrash, eraseDeals } = this.#rows.erasures
    this.served = {
      ...this.#rows.reads,
      commit: (writes) => this.#commit(writes),
      commitCompressed: (writes) =>
        this.#commit(JSON.parse(gunzipSync(Buffer.from(writes, 'base64')).toString()) as VaultWrite[]),
      purgeTrash: (before, submitted_before) => this.#erase(() => purgeTrash(before, submitted_before)),
      eraseDeals: (deal_ids) => this.#erase(() => eraseDeals(deal_ids)),
      checkpoint: () => this.#history.checkpoint(),
    }
  }

  #commit(writes: VaultWrite[]): 'committed' | 'duplicate' | 'stale' {
    let isKept = false
    this.#history.catchUp()
    try {
      this.#database.transaction(() => {
        this.#rows.begin()
        for (const write of writes) this.#apply(write)
        this.#rows.finish()
        this.#history.advance()
      })()
      isKept = true
      this.#noteCommit()
      return 'committed'
    } catch (error) {
      if (error instanceof StoredBefore) return error.answer
      throw error
    } finally {
      this.#rows.settle(isKept)
    }
  }

  #apply(write: VaultWrite): void {
    const { writes } = this.#rows
    if (!Object.hasOwn(writes, write.write)) throw new UnknownWrite()
    // TypeScript cannot tell that the function with this name takes this write.
    ;(writes[write.write] as (write: VaultWrite) => void)(write)
  }

  #erase(work: () => number): number {
    this.#history.catchUp()
    const gone = this.#database.transaction(() => {
      this.#rows.begin()
      const erased = work()
      if (erased > 0) this.#history.advance()
      return erased
    })()
    if (gone > 0) this.#noteCommit()
    return gone
  }

  #noteCommit(): void {
    this.#history.note()
    clearTimeout(this.#pause)
    this.#pause = setTimeout(() => {
      try {
        this.#history.checkpoint()
      } catch {
        // The next commit runs the checkpoint again and reports the error.
      }
    }, PAUSE_MS).unref()
  }

  close(): void {
    clearTimeout(this.#pause)
    try {
      this.#history.checkpoint()
    } finally {
      this.#history.close()
      this.#database.close()
    }
  }
}
