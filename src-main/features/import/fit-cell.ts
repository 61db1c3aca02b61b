import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { addDays, addMonths, monthOf } from '../../../src-shared/platform/base/days.ts'
import type { ProfileField } from '../../../src-shared/features/form/payload-profile.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { type Fitted, fitValue } from '../form/fit-value.ts'
import { choiceInWords, usualWords } from './import-words.ts'

/** Values by which spreadsheets show an error. A column that is too narrow shows number signs. */
const ERRORS = new Set([
  '#n/a',
  '#ref!',
  '#value!',
  '#div/0!',
  '#name?',
  '#num!',
  '#null!',
  '#error!',
  '#spill!',
  '#calc!',
])

const SCIENTIFIC = /^-?\d{1,3}(?:[.,](\d{1,15}))?e\+?(\d{1,2})$/i

/** Types of numbers whose digits all count, with the number of digits. */
const DIGITS = { ein: 9, ssn: 9, zip: 5, phone: 10 } as const

const isId = (type: string): type is keyof typeof DIGITS => Object.hasOwn(DIGITS, type)

const NUMBERS = new Set(['money', 'integer', 'percent', 'ein', 'ssn', 'zip', 'phone'])

/**
 * Converts the value of a cell like `fitValue`. Repairs numbers from which a spreadsheet dropped zeros, and refuses numbers whose digits it
 * rounded away. Knows choices by the names that other programs use, and counts back from an age to a date, which is then not exact.
 */
export function fitCell(
  field: ProfileField,
  path: string,
  raw: string | number | boolean,
  today: string,
  heading: string,
): Fitted & { is_counted?: boolean } {
  const text = String(raw).trim()
  if (ERRORS.has(text.toLowerCase()) || /^#{3,}$/.test(text)) return { why: msg.errorsFiles.sheetError }
  const { type } = field
  if (!mayFill(path, text)) return { why: msg.errorsFiles.noPersonName }
  if (type === 'choice') {
    const fitted = fitValue(field, raw, today)
    const value = 'why' in fitted ? choiceInWords(path, text) : null
    return value !== null && field.choices?.some((choice) => choice.value === value) ? { value } : fitted
  }
  if (NUMBERS.has(type)) {
    const number = wholeNumber(text)
    if (number === null) return { why: msg.errorsFiles.rounded }
    if (isId(type) && /^\d+(?:-(?:\d{4})?)?$/.test(number)) {
      const repaired = withZeros(type, number)
      if (repaired !== number) return noted(fitValue(field, repaired, today), msg.errorsFiles.zerosAdded)
    }
    return fitValue(field, typeof raw === 'boolean' ? raw : number, today)
  }
  // Spreadsheets count days from the end of 1899. These numbers are the days from 1920 to 2119.
  if (type === 'date' && /^\d{5}(?:\.0+)?$/.test(text) && Number(text) > 7_305 && Number(text) < 80_354)
    return noted(
      fitValue(field, addDays('1899-12-30', Math.trunc(Number(text))), today),
      msg.errorsFiles.dayNumber,
    )
  const months = field.month_is_enough === true ? monthsIn(text, heading) : null
  if (months !== null)
    return {
      ...noted(fitValue(field, `${addMonths(monthOf(today), -months)}-01`, today), msg.errorsFiles.fromAge),
      is_counted: true,
    }
  return fitValue(field, raw, today)
}

/** Returns false for a date, an amount, a phone number, or an email address in the field of a name. `Smith 3rd` is a name. */
export function mayFill(path: string, text: string): boolean {
  return !/\.(?:first|last)_name$/.test(path) || !/@|\d(?!(?:st|nd|rd|th)\b)/i.test(text)
}

const COUNT = String.raw`(\d{1,3}(?:\.\d{1,2})?)\+? ?`
const AGE = new RegExp(
  `^(?:${COUNT}(?:years|year|yrs|yr|y|años|año)\\.?(?:$|,? (?:and |y )?))?(?:${COUNT}(?:months|month|mos|mo|m|meses|mes)\\.?)?$`,
  'i',
)

/** Returns the months of an age such as `5 yrs`, `2 years, 3 months`, or `18` below `Months in business`. Null for another text. */
function monthsIn(text: string, heading: string): number | null {
  const units = usualWords(heading)
  const unit = units.includes('year') ? ' years' : units.includes('month') ? ' months' : ''
  const [, years = '0', months = '0'] =
    AGE.exec(/^\d{1,3}(?:\.\d{1,2})?$/.test(text) ? text + unit : text) ?? []
  const count = Math.round(Number(years) * 12 + Number(months))
  return count > 0 ? count : null
}

const noted = (fitted: Fitted, note: Message): Fitted => ('why' in fitted ? fitted : { ...fitted, note })

/** True for a number whose last digits a spreadsheet rounded away. It does not identify anybody, so it needs no mask. */
export function isRounded(text: string): boolean {
  return wholeNumber(text.trim()) === null
}

/** Returns a number without an exponent and without decimals that are zero. Null if its last digits were rounded away. */
function wholeNumber(text: string): string | null {
  const [, decimals = '', exponent] = SCIENTIFIC.exec(text) ?? []
  if (exponent === undefined) return text.replace(/^(\d{4,10})\.0{1,6}$/, '$1')
  return decimals.length < Number(exponent) ? null : String(Number(text.replace(',', '.')))
}

function withZeros(type: keyof typeof DIGITS, number: string): string {
  const [whole = '', plus] = number.split('-')
  if (type === 'phone') return number
  // A spreadsheet reads 02134-1234 without its hyphen as one number.
  if (type === 'zip' && plus === undefined && (whole.length === 7 || whole.length === 8))
    return `${whole.padStart(9, '0').slice(0, 5)}-${whole.slice(-4)}`
  const fewest = type === 'ein' ? 8 : type === 'ssn' ? 7 : 3
  if (whole.length < fewest) return number
  return [whole.padStart(DIGITS[type], '0'), ...(plus === undefined ? [] : [plus])].join('-')
}

/** Normalizes a name by dropping case, accents, and punctuation, so that headings and choices match in any spelling. */
export function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
}
