import type { Database } from '../../platform/vault/statements.ts'
import type {
  StatementCorrection,
  StatementWrite,
  StoredReading,
  UnreadStatement,
} from '../../platform/vault/vault-statements.ts'
import { Statements } from '../../platform/vault/statements.ts'

/** What the app read in the bank statements of a vault's deals, and the broker's corrections. */
export class StatementRows {
  readonly #statements: Statements

  constructor(database: Database) {
    this.#statements = new Statements(database)
  }

  apply(write: StatementWrite): void {
    if (write.write === 'put_statement_reading')
      this.#statements
        .of(
          `INSERT INTO statement_readings (document_id, deal_id, reader_version, reading)
           SELECT document_id, deal_id, @reader_version, @reading FROM documents WHERE document_id = @document_id
           ON CONFLICT (document_id) DO UPDATE SET reader_version = excluded.reader_version, reading = excluded.reading`,
        )
        .run({
          document_id: write.document_id,
          reader_version: write.reader_version,
          reading: write.reading,
        })
    else if (write.value === null)
      this.#statements
        .of('DELETE FROM statement_corrections WHERE deal_id = ? AND kind = ? AND key = ?')
        .run(write.deal_id, write.kind, write.key)
    else
      this.#statements
        .of(
          `INSERT INTO statement_corrections (deal_id, kind, key, value) VALUES (?, ?, ?, ?)
           ON CONFLICT (deal_id, kind, key) DO UPDATE SET value = excluded.value`,
        )
        .run(write.deal_id, write.kind, write.key, write.value)
  }

  readings(deal_id: string): StoredReading[] {
    return this.#statements
      .of('SELECT document_id, reader_version, reading FROM statement_readings WHERE deal_id = ?')
      .all(deal_id) as StoredReading[]
  }

  corrections(deal_id: string): StatementCorrection[] {
    return this.#statements
      .of('SELECT kind, key, value FROM statement_corrections WHERE deal_id = ?')
      .all(deal_id) as StatementCorrection[]
  }

  /** Returns documents of a kind that this version of the reader has not read, newest first. Leaves out deals in the trash. */
  unread(kind: string, reader_version: number, deal_id: string | null, limit: number): UnreadStatement[] {
    // Each condition has a statement of its own, so that a single deal needs no search through all documents.
    const ofDeal = deal_id === null ? '' : 'AND documents.deal_id = @deal_id'
    const rows = this.#statements
      .of(
        `SELECT documents.document_id, documents.deal_id, documents.sha256, documents.size,
           documents.reading ->> 'text' IS 'read' AS has_text
         FROM documents JOIN deals ON deals.deal_id = documents.deal_id
         WHERE documents.kind = @kind AND deals.deleted_at IS NULL ${ofDeal}
           AND NOT EXISTS (SELECT 1 FROM statement_readings AS read
                           WHERE read.document_id = documents.document_id AND read.reader_version >= @reader_version)
         ORDER BY documents.number DESC LIMIT @limit`,
      )
      .all({ kind, reader_version, limit, ...(deal_id === null ? {} : { deal_id }) }) as (Omit<
      UnreadStatement,
      'has_text'
    > & { has_text: number })[]
    return rows.map((row) => ({ ...row, has_text: row.has_text === 1 }))
  }
}
