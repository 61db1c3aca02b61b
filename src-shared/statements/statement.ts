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

/** Why a file is not verified: the check, and where it failed. */
export interface Finding {
  reason: Reason
  /** Page of the file, from 1. Null if the finding concerns the whole file. */
  page: number | null
  /** The figures that differ, in English. A note for the command line, like a log message. Screens word the reason. */
  detail: string
}

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

/** One statement period of one account. */
export interface StatementMonth {
  from: string
  to: string
  opening_cents: number
  closing_cents: number
  transactions: Transaction[]
  daily_balances: { date: string; balance_cents: number; page: number }[]
}

export interface StatementAccount {
  holder: string
  number_last4: string
  months: StatementMonth[]
}

export interface StatementReading {
  verdict: Verdict
  findings: Finding[]
  accounts: StatementAccount[]
}
