import { addDays, addMonths, monthOf } from '../../../src-shared/platform/base/days.ts'
import { wholeMonth } from '../../../src-shared/features/documents/statement-coverage.ts'
import type {
  DealStatements,
  FigureName,
  StatementMonthView,
} from '../../../src-shared/features/statements/deal-statements.ts'
import type { StatementMonth } from '../../../src-shared/features/statements/statement.ts'
import { REVENUE } from '../statement-reader/classes.ts'
import { coversDates, metricsOf } from '../statement-reader/metrics.ts'
import type { BookAccount, BookMonth, BookRow } from './book.ts'

type Figures = StatementMonthView['figures']

/** Most calendar months for which totals are calculated. */
const MOST_MONTHS = 60

/** For each figure that depends on classes: true for a row that counts for it. */
const COUNTED = {
  true_revenue_cents: ({ class: kind, transaction }: BookRow) =>
    transaction.amount_cents > 0 && REVENUE.has(kind),
  nsf_count: ({ class: kind }: BookRow) => kind === 'nsf_fee' || kind === 'overdraft_fee',
  returned_count: ({ class: kind }: BookRow) => kind === 'returned_item_credit',
  funder_debits_cents: ({ class: kind }: BookRow) => kind === 'mca_payment',
} as const

/** Returns true for a row that counts for a figure. The balances depend on all rows. */
export function countsFor(figure: FigureName): (row: BookRow) => boolean {
  switch (figure) {
    case 'deposits_cents':
    case 'deposits_count':
      return ({ transaction }) => transaction.amount_cents > 0
    case 'withdrawals_cents':
    case 'withdrawals_count':
      return ({ transaction }) => transaction.amount_cents < 0
    case 'true_revenue_cents':
    case 'nsf_count':
    case 'returned_count':
    case 'funder_debits_cents':
      return COUNTED[figure]
    case 'funder_share_basis_points':
      return COUNTED.funder_debits_cents
    default:
      return () => true
  }
}

const hasDates = ({ month, is_recognized }: BookMonth) => coversDates(month, is_recognized)

/** Returns the figures of a month that its checks cover. None if the month is not verified. */
export function figuresOf(month: BookMonth): Figures {
  return month.verdict === 'verified' ? calculate(month.month, month.rows, hasDates(month)) : {}
}

function calculate(month: StatementMonth, rows: readonly BookRow[], isDated: boolean): Figures {
  const metrics = metricsOf(
    { ...month, transactions: rows.map(({ transaction }) => transaction) },
    rows.map((row) => row.class),
  )
  const funder_debits_cents = rows
    .filter(COUNTED.funder_debits_cents)
    .reduce((sum, { transaction }) => sum - transaction.amount_cents, 0)
  const { average_daily_balance_cents, lowest_balance_cents, negative_days, ...sums } = metrics
  return {
    opening_cents: month.opening_cents,
    closing_cents: month.closing_cents,
    ...sums,
    returned_count: rows.filter(COUNTED.returned_count).length,
    funder_debits_cents,
    ...shareOf(funder_debits_cents, metrics.true_revenue_cents),
    ...(isDated ? { average_daily_balance_cents, lowest_balance_cents, negative_days } : {}),
  }
}

function shareOf(debits: number, revenue: number): Figures {
  return revenue > 0 ? { funder_share_basis_points: Math.round((debits / revenue) * 10_000) } : {}
}

/** Returns the totals of all accounts by calendar month, oldest first. Leaves out months that one of the accounts does not cover. */
export function totalsOf(accounts: readonly BookAccount[]): DealStatements['totals'] {
  const all = accounts.flatMap(({ months }) => months.map(({ month }) => month))
  if (all.length === 0) return []
  const first = monthOf(all.reduce((least, { from }) => (from < least ? from : least), '9999-12-31'))
  const last = monthOf(all.reduce((most, { to }) => (to > most ? to : most), ''))
  const totals: DealStatements['totals'] = []
  for (
    let month = first, count = 0;
    month <= last && count < MOST_MONTHS;
    month = addMonths(month, 1), count++
  ) {
    const parts = accounts.flatMap((account) => sliceOf(account, month) ?? [])
    if (parts.length === accounts.length) totals.push({ month, figures: added(parts) })
  }
  return totals
}

/** Returns the figures of one account in one calendar month. Null if verified statements do not cover all of its days. */
function sliceOf({ months }: BookAccount, calendar: string): Figures | null {
  const { from, to } = wholeMonth(calendar)
  const exact = months.find(({ month }) => month.from === from && month.to === to)
  if (exact !== undefined) return exact.verdict === 'verified' ? figuresOf(exact) : null
  const parts = months.filter(({ month }) => month.from <= to && month.to >= from)
  let next = from
  for (const part of parts) {
    // Which entries belong to the calendar month depends on their dates.
    if (part.verdict !== 'verified' || !hasDates(part)) return null
    if (part.month.from > next || (part !== parts[0] && part.month.from !== next)) return null
    next = addDays(part.month.to, 1)
  }
  const [start] = parts
  if (start === undefined || next <= to) return null
  const sum = (rows: readonly BookRow[]) =>
    rows.reduce((total, { transaction }) => total + transaction.amount_cents, 0)
  const rows = parts.flatMap((part) => part.rows)
  const inMonth = rows.filter(({ transaction: { date } }) => date >= from && date <= to)
  const opening_cents =
    start.month.opening_cents + sum(rows.filter(({ transaction }) => transaction.date < from))
  const closing_cents = opening_cents + sum(inMonth)
  return calculate({ ...start.month, from, to, opening_cents, closing_cents }, inMonth, true)
}

/** Figures that are the sum of those of the accounts. The others are of one account only. */
const ADDED = [
  'opening_cents',
  'closing_cents',
  'deposits_cents',
  'deposits_count',
  'withdrawals_cents',
  'withdrawals_count',
  'true_revenue_cents',
  'nsf_count',
  'returned_count',
  'funder_debits_cents',
  'average_daily_balance_cents',
] as const satisfies FigureName[]

function added(parts: readonly Figures[]): Figures {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only
  const figures: Figures = {}
  for (const name of ADDED) {
    const values = parts.flatMap((part) => part[name] ?? [])
    if (values.length === parts.length) figures[name] = values.reduce((sum, value) => sum + value, 0)
  }
  return { ...figures, ...shareOf(figures.funder_debits_cents ?? 0, figures.true_revenue_cents ?? 0) }
}

export function verifiedPeriods(accounts: readonly BookAccount[]): { from: string; to: string }[] {
  return accounts.flatMap(({ months }) =>
    months.flatMap(({ verdict, month: { from, to } }) => (verdict === 'verified' ? [{ from, to }] : [])),
  )
}
