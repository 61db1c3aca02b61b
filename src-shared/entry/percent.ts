import { readDecimal, withoutUnit, type DecimalProblem } from './decimal.ts'
import { typedText } from './typed-text.ts'

/** Why a text is not read as a percentage. `messages/en/deal.ts` words each. */
export type PercentProblem = DecimalProblem | 'fraction_alone'

/**
 * `kept` is the typed percentage in one notation: `33.33`, `33 1/3`. `decimal` is its number; a fraction is cut after six
 * decimals.
 */
export type ReadPercent = { kept: string; decimal: string } | { problem: PercentProblem }

const UNITS = ['%', 'percent', 'per cent', 'pct', 'por ciento']
/** Fractions in one character, such as ⅓. */
const FRACTIONS = /[\u00BC-\u00BE\u2150-\u215E]/g
const MILLION = 1_000_000

/** Reads a percentage as typed: `33.33`, `33,33 %`, `33 1/3`, `33⅓`. */
export function readPercent(typed: string): ReadPercent {
  const spelled = typed
    .replaceAll(FRACTIONS, (fraction) => ` ${fraction.normalize('NFKD')} `)
    .replaceAll('\u2044', '/')
  const text = withoutUnit(typedText(spelled).toLowerCase(), UNITS)
  const mixed = /^(\d{1,3})[ -](\d{1,3})\/(\d{1,3})$/.exec(text)
  if (mixed !== null) return readMixed(mixed.slice(1))
  // A third of the whole, or of one percent.
  if (/^\d{1,3}\/\d{1,3}$/.test(text)) return { problem: 'fraction_alone' }
  const read = readDecimal(text)
  return 'decimal' in read ? { kept: read.decimal, decimal: read.decimal } : read
}

/** Cuts rather than rounds, so that shares that make a whole never come to more than it. */
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

/** Returns a typed percentage in one notation, or the text itself if it is not understood. */
export function keepPercent(typed: string): string {
  const read = readPercent(typed)
  return 'kept' in read ? read.kept : typed
}

/** A kept percentage as a person reads it. */
export function showPercent(kept: string): string {
  const read = readPercent(kept)
  return 'decimal' in read ? `${read.decimal} %` : kept
}
