import type { DealDocument } from '../../../src-shared/features/documents/document.ts'
import type { Statements } from '../../platform/vault/rows.ts'

/** A document that the app has not read yet. */
export interface UnreadStatement extends Pick<DealDocument, 'document_id' | 'deal_id' | 'sha256' | 'size'> {
  /** False for a scan and for a document whose text could not be read in time. Reading it takes far longer. */
  has_text: boolean
}

/** What one version of the reader read in a document. `reading` is a `StoredStatement` as JSON, compressed by gzip, as base64. */
export interface StoredReading {
  document_id: string
  reader_version: number
  reading: string
}

/** What the broker says about one row, all rows with one description, one position, or an account in another name than the merchant's. */
export interface StatementCorrection {
  kind: 'row' | 'description' | 'position' | 'account'
  key: string
  value: string
}

type NewCorrection = Omit<StatementCorrection, 'value'> & { deal_id: string; value: string | null }

/** What the app read in the bank statements of a vault's deals, and the broker's corrections. */
export const statementRows = (db: Statements) => ({
  reads: {
    statementReadings(deal_id: string): StoredReading[] {
      return db
        .of('SELECT document_id, reader_version, reading FROM statement_readings WHERE deal_id = ?')
        .all(deal_id) as StoredReading[]
    },
    statementCorrections(deal_id: string): StatementCorrection[] {
      return db
        .of('SELECT kind, key, value FROM statement_corrections WHERE deal_id = ?')
        .all(deal_id) as StatementCorrection[]
    },
    /**
     * Returns documents of a kind that this version of the reader has not read, newest first: those of one deal, or those of all deals if
     * `deal_id` is null. Leaves out deals in the trash.
     */
    unreadStatements(
      kind: string,
      reader_version: number,
      deal_id: string | null,
      limit: number,
    ): UnreadStatement[] {
      // Each condition has a statement of its own, so that a single deal needs no search through all documents.
      const ofDeal = deal_id === null ? '' : 'AND documents.deal_id = @deal_id'
      const rows = db
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
    },
  },
  writes: {
    /** Does nothing if the document was removed. */
    put_statement_reading(reading: StoredReading) {
      db.of(
        `INSERT INTO statement_readings (document_id, deal_id, reader_version, reading)
         SELECT document_id, deal_id, @reader_version, @reading FROM documents WHERE document_id = @document_id
         ON CONFLICT (document_id) DO UPDATE SET reader_version = excluded.reader_version, reading = excluded.reading`,
      ).run(reading)
    },
    /** Null removes the correction. */
    put_statement_correction({ deal_id, kind, key, value }: NewCorrection) {
      if (value === null)
        db.of('DELETE FROM statement_corrections WHERE deal_id = ? AND kind = ? AND key = ?').run(
          deal_id,
          kind,
          key,
        )
      else
        db.of(
          `INSERT INTO statement_corrections (deal_id, kind, key, value) VALUES (?, ?, ?, ?)
           ON CONFLICT (deal_id, kind, key) DO UPDATE SET value = excluded.value`,
        ).run(deal_id, kind, key, value)
    },
  },
})
