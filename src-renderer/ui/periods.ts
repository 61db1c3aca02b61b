import type { StatementPeriod } from '../../src-shared/domain/document-reading.ts'
import type { MissingLine } from '../../src-shared/domain/next-step.ts'
import { isWholeMonths, monthsIn } from '../../src-shared/domain/statement-coverage.ts'
import { locale, messages } from '../../src-shared/messages/messages.ts'

/** Formats a period: `Mar 1 – 31, 2026`. */
export function formatPeriod(period: StatementPeriod): string {
  return formatRange(period, { dateStyle: 'medium' })
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

/** Formats missing days: `January, February, and March 17 – 31, 2026`. Names the year once if it is the same for all. */
export function formatMissing({ missing_days, month_so_far }: Omit<MissingLine, 'label'>): string {
  const years = new Set(missing_days.map(({ from }) => from.slice(0, 4)))
  const written = missing_days.map((days, index) => {
    const year = years.size > 1 || index === missing_days.length - 1 ? ({ year: 'numeric' } as const) : {}
    const month = days.from.slice(0, 7)
    if (month === month_so_far) return messages().documents.checklist.soFar(formatMonth(month, year))
    return isWholeMonths(days)
      ? formatMonth(month, year)
      : formatRange(days, { month: 'long', day: 'numeric', ...year })
  })
  return joined(written)
}

/** Returns the label of a checklist item (a document that the deal needs) with its missing days: `Bank statement (March 17 – 31, 2026)`. */
export function nameOfLine(line: MissingLine): string {
  return line.missing_days.length === 0 ? line.label : `${line.label} (${lacks(line).join('; ')})`
}

/** Returns texts that say which days no bank statement covers, and how many statements have no dates. */
export function lacks(line: MissingLine): string[] {
  if (line.missing_days.length === 0) return []
  const { undated } = messages().documents.checklist
  return [formatMissing(line), ...(line.undated > 0 ? [undated(line.undated)] : [])]
}

/** Formats months: `February and March 2026`. */
function formatMonths(months: readonly string[]): string {
  const years = new Set(months.map((month) => month.slice(0, 4)))
  const written = months.map((month, index) =>
    formatMonth(month, years.size > 1 || index === months.length - 1 ? { year: 'numeric' } : {}),
  )
  return joined(written)
}

function formatMonth(month: string, year: { year?: 'numeric' }): string {
  const form = new Intl.DateTimeFormat(locale(), { month: 'long', ...year, timeZone: 'UTC' })
  return form.format(new Date(`${month}-01`))
}

function formatRange({ from, to }: StatementPeriod, options: Intl.DateTimeFormatOptions): string {
  const form = new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' })
  return form.formatRange(new Date(from), new Date(to))
}

function joined(parts: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(parts)
}
