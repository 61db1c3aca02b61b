import { trimEnd } from '../trim-end.ts'
import { typedText } from './typed-text.ts'

/** Why a text is not read as a decimal. `messages/en/deal.ts` words each. */
export type DecimalProblem = 'unreadable' | 'comma_or_thousands'

/** `decimal` is canonical: `1.25`, `-0.5`, `33`. */
export type ReadDecimal = { decimal: string } | { problem: DecimalProblem }

/**
 * Reads a number that never has thousands: a percentage, a factor, points. A comma therefore starts its decimals. Only before
 * exactly three digits a comma could separate thousands, and is refused. `units` are words that may follow: `x`, `points`.
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

/** A lower-case text without the unit at its end, if it has one. */
export function withoutUnit(text: string, units: readonly string[]): string {
  const unit = units.find((one) => text.endsWith(one))
  return unit === undefined ? text : text.slice(0, -unit.length).trimEnd()
}

function canonical(sign: string, whole: string, fraction: string): string {
  const decimals = trimEnd(fraction, '0')
  const digits = `${whole.replace(/^0+(?=\d)/, '') || '0'}${decimals === '' ? '' : `.${decimals}`}`
  return digits === '0' ? digits : sign + digits
}

/** Returns a typed decimal in canonical form, or the text itself if it is not understood. */
export function keepDecimal(typed: string, units?: readonly string[]): string {
  const read = readDecimal(typed, units)
  return 'decimal' in read ? read.decimal : typed
}

/** Counts the decimals of a canonical decimal. */
export function decimalsOf(decimal: string): number {
  return decimal.split('.')[1]?.length ?? 0
}
