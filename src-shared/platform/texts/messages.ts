import { en } from '../../app/texts.en.ts'
import { setLanguage, type Language } from './plural.ts'

export { language, LANGUAGES, locale, LOCALES, plural, type Language } from './plural.ts'

/** All texts of the app. A text with parameters is a function, because the order of words differs between languages. */
export type Messages = typeof en

/** Two full stops at the end of a sentence: one of the text, and one of the name or time before it, as in `Alder L.L.C.` or `5 p.m.` */
const DOUBLE_STOP = /(?<!\.)\.\.(?=[\s”»)]|$)/g

/** Lets each text with parameters end its sentences with one full stop, so that no text has to know how its values end. */
function withSingleStops<Entry>(entry: Entry): Entry {
  if (typeof entry === 'function')
    return ((...values: unknown[]) => {
      const text: unknown = entry(...values)
      return typeof text === 'string' ? text.replaceAll(DOUBLE_STOP, '.') : text
    }) as Entry
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry
  return Object.fromEntries(
    Object.entries(entry).map(([name, inner]) => [name, withSingleStops(inner)]),
  ) as Entry
}

/** Prepares each section when it is first used, because preparing all of them takes each process 3 ms of its start. */
function prepared(texts: Messages): Messages {
  const sections = {}
  for (const [name, section] of Object.entries(texts))
    Object.defineProperty(sections, name, {
      configurable: true,
      enumerable: true,
      get() {
        const value = withSingleStops(section)
        Object.defineProperty(sections, name, { value, enumerable: true })
        return value
      },
    })
  return sections as Messages
}

let current: Messages = prepared(en)

/** Returns the texts of the current language. Call this function each time a text is shown, because the language can change. */
export function messages(): Messages {
  return current
}

export function setMessages(to: Language, texts: Messages): void {
  current = prepared(texts)
  setLanguage(to)
}
