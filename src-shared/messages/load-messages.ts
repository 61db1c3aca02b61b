import { en } from './en/index.ts'
import { type Language, LANGUAGES, type Messages } from './messages.ts'

/** Loads the texts of a language. English is bundled; others load on demand to keep startup fast. */
export async function loadMessages(language: Language): Promise<Messages> {
  if (language === 'es') return (await import('./es/index.ts')).es
  return en
}

/** The language setting: a language, or `system` for the computer's language. */
export type LanguageChoice = 'system' | Language

/** Returns the display language. `system` lists the computer's languages by preference ("es-MX"). Defaults to English. */
export function chooseLanguage(choice: LanguageChoice, system: readonly string[]): Language {
  if (choice !== 'system') return choice
  const known = system.map((tag) => tag.toLowerCase().split(/[-_]/)[0] ?? '').find(isLanguage)
  return known ?? 'en'
}

function isLanguage(code: string): code is Language {
  return Object.hasOwn(LANGUAGES, code)
}
