/** The initial reading of a document, before the app reads its text or the broker corrects anything. */
export const UNREAD: DocumentReading = {
  text: 'unread',
  kind_by: 'nobody',
  kind_says: null,
  period: null,
  period_by: 'nobody',
  period_says: null,
}

/** Kinds that cover a period, such as statements for consecutive months. */
export const STATEMENT_KINDS: ReadonlySet<string> = new Set(['bank_statement', 'processing_statement'])

/** A quotation from a document, and its page (from 1). */
export interface Quotation {
  words: string
  page: number
}

/** The days that a statement covers, from first to last, including both. */
export interface StatementPeriod {
  from: string
  to: string
}

/** Facts read from a document when it was attached, and the broker's corrections. The app never overwrites a correction. */
export interface DocumentReading {
  /** `scan`: no page has any text. `unread`: the text could not be read in time. */
  text: 'read' | 'scan' | 'unread'
  /** What decided the kind: the broker, the document's text (certain or likely), or nothing, which leaves the default kind. */
  kind_by: 'broker' | 'text' | 'text_perhaps' | 'nobody'
  kind_says: Quotation | null
  period: StatementPeriod | null
  period_by: 'broker' | 'text' | 'nobody'
  period_says: Quotation | null
}
