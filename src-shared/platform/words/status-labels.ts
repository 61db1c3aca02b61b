import type { Message } from '../texts/message.ts'
import { formatMessage, msg } from '../texts/msg.ts'

/** Returns the label of a status. Quotes a status that this version does not know, so that the broker sees that the words are the partner's. */
export function statusMessage(status: string): Message {
  const { statuses, statusWords } = msg
  return Object.hasOwn(statuses, status)
    ? statuses[status as keyof typeof statuses]
    : statusWords.quoted(status)
}

export function statusLabel(status: string): string {
  return formatMessage(statusMessage(status))
}
