import { isPartOfMonth } from '../documents/statement-coverage.ts'
import { addDays } from '../../platform/base/days.ts'
import type {
  DealStatements,
  FigureName,
  StatementAccountView,
  StatementMonthView,
} from './deal-statements.ts'

/** The figures of the table, in the order of its rows. The numbers of deposits and withdrawals stand beside the amounts. */
export const FIGURE_ROWS = [
  'true_revenue_cents',
  'deposits_cents',
  'withdrawals_cents',
  'opening_cents',
  'closing_cents',
  'average_daily_balance_cents',
  'lowest_balance_cents',
  'negative_days',
  'nsf_count',
  'returned_count',
  'funder_debits_cents',
  'funder_share_basis_points',
] as const satisfies readonly FigureName[]
export type FigureRow = (typeof FIGURE_ROWS)[number]

/** The figure that says how many entries an amount has. */
export const COUNT_OF: Partial<Record<FigureRow, FigureName>> = {
  deposits_cents: 'deposits_count',
  withdrawals_cents: 'withdrawals_count',
}

/** Figures that depend on the classes of entries. */
export const BY_CLASS: ReadonlySet<FigureName> = new Set<FigureName>([
  'true_revenue_cents',
  'nsf_count',
  'returned_count',
  'funder_debits_cents',
  'funder_share_basis_points',
])

/** Returns the calendar month (`2026-03`) under which a statement period stands: the month of the day in its middle. */
export function columnOf({ from, to }: { from: string; to: string }): string {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
  return addDays(from, Math.floor(days / 2)).slice(0, 7)
}

/** Returns the calendar months of the table, oldest first: those of statements, and those that are missing. */
export function columnsOf({ accounts, totals, missing_months }: DealStatements): string[] {
  const months = new Set([
    ...accounts.flatMap((account) => account.months.map(columnOf)),
    ...totals.map(({ month }) => month),
    ...missing_months,
  ])
  return [...months].toSorted()
}

export interface FigureGroup {
  id: string
  account: StatementAccountView | null
  cells: ReadonlyMap<string, readonly FigureCell[]>
}

/** One statement period, or one month of all accounts. */
export interface FigureCell {
  figures: StatementMonthView['figures']
  /** The statement periods that the figures are about. */
  months: readonly StatementMonthView[]
  /** True if the figures are about a part of the month only. No average counts them. */
  isPartial: boolean
}

/**
 * Returns the groups of the table: all accounts together if there are several, then each account. A group has no cell for a month without
 * figures. Two periods of an account can stand under the same month.
 */
export function groupsOf({ accounts, totals }: DealStatements): FigureGroup[] {
  const groups = accounts.map((account): FigureGroup => {
    const cells = new Map<string, FigureCell[]>()
    for (const month of account.months) {
      const column = columnOf(month)
      cells.set(column, [
        ...(cells.get(column) ?? []),
        { figures: month.figures, months: [month], isPartial: isPartOfMonth(month) },
      ])
    }
    return { id: account.account_id, account, cells }
  })
  if (accounts.length < 2) return groups
  const months = accounts.flatMap((account) => account.months)
  const all = totals.map(({ month, figures }): [string, FigureCell[]] => [
    month,
    [
      {
        figures,
        months: months.filter(({ from, to }) => from.slice(0, 7) <= month && to.slice(0, 7) >= month),
        isPartial: false,
      },
    ],
  ])
  return [{ id: 'all', account: null, cells: new Map(all) }, ...groups]
}

export function rowsOf({ cells }: FigureGroup): FigureRow[] {
  const all = [...cells.values()].flat()
  return FIGURE_ROWS.filter((name) => all.some(({ figures }) => figures[name] !== undefined))
}

export interface TrendMonth {
  month: string
  isPartial: boolean
  true_revenue_cents: number
  average_daily_balance_cents: number
}

/** Returns the first group that has both figures of the trend for several months, with these months, oldest first. Null if there is none. */
export function trendOf(groups: readonly FigureGroup[]): { group: FigureGroup; months: TrendMonth[] } | null {
  for (const group of groups) {
    const months = [...group.cells]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .flatMap(([month, [cell, ...others]]) => {
        const { true_revenue_cents, average_daily_balance_cents } = cell?.figures ?? {}
        return true_revenue_cents === undefined ||
          average_daily_balance_cents === undefined ||
          others.length > 0
          ? []
          : [{ month, isPartial: cell?.isPartial === true, true_revenue_cents, average_daily_balance_cents }]
      })
    if (months.length > 1) return { group, months }
  }
  return null
}
