import { LANGUAGES, type Language } from './messages.ts'

/** The broker's choice: a language, or the language of the computer. */
export type LanguageChoice = 'system' | Language

/** The language to speak. `system` holds the computer's languages, the preferred first ("es-MX"); English where none is known. */
export function chooseLanguage(choice: LanguageChoice, system: readonly string[]): Language {
  if (choice !== 'system') return choice
  const known = system.map((tag) => tag.toLowerCase().split(/[-_]/)[0] ?? '').find(isLanguage)
  return known ?? 'en'
}

function isLanguage(code: string): code is Language {
  return Object.hasOwn(LANGUAGES, code)
}
