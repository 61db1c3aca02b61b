import { addDays } from '../../../src-shared/days.ts'
import { squash } from './lines.ts'
import { show } from './resolve.ts'
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
        other.file !== file &&
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
        {
          reason: 'opening_differs_from_previous_closing',
          page: null,
          detail: `the month before closed with ${show(before.month.closing_cents)}, but this one opens with ${show(month.opening_cents)}.`,
        },
      ],
    }
  }
  return result
}
