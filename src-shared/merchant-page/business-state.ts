import type { FormValues } from '../domain/deal.ts'
import { readChoice } from '../entry/choice.ts'
import { valueAt } from '../profile/form-path.ts'
import { US_STATES } from '../profile/us-states.ts'

/** The business address decides, as 10 CCR § 954 and Va. Code § 6.2-2232 allow. The field is assumed, as the whole form is. */
const STATE_FIELD = 'company.address.state'

/** The postal code of the state in which the business is, from a code or a name. Returns null for any other text. */
export function businessStateOf(values: FormValues): string | null {
  const typed = valueAt(values, STATE_FIELD)
  return typeof typed === 'string' ? readChoice(US_STATES, typed) : null
}
