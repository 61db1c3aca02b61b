import type { DocumentReading } from './document-reading-schema.ts'

export type * from './document-reading-schema.ts'

/** Of a document that nobody and nothing has read yet. */
export const UNREAD: DocumentReading = {
  text: 'unread',
  kind_by: 'nobody',
  kind_says: null,
  period: null,
  period_by: 'nobody',
  period_says: null,
}

/** Kinds that cover days, of which consecutive months are needed. */
export const STATEMENT_KINDS: ReadonlySet<string> = new Set(['bank_statement', 'processing_statement'])
