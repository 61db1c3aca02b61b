import { numberFormat } from '../texts/plural.ts'
import { readNumber, shifted, type NumberProblem } from './number.ts'
import { typedText } from './typed-text.ts'

/** Reasons to reject an amount of money. `texts.en.ts` of the form has a text for each. */
export type MoneyProblem = NumberProblem | 'currency' | 'mil' | 'fraction_of_cent' | 'too_large' | 'negative'

export type ReadMoney = { cents: number } | { problem: MoneyProblem }

/** One trillion dollars in cents. A larger amount is a typing error, and its cents may be too large for an exact number. */
const LIMIT_CENTS = 10n ** 14n

const SCALES: Readonly<Record<string, number>> = {
  k: 3,
  thousand: 3,
  thousands: 3,
  grand: 3,
  m: 6,
  mm: 6,
  million: 6,
  millions: 6,
  millón: 6,
  millon: 6,
  millones: 6,
}
const DOLLARS = new Set([
  '$',
  'us$',
  'usd',
  'usd$',
  'dollar',
  'dollars',
  'dólar',
  'dólares',
  'dolar',
  'dolares',
])

/**
 * Parses an amount in US dollars in any notation that brokers type: `35,000`, `$35k`, `1.5m`, `USD 2 million`, `(500)`. The app uses this
 * function for all amounts that are typed, imported, or used in a filter. Returns integer cents, or the reason why the string is not an
 * amount. Never guesses.
 */
export function readMoney(typed: string): ReadMoney {
  const { isNegative, text } = withoutSign(typedText(typed))
  const { before, number, after } = aroundNumber(text)
  const unit = readUnits(before, after)
  if ('problem' in unit) return unit
  const read = readNumber(number, unit.scale === 6)
  if ('problem' in read) return read
  const cents = shifted(read.number, 2 + unit.scale)
  if (cents === null) return { problem: 'fraction_of_cent' }
  if (cents >= LIMIT_CENTS) return { problem: 'too_large' }
  return { cents: isNegative && cents > 0n ? -Number(cents) : Number(cents) }
}

export function readPositiveMoney(typed: string): ReadMoney {
  const read = readMoney(typed)
  return 'cents' in read && read.cents < 0 ? { problem: 'negative' } : read
}

/**
 * Returns the cents of a typed amount, or null if the amount is negative or invalid. Suitable only for callers that do not show why an
 * amount is invalid.
 */
export function typedCents(typed: string): number | null {
  const read = readPositiveMoney(typed)
  return 'cents' in read ? read.cents : null
}

/** Returns a typed amount as a plain number, or the input unchanged if it is not understood. */
export function keepMoney(typed: string): string {
  const read = readMoney(typed)
  return 'cents' in read ? moneyText(read.cents) : typed
}

export function showMoney(kept: string): string {
  const read = readMoney(kept)
  return 'cents' in read ? formatMoney(read.cents) : kept
}

/** Formats integer cents for editing in a field: `35000`, `12.50`. `readMoney` can parse the result. */
export function moneyText(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)
}

/** Formats integer cents for display: `$35,000`, `$12.50`. `readMoney` can parse the result. */
export function formatMoney(cents: number): string {
  const isWhole = cents % 100 === 0
  const form = { style: 'currency', currency: 'USD', ...(isWhole && { maximumFractionDigits: 0 }) } as const
  return numberFormat(form).format(cents / 100)
}

/**
 * Removes one sign, or the parentheses that accountants put around negative amounts. Keeps a dollar sign, which may be before or after the
 * sign, and inside or outside the parentheses.
 */
function withoutSign(text: string): { isNegative: boolean; text: string } {
  const [dollar = ''] = /^(us ?\$|\$|usd) ?(?=[-+(])/i.exec(text) ?? []
  const signed = text.slice(dollar.length)
  if (/^\(.*\)$/.test(signed)) return { isNegative: true, text: dollar + signed.slice(1, -1).trim() }
  if (/^[-+]/.test(signed))
    return { isNegative: !signed.startsWith('+'), text: dollar + signed.slice(1).trim() }
  return { isNegative: false, text }
}

const OF_NUMBER = /[\d.,]/

/**
 * Splits a text into the number and the parts before and after it. The number reaches from the first to the last character that a number
 * can contain.
 */
function aroundNumber(text: string): { before: string; number: string; after: string } {
  const from = text.search(OF_NUMBER)
  if (from < 0) return { before: text, number: '', after: '' }
  let to = text.length
  while (!OF_NUMBER.test(text.charAt(to - 1))) to--
  return { before: text.slice(0, from), number: text.slice(from, to), after: text.slice(to) }
}

/**
 * Interprets the text before and after the number as a currency and a scale, such as `k` for thousand. Otherwise, returns the reason why
 * the text is not understood.
 */
function readUnits(before: string, after: string): { scale: number } | { problem: MoneyProblem } {
  const leading: string[] = before.toLowerCase().match(/\p{L}+\$?|\$|[^\p{L} ]/gu) ?? []
  const trailing: string[] = after.toLowerCase().match(/us\$|\p{L}+|[^\p{L} ]/gu) ?? []
  if ([...leading, ...trailing].some(isForeign)) return { problem: 'currency' }
  if (trailing.includes('mil')) return { problem: 'mil' }
  const [first = ''] = trailing
  const scale = Object.hasOwn(SCALES, first) ? SCALES[first] : undefined
  const rest = scale === undefined ? trailing : trailing.slice(1).filter((word) => word !== 'de')
  const isRead = [leading, rest].every((words) => words.length === 0 || DOLLARS.has(words.join('')))
  return isRead ? { scale: scale ?? 0 } : { problem: 'unreadable' }
}

const FOREIGN = new Set(['cad', 'mxn', 'eur', 'gbp', 'aud', 'jpy', 'euro', 'euros', 'peso', 'pesos'])

/** True for the code, name, or symbol of another currency: `EUR`, `C$`, `€`. */
function isForeign(word: string): boolean {
  return FOREIGN.has(word) || (/\p{Sc}$/u.test(word) && !DOLLARS.has(word))
}
