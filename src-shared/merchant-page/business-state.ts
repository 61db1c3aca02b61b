import type { FormValues } from '../domain/deal.ts'
import { valueAt } from '../profile/form-path.ts'
import { US_STATES } from '../profile/us-states.ts'

/** The business address decides, as 10 CCR § 954 and Va. Code § 6.2-2232 allow. The field is assumed, as the whole form is. */
const STATE_FIELD = 'company.address.state'

/** The postal code of the state in which the business is, from a code or a name. Returns null for any other text. */
export function businessStateOf(values: FormValues): string | null {
  const typed = valueAt(values, STATE_FIELD)
  if (typeof typed !== 'string') return null
  const wanted = typed.trim().toUpperCase()
  const found = US_STATES.find(
    ({ value, label }) =>
      value === wanted || label.slice(value.length + ' – '.length).toUpperCase() === wanted,
  )
  return found?.value ?? null
}
