import { notifications } from '@mantine/notifications'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { notifyError } from '../../ui/notify-error.ts'

/** Has main put a sensitive value on the clipboard for a minute; this page never holds it. */
export async function copySensitive(deal_id: string, path: string, label: string): Promise<void> {
  const copied = await call('deals.copy_value', { deal_id, path })
  if (!copied.ok) return notifyError(copied.error)
  notifications.show({ message: messages().application.copiedForAMinute(label), autoClose: 4_000 })
}
