import words from '../../../resources/import/words.json' with { type: 'json' }
import printed from '../../../resources/prefill/label-words.json' with { type: 'json' }
import { wordsOf } from '../../../src-shared/platform/base/text.ts'

/** Words of the lists that other programs export, as data: in lower case, without accents and punctuation. */

type Names = Readonly<Record<string, readonly string[]>>

/** Headings of columns with private notes. */
export const NOTE_HEADINGS: ReadonlySet<string> = new Set(words.notes)
/** Headings of columns with the full name of the first owner, and of the second one. */
export const PERSON_HEADINGS: readonly (readonly string[])[] = words.persons
/** Further headings by the path of their field. A path into a list without a row is for names after the row's label (`Owner 2 First`). */
export const FIELD_HEADINGS: Names = words.headings
/** Pseudo fields for columns that fill several fields: the full name of a person in a list, and the end of an address. */
export const FULL_NAME = '@name'
export const CITY_LINE = '@city_line'
/** Headings of columns with city, state, and ZIP code. */
export const CITY_LINE_HEADINGS: readonly string[] = words.city_lines

/** Returns a text as its words in lower case, as the data contains them. */
export function inWords(text: string): string {
  return wordsOf(text).join(' ')
}

/** Words without which a heading means the same. */
export const FILLERS: ReadonlySet<string> = new Set(words.fillers)

const SIGNS = { '%': ' percent ', $: ' amount ', '#': ' number ' } as const

/** Returns a heading with the words for its signs: `Owner %` is `Owner percent`, but `Owner #2` is `Owner 2`. */
export function signsInWords(heading: string): string {
  return heading
    .replaceAll(/#(?= ?\d)/g, ' ')
    .replaceAll(/[%$#]/g, (sign) => SIGNS[sign as keyof typeof SIGNS])
}

const USUAL = new Map(
  Object.entries(words.same).flatMap(([usual, others]) => others.map((other) => [other, usual])),
)
const UNUSUAL = new RegExp(`(?<= )(?:${[...USUAL.keys()].join('|')})(?= )`, 'g')

/**
 * Returns the words and numbers of a heading, each in its usual form and without abbreviations: `SSN - 2nd Guarantor` is `ssn`, `2`, `owner`,
 * and `AcctName` is `account`, `name`.
 */
export function usualWords(heading: string): string[] {
  const parts = inWords(heading.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .replaceAll(/(?<=\d)(?:st|nd|rd|th)(?= |$)/g, '')
    .match(/\d+|\p{L}+/gu)
  const text = ` ${(parts ?? []).join(' ')} `
  const usual = text.replaceAll(UNUSUAL, (word) => USUAL.get(word) ?? word)
  return usual.split(' ').filter(Boolean)
}

/** Returns the choice of a field that a list names in other words, such as `S-Corp`. Null if there is none. */
export function choiceInWords(path: string, text: string): string | null {
  const wanted = inWords(text)
  for (const data of [printed.choices, words.choices] as Record<string, Names | undefined>[])
    for (const [value, names] of Object.entries(data[path] ?? {})) if (names.includes(wanted)) return value
  return null
}

const STATUS_WORDS = new Set(words.status)

/** Returns true for the heading of a column with the status of each deal: `Deal Stage`, `StatusName`. */
export function isStatusHeading(heading: string): boolean {
  return usualWords(heading).some((word) => STATUS_WORDS.has(word))
}

const CLOSED_WITH = new Set(words.closed_with)

/** Returns true for the status of a deal that is over: `Closed Won`, `Dead lead`. `Not funded` is none. */
export function isClosedStatus(status: string): boolean {
  const text = ` ${inWords(status.slice(0, 60))} `
  const rest = words.closed.reduce((left, phrase) => left.replaceAll(` ${phrase} `, ' '), text)
  return rest !== text && wordsOf(rest).every((word) => CLOSED_WITH.has(word))
}

const TOTALS = new Set(words.totals)
const TOTAL_WORDS = new Set(words.total_words)

/** Returns true for the label of a line with totals: `Total`, `Grand Totals (12 records)`. `Total Wine LLC` is none. */
export function isTotalLabel(text: string): boolean {
  const all = wordsOf(text.slice(0, 60))
  const named = [2, 1].find((count) => TOTALS.has(all.slice(0, count).join(' ')))
  return named !== undefined && all.slice(named).every((word) => TOTAL_WORDS.has(word) || /^\d+$/.test(word))
}

/** Returns true for a number of records, such as `4 deals`. */
export function isCount(text: string): boolean {
  const all = wordsOf(text.slice(0, 60))
  return /^\d+$/.test(all[0] ?? '') && all.slice(1).every((word) => TOTAL_WORDS.has(word))
}

/** Returns true for a line below a list, such as a copyright notice or the time of the export. */
export function isFooter(text: string): boolean {
  const start = inWords(text.slice(0, 60))
  return (
    /^©|\d:\d\d/.test(text.slice(0, 60)) ||
    words.footers.some((footer) => `${start} `.startsWith(`${footer} `))
  )
}
