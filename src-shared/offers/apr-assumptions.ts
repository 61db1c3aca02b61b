import { messages, type Messages } from '../messages/messages.ts'
import type { AprAssumption } from './apr.ts'

/** Puts the assumptions of an estimated APR into words. `dayText` formats a day such as `2026-05-04`. */
export function aprAssumptionText(
  assumptions: readonly AprAssumption[],
  dayText: (day: string) => string,
  { aprAssumptions: lines }: Messages['offers'] = messages().offers,
): string[] {
  return assumptions.map((one) => {
    if (one.kind === 'funding_date' || one.kind === 'first_payment_date')
      return lines[one.kind](dayText(one.on))
    return one.kind === 'payments' ? lines.payments(one.count) : lines[one.kind]
  })
}
