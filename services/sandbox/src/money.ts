/** Money is integer cents inside, rates are integer ten-thousandths; both are decimal strings on the wire. */

/** 4375000 → "43750.00" */
export function centsToText(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** An amount as the payload has it (a number of dollars) in cents; 0 for anything that is no amount. */
export function dollarsToCents(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value * 100) : 0
}

/** `cents` × `rate` (ten-thousandths), rounded to the cent. */
export function timesRate(cents: number, rate: number): number {
  return Math.round((cents * rate) / 10_000)
}

/** 12500 → "1.2500" */
export function rateToText(rate: number): string {
  return (rate / 10_000).toFixed(4)
}

/** A rate as a percentage: 500 → "5.00" */
export function percentToText(rate: number): string {
  return (rate / 100).toFixed(2)
}
