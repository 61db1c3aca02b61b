import { addDays } from '../../../src-shared/platform/base/days.ts'
import { finding } from './finding.ts'
import { squash } from './lines.ts'
import type {
  Finding,
  StatementMonth,
  StatementReading,
} from '../../../src-shared/features/statements/statement.ts'

/** A month that opens with another balance than the month before, in another file, closed with. `file` is an index into the readings. */
interface OpeningBreak {
  file: number
  month: StatementMonth
  finding: Finding
}

/** Compares the statements of several files: a month must open with the balance with which the month before closed. */
export function openingBreaks(readings: readonly StatementReading[]): OpeningBreak[] {
  const months = readings.flatMap((reading, file) =>
    reading.accounts.flatMap((account) => account.months.map((month) => ({ file, account, month }))),
  )
  return months.flatMap(({ file, account, month }) => {
    const before = months.find(
      (other) =>
        other.month !== month &&
        addDays(other.month.to, 1) === month.from &&
        other.account.number_last4 === account.number_last4 &&
        account.number_last4 !== '' &&
        squash(other.account.holder) === squash(account.holder),
    )
    if (before === undefined || before.month.closing_cents === month.opening_cents) return []
    const differs = finding('opening_differs_from_previous_closing', 'previous_closing', null, {
      printed_cents: month.opening_cents,
      read_cents: before.month.closing_cents,
    })
    return [{ file, month, finding: differs }]
  })
}

/** Returns the readings in the same order. A reading whose opening balance differs from the one before is no longer verified. */
export function checkContinuity(readings: readonly StatementReading[]): StatementReading[] {
  const breaks = openingBreaks(readings)
  return readings.map((reading, file) => {
    const found = breaks.filter((one) => one.file === file).map((one) => one.finding)
    if (found.length === 0) return reading
    const verdict = reading.verdict === 'verified' ? 'unverified' : reading.verdict
    return { ...reading, verdict, findings: [...reading.findings, ...found] }
  })
}
