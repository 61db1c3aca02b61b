import { readChoice } from '../../../../src-shared/platform/entry/choice.ts'
import { toWireValue } from '../../../../src-shared/features/form/wire-payload.ts'
import type { ProfileField } from '../../../../src-shared/features/form/payload-profile.ts'
import { readUsAddress, type UsAddress } from '../../../../src-shared/platform/entry/us-address.ts'
import { readState } from '../../../../src-shared/platform/entry/us-states.ts'
import { trimBoth, wordsOf } from '../../../../src-shared/platform/base/text.ts'
import { CHOICE_WORDS } from './label-words.ts'
import { PARTS } from './segments.ts'

/**
 * The result of fitting a printed text to a field. `exact`: only a value of this kind looks like this. `text`: the field accepts any plausible text.
 * `wrong`: the text looks like an attempt at such a value, but the field does not accept it. Null: the text is no value for this field.
 */
export interface Fit {
  how: 'exact' | 'text' | 'wrong'
  /** The text to store, as printed, without spaces between single characters and without units. */
  value: string
}

const EMPTY_ANSWERS: ReadonlySet<string> = new Set([
  'n a',
  'na',
  'none',
  'ninguno',
  'ninguna',
  'same',
  'same as above',
  'see attached',
  'tbd',
  'unknown',
  'x',
  'xx',
  'xxx',
  'mm dd yyyy',
  'mm dd yy',
  'yes',
  'no',
  'si',
])
/** The start of an example that a form prints at the place of a value. */
const EXAMPLE = /^(?:e\.? ?g\b|ex\b|example\b|p\. ?ej\b|ej\b|ejemplo\b)/i
const EMAIL = /^[^\s@,;]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6}$/i
const WEBSITE = /^(?:https?:\/\/)?[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6}(?:\/\S{0,200})?$/i
const PERSON = /^[\p{L}][\p{L}\p{M} .'’-]*$/u
/** Characters of right-to-left scripts, and controls that change the order in which text is shown. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u202A-\u202E\u2066-\u2069]/

/** Returns how a printed text fits a field, or null if the text is no value for it. */
export function fitPrinted(path: string, field: ProfileField, printed: string): Fit | null {
  if (RIGHT_TO_LEFT.test(printed)) return null
  const text = cleanText(printed)
  if (text === '' || text.length > 200 || EXAMPLE.test(text) || EMPTY_ANSWERS.has(wordsOf(text).join(' ')))
    return null
  switch (field.type) {
    case 'choice': {
      const chosen = choiceOf(path, field, text)
      if (chosen !== null) return { how: 'exact', value: chosen }
      return wordsOf(text).length <= 4 && /\p{L}/u.test(text) ? { how: 'wrong', value: text } : null
    }
    case 'state': {
      const state = readState(text)
      return state === null ? null : { how: 'exact', value: state }
    }
    case 'email':
      return EMAIL.test(text)
        ? { how: 'exact', value: text }
        : text.includes('@')
          ? { how: 'wrong', value: text }
          : null
    case 'website':
      return WEBSITE.test(text) && /[a-z]/i.test(text) ? { how: 'exact', value: text } : null
    case 'ein':
    case 'ssn':
    case 'phone':
    case 'zip':
    case 'date':
    case 'money':
    case 'integer':
    case 'percent':
      return fitNumber(field, text)
    case 'yes_no':
      return null
    default:
      return isPlausibleText(path, text) && [...text].length <= (field.max_length ?? 200)
        ? { how: 'text', value: text }
        : null
  }
}

/** Units that may follow a whole number. The form's own parser never drops a word, because the broker's typing may mean something else. */
const MONTHS = / ?(?:months?|mos?\.?|meses)$/i

/** The fewest digits of a text that was probably meant as such a value. */
const FEWEST_DIGITS: Readonly<Record<string, number>> = { ein: 8, ssn: 8, phone: 7, zip: 4, date: 3 }
/** The notation of the other number with nine digits. An EIN is no SSN, and an SSN is no EIN. */
const OTHER_NUMBER: Readonly<Record<string, RegExp>> = {
  ein: /^\d{3}[- ]\d{2}[- ]\d{4}$/,
  ssn: /^\d{2}[- ]\d{7}$/,
}

function fitNumber(field: ProfileField, text: string): Fit | null {
  const digits = text.replaceAll(/\D/g, '').length
  if (digits === 0 || OTHER_NUMBER[field.type]?.test(text) === true) return null
  const candidates = [text]
  // Some forms print one character per box: "1 2 - 3 4 5 6 7 8 9".
  if (/^(?:\S ){4,}\S$/.test(text)) candidates.unshift(text.replaceAll(' ', ''))
  const parts = /^[\d ]+$/.test(text) ? text.split(' ') : []
  const sign = PARTS[parts.map(({ length }) => length).join(',')]
  if (sign !== undefined) candidates.unshift(parts.join(sign))
  if (field.type === 'integer') candidates.push(text.replace(MONTHS, ''))
  if (field.type === 'date') candidates.push(text.replaceAll(/ ?([/.-]) ?/g, '$1'))
  for (const value of candidates) if ('value' in toWireValue(field, value)) return { how: 'exact', value }
  // A sentence that contains a number is no failed attempt at this value.
  const letters = text.replaceAll(/[^\p{L}]/gu, '').length
  const isAttempt = digits >= (FEWEST_DIGITS[field.type] ?? 1)
  return isAttempt && text.length <= 30 && letters <= 12 ? { how: 'wrong', value: text } : null
}

/** Returns the choice that a printed text names, or null if it names none or could mean several. */
export function choiceOf(path: string, field: ProfileField, text: string): string | null {
  const words = wordsOf(text).join(' ')
  if (words === '') return null
  const named = Object.entries(CHOICE_WORDS[path] ?? {}).flatMap(([value, names]) =>
    names.includes(words) ? [value] : [],
  )
  const own = readChoice(field.choices ?? [], text)
  const all = new Set(
    [...named, ...(own === null ? [] : [own])].filter((value) =>
      field.choices?.some((one) => one.value === value),
    ),
  )
  return all.size === 1 ? ([...all][0] ?? null) : null
}

const hasDigit = (text: string) => /\d/.test(text)

function isPlausibleText(path: string, text: string): boolean {
  if (!/\p{L}/u.test(text) && !path.endsWith('.industry')) return false
  if (/[_<>{}|\\^~]|\.{3,}/.test(text)) return false
  const words = wordsOf(text).length
  switch (path.slice(path.lastIndexOf('.') + 1)) {
    case 'first_name':
    case 'last_name':
    case 'title':
    case 'city':
    case 'sales_representative':
      return words <= 4 && !hasDigit(text) && PERSON.test(text.replaceAll(/[/&,]/g, ' ').trim())
    case 'street_1':
      return (
        words >= 2 && words <= 12 && (/^\d/.test(text) || /^p\.? ?o\.? ?box/i.test(text) || /\d/.test(text))
      )
    case 'street_2':
      return words <= 4 && hasDigit(text)
    case 'industry':
      return words <= 8 && (/\p{L}/u.test(text) || /^\d{2,6}$/.test(text))
    default:
      return words <= 10 && !text.includes('@')
  }
}

/** Removes blanks to fill in and invisible characters, and normalizes spaces. */
export function cleanText(printed: string): string {
  const plain = printed
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, '')
    .replaceAll(/_+/g, ' ')
    .replaceAll(/\s+/g, ' ')
  return trimBoth(plain, ' :;|')
}

