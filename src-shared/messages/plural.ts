/** Languages of the app, by their own names. Each has a folder beside this file. */
export const LANGUAGES = { en: 'English', es: 'Español' } as const
export type Language = keyof typeof LANGUAGES

/** How numbers, money and dates are written. Money is US dollars in either. */
export const LOCALES: Record<Language, string> = { en: 'en-US', es: 'es-US' }

// Apart from the words themselves, since those need it.
let spoken: Language = 'en'

export function language(): Language {
  return spoken
}

export function locale(): string {
  return LOCALES[spoken]
}

/** Numbers are written as this language does from now on; `speak` says it together with the words. */
export function setLanguage(to: Language): void {
  spoken = to
}

const counts = new Map<string, Intl.NumberFormat>()

/** Making a format costs more than using it a thousand times, so that of each language is kept. */
function counted(count: number): string {
  const of = locale()
  const format = counts.get(of) ?? new Intl.NumberFormat(of)
  counts.set(of, format)
  return format.format(count)
}

/** `one` for exactly one (in both languages), else `other`; the count itself is written with its thousands. */
export function plural(count: number, one: string, other: (count: string) => string): string {
  return count === 1 ? one : other(counted(count))
}

/** Writes an instant with its date and time. */
export function moment(instant: string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium' }).format(
    new Date(instant),
  )
}
