import { messages } from '../messages/messages.ts'

/** The label of a status, or the status itself where the service has learned a new one. */
export function statusLabel(status: string): string {
  const { statuses } = messages()
  return Object.hasOwn(statuses, status) ? statuses[status as keyof typeof statuses] : status
}
