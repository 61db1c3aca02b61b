/**
 * Orders two ISO 8601 date-times as instants, with any offsets, down to the last digit of their fractions. `Date` keeps
 * milliseconds only, and the service writes more digits (spec section 6). Returns a negative number if `one` is earlier.
 */
export function compareInstants(one: string, other: string): number {
  const difference = Date.parse(one) - Date.parse(other)
  if (difference !== 0) return difference
  return Number(beyondMilliseconds(one)) - Number(beyondMilliseconds(other))
}

function beyondMilliseconds(instant: string): string {
  const fraction = /[.,](\d+)/.exec(instant)?.[1] ?? ''
  return `0.${fraction.slice(3)}0`
}
