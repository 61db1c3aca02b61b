import { z } from 'zod'
import { nothing, type, type Nothing, type Contract } from '../../platform/ipc/parts.ts'
import { type InboxItem, type AlertsView, alertsViewSchema } from './notification.ts'
import { when } from '../follow-ups/contract.ts'
import type { NewsTone } from '../../platform/words/vocabulary.ts'
import type { Message } from '../../platform/texts/message.ts'

const inboxItem = z.object({ number: z.int().min(1) })

export const inboxContract = {
  'inbox.list': { input: nothing, output: type<{ items: InboxItem[]; unread: number }>() },
  /** Marks inbox items as read: those with the given numbers, those of a deal, or all of them if neither is given. */
  'inbox.read': {
    input: z.object({
      deal_id: z.uuid().optional(),
      numbers: z.array(z.int().min(0)).min(1).max(1_000).optional(),
    }),
    output: type<{ unread: number }>(),
  },
  'alerts.get': { input: nothing, output: type<AlertsView>() },
  'alerts.save': { input: alertsViewSchema, output: type<AlertsView>() },
  'alerts.try': { input: nothing, output: type<Nothing>() },
  /** Hides an inbox item until this time. It then returns as unread. Null shows it again immediately. */
  'inbox.snooze': { input: inboxItem.extend({ when: when.nullable() }), output: type<Nothing>() },
  'inbox.read_item': { input: inboxItem, output: type<Nothing>() },
} as const satisfies Contract

export interface InboxEvents {
  /** The window must show the inbox, after a click on a notification or a link. */
  'navigate.inbox': Nothing
  'inbox.changed': { unread: number }
  /**
   * The app showed a desktop notification about the deal `deal_id`. If `deal_id` is null, the notification is about several deals.
   * `instead_of` is the deal whose notification it replaces.
   */
  'notification.shown': {
    deal_id: string | null
    kind: 'offers' | 'updates'
    tone: NewsTone
    title: Message
    body: Message
    instead_of: string | null
  }
}
