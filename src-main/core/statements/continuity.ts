import { addDays } from '../../../src-shared/days.ts'
import { finding } from './finding.ts'
import { squash } from './lines.ts'
import type { StatementReading } from '../../../src-shared/statements/statement.ts'

/**
 * Compares the statements of several files: a month must open with the balance with which the month before closed. Returns the readings in
 * the same order. A reading whose opening balance differs is no longer verified.
 */
export function checkContinuity(readings: readonly StatementReading[]): StatementReading[] {
  const months = readings.flatMap((reading, file) =>
    reading.accounts.flatMap((account) => account.months.map((month) => ({ file, account, month }))),
  )
  const result = [...readings]
  for (const { file, account, month } of months) {
    const before = months.find(
      (other) =>
        other.month !== month &&
        addDays(other.month.to, 1) === month.from &&
        other.account.number_last4 === account.number_last4 &&
        account.number_last4 !== '' &&
        squash(other.account.holder) === squash(account.holder),
    )
    const reading = result[file]
    if (before === undefined || reading === undefined || before.month.closing_cents === month.opening_cents)
      continue
    result[file] = {
      ...reading,
      verdict: reading.verdict === 'verified' ? 'unverified' : reading.verdict,
      findings: [
        ...reading.findings,
        finding('opening_differs_from_previous_closing', 'previous_closing', null, {
          printed_cents: month.opening_cents,
          read_cents: before.month.closing_cents,
        }),
      ],
    }
  }
  return result
}
