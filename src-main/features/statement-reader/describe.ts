import { classOf } from './classes.ts'
import { coversDates, type DatedMetric, type Metrics, metricsOf } from './metrics.ts'
import { findFunders, type FunderCredit, type Position } from './positions.ts'
import type {
  Finding,
  FindingDetail,
  StatementAccount,
  StatementMonth,
  StatementReading,
  Transaction,
  Verdict,
} from '../../../src-shared/features/statements/statement.ts'
import type { TransactionClass } from '../../../src-shared/features/statements/transaction-class.ts'

/** A reading with everything that follows from it: classes, figures, and positions. */
export interface DescribedReading {
  verdict: Verdict
  /** The code of the currency if it is not US dollars. */
  currency?: string
  /** Each starts with the reason code, followed by `: ` and words for people. */
  reasons: string[]
  accounts: (Omit<StatementAccount, 'months'> & { months: DescribedMonth[] })[]
  positions: Position[]
  funder_credits: FunderCredit[]
}

export interface DescribedMonth extends StatementMonth {
  transactions: (Transaction & { class: TransactionClass })[]
  /** The average, the lowest balance, and the negative days are missing if no check covers the dates of the entries. */
  metrics: Omit<Metrics, DatedMetric> & Partial<Pick<Metrics, DatedMetric>>
}

/** Adds classes, figures, and positions to a reading. Positions span all accounts and months of a file. */
export function describeReading(
  { verdict, findings, accounts, currency }: StatementReading,
  isRecognized = false,
): DescribedReading {
  const all = accounts.flatMap(({ months }) => months.flatMap(({ transactions }) => transactions))
  const funders = findFunders(all, accounts[0]?.holder ?? '')
  return {
    verdict,
    ...(currency === undefined ? {} : { currency }),
    reasons: findings.map(
      (one) => `${one.reason}: ${one.page === null ? '' : `page ${one.page}: `}${WORDS[one.detail](one)}.`,
    ),
    accounts: accounts.map((account) => ({
      ...account,
      months: account.months.map((month) => {
        const classes = month.transactions.map((transaction) => classOf(transaction, funders.context))
        return {
          ...month,
          transactions: month.transactions.map((transaction, at) => ({
            ...transaction,
            class: classes[at] ?? 'supplier',
          })),
          metrics: coveredMetrics(month, classes, isRecognized),
        }
      }),
    })),
    positions: funders.positions,
    funder_credits: funders.credits,
  }
}

function coveredMetrics(
  month: StatementMonth,
  classes: readonly TransactionClass[],
  isRecognized: boolean,
): DescribedMonth['metrics'] {
  const metrics = metricsOf(month, classes)
  if (coversDates(month, isRecognized)) return metrics
  const {
    average_daily_balance_cents: _average,
    negative_days: _days,
    lowest_balance_cents: _lowest,
    ...others
  } = metrics
  return others
}

const show = (cents: number | null) => ((cents ?? 0) / 100).toFixed(2)
const givesAnother = ({ printed_cents, read_cents }: Finding) =>
  `is ${show(printed_cents)}, but the entries give ${show(read_cents)}`

/** The details of findings in English, for the command line. The app has them in its catalog of texts. */
const WORDS: Record<FindingDetail, (finding: Finding) => string> = {
  file_damaged: () => 'the file is damaged',
  file_not_opened: () => 'the file cannot be opened',
  file_too_large: () => 'the file is too large',
  too_many_pages: () => 'the file has too many pages',
  took_too_long: () => 'reading took too long',
  too_much_memory: () => 'reading needed too much memory or failed',
  needs_password: () => 'the file needs a password',
  page_damaged: () => 'a page is damaged, or has more on it than any statement',
  page_unread: () => 'the page has text that cannot be read: it is turned, drawn, or a picture',
  no_text: () => 'the file has no text',
  card_statement: () => 'this is the statement of a credit card or a loan',
  no_account: () =>
    'nothing shows that the figures are money of an account: no currency, no account number, and no word of a bank',
  other_currency: ({ quote }) => `the amounts are in ${quote ?? 'another currency'}, not in US dollars`,
  in_thousands: () => 'the amounts are in thousands',
  no_balances: () => 'no opening and closing balance with a period was found',
  entries_without_balances: () => 'entries without an opening and a closing balance',
  balances_not_printed: () =>
    'the opening or the closing balance stands only in a row, and the pages have no numbers, so a page could be missing',
  no_period: () => 'no dates with a year were found',
  no_entries: () => 'the statement has no transactions',
  nothing_printed: () => 'the statement prints no totals or balances besides the first and the last',
  digits_covered: () => 'digits are covered by something else',
  content_replaced: () => 'a later part of the file replaces the content of a page',
  page_missing: ({ other_page, printed_count }) => `page ${other_page} of ${printed_count} is missing`,
  page_twice: ({ other_page, printed_count }) =>
    printed_count === null
      ? `this page is the same as page ${other_page}`
      : `page ${other_page} of ${printed_count} appears twice`,
  amount_unreadable: ({ quote }) => `the amount of "${quote}" could not be read`,
  date_outside: ({ quote }) => `the date of "${quote}" is not in the period`,
  two_openings: ({ printed_cents, read_cents }) =>
    `two opening balances are printed: ${show(printed_cents)} and ${show(read_cents)}`,
  two_closings: ({ printed_cents, read_cents }) =>
    `two closing balances are printed: ${show(printed_cents)} and ${show(read_cents)}`,
  closing_balance: (one) => `the closing balance ${givesAnother(one)}`,
  running_balance: (one) => `the balance after "${one.quote}" ${givesAnother(one)}`,
  last_balance: (one) => `the closing balance ${givesAnother(one)}`,
  daily_balance: (one) => `the balance of ${one.day} ${givesAnother(one)}`,
  average_balance: (one) => `the average balance ${givesAnother(one)}`,
  lowest_balance: (one) => `the lowest balance ${givesAnother(one)}`,
  total_deposits: (one) => `the total of deposits ${givesAnother(one)}`,
  total_withdrawals: (one) => `the total of withdrawals ${givesAnother(one)}`,
  number_of_deposits: ({ printed_count, read_count }) =>
    `${printed_count} credits are printed, but ${read_count} were read`,
  number_of_withdrawals: ({ printed_count, read_count }) =>
    `${printed_count} debits are printed, but ${read_count} were read`,
  section_total: (one) => `"${one.quote}" ${givesAnother(one)}`,
  section_count: ({ quote, printed_count, read_count }) =>
    `"${quote}" counts ${printed_count} entries, but ${read_count} were read`,
  picture_differs: ({ quote }) => `the text and the picture differ at ${quote}`,
  reading_doubted: () => 'a date, the period, or the number of the account cannot be read for sure',
  rows_doubted: () =>
    'some rows cancel each other out, and nothing shows whether they belong to this statement',
  other_statement: () => 'another statement of this period says something else',
  previous_closing: ({ printed_cents, read_cents }) =>
    `the month before closed with ${show(read_cents)}, but this one opens with ${show(printed_cents)}`,
}
