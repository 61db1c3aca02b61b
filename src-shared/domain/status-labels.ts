import type { Message } from '../messages/message.ts'
import { formatMessage, msg } from '../messages/msg.ts'

/** The label of a status, or the status itself where the service has learned a new one. */
export function statusMessage(status: string): Message {
  const { statuses } = msg
  return Object.hasOwn(statuses, status) ? statuses[status as keyof typeof statuses] : status
}

export function statusLabel(status: string): string {
  return formatMessage(statusMessage(status))
}
