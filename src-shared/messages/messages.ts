import { en } from './en/index.ts'

/** Languages of the app, by their own names. Each has a folder beside this file. */
export const LANGUAGES = { en: 'English', es: 'Español' } as const
export type Language = keyof typeof LANGUAGES

/** Every word a broker reads. Text with figures or names in it is a function, so that no language is glued from pieces. */
export type Messages = typeof en

/** How numbers, money and dates are written. Money is US dollars in either. */
export const LOCALES: Record<Language, string> = { en: 'en-US', es: 'es-US' }

let current: { language: Language; messages: Messages } = { language: 'en', messages: en }

/** The words of the language that this process speaks. Read where they are shown, never kept in a constant. */
export function words(): Messages {
  return current.messages
}

export function language(): Language {
  return current.language
}

export function locale(): string {
  return LOCALES[current.language]
}

/** What this process says from now on. */
export function speak(to: Language, messages: Messages): void {
  current = { language: to, messages }
}

/** `one` for exactly one (in both languages), else `other`; the count itself is written with its thousands. */
export function plural(count: number, one: string, other: (count: string) => string): string {
  return count === 1 ? one : other(new Intl.NumberFormat(locale()).format(count))
}
