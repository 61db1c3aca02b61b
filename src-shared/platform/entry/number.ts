import { percent } from '../texts/plural.ts'
import { typedText } from './typed-text.ts'
import { trimEnd } from '../base/text.ts'

/** A number that is not negative: `digits` divided by 10 to the power of `decimals`. */
export interface Decimal {
  digits: bigint
  decimals: number
}

/** Why `readNumber` rejects a text. */
export type NumberProblem = 'unreadable' | 'grouping' | 'decimal_comma' | 'point_or_thousands'

export type ReadNumber = { number: Decimal } | { problem: NumberProblem }

/** Maximum number of digits. No real amount, count, or percentage needs more. */
const MOST_DIGITS = 20

/** Unambiguous notations of numbers, each with the character that starts its decimals. The comments show examples. */
const FORMS: readonly { form: RegExp; point: '.' | ',' }[] = [
  // 35000, 35000.50, 35000., .50
  { form: /^\d+(\.\d*)?$/, point: '.' },
  { form: /^\.\d+$/, point: '.' },
  // 1,234,567.50
  { form: /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/, point: '.' },
  // 1 234 567.50 and 1 234 567,50
  { form: /^[1-9]\d{0,2}( \d{3})+(\.\d{1,2})?$/, point: '.' },
  { form: /^[1-9]\d{0,2}( \d{3})+,\d{1,2}$/, point: ',' },
  // 1.234.567 and 1.234,50
  { form: /^[1-9]\d{0,2}(\.\d{3}){2,}$/, point: ',' },
  { form: /^[1-9]\d{0,2}(\.\d{3})+,\d{1,2}$/, point: ',' },
]

/** Matches numbers such as `1.234`, which means 1,234 in Europe and 1.234 in the United States. */
const POINT_OR_THOUSANDS = /^[1-9]\d{0,2}\.\d{3}$/

/**
 * Parses a number that is not negative. Accepts only unambiguous notations. In `1.234`, the point could start the decimals or separate
 * thousands, so the number is rejected. If `isDecimalPoint` is true, the point starts the decimals.
 */
