import { words, type Messages } from '../messages/messages.ts'
import type { AprAssumption } from './apr.ts'

/** Puts the assumptions of an estimated APR into words. `dayWords` formats a day such as `2026-05-04`. */
export function aprAssumptionWords(
  assumptions: readonly AprAssumption[],
  dayWords: (day: string) => string,
  { aprAssumptions: lines }: Messages['offers'] = words().offers,
): string[] {
  return assumptions.map((one) => {
    if (one.kind === 'funding_date' || one.kind === 'first_payment_date')
      return lines[one.kind](dayWords(one.on))
    return one.kind === 'payments' ? lines.payments(one.count) : lines[one.kind]
  })
}
