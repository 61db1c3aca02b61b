import type { AppError } from '../../platform/base/errors.ts'
import type { Evidence, Finding, Verdict, Proof } from './statement.ts'
import type { TransactionClass } from './transaction-class.ts'
import type { Proposal } from '../prefill/prefill.ts'
import type { Message } from '../../platform/texts/message.ts'
import { numberFormat } from '../../platform/texts/plural.ts'
import type { Messages } from '../../platform/texts/messages.ts'
import { addDays } from '../../platform/base/days.ts'

/** What the bank statements of a deal say. Amounts are cents; money out is negative. Days are `2026-03-31`. Pages count from 1. */

/** How far the app is with one document. */
export type ReadingState =
  | { state: 'queued' }
  /** `page` counts the finished pages. `picture`: the app recognizes the text of pages that are pictures, which takes seconds per page. */
  | { state: 'reading'; page: number; pages: number; step: 'text' | 'picture' }
  | { state: 'cancelled' }
  /** The app could not read the file: its stored copy is damaged, or the reading exceeded a limit. */
  | { state: 'failed'; error: AppError }
  | {
      state: 'read'
      verdict: Verdict
      findings: Finding[]
      evidence: Evidence[]
      /** What proves each month of a verified reading. */
      proofs?: (Proof & { from: string })[]
    }

export interface StatementDocument {
  document_id: string
  name: string
  pages: number | null
  /** True if no page has text, so that the pages are pictures. */
  is_picture: boolean
  reading: ReadingState
  /** True if an earlier version of the reader made this result, and the app will read the document again. The result counts until then. */
  is_outdated: boolean
  months: { account_id: string; from: string; to: string }[]
}

export const FIGURES = [
  'opening_cents',
  'closing_cents',
  'deposits_cents',
  'deposits_count',
  'true_revenue_cents',
  'withdrawals_cents',
  'withdrawals_count',
  'average_daily_balance_cents',
  'lowest_balance_cents',
  'negative_days',
  'nsf_count',
  'returned_count',
  'funder_debits_cents',
  /** Share of the true revenue that funders take, in hundredths of a percent. */
  'funder_share_basis_points',
] as const
export type FigureName = (typeof FIGURES)[number]

export interface StatementMonthView {
  month_id: string
  document_id: string
  from: string
  to: string
  verdict: Verdict
  findings: Finding[]
  /** Only figures that a passed check covers. Empty if the month is not verified. */
  figures: Partial<Record<FigureName, number>>
  /** Number of rows whose class is only suggested. */
  unconfirmed_rows: number
}

export interface StatementAccountView {
  account_id: string
  holder: string
  number_last4: string
  /** Oldest first. */
  months: StatementMonthView[]
}

/** An account whose holder has another name than the merchant. */
export interface OtherAccountView {
  account_id: string
  holder: string
  number_last4: string
  document_ids: string[]
  /** The broker's answer to whether it is the merchant's. Null if he has not said. */
  confirmed: 'yes' | 'no' | null
}

export interface PositionView {
  position_id: string
  /** As printed. */
  name: string
  cadence: 'daily' | 'weekly'
  typical_cents: number
  count: number
  total_cents: number
  /** Number of payments that the bank returned. */
  returned_count: number
  first: string
  last: string
  /** The last day of the statements that show whether the payments continue. Null if the payments ended before it. */
  active_until: string | null
  /** What the broker says: `yes` if it is a funder's, `no` if it is not. Null if he has said nothing. */
  confirmed: 'yes' | 'no' | null
}

export interface FunderCredit {
  funder: string
  date: string
  amount_cents: number
  row_id: string
}

export interface DealStatements {
  deal_id: string
  documents: StatementDocument[]
  /** The merchant's accounts. */
  accounts: StatementAccountView[]
  /** Accounts in another name. They count for no figure unless the broker confirms them. */
  other_accounts: OtherAccountView[]
  /** All accounts together, by calendar month (`2026-03`), oldest first. Only months in which every account is verified. */
  totals: { month: string; figures: StatementMonthView['figures'] }[]
  positions: PositionView[]
  funder_credits: FunderCredit[]
  /** Months (`2026-02`) that the form requires and no statement covers. */
  missing_months: string[]
}

