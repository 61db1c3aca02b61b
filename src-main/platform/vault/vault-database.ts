import { gunzipSync } from 'node:zlib'
import { openRows } from '../../app/vault-rows.ts'
import { openEncrypted } from './encrypted-database.ts'
import { expectDatabase, guardHistory, guardOpened } from './history-guard.ts'
import { History } from './history.ts'
import { keepMigrationCopy, migrate } from './migrations/migrate.ts'
import { StoredBefore } from './rows.ts'
import { type Database, Statements } from './statements.ts'
import type { VaultFunctions, VaultWrite } from './vault.ts'
import { expectSound } from './vault-inspection.ts'
import { Checkpoints } from './write-ahead-log.ts'

/** Thrown if a commit contained an unknown kind of write. Nothing of this commit was stored. */
export class UnknownWrite extends Error {}

/** An open vault: its database, its history, and the rows of all rooms. */
export class VaultDatabase {
  readonly #database: Database
  readonly #checkpoints: Checkpoints
  readonly #history: History
  readonly #rows: ReturnType<typeof openRows>
  /** The functions that main calls by their names. */
  readonly served: VaultFunctions

  /**
   * Opens the database, creates it if missing, and migrates it after keeping a copy. `key` is 64 hex digits. With `accept`, opens a
   * database even if it lost commits, and continues with the remaining commits. Throws `NewerVault`, `ShortenedHistory`, `DatabaseMissing`,
   * or the driver's error (SQLITE_NOTADB for a wrong key or a damaged file).
   */
  constructor(file: string, key: string, { accept = false } = {}) {
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
    this.#checkpoints = new Checkpoints(() => this.#history.checkpoint())
    const { purgeTrash, eraseDeals } = this.#rows.erasures
    this.served = {
      ...this.#rows.reads,
      commit: (writes) => this.#commit(writes),
      commitCompressed: (writes) =>
        this.#commit(JSON.parse(gunzipSync(Buffer.from(writes, 'base64')).toString()) as VaultWrite[]),
      purgeTrash: (before, submitted_before) =>
        this.#erase(`purge ${before}`, () => purgeTrash(before, submitted_before)),
      eraseDeals: (deal_ids) => this.#erase(`erase ${deal_ids.join(' ')}`, () => eraseDeals(deal_ids)),
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
        this.#history.advance(JSON.stringify(writes))
      })()
      isKept = true
      this.#noteCommit(writes.length)
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

  #erase(what: string, work: () => number): number {
    this.#history.catchUp()
    const gone = this.#database.transaction(() => {
      this.#rows.begin()
      const erased = work()
      if (erased > 0) this.#history.advance(what)
      return erased
    })()
    if (gone > 0) this.#noteCommit(gone)
    return gone
  }

  #noteCommit(writes: number): void {
    this.#history.note()
    this.#checkpoints.note(writes)
  }

  close(): void {
    this.#checkpoints.stop()
    try {
      this.#history.checkpoint()
    } finally {
      this.#history.close()
      this.#database.close()
    }
  }
}
