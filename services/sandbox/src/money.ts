/** Internally, money is integer cents and rates are integer ten-thousandths. In requests and responses, both are decimal strings. */

/** 4375000 → "43750.00" */
export function centsToText(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** Converts a payload amount (a number of dollars) to cents. Returns 0 for anything that is not an amount. */
export function dollarsToCents(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value * 100) : 0
}

/** Multiplies `cents` by `rate` (ten-thousandths) and rounds to the cent. */
export function timesRate(cents: number, rate: number): number {
  return Math.round((cents * rate) / 10_000)
}

/** 12500 → "1.2500" */
export function rateToText(rate: number): string {
  return (rate / 10_000).toFixed(4)
}

/** Formats a rate as a percentage: 500 → "5.00" */
export function percentToText(rate: number): string {
  return (rate / 100).toFixed(2)
}
