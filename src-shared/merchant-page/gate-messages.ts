import type { Message } from '../messages/message.ts'
import { msg } from '../messages/msg.ts'
import type { Flag, Refusal } from './gate.ts'
import type { OfferMessages } from './page-content.ts'

/** Says why the page does not go out, and what to do. */
export function refusalMessage(refusal: Refusal): { why: Message; advice: Message } {
  const { gate } = msg.offers
  const law = refusal.law ?? gate.strictestRules
  return refusal.refusal === 'no_apr'
    ? { why: gate.noApr(refusal.offer, law), advice: gate.noAprAdvice }
    : { why: gate.word(refusal.text, refusal.word, law), advice: gate.wordAdvice }
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
