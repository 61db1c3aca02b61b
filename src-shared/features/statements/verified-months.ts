import { uncoveredDays, wholeMonth } from '../documents/statement-coverage.ts'
import type { DealStatements, FigureName } from './deal-statements.ts'

/** A calendar month whose days verified statements of all accounts cover, with the figures of all accounts together. */
export interface VerifiedMonth {
  month: string
  figures: Partial<Record<FigureName, number>>
  /** The verified statements that cover the month. */
  document_ids: string[]
  /** Number of rows whose class is only suggested. */
  unconfirmed_rows: number
}

/**
 * Returns the verified months, oldest first. Leaves out a month of which an account's statements cover only a part, such as a month-to-date
 * statement. Its figures would make an average of months too low.
 */
export function verifiedMonths({
  totals,
  accounts,
}: Pick<DealStatements, 'totals' | 'accounts'>): VerifiedMonth[] {
  return totals
    .toSorted((one, other) => (one.month < other.month ? -1 : 1))
    .flatMap(({ month, figures }) => {
      const days = wholeMonth(month)
      const verified = accounts
        .map(({ months }) =>
          months.filter(
            ({ verdict, from, to }) => verdict === 'verified' && from <= days.to && to >= days.from,
          ),
        )
        .filter((months) => months.length > 0)
      const isWhole = verified.every((months) => uncoveredDays([days], months).length === 0)
      if (verified.length === 0 || !isWhole) return []
      const months = verified.flat()
      return [
        {
          month,
          figures,
          document_ids: [...new Set(months.map(({ document_id }) => document_id))],
          unconfirmed_rows: months.reduce((sum, one) => sum + one.unconfirmed_rows, 0),
        },
      ]
    })
}

/**
 * Returns the newest verified months, at most `count`, oldest first. All averages are about them: `count` is the number of months of which
 * the form requires statements.
 */
export function recentMonths(
  statements: Pick<DealStatements, 'totals' | 'accounts'>,
  count: number,
): VerifiedMonth[] {
  return verifiedMonths(statements).slice(-count)
}

/** Returns the mean of a figure over months, rounded to an integer. Null without months, or if one of them lacks the figure. */
export function meanOf(months: readonly VerifiedMonth[], figure: FigureName): number | null {
  const values = months.map(({ figures }) => figures[figure])
  if (values.length === 0 || values.some((value) => value === undefined)) return null
  const mean = values.reduce<number>((sum, value) => sum + (value ?? 0), 0) / values.length
  return Math.sign(mean) * Math.round(Math.abs(mean)) + 0
}

/** Returns the sum of a figure over months. Null without months, or if one of them lacks the figure. */
export function sumOf(months: readonly VerifiedMonth[], figure: FigureName): number | null {
  const values = months.map(({ figures }) => figures[figure])
  if (values.length === 0 || values.some((value) => value === undefined)) return null
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}
