import type { PrintedDate } from '../../../src-shared/platform/base/printed-dates.ts'
import type { Period } from './dates.ts'
import type { Header, Row } from './tables.ts'
import {
  type BalanceOfDays,
  type ColumnKind,
  directionOf,
  isDailyBalances,
  type SummaryKind,
} from './vocabulary.ts'

/** The kinds of the columns of amounts in tables without headings. Empty if such tables are not read. */
export type Implied = readonly ColumnKind[]

/** How to read the lines of a file. */
export interface Reading {
  implied: Implied
  /** The period of the file, for parts that print none. */
  fallback: Period | null
  /** True if dates such as `01/03/2025` have the day before the month. */
  isDayFirst: boolean
}

/** An entry of a table before its sign and its year are known. */
export interface Entry {
  row: Row
  /** Date of the row, or of a row above. */
  date: PrintedDate | null
  /** Text of the description, with the lines of a wrapped one. */
  description: string
  page: number
  section: Section
  /** Lowest line of the entry. */
  y: number
}

/** A run of entries under one heading. */
export interface Section {
  heading: string
  /** Number of entries so far. */
  entries: number
  header: Header
  /** +1 for money in, −1 for money out, 0 if the heading does not tell. */
  direction: 1 | -1 | 0
  isBalances: boolean
  /** Totals printed in the section. */
  totals: SectionTotal[]
  /** A total that its heading prints: `Deposits and other credits 1,460.00`. */
  headed: { cents: number; page: number; label: string } | null
  /** Right edges of the amounts of its entries. */
  edges: number[]
}

export interface SectionTotal {
  cents: number
  count: number | null
  page: number
  label: string
  direction: 1 | -1 | 0
  /** Number of entries of the section that stand above the total. */
  after: number
  /** True if the total stands in a column of amounts of the section. */
  isInColumn: boolean
}

export interface Figure {
  kind: SummaryKind
  label: string
  cents: number
  count: number | null
  page: number
  /** True for a line in a table of transactions. */
  isInTable: boolean
}

/** Everything that a file prints about one account in one period. */
export interface Part {
  last4: string
  period: Period | null
  figures: Figure[]
  entries: Entry[]
  pages: number[]
  /** Balances that a table repeats between its entries, such as `Balance forward`, with the number of entries above. */
  forwards: { cents: number; page: number; label: string; after: number }[]
  /** Figures about the balances of all days. */
  ofDays: { kind: BalanceOfDays; cents: number; page: number }[]
  /** Amounts in a column of a section that belong to no entry. They count if another entry follows: then they are no part of a footer. */
  unexplained: { page: number; label: string; section: Section; after: number }[]
  /** Amounts in lines that look like entries, but are none. An account with such lines is not idle. */
  loose: { page: number; text: string; cents: number; x1: number }[]
  /** Counts that stand alone: `Number of deposits: 9`. */
  counts: { direction: 1 | -1; count: number; page: number }[]
  /** True if the period or the number of the account could also be another one. */
  isDoubted: boolean
  /** True if the date of an entry could not be read, so that the entry may have got the date of the one above. */
  hasUnreadDate: boolean
  /** True if the dates of the statement have the day before the month. */
  isDayFirst: boolean
  /** True for a loan or a card, whose balance is a debt. */
  isDebt: boolean
}

/** A part that has nothing yet. */
export const partOf = (last4: string): Part => ({
  last4,
  period: null,
  figures: [],
  entries: [],
  pages: [],
  forwards: [],
  ofDays: [],
  unexplained: [],
  loose: [],
  counts: [],
  isDoubted: false,
  hasUnreadDate: false,
  isDayFirst: false,
  isDebt: false,
})

export function sectionOf(heading: string, header: Header): Section {
  const kinds = header.kinds
  const hasMoney = kinds.has('amount') || kinds.has('debit') || kinds.has('credit')
  const isBalances =
    (isDailyBalances(heading) && !kinds.has('description') && !(kinds.has('balance') && hasMoney)) ||
    (kinds.has('balance') && !hasMoney && !kinds.has('description'))
  return {
    heading,
    header,
    entries: 0,
    direction: isBalances ? 0 : directionOf(heading),
    isBalances,
    totals: [],
    headed: null,
    edges: [],
  }
}
