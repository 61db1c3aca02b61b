import { en } from '../../app/texts.en.ts'
import { setLanguage, type Language } from './plural.ts'

export { language, LANGUAGES, locale, LOCALES, plural, type Language } from './plural.ts'

/** All texts of the app. A text with parameters is a function, because the order of words differs between languages. */
export type Messages = typeof en

let current: Messages = en

/** Returns the texts of the current language. Call this function each time a text is shown, because the language can change. */
export function messages(): Messages {
  return current
}

export function setMessages(to: Language, texts: Messages): void {
  current = texts
  setLanguage(to)
}
