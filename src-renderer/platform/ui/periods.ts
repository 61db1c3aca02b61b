import {
  formatMonth,
  formatRange,
  joined,
  lacksOf,
  nameOfMissing,
  type Spoken,
} from '../../../src-shared/features/deal-screen/missing-papers.ts'
import type { MissingLine } from '../../../src-shared/features/deal-screen/next-step.ts'
import { isWholeMonths, monthsIn } from '../../../src-shared/features/documents/statement-coverage.ts'
import { language, locale, messages } from '../../../src-shared/platform/texts/messages.ts'
import type { StatementPeriod } from '../../../src-shared/features/documents/document.ts'

/** Formats a period: `Mar 1 – 31, 2026`. */
export function formatPeriod(period: StatementPeriod): string {
  return formatRange(period, locale(), { dateStyle: 'medium' })
}

/**
 * Shortest and longest cycle (period of a bank statement) in days. A bank closes a cycle earlier or later than usual if the last day is on
 * a weekend.
 */
const SHORTEST_CYCLE = 26
const LONGEST_CYCLE = 36

/** Describes a period that is not a whole month: `Cycle across February and March 2026`. Returns an empty string for whole months. */
export function describePeriod(period: StatementPeriod): string {
  if (isWholeMonths(period)) return ''
  const months = monthsIn(period)
  const days = (Date.parse(period.to) - Date.parse(period.from)) / 86_400_000 + 1
  const isCycle = months.length > 1 && days >= SHORTEST_CYCLE && days <= LONGEST_CYCLE
  const { partOf, cycle } = messages().documents.period
  return (isCycle ? cycle : partOf)(formatMonths(months))
}

export function nameOfLine(line: MissingLine): string {
  return nameOfMissing(line, onScreen())
}

export function lacks(line: MissingLine): string[] {
  return lacksOf(line, onScreen())
}

const onScreen = (): Spoken => ({ language: language(), said: messages() })

/** Formats months: `February and March 2026`. */
function formatMonths(months: readonly string[]): string {
  const years = new Set(months.map((month) => month.slice(0, 4)))
  const written = months.map((month, index) =>
    formatMonth(month, locale(), years.size > 1 || index === months.length - 1 ? { year: 'numeric' } : {}),
  )
  return joined(written, locale())
}
