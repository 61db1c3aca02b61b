/** The result of reading a file of bank statements. Amounts are cents; money out is negative. Days are `2026-03-31`. */

export const REASONS = [
  'does_not_add_up',
  'totals_mismatch',
  'running_balance_mismatch',
  'page_missing',
  'page_duplicated',
  'covered_text',
  'opening_differs_from_previous_closing',
  'changed_after_creation',
  'text_differs_from_picture',
  'password',
  'not_a_bank_statement',
  'no_transactions',
  'nothing_to_check',
  'unreadable',
] as const
export type Reason = (typeof REASONS)[number]

/** What exactly a finding is about. `src-main/features/statement-reader/describe.ts` words each detail in English. */
export type FindingDetail =
  | 'file_damaged'
  | 'file_not_opened'
  | 'file_too_large'
  | 'too_many_pages'
  | 'took_too_long'
  | 'too_much_memory'
  | 'needs_password'
  | 'page_damaged'
  | 'page_unread'
  | 'no_text'
  | 'card_statement'
  | 'no_account'
  | 'other_currency'
  | 'in_thousands'
  | 'no_balances'
  | 'entries_without_balances'
  | 'balances_not_printed'
  | 'no_period'
  | 'no_entries'
  | 'nothing_printed'
  | 'digits_covered'
  | 'content_replaced'
  | 'page_missing'
  | 'page_twice'
  | 'amount_unreadable'
  | 'date_outside'
  | 'two_openings'
  | 'two_closings'
  | 'closing_balance'
  | 'running_balance'
  | 'last_balance'
  | 'daily_balance'
  | 'average_balance'
  | 'lowest_balance'
  | 'total_deposits'
  | 'total_withdrawals'
  | 'number_of_deposits'
  | 'number_of_withdrawals'
  | 'section_total'
  | 'section_count'
  | 'picture_differs'
  | 'reading_doubted'
  | 'rows_doubted'
  | 'previous_closing'
  | 'other_statement'

/** The facts of a finding, where the detail has any. */
export interface FindingFacts {
  /** What the statement prints, and what its entries give. For two printed figures, the first and the second one. */
  printed_cents: number | null
  read_cents: number | null
  printed_count: number | null
  read_count: number | null
  /** Words of the statement: the description of an entry, or the name of a total. At most 120 characters. */
  quote: string | null
  day: string | null
  /** The printed number of the page that is missing or there twice. If the pages have no numbers, the page of the file that is the same. */
  other_page: number | null
}

/** Why a file is not verified: the check, and where it failed. A finding contains codes and figures. Screens word it. */
export interface Finding extends FindingFacts {
  reason: Reason
  detail: FindingDetail
  /** Page of the file, from 1. Null if the finding concerns the whole file. */
  page: number | null
}

/** The checks of a statement against its own figures (docs/statements.md). */
export type Check = 'sum' | 'running' | 'daily' | 'totals' | 'sections'

/**
 * Something about a file that the broker should look at. It does not say that anyone did anything. `opening_differs_from_previous_closing`
 * has the figures that differ.
 */
export interface Evidence {
  kind:
    | 'changed_after_creation'
    | 'fonts_differ'
    | 'text_differs_from_picture'
    | 'opening_differs_from_previous_closing'
  page: number | null
  /** The place on the page, in PDF coordinates: four numbers per rectangle (left, bottom, right, top). Empty if unknown. */
  boxes: number[]
  printed_cents: number | null
  read_cents: number | null
}

export type Verdict = 'verified' | 'unverified' | 'unreadable'

export interface Transaction {
  date: string
  description: string
  amount_cents: number
  page: number
  /** Baseline and horizontal extent of the entry on its page, in points. */
  place: { x0: number; x1: number; y: number; size: number }
  balance_after_cents: number | null
  check_number: string | null
}

/** What proves a month: the equations between the figures that the statement prints. */
export interface Proof {
  /** By chance, all equations would hold once in 2 to this power. */
  bits: number
  /** Running balances, totals, and balances of days that agree with the entries. */
  balances: number
  totals: number
  days: number
  /** False if the opening balance follows from the first entry and its balance. */
  is_opening_printed: boolean
}

export interface StatementMonth {
  from: string
  to: string
  opening_cents: number
  closing_cents: number
  transactions: Transaction[]
  daily_balances: { date: string; balance_cents: number; page: number }[]
  passed: Check[]
  /** Set if entries have two dates that differ, and no heading tells which of them is the day of posting. */
  has_doubted_dates?: true
  /** The findings of this period alone. The findings of the reading contain them, too. */
  findings: Finding[]
  /** Missing if the month has no entries. */
  proof?: Proof
}

export interface StatementAccount {
  /** Empty if the reader found no name. */
  holder: string
  /** The first lines of the file if the reader found no name in them. The merchant's name can be one that only a person recognizes. */
  first_lines?: string[]
  number_last4: string
  months: StatementMonth[]
  /** The code of the currency if the accounts of the file have different ones, and this one is not in US dollars. */
  currency?: string
}

export interface StatementReading {
  verdict: Verdict
  findings: Finding[]
  accounts: StatementAccount[]
  /** What the reader noticed beside the checks. Missing if it noticed nothing. */
  evidence?: Evidence[]
  /** The code of the currency of all accounts if it is not US dollars. */
  currency?: string
}
