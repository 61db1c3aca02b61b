import { trimEnd } from './text.ts'

/**
 * Exact arithmetic for money and rates. Money is in integer cents. A rate is an integer in hundred-millionths, parsed from a decimal
 * string. Every result is rounded by the same rule: to the nearest whole number, with halves away from zero.
 */
export type Rate = bigint

const DIGITS = 8
const ONE: Rate = 10n ** BigInt(DIGITS)

/** Parses a string such as `1.25` as a rate. Rounds to eight decimals. Returns null if it is not a plausible decimal number. */
export function rateOf(decimal: string | null): Rate | null {
  const match = /^\s*(-?)(\d{1,9})(?:\.(\d*))?\s*$/.exec(decimal ?? '')
  if (match === null) return null
  const [, sign, whole = '', fraction = ''] = match
  const kept = fraction.slice(0, DIGITS).padEnd(DIGITS, '0')
  const rate = BigInt(whole + kept) + ((fraction[DIGITS] ?? '0') >= '5' ? 1n : 0n)
  return sign === '-' ? -rate : rate
}

/** Parses a percentage as a rate: `5.00` percent becomes 0.05. */
export function percentOf(decimal: string | null): Rate | null {
  const rate = rateOf(decimal)
  return rate === null ? null : quotient(rate, 100n)
}

/** Formats a rate with at least `decimals` decimals. Uses more decimals if the rate has them. */
export function rateText(rate: Rate, decimals = 4): string {
  const digits = String(rate < 0n ? -rate : rate).padStart(DIGITS + 1, '0')
  const fraction = trimEnd(digits.slice(-DIGITS), '0').padEnd(decimals, '0')
  return `${rate < 0n ? '-' : ''}${digits.slice(0, -DIGITS)}${fraction === '' ? '' : `.${fraction}`}`
}

/** Returns `cents` × `rate`, or null if the result is too large for an exact number. */
export function timesRate(cents: number, rate: Rate): number | null {
  return safe(quotient(BigInt(cents) * rate, ONE))
}

/** Returns `cents` ÷ `of_cents`, rounded to `decimals` decimals. Returns null if `of_cents` is 0 or negative. */
export function ratioOf(cents: number, of_cents: number, decimals: 4 | 8): Rate | null {
  if (of_cents <= 0) return null
  const scale = 10n ** BigInt(decimals)
  return quotient(BigInt(cents) * scale, BigInt(of_cents)) * (ONE / scale)
}

export function divided(cents: number, count: number): number {
  return Number(quotient(BigInt(cents), BigInt(count)))
}

/** Returns `cents` × `part` ÷ `whole`. `whole` must be above 0. Rounds only once, at the end. */
export function timesFraction(cents: number, part: number, whole: number): number {
  return Number(quotient(BigInt(cents) * BigInt(part), BigInt(whole)))
}

function safe(value: bigint): number | null {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : null
}

/** Divides and rounds halves away from zero. `divisor` is above 0. */
function quotient(value: bigint, divisor: bigint): bigint {
  const half = (value < 0n ? -value : value) * 2n + divisor
  const rounded = half / (divisor * 2n)
  return value < 0n ? -rounded : rounded
}
