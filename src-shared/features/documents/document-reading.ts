/** The data of a document before the app has read its text and the broker has corrected anything. */
export const UNREAD: DocumentReading = {
  text: 'unread',
  kind_by: 'nobody',
  kind_says: null,
  period: null,
  period_by: 'nobody',
  period_says: null,
}

/** Kinds of documents that cover a period of time. */
export const STATEMENT_KINDS: ReadonlySet<string> = new Set(['bank_statement', 'processing_statement'])

/** A text quoted from a document, and the number of its page (from 1). */
export interface Quotation {
  words: string
  page: number
}

/** The days that a statement covers, from first to last, including both. */
export interface StatementPeriod {
  from: string
  to: string
}

/** What a PDF loses if its pages are copied into a new PDF. The values of form fields remain, as text of the page. */
export const PAGE_LOSSES = ['form_fields', 'signature', 'attachments', 'protection'] as const
export type PageLoss = (typeof PAGE_LOSSES)[number]

/** Facts read from a document when it was attached, and the broker's corrections. The app never overwrites a correction. */
export interface DocumentReading {
  /** Says if the app could read the document's text. `scan`: no page contains text. `unread`: reading took too long. */
  text: 'read' | 'scan' | 'unread'
  /**
   * The source of the document's kind. `text`: the document's text is certain proof of the kind. `text_perhaps`: the text makes the kind
   * only probable. `nobody`: nothing shows the kind, and the broker has not chosen one.
   */
  kind_by: 'broker' | 'text' | 'text_perhaps' | 'nobody'
  kind_says: Quotation | null
  period: StatementPeriod | null
  /** What decided the days. `statement`: the entries of a verified bank statement. They are more exact than the words of the text. */
  period_by: 'broker' | 'statement' | 'text' | 'nobody'
  period_says: Quotation | null
  /** The verdict of the reader of bank statements. Missing until it has read the document. */
  statement_verdict?: 'verified' | 'unverified' | 'unreadable'
  /** Missing if copies of the pages lose nothing. */
  losses?: readonly PageLoss[]
  /** True if the broker wants to send the locked original instead of the unlocked copy. */
  sends_original?: boolean
  /** True after the broker has reviewed or dismissed the values that the app found in the document for the form. */
  values_reviewed?: boolean
}
