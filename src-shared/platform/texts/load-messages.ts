import { en } from '../../app/texts.en.ts'
import { type Language, LANGUAGES, type Messages } from './messages.ts'

/** Loads the texts of a language. English is part of the main code; other languages load on demand to keep startup fast. */
export async function loadMessages(language: Language): Promise<Messages> {
  if (language === 'es') return (await import('../../app/texts.es.ts')).es
  return en
}

/** The language setting: a language, or `system` for the computer's language. */
export type LanguageChoice = 'system' | Language

/**
 * Returns the display language. The parameter `system` contains the computer's languages ("es-MX"), the preferred one first. If none of
 * them is supported, returns English.
 */
export function chooseLanguage(choice: LanguageChoice, system: readonly string[]): Language {
  if (choice !== 'system') return choice
  const known = system.map((tag) => tag.toLowerCase().split(/[-_]/)[0] ?? '').find(isLanguage)
  return known ?? 'en'
}

function isLanguage(code: string): code is Language {
  return Object.hasOwn(LANGUAGES, code)
}
