import type { FigureName } from '../statements/deal-statements.ts'
import { meanOf, sumOf, type VerifiedMonth } from '../statements/verified-months.ts'
import type { CreditBox } from './credit-box.ts'

/** The criteria that bank statements decide, in the order in which the screens list them. */
export const STATEMENT_RULES = [
  'balance_low',
  'nsf_high',
  'negative_days_high',
  'funder_share_high',
  'deposits_low',
] as const
export type StatementRule = (typeof STATEMENT_RULES)[number]

/**
 * A figure of the bank statements that does not meet a criterion. `month` (`2026-04`) is the worst month, or null if the figure is about
 * several months. Values and limits are cents, counts, or hundredths of a percent.
 */
export interface StatementMark {
  box: string
  rule: StatementRule
  month: string | null
  value: number
  limit: number
}

/** A criterion that could not be checked, because the verified statements do not contain its figure. */
export interface UncheckedRule {
  box: string
  rule: StatementRule
}

interface Evaluated {
  marks: StatementMark[]
  unchecked: UncheckedRule[]
  /** The months (`2026-04`) that were checked, oldest first. */
  months: string[]
}

/**
 * Checks the verified months that `recentMonths` returns against the criteria of every funder. A criterion that cannot be checked is listed
 * in `unchecked` instead of counting as met. A result never prevents a submission.
 */
export function evaluateStatements(boxes: readonly CreditBox[], months: readonly VerifiedMonth[]): Evaluated {
  const marks: StatementMark[] = []
  const unchecked: UncheckedRule[] = []
  for (const box of boxes)
    for (const { rule, limit, found } of checks(box, months)) {
      if (limit === null) continue
      if (found === null) unchecked.push({ box: box.name, rule })
      else if (isLow(rule) ? found.value < limit : found.value > limit)
        marks.push({ box: box.name, rule, limit, ...found })
    }
  return { marks, unchecked, months: months.map(({ month }) => month) }
}

export function usesStatements(boxes: readonly CreditBox[]): boolean {
  return boxes.some((box) => checks(box, []).some(({ limit }) => limit !== null))
}

const isLow = (rule: StatementRule) => rule === 'balance_low' || rule === 'deposits_low'

interface Check {
  rule: StatementRule
  limit: number | null
  /** Null if the statements do not contain the figure. */
  found: { month: string | null; value: number } | null
}

function checks(box: CreditBox, months: readonly VerifiedMonth[]): Check[] {
  const balance = meanOf(months, 'average_daily_balance_cents')
  return [
    {
      rule: 'balance_low',
      limit: box.minimum_average_daily_balance_cents,
      found: balance === null ? null : { month: null, value: balance },
    },
    { rule: 'nsf_high', limit: box.maximum_nsf_per_month, found: extreme(months, 'nsf_count', 1) },
    {
      rule: 'negative_days_high',
      limit: box.maximum_negative_days,
      found: extreme(months, 'negative_days', 1),
    },
    { rule: 'funder_share_high', limit: basisPoints(box.maximum_funder_share), found: funderShare(months) },
    { rule: 'deposits_low', limit: box.minimum_deposits, found: extreme(months, 'deposits_count', -1) },
  ]
}

/** Returns the month with the highest (`direction` 1) or lowest (-1) figure, the newest of equal ones. */
function extreme(
  months: readonly VerifiedMonth[],
  figure: FigureName,
  direction: 1 | -1,
): { month: string; value: number } | null {
  let worst: { month: string; value: number } | null = null
  for (const { month, figures } of months) {
    const value = figures[figure]
    if (value === undefined) return null
    if (worst === null || (value - worst.value) * direction >= 0) worst = { month, value }
  }
  return worst
}

/** Returns the share of the revenue of all months that funders take. Null without revenue, because a share of nothing is no figure. */
function funderShare(months: readonly VerifiedMonth[]): { month: null; value: number } | null {
  const [debits, revenue] = [sumOf(months, 'funder_debits_cents'), sumOf(months, 'true_revenue_cents')]
  if (debits === null || revenue === null || revenue <= 0) return null
  return { month: null, value: Math.round((debits * 10_000) / revenue) }
}

/** Converts a percentage as the broker typed it (`12.5`) to hundredths of a percent. */
const basisPoints = (percent: string | null) => (percent === null ? null : Math.round(Number(percent) * 100))
