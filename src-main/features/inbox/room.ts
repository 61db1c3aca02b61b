import type { inboxContract } from '../../../src-shared/features/inbox/contract.ts'
import type { Room } from '../../platform/ipc/room.ts'
import { viewInbox, readInbox, snoozeInboxItem, readInboxItem, type ReminderNeeds } from './inbox.ts'

export function openInbox(context: ReminderNeeds): Room<Omit<typeof inboxContract, `alerts.${string}`>> {
  return {
    handlers: {
      'inbox.list': () => viewInbox(context),
      'inbox.read': (which) => readInbox(context, which),
      'inbox.snooze': ({ number, when }) => snoozeInboxItem(context, number, when),
      'inbox.read_item': ({ number }) => readInboxItem(context, number),
    },
  }
}
