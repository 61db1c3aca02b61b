import { addDays } from '../../../src-shared/platform/base/days.ts'
import { REVENUE } from './classes.ts'
import type { StatementMonth } from '../../../src-shared/features/statements/statement.ts'
import type { TransactionClass } from '../../../src-shared/features/statements/transaction-class.ts'

/** Figures of one statement period. Amounts are cents. The definitions are those of `docs/statements.md`. */
export interface Metrics {
  deposits_cents: number
  deposits_count: number
  withdrawals_cents: number
  withdrawals_count: number
  true_revenue_cents: number
  average_daily_balance_cents: number
  negative_days: number
  lowest_balance_cents: number
  nsf_count: number
}

/**
 * Returns true if the checks of a month cover the dates of its entries, on which the balances of its days depend. Either the statement prints
 * the balance of each day with an entry, and all agree. Or it prints running balances, its dates are text and not recognized in a picture,
 * they are in order, and it is clear which of two dates is the day of posting.
 */
export function coversDates(month: StatementMonth, isRecognized: boolean): boolean {
  const { passed, transactions, daily_balances } = month
  const days = new Set(daily_balances.map(({ date }) => date))
  if (passed.includes('daily') && transactions.every(({ date }) => days.has(date))) return true
  if (isRecognized || month.has_doubted_dates === true || !passed.includes('running')) return false
  const dates = transactions.map(({ date }) => date)
  const isRising = dates.every((date, at) => at === 0 || date >= (dates[at - 1] ?? ''))
  const isFalling = dates.every((date, at) => at === 0 || date <= (dates[at - 1] ?? ''))
  return isRising || isFalling
}

/** The figures that depend on the dates of the entries. */
export type DatedMetric = 'average_daily_balance_cents' | 'negative_days' | 'lowest_balance_cents'

/** Calculates the figures of a period. `classes` has the class of each transaction of the period, in order. */
export function metricsOf(month: StatementMonth, classes: readonly TransactionClass[]): Metrics {
  const { transactions } = month
  const balances = endOfDayBalances(month)
  const ins = transactions.filter(({ amount_cents }) => amount_cents > 0)
  const outs = transactions.filter(({ amount_cents }) => amount_cents < 0)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return {
    deposits_cents: sum(ins.map(({ amount_cents }) => amount_cents)),
    deposits_count: ins.length,
    withdrawals_cents: -sum(outs.map(({ amount_cents }) => amount_cents)) + 0,
    withdrawals_count: outs.length,
    true_revenue_cents: sum(
      transactions.map(({ amount_cents }, at) => {
        const kind = classes[at]
        return amount_cents > 0 && kind !== undefined && REVENUE.has(kind) ? amount_cents : 0
      }),
    ),
    average_daily_balance_cents: roundHalfAway(sum(balances) / Math.max(balances.length, 1)),
    negative_days: balances.filter((balance) => balance < 0).length,
    lowest_balance_cents: Math.min(...balances),
    nsf_count: classes.filter((kind) => kind === 'nsf_fee' || kind === 'overdraft_fee').length,
  }
}

type DatedEntries = Pick<StatementMonth, 'from' | 'to' | 'opening_cents' | 'transactions'>

/** The balance at the end of each calendar day of the period. */
export function endOfDayBalances({ from, to, opening_cents, transactions }: DatedEntries): number[] {
  const byDay = new Map<string, number>()
  for (const { date, amount_cents } of transactions) byDay.set(date, (byDay.get(date) ?? 0) + amount_cents)
  const balances: number[] = []
  let balance = opening_cents
  for (let day = from; day <= to && balances.length < 400; day = addDays(day, 1)) {
    balance += byDay.get(day) ?? 0
    balances.push(balance)
  }
  return balances
}

export const roundHalfAway = (value: number) => Math.sign(value) * Math.round(Math.abs(value)) + 0
