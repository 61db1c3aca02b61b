import type { Message } from '../../platform/texts/message.ts'
import { msg } from '../../platform/texts/msg.ts'

/** The amount that news is about: that of the offer if the app knows it, otherwise the amount that the merchant requests. */
export interface NewsAmount {
  cents: number
  of: 'offer' | 'requested'
}

export function nameAndAmount(body: Message, amount: NewsAmount | null | undefined): Message {
  if (amount === null || amount === undefined) return body
  const { offered, requested } = msg.notifications
  return (amount.of === 'offer' ? offered : requested)(body, amount.cents)
}
