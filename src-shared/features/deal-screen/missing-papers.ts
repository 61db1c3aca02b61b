import { LOCALES, type Language, type Messages } from '../../platform/texts/messages.ts'
import type { MissingLine } from './next-step.ts'
import { isWholeMonths } from '../documents/statement-coverage.ts'
import type { StatementPeriod } from '../documents/document.ts'

/** A language with its texts. A message to a merchant may be in another language than the screen. */
export interface Spoken {
  language: Language
  said: Messages
}

/** Formats missing days: `January, February, and March 17 – 31, 2026`. Names the year once if it is the same for all. */
export function formatMissing(
  { missing_days, month_so_far }: Omit<MissingLine, 'label'>,
  { language, said }: Spoken,
): string {
  const locale = LOCALES[language]
  const years = new Set(missing_days.map(({ from }) => from.slice(0, 4)))
  const written = missing_days.map((days, index) => {
    const year = years.size > 1 || index === missing_days.length - 1 ? ({ year: 'numeric' } as const) : {}
    const month = days.from.slice(0, 7)
    if (month === month_so_far) return said.documents.checklist.soFar(formatMonth(month, locale, year))
    return isWholeMonths(days)
      ? formatMonth(month, locale, year)
      : formatRange(days, locale, { month: 'long', day: 'numeric', ...year })
  })
  return joined(written, locale)
}

/** Returns the label of a checklist item (a document that the deal needs) with its missing days: `Bank statement (March 17 – 31, 2026)`. */
export function nameOfMissing(line: MissingLine, spoken: Spoken): string {
  return line.missing_days.length === 0 ? line.label : `${line.label} (${lacksOf(line, spoken).join('; ')})`
}

/** Returns texts that say which days no bank statement covers, and how many statements have no dates. */
export function lacksOf(line: MissingLine, spoken: Spoken): string[] {
  if (line.missing_days.length === 0) return []
  const { undated } = spoken.said.documents.checklist
  return [formatMissing(line, spoken), ...(line.undated > 0 ? [undated(line.undated)] : [])]
}

export function formatMonth(month: string, locale: string, year: { year?: 'numeric' }): string {
  const form = new Intl.DateTimeFormat(locale, { month: 'long', ...year, timeZone: 'UTC' })
  return form.format(new Date(`${month}-01`))
}

export function formatRange(
  { from, to }: StatementPeriod,
  locale: string,
  options: Intl.DateTimeFormatOptions,
): string {
  const form = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return form.formatRange(new Date(from), new Date(to))
}

export function joined(parts: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)
}
