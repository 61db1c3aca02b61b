/** Supported languages with their names in the language itself. Each language has a folder next to this file. */
export const LANGUAGES = { en: 'English', es: 'Español' } as const
export type Language = keyof typeof LANGUAGES

/** Locales for numbers, money, and dates. Money is in US dollars in both languages. */
export const LOCALES: Record<Language, string> = { en: 'en-US', es: 'es-US' }

// Stored in this file and not in messages.ts: the files with the texts need it, and messages.ts imports those files.
let current: Language = 'en'

export function language(): Language {
  return current
}

export function locale(): string {
  return LOCALES[current]
}

/** Sets the language in which numbers are formatted. `setMessages` calls it. */
export function setLanguage(to: Language): void {
  current = to
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()
const numberFormats = new Map<string, Intl.NumberFormat>()

/** Returns a format for dates. Creates each one once, because creating a format takes longer than using it a thousand times. */
export function dateFormat(options: Intl.DateTimeFormatOptions, of = locale()): Intl.DateTimeFormat {
  return getOrMake(dateFormats, of + JSON.stringify(options), () => new Intl.DateTimeFormat(of, options))
}

/** Returns a format for numbers, and creates each one once. */
export function numberFormat(options: Intl.NumberFormatOptions, of = locale()): Intl.NumberFormat {
  return getOrMake(numberFormats, of + JSON.stringify(options), () => new Intl.NumberFormat(of, options))
}

/** Writes a percentage as its language does: `60%`, and `60 %` in Spanish. */
export function percent(figure: string, of = current): string {
  return of === 'es' ? `${figure}\u00a0%` : `${figure}%`
}

/** Quotes as the language does: `“Rent”`, and `«Rent»` in Spanish. */
export function quoted(words: string): string {
  return current === 'es' ? `«${words}»` : `“${words}”`
}

/** Formats a share of 1 as a percentage with at most so many decimals. */
export function percentOf(share: number, decimals: number, of = current): string {
  return percent(numberFormat({ maximumFractionDigits: decimals }, LOCALES[of]).format(share * 100), of)
}

function getOrMake<T>(made: Map<string, T>, key: string, make: () => T): T {
  const format = made.get(key) ?? make()
  made.set(key, format)
  return format
}

/**
 * Returns `one` if the count is exactly 1. Otherwise, passes the formatted count to `other` and returns its text. This rule is the same in
 * both languages.
 */
export function plural(count: number, one: string, other: (count: string) => string): string {
  return count === 1 ? one : other(numberFormat({}).format(count))
}

/** Formats a date such as `2026-05-04`. Uses noon, because midnight can be on the previous date in another time zone. */
export function date(day: string): string {
  const at = new Date(`${day}T12:00:00`)
  return Number.isNaN(at.getTime()) ? day : dateFormat({ dateStyle: 'medium' }).format(at)
}

export function moment(instant: string): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(instant))
}

/**
 * Formats a due time with its weekday. A wall time (without a time zone) is shown as it was typed, an instant by this computer's clock.
 * Shows any other text unchanged.
 */
export function dueText(due: string): string {
  const at = new Date(due)
  if (Number.isNaN(at.getTime())) return due
  const isThisYear = at.getFullYear() === new Date().getFullYear()
  return dateFormat({
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(at)
}

/** Formats months (`2026-04`) in order: `April – June 2026` if they follow each other, otherwise `April 2026 and June 2026`. */
export function monthsText(months: readonly string[]): string {
  const [first = '', ...rest] = months
  if (months.some((month) => !/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month))) return months.join(', ')
  const form = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' })
  const at = (month: string) => new Date(`${month}-01`)
  const last = rest.at(-1) ?? first
  const [from, to] = [at(first), at(last)]
  const distance = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  if (distance === rest.length) return form.formatRange(from, to)
  return list(months.map((month) => form.format(at(month))))
}

/** Joins parts of a sentence with commas and “and”. */
export function list(parts: readonly (string | number)[]): string {
  return new Intl.ListFormat(locale()).format(parts.map(String))
}
