import type { AmountStyle, DateOrder } from '../../../src-shared/features/import/import.ts'
import type { FieldType, ProfileField } from '../../../src-shared/features/form/payload-profile.ts'

export interface Notation {
  dates: DateOrder
  amounts: AmountStyle
}

/** The notation of the form. Its parser also understands ISO dates, and amounts whose meaning is clear. */
export const US_NOTATION: Notation = { dates: 'month_first', amounts: 'us' }

/** A value of the file with the type of its field. */
export interface TypedValue {
  type: FieldType
  raw: string
}

const NUMERIC_DATE = /^(\d{1,2})([./-])(\d{1,2})\2(\d{2}|\d{4})(?=$|[ T])/
const ISO_DATE = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?=$|[ T])/
/** Ends with a comma and one or two digits, such as 50000,00. Thousands separators have three digits after them. */
const DECIMAL_COMMA = /,\d{1,2}\D*$/
const DECIMAL_POINT = /\.\d{1,2}\D*$/

const isAmount = (type: FieldType) => type === 'money' || type === 'percent' || type === 'integer'

/** Detects the notation of a file from values that can be written in only one notation. Without such values, returns the US notation. */
export function detectNotation(values: readonly TypedValue[]): Notation {
  const dates = values.flatMap(({ type, raw }) => (type === 'date' ? [raw.trim()] : []))
  const amounts = values.flatMap(({ type, raw }) => (isAmount(type) ? [raw.trim()] : []))
  return { dates: dateOrderOf(dates), amounts: amountStyleOf(amounts) }
}

function dateOrderOf(dates: readonly string[]): DateOrder {
  const numeric = dates.flatMap((date) => {
    const [, first, sign, second] = NUMERIC_DATE.exec(date) ?? []
    return first === undefined ? [] : [{ first: Number(first), sign, second: Number(second) }]
  })
  if (numeric.length === 0) return dates.some((date) => ISO_DATE.test(date)) ? 'year_first' : 'month_first'
  if (numeric.some(({ second }) => second > 12)) return 'month_first'
  // In the US, dates are not written with periods, but in most of Europe they are.
  // A single date with an impossible month is rather a typing error than a notation, unless it is the only date.
  const dayFirst = numeric.filter(({ first }) => first > 12).length
  const isEuropean = dayFirst >= Math.min(2, numeric.length) || numeric.every(({ sign }) => sign === '.')
  return isEuropean ? 'day_first' : 'month_first'
}

function amountStyleOf(amounts: readonly string[]): AmountStyle {
  const hasComma = amounts.some((amount) => DECIMAL_COMMA.test(amount))
  return hasComma && !amounts.some((amount) => DECIMAL_POINT.test(amount)) ? 'european' : 'us'
}

/** Rewrites a value of the file in the notation of the form. Returns values without numbers in this notation unchanged. */
export function inFormNotation(
  { type }: Pick<ProfileField, 'type'>,
  raw: string | number | boolean,
  { dates, amounts }: Notation,
): string | number | boolean {
  if (typeof raw !== 'string') return raw
  if (type === 'date' && dates === 'day_first') {
    const text = raw.trim()
    const [whole, day, sign, month, year] = NUMERIC_DATE.exec(text) ?? []
    if (whole === undefined) return raw
    return `${month}${sign}${day}${sign}${year}${text.slice(whole.length)}`
  }
  if (isAmount(type) && amounts === 'european') return decimalPoint(raw)
  return raw
}

/** Rewrites 1.234,56 as 1234.56. Periods and spaces between digits are thousands separators. */
function decimalPoint(text: string): string {
  return text.replaceAll(/(?<=\d)[.\s'’](?=\d{3}(?!\d))/g, '').replace(/,(?=\d)/, '.')
}
