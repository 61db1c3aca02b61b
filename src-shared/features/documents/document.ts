import type { AppError } from '../../platform/base/errors.ts'
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
  /** The holder of a statement whose accounts are all in another name than the merchant's. It covers no days of this deal. */
  other_holder?: string
  /** True until the broker has said whether the account of `other_holder` is the merchant's. */
  asks_holder?: boolean
  /** The business that an application names, if it is not the merchant. */
  other_merchant?: string
  /** Values that an application states, by the path of their field. Only main has them, because of the EIN and the SSNs. */
  stated_values?: Readonly<Record<string, string>>
  /** True if none of the fields for signatures in the PDF is signed. Missing without such fields. */
  unsigned?: boolean
  /** Missing if copies of the pages lose nothing. */
  losses?: readonly PageLoss[]
  /** True if the broker wants to send the locked original instead of the unlocked copy. */
  sends_original?: boolean
  /** True after the broker has reviewed or dismissed the values that the app found in the document for the form. */
  values_reviewed?: boolean
}

/** True if the broker need not check the kind of a document. The entries of a verified statement prove its kind. */
export function isKindCertain({ kind_by, statement_verdict }: DocumentReading): boolean {
  return kind_by === 'broker' || kind_by === 'text' || statement_verdict === 'verified'
}

/** The kind of document that names the merchant and has the values of the form. */
export const APPLICATION_KIND = 'application_form'

/**
 * Why a document does not count on the checklist, or null. The broker, who sees the pages, decides otherwise: by choosing the kind, or by
 * confirming that the account of a statement is the merchant's.
 */
export function doubtOf({
  reading,
}: Pick<DealDocument, 'reading'>): 'other_holder' | 'other_merchant' | 'unsigned' | null {
  if (reading?.other_holder !== undefined) return 'other_holder'
  if (reading === null || reading.kind_by === 'broker') return null
  if (reading.other_merchant !== undefined) return 'other_merchant'
  return reading.unsigned === true ? 'unsigned' : null
}

/** States of one document. The app sends each document separately, after the partner has received the application. */
export const DOCUMENT_STATES = ['attached', 'queued', 'sending', 'received', 'refused', 'unknown'] as const

export type DocumentState = (typeof DOCUMENT_STATES)[number]

/** A PDF of a deal. The vault stores its content encrypted. The stored file's name is the SHA-256 of the content. */
export interface DealDocument {
  document_id: string
  deal_id: string
  name: string
  kind: string
  size: number
  pages: number | null
  sha256: string
  state: DocumentState
  error: AppError | null
  added_at: string
  /**
   * The time at which the app sent the document, or null if the partner did not receive it. This is the time of sending even if the app
   * learned only later that the partner received the document.
   */
  sent_at: string | null
  /**
   * The facts that the app read from the document, with the broker's corrections. Null for documents that were attached by a version that did not
   * read documents yet.
   */
  reading: DocumentReading | null
  /**
   * The files from which the app made this PDF: photos in page order, or a PDF that needs a password. Missing if the broker attached the PDF
   * itself.
   */
  originals?: OriginalFile[]
}

export type OriginalType = 'jpg' | 'png' | 'pdf'

export interface OriginalFile {
  name: string
  type: OriginalType
  size: number
  sha256: string
}

/** Returns the PDF with a password from which the app made this document, or null. The document is its unlocked copy. */
export function lockedOriginal({ originals }: DealDocument): OriginalFile | null {
  return originals?.find(({ type }) => type === 'pdf') ?? null
}

/** Returns the stored file that the partner gets: the document, or its locked original if the broker chose that. */
export function sentFile(document: DealDocument): { size: number; sha256: string } {
  const original = document.reading?.sends_original === true ? lockedOriginal(document) : null
  return original ?? document
}

/**
 * A line of the checklist, which lists the documents that a deal needs. A line comes from the profile, from a stipulation (a condition) of
 * an offer, or from the broker. Its state is `open` without a document, `prepared` until the partner has received the document, and then
 * `answered`.
 */
export interface ChecklistItem {
  /** `kind:bank_statement` for a line from the profile, `offer:voided_check` for a line from a stipulation of an offer. */
  item_id: string
  label: string
  /** True if the broker added the line and may remove it. */
  own: boolean
  /** True if a stipulation of an offer requires the document. */
  of_offer: boolean
  state: 'open' | 'prepared' | 'answered'
  document_ids: string[]
  /** True if the broker linked a document to this line. If false, all documents of the line's kind satisfy it. */
  chosen: boolean
  /** Required days that no statement covers. Each period is within one month. */
  missing_days: StatementPeriod[]
  /** The current month (`2026-03`), if a statement for its first days is required and none of these days is covered. */
  month_so_far: string | null
  /** Number of statements whose dates are unknown. They cover no month. */
  undated: number
  /** Number of statements that the app has read but could not verify. They cover their days anyway. */
  unverified: number
  /** Number of statements that cover no days until the broker has said whose account they are about. */
  undecided: number
}

/** Returns the state that the checklist shows. A line with missing days, or with a statement that is not verified, is `partial`. */
export function shownState({
  state,
  missing_days,
  unverified,
}: Pick<ChecklistItem, 'state' | 'missing_days' | 'unverified'>): ChecklistItem['state'] | 'partial' {
  return state !== 'open' && (missing_days.length > 0 || unverified > 0) ? 'partial' : state
}
