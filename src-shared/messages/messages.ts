import { en } from './en/index.ts'
import { setLanguage, type Language } from './plural.ts'

export { language, LANGUAGES, locale, LOCALES, plural, type Language } from './plural.ts'

/** Every word a broker reads. Text with figures or names in it is a function, so that no language is glued from pieces. */
export type Messages = typeof en

let current: Messages = en

/** The words of the language that this process speaks. Read where they are shown, never kept in a constant. */
export function messages(): Messages {
  return current
}

/** Sets the language and the catalog of this process. */
export function setMessages(to: Language, said: Messages): void {
  current = said
  setLanguage(to)
}
