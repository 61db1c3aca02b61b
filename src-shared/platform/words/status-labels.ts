import type { Message } from '../texts/message.ts'
import { formatMessage, msg } from '../texts/msg.ts'

/** Returns the label of a status, or the status itself if this version does not know it. */
export function statusMessage(status: string): Message {
  const { statuses } = msg
  return Object.hasOwn(statuses, status) ? statuses[status as keyof typeof statuses] : status
}

export function statusLabel(status: string): string {
  return formatMessage(statusMessage(status))
}