export function readNumber(text: string, isDecimalPoint = false): ReadNumber {
  if (!/^[\d., ]+$/.test(text) || !/\d/.test(text)) return { problem: 'unreadable' }
  if (!isDecimalPoint && POINT_OR_THOUSANDS.test(text)) return { problem: 'point_or_thousands' }
  const found = FORMS.find(({ form }) => form.test(text))
  if (found === undefined)
    return { problem: /^\d+,\d*$/.test(text) && !/,\d{3}$/.test(text) ? 'decimal_comma' : 'grouping' }
  const [whole, fraction] = splitAt(text, found.point)
  const digits = whole.replaceAll(/\D/g, '') + fraction
  if (digits.length > MOST_DIGITS) return { problem: 'unreadable' }
  return { number: { digits: BigInt(digits), decimals: fraction.length } }
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.lastIndexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Returns the number times 10 to the power of `places`, or null if the result is not a whole number. */
export function shifted({ digits, decimals }: Decimal, places: number): bigint | null {
  if (places >= decimals) return digits * 10n ** BigInt(places - decimals)
  const divisor = 10n ** BigInt(decimals - places)
  return digits % divisor === 0n ? digits / divisor : null
}

/** Reasons to reject a decimal. `texts.en.ts` of the form has a text for each. */
export type DecimalProblem = 'unreadable' | 'comma_or_thousands'

/** The parsed number in canonical form, such as `1.25`, `-0.5`, or `33`, or the reason why the text is not a number. */
export type ReadDecimal = { decimal: string } | { problem: DecimalProblem }

/**
 * Parses a number that is never written with thousands separators, such as a percentage, a factor, or points. A comma therefore starts the
 * decimals. A comma before exactly three digits is rejected anyway, because it could separate thousands. `units` are words that may follow
 * the number: `x`, `points`.
 */
export function readDecimal(typed: string, units: readonly string[] = []): ReadDecimal {
  const text = withoutUnit(typedText(typed).toLowerCase(), units)
  const parts = /^(-?)(\d*)(?:([.,])(\d*))?$/.exec(text)
  if (parts === null) return { problem: 'unreadable' }
  const [, sign = '', whole = '', mark = '', fraction = ''] = parts
  if (whole === '' && fraction === '') return { problem: 'unreadable' }
  if (mark === ',' && fraction === '') return { problem: 'unreadable' }
  if (mark === ',' && fraction.length === 3 && /^[1-9]/.test(whole)) return { problem: 'comma_or_thousands' }
  return { decimal: canonical(sign, whole, fraction) }
}

/** Removes the unit from the end of a lowercase string, if it has one. */
export function withoutUnit(text: string, units: readonly string[]): string {
  const unit = units.find((one) => text.endsWith(one))
  return unit === undefined ? text : text.slice(0, -unit.length).trimEnd()
}

function canonical(sign: string, whole: string, fraction: string): string {
  const decimals = trimEnd(fraction, '0')
  const digits = `${whole.replace(/^0+(?=\d)/, '') || '0'}${decimals === '' ? '' : `.${decimals}`}`
  return digits === '0' ? digits : sign + digits
}

/** Converts a typed decimal to canonical form, such as `1.25`. Returns the input unchanged if it is not understood. */
export function keepDecimal(typed: string, units?: readonly string[]): string {
  const read = readDecimal(typed, units)
  return 'decimal' in read ? read.decimal : typed
}

export function decimalsOf(decimal: string): number {
  return decimal.split('.')[1]?.length ?? 0
}

/** Reasons to reject a whole number. `texts.en.ts` of the form has a text for each. */
export type CountProblem = 'unreadable' | 'grouping' | 'fraction'

export type ReadCount = { count: number } | { problem: CountProblem }

/** Parses a typed whole number: `12`, `1,200`, `12.0`, `-3`. Never rounds, and never ignores a word such as `years`. */
export function readCount(typed: string): ReadCount {
  const text = typedText(typed)
  const isNegative = text.startsWith('-')
  const read = readNumber(isNegative ? text.slice(1) : text)
  if ('problem' in read)
    return {
      problem:
        read.problem === 'decimal_comma'
          ? 'fraction'
          : read.problem === 'unreadable'
            ? 'unreadable'
            : 'grouping',
    }
  const whole = shifted(read.number, 0)
  if (whole === null) return { problem: 'fraction' }
  if (whole > BigInt(Number.MAX_SAFE_INTEGER)) return { problem: 'unreadable' }
  return { count: isNegative && whole > 0n ? -Number(whole) : Number(whole) }
}

/** Returns the digits of a typed whole number, or the input unchanged if it is not understood. */
export function keepCount(typed: string): string {
  const read = readCount(typed)
  return 'count' in read ? String(read.count) : typed
}

/** Reasons to reject a percentage. `texts.en.ts` of the form has a text for each. */
export type PercentProblem = DecimalProblem | 'fraction_alone'

/**
 * A parsed percentage. `kept` is the text to store, in a uniform notation: `33.33`, `33 1/3`. `decimal` is its decimal value, cut off after
 * six decimals.
 */
export type ReadPercent = { kept: string; decimal: string } | { problem: PercentProblem }

const UNITS = ['%', 'percent', 'per cent', 'pct', 'por ciento']
/** Fractions in one character, such as ⅓. */
const FRACTIONS = /[\u00BC-\u00BE\u2150-\u215E]/g
const MILLION = 1_000_000

/** Parses a percentage that a broker typed: `33.33`, `33,33 %`, `33 1/3`, `33⅓`. */
export function readPercent(typed: string): ReadPercent {
  const spelled = typed
    .replaceAll(FRACTIONS, (fraction) => ` ${fraction.normalize('NFKD')} `)
    .replaceAll('\u2044', '/')
  const text = withoutUnit(typedText(spelled).toLowerCase(), UNITS)
  const mixed = /^(\d{1,3})[ -](\d{1,3})\/(\d{1,3})$/.exec(text)
  if (mixed !== null) return readMixed(mixed.slice(1))
  // Reject a fraction without a whole number: `1/3` could mean a third of the whole or a third of one percent.
  if (/^\d{1,3}\/\d{1,3}$/.test(text)) return { problem: 'fraction_alone' }
  const read = readDecimal(text)
  return 'decimal' in read ? { kept: read.decimal, decimal: read.decimal } : read
}

/**
 * Parses a percentage with a fraction, such as `33 1/3`. Cuts off its decimal value instead of rounding it, so that three such shares do
 * not add up to more than 100 percent.
 */
function readMixed([whole = '', above = '', below = '']: string[]): ReadPercent {
  const [numerator, denominator] = [Number(above), Number(below)]
  if (denominator === 0 || numerator >= denominator) return { problem: 'unreadable' }
  const fraction = Math.floor((numerator * MILLION) / denominator)
  const read = readDecimal(`${whole}.${String(fraction).padStart(6, '0')}`)
  if ('problem' in read) return read
  const isExact = (numerator * MILLION) % denominator === 0
  const kept = isExact ? read.decimal : `${Number(whole)} ${numerator}/${denominator}`
  return { kept, decimal: read.decimal }
}

/** Returns a typed percentage in a uniform notation, or the input unchanged if it is not understood. */
export function keepPercent(typed: string): string {
  const read = readPercent(typed)
  return 'kept' in read ? read.kept : typed
}

export function showPercent(kept: string): string {
  const read = readPercent(kept)
  return 'decimal' in read ? percent(read.decimal) : kept
}
