import { readMoney } from '../../../src-shared/entry/money.ts'

/** Longer texts in an offer are cut. */
const LONGEST_TEXT = 200
/** What is shown of a value that was not understood. */
const LONGEST_RAW = 80

export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value !== '' ? value.slice(0, LONGEST_TEXT) : null
}

export function countOf(value: unknown): number | null {
  const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null
}

/**
 * Converts dollars to integer cents. A number or a decimal text is rounded once, on its digits. Any other text is read in the
 * notations that people type, such as `35k`.
 */
export function centsOf(value: unknown): number | null {
  const text = typeof value === 'number' ? decimalText(value) : value
  if (typeof text !== 'string') return null
  const match = /^(-?)\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/.exec(text.trim())
  if (match === null) {
    const read = typeof value === 'string' ? readMoney(text) : null
    return read !== null && 'cents' in read ? read.cents : null
  }
  const [, sign, whole = '', fraction = ''] = match
  const roundsUp = (fraction[2] ?? '0') >= '5'
  const cents = Number(whole.replaceAll(',', '') + fraction.slice(0, 2).padEnd(2, '0')) + (roundsUp ? 1 : 0)
  if (!Number.isSafeInteger(cents)) return null
  return sign === '-' ? 0 - cents : cents
}

/** Returns a number or a text in decimals, or null. */
export function decimalTextOf(value: unknown): string | null {
  return (typeof value === 'number' ? decimalText(value) : textOf(value))?.trim() ?? null
}

/** Returns a value as the partner sent it, for a person to look at. Null where nothing was sent. */
export function rawOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).trim()
  return text === '' ? null : text.slice(0, LONGEST_RAW)
}

/** Formats a number in decimals. Very small numbers would use an exponent, and are less than a cent. */
function decimalText(value: number): string {
  return Math.abs(value) < 1e-6 ? '0' : String(value)
}
