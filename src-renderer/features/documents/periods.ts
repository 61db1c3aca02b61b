import type { StatementPeriod } from '../../../src-shared/domain/document-reading.ts'
import type { ChecklistItem } from '../../../src-shared/domain/queue.ts'
import { locale } from '../../../src-shared/messages/messages.ts'

/** `Mar 1 – 31, 2026`, as the language writes it. */
export function formatPeriod({ from, to }: StatementPeriod): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    new Date(from),
    new Date(to),
  )
}

/** `March and April 2026`: months (`2026-03`) in words, each year once where it is the same for all. */
export function formatMonths(months: readonly string[]): string {
  const years = new Set(months.map((month) => month.slice(0, 4)))
  const written = months.map((month, index) => {
    const withYear = years.size > 1 || index === months.length - 1
    return new Intl.DateTimeFormat(locale(), {
      month: 'long',
      ...(withYear && { year: 'numeric' }),
      timeZone: 'UTC',
    }).format(new Date(`${month}-01`))
  })
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(written)
}

/** `Bank statements (March and April 2026)`: a line of the checklist, with the months that are missing. */
export function nameOfLine({
  label,
  missing_months,
}: Pick<ChecklistItem, 'label' | 'missing_months'>): string {
  return missing_months.length === 0 ? label : `${label} (${formatMonths(missing_months)})`
}
