import type { Transaction } from '../../../src-shared/features/statements/statement.ts'

/**
 * How far entries are from agreeing with the balances that a statement prints. The checks stop at the first difference. These numbers tell
 * whether another reading of one word brings the statement closer to adding up.
 */

/** Returns the number of printed balances that differ from the printed balance before plus the entries between, oldest or newest first. */
export function balanceMisfits(
  transactions: readonly Transaction[],
  daily: readonly { date: string; balance_cents: number }[],
  opening: number,
  closing: number,
): number {
  const forward = chainMisfits(transactions, opening, closing)
  const running =
    forward === 0 ? 0 : Math.min(forward, chainMisfits(transactions.toReversed(), opening, closing))
  return running + dailyMisfits(transactions, daily, opening)
}

function chainMisfits(transactions: readonly Transaction[], opening: number, closing: number): number {
  let balance = opening
  let misfits = 0
  for (const { amount_cents, balance_after_cents: printed } of transactions) {
    balance += amount_cents
    if (printed === null) continue
    if (printed !== balance) misfits++
    balance = printed
  }
  return balance === closing ? misfits : misfits + 1
}

function dailyMisfits(
  transactions: readonly Transaction[],
  daily: readonly { date: string; balance_cents: number }[],
  opening: number,
): number {
  const sorted = daily.toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
  let [before, balance, misfits] = ['', opening, 0]
  for (const { date, balance_cents } of sorted) {
    for (const one of transactions) if (one.date > before && one.date <= date) balance += one.amount_cents
    if (balance !== balance_cents) misfits++
    ;[before, balance] = [date, balance_cents]
  }
  return misfits
}
