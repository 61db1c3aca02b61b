import { classOf } from './classes.ts'
import { type Metrics, metricsOf } from './metrics.ts'
import { findFunders, type FunderCredit, type Position } from './positions.ts'
import type {
  StatementAccount,
  StatementMonth,
  StatementReading,
  Transaction,
  Verdict,
} from '../../../src-shared/statements/statement.ts'
import type { TransactionClass } from '../../../src-shared/statements/transaction-class.ts'

/** A reading with everything that follows from it: classes, figures, and positions. */
export interface DescribedReading {
  verdict: Verdict
  /** Each starts with the reason code, followed by `: ` and words for people. */
  reasons: string[]
  accounts: (Omit<StatementAccount, 'months'> & { months: DescribedMonth[] })[]
  positions: Position[]
  funder_credits: FunderCredit[]
}

export interface DescribedMonth extends StatementMonth {
  transactions: (Transaction & { class: TransactionClass })[]
  metrics: Metrics
}

/** Adds classes, figures, and positions to a reading. Positions span all accounts and months of a file. */
export function describeReading({ verdict, findings, accounts }: StatementReading): DescribedReading {
  const all = accounts.flatMap(({ months }) => months.flatMap(({ transactions }) => transactions))
  const funders = findFunders(all, accounts[0]?.holder ?? '')
  return {
    verdict,
    reasons: findings.map(
      ({ reason, page, detail }) => `${reason}: ${page === null ? '' : `page ${page}: `}${detail}`,
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
          metrics: metricsOf(month, classes),
        }
      }),
    })),
    positions: funders.positions,
    funder_credits: funders.credits,
  }
}