/** Payments that continued until the end of the statements still do, unless the statements are older than this. */
const NEWS_DAYS = 45

/** Says whether a position's payments continue on a day (`2026-11-29`), in the language of `text`. */
export function positionState(
  { active_until }: Pick<PositionView, 'active_until'>,
  { positions: text }: Messages['statements'],
  today: string,
  formatDay: (day: string) => string,
): string {
  if (active_until === null) return text.ended
  return addDays(active_until, NEWS_DAYS) >= today ? text.active : text.unknownAfter(formatDay(active_until))
}

export interface StatementRow {
  row_id: string
  document_id: string
  page: number
  /** The place on the page, in PDF coordinates: four numbers per rectangle (left, bottom, right, top). */
  boxes: number[]
  date: string
  description: string
  amount_cents: number
  balance_after_cents: number | null
  check_number: string | null
  class: TransactionClass
  /** Who chose the class: the reader, or the broker for this row or for all rows with this description. */
  class_by: 'suggested' | 'broker_row' | 'broker_description'
  position_id: string | null
  /** True if the row is part of a verified month. */
  verified: boolean
}

/** A place in a document on which a suggestion is based. `boxes` are PDF coordinates, four numbers per rectangle. */
export interface SuggestionPlace {
  document_id: string
  page: number
  boxes: number[]
}

/**
 * A value for the form from verified bank statements. A position (a funder that takes payments) is one suggestion for all fields of its
 * row. Its `path` and `value` are the funder's.
 */
export interface StatementSuggestion extends Omit<Proposal, 'proposal_id' | 'page' | 'quote' | 'boxes'> {
  /** Identifies the field, the value, and what the form contains now. It is different after one of them changed. */
  suggestion_id: string
  /** From which months, statements, or payments the value comes. */
  source: Message
  /** The first place is the one to show. */
  places: SuggestionPlace[]
}

/** Formats an amount with its cents: `$12.00`. */
export const exactCents = (cents: number): string =>
  numberFormat({ style: 'currency', currency: 'USD' }).format(cents / 100)

/** Says the first reason why a statement is not verified, with its page. Null if there is none. */
export function firstReason(text: Messages['statements'], findings: readonly Finding[]): string | null {
  const [first] = reasonsOf(text, findings)
  if (first === undefined) return null
  const { finding, why, hasPage } = first
  return finding.page === null || hasPage ? why : text.onPage(why, finding.page)
}

/** The texts that say why a statement is not verified: in one language, or as messages that are formatted later. */
interface ReasonTexts<T> {
  reasons: Record<Finding['reason'], T>
  details: Partial<Record<Finding['detail'], T>>
  differs: Partial<Record<Finding['detail'], (place: T | '', printed: string, read: string) => T>>
  place: (page: number) => T
  pagesMissing: (pages: readonly number[], of: number) => T
}

/**
 * Says why a statement is not verified, with the texts of `text`: one reason for each finding, and one for all missing pages. Some details say
 * more than their reason. `hasPage` is true if the words name the page. A finding keeps only the facts that its words do not name.
 */
export function reasonsOf<T>(
  { reasons, details, differs, place, pagesMissing }: ReasonTexts<T>,
  findings: readonly Finding[],
): { finding: Finding; why: T; hasPage: boolean }[] {
  const missing = findings.filter(({ detail }) => detail === 'page_missing')
  const pages = missing.flatMap(({ other_page }) => other_page ?? [])
  return findings.flatMap((finding) => {
    const { reason, detail, printed_count, page, printed_cents: printed, read_cents: read } = finding
    const say = differs[detail]
    if (say !== undefined && printed !== null && read !== null) {
      const why = say(page === null ? '' : place(page), exactCents(printed), exactCents(read))
      return { finding: { ...finding, printed_cents: null, read_cents: null }, why, hasPage: true }
    }
    if (detail !== 'page_missing' || pages.length === 0 || printed_count === null)
      return { finding, why: details[detail] ?? reasons[reason], hasPage: false }
    return finding === missing[0]
      ? {
          finding: { ...finding, other_page: null },
          why: pagesMissing(pages, printed_count),
          hasPage: false,
        }
      : []
  })
}