const ZIP_END = /^(?<state>.{2,30}?)[ ,]{1,3}(?<zip>\d{5}(?:-\d{4})?)$/

/** Splits the end of an address: "Austin, TX 78701". Returns null unless all three parts are clear. */
export function splitCityLine(printed: string): { city: string; state: string; zip: string } | null {
  const text = cleanText(printed).replaceAll(/ ?, ?/g, ', ').trim()
  const comma = text.indexOf(', ')
  const parts = comma < 0 ? splitBare(text) : { city: text.slice(0, comma), rest: text.slice(comma + 2) }
  if (parts === null) return null
  const { state: named = '', zip = '' } = ZIP_END.exec(parts.rest)?.groups ?? {}
  const state = readState(named)
  const city = parts.city.trim()
  return state === null || zip === '' || hasDigit(city) || !PERSON.test(city) ? null : { city, state, zip }
}

/** Splits "Austin TX 78701" before the code of the state. */
function splitBare(text: string): { city: string; rest: string } | null {
  const words = text.split(' ')
  const code = words.at(-2) ?? ''
  if (words.length < 3 || !/^[A-Z]{2}$/.test(code)) return null
  return { city: words.slice(0, -2).join(' '), rest: words.slice(-2).join(' ') }
}

/** Splits a whole address: "120 Main St, Suite 4, Austin, TX 78701". Returns null unless commas separate the street from the city. */
export function splitAddress(printed: string): UsAddress | null {
  const text = cleanText(printed)
  const commas = text.split(',').length - 1
  const read = commas === 2 || commas === 3 ? readUsAddress(text) : null
  return read === null || read.zip === '' ? null : read
}

/** True if a text ends like a whole address. Such a text is not only the street. */
export function endsWithZip(printed: string): boolean {
  return /\b[A-Za-z]{2}[ ,]{1,3}\d{5}(?:-\d{4})?$/.test(cleanText(printed))
}
