/** A number that is not negative: `digits` divided by 10 to the power of `decimals`. */
export interface Decimal {
  digits: bigint
  decimals: number
}

/** Why a text is not read as a number. */
export type NumberProblem = 'unreadable' | 'grouping' | 'decimal_comma' | 'point_or_thousands'

export type ReadNumber = { number: Decimal } | { problem: NumberProblem }

/** No amount, count, or percentage needs more digits. */
const MOST_DIGITS = 20

/** Forms with one meaning, and the mark that starts the decimals in each. */
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

/** `1.234` is 1,234 in Europe and 1.234 in the United States. */
const POINT_OR_THOUSANDS = /^[1-9]\d{0,2}\.\d{3}$/

/**
 * Reads a number that is not negative. Understands a notation only when it has one meaning.
 * `isDecimalPoint` says that a point followed by three digits starts the decimals.
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

/** `decimal` times 10 to the power of `places`, or null when that is not a whole number. */
export function shifted({ digits, decimals }: Decimal, places: number): bigint | null {
  if (places >= decimals) return digits * 10n ** BigInt(places - decimals)
  const divisor = 10n ** BigInt(decimals - places)
  return digits % divisor === 0n ? digits / divisor : null
}
