import type { KeyboardEvent } from 'react'

/**
 * For fields of dollars, whose thousands separators come by themselves: a comma that is typed along changes nothing. The kit would
 * take it for the decimal point, and make $35.00 of `35,000`.
 */
export function skipComma(event: KeyboardEvent): void {
  if (event.key === ',') event.preventDefault()
}
