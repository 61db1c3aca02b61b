import type { FormValues } from '../deals/deal.ts'
import type { Flag, Refusal } from './gate.ts'
import type { OfferMessages } from './page-content.ts'
import type { Message } from '../../platform/texts/message.ts'
import { msg } from '../../platform/texts/msg.ts'
import { valueAt } from '../form/form-path.ts'
import { readState } from '../../platform/entry/us-states.ts'

/** Returns texts that explain why the app refuses to create the merchant's page, and what the broker can do. */
export function refusalMessage(refusal: Refusal): { why: Message; advice: Message } {
  const { gate } = msg.offers
  if (refusal.refusal === 'figures_changed')
    return { why: gate.figuresChanged, advice: gate.figuresChangedAdvice }
  const law = refusal.law ?? gate.strictestRules
  switch (refusal.refusal) {
    case 'no_apr':
      return { why: gate.noApr(refusal.offer, law), advice: gate.noAprAdvice }
    case 'apr_not_shown':
      return { why: gate.aprNotShown(law), advice: gate.aprNotShownAdvice }
    case 'no_offer':
      return { why: gate.noOffer(law), advice: gate.noOfferAdvice }
    case 'word':
      return { why: gate.word(refusal.text, refusal.word, law), advice: gate.wordAdvice }
    case 'own_word':
      return { why: gate.word(refusal.text, refusal.word, law), advice: gate.ownWordAdvice }
  }
}

export function flagMessage(flag: Flag, { gate }: OfferMessages): string {
  switch (flag.flag) {
    case 'wording':
    case 'disclosure':
      return gate.flags[flag.flag](flag.law)
    case 'unknown_state':
      return gate.flags.unknown_state
    case 'estimate':
    case 'contradiction':
    case 'doubt':
      return gate.flags[flag.flag](flag.offer)
  }
}

/**
 * The form field with the state of the business. The law of this state applies, as 10 CCR § 954 and Va. Code § 6.2-2232 allow. The field's
 * path is assumed, because the specification shows no form.
 */
const STATE_FIELD = 'company.address.state'

/**
 * Returns the two-letter code of the business's state. The broker may have typed the code or the state's name. Returns null for any other
 * value.
 */
export function businessStateOf(values: FormValues): string | null {
  const typed = valueAt(values, STATE_FIELD)
  return typeof typed === 'string' ? readState(typed) : null
}
