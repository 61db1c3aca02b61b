import type { Result } from '../../../src-shared/platform/base/errors.ts'

/** A document that the app has not read yet. */
export interface UnreadStatement {
  document_id: string
  deal_id: string
  sha256: string
  size: number
  /** False for a scan and for a document whose text could not be read in time. Reading it takes far longer. */
  has_text: boolean
}

/** What one version of the reader read in a document. `reading` is a `StoredStatement` as JSON, compressed by gzip, as base64. */
export interface StoredReading {
  document_id: string
  reader_version: number
  reading: string
}

/** What the broker says about one row, about all rows with one description, or about one position. */
export interface StatementCorrection {
  kind: 'row' | 'description' | 'position'
  key: string
  value: string
}

export type StatementWrite =
  /** Does nothing if the document was removed. */
  | { write: 'put_statement_reading'; document_id: string; reader_version: number; reading: string }
  /** Null removes the correction. */
  | {
      write: 'put_statement_correction'
      deal_id: string
      kind: StatementCorrection['kind']
      key: string
      value: string | null
    }

export interface StatementVault {
  statementReadings(deal_id: string): Promise<Result<StoredReading[]>>
  statementCorrections(deal_id: string): Promise<Result<StatementCorrection[]>>
  /**
   * Returns documents of a kind that this version of the reader has not read, newest first: those of one deal, or those of all deals if
   * `deal_id` is null. Leaves out deals in the trash.
   */
  unreadStatements(
    kind: string,
    reader_version: number,
    deal_id: string | null,
    limit: number,
  ): Promise<Result<UnreadStatement[]>>
}
