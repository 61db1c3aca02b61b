import { z } from 'zod'
import { dealId, nothing, type, type Nothing, type Contract } from '../../platform/ipc/parts.ts'
import { type AlertsView, alertsViewSchema } from './notification.ts'
import { SET_ASIDE_KINDS, type TodayCounts, type TodayLine, type TodayView } from './today.ts'
import { dueTime, followUp, when } from '../follow-ups/contract.ts'
import type { NewsTone } from '../../platform/words/vocabulary.ts'
import type { Message } from '../../platform/texts/message.ts'

const until = dueTime.nullable()
const reasons = z
  .array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('follow_up'), follow_up: followUp }),
      z.object({ kind: z.literal('news'), number: z.int().min(1), until }),
      dealId.extend({ kind: z.enum(SET_ASIDE_KINDS), fact: z.string().max(200), until }),
    ]),
  )
  .min(1)
  .max(1_000)

export const todayContract = {
  'today.view': { input: nothing, output: type<TodayView>() },
  /** Returns the news that the broker has seen, newest first, one line for each. */
  'today.list_done': { input: nothing, output: type<TodayLine[]>() },
  /**
   * Hides reasons until this time. Null ends them: it ends a reminder, marks news as read, and dismisses another reason until what it is
   * about changes.
   */
  'today.set_aside': { input: z.object({ reasons, when: when.nullable() }), output: type<void>() },
  /** Brings reasons back as they were before `today.set_aside`. */
  'today.put_back': { input: z.object({ reasons }), output: type<void>() },
  /** Marks the news of a deal as read, because the broker sees the deal. */
  'today.settle_news': { input: dealId, output: type<void>() },
  'alerts.get': { input: nothing, output: type<AlertsView>() },
  'alerts.save': { input: alertsViewSchema, output: type<AlertsView>() },
  'alerts.try': { input: nothing, output: type<void>() },
} as const satisfies Contract

export interface TodayEvents {
  /** The window must show the Today screen, after a click on a notification or a link. */
  'navigate.today': Nothing
  /** News, a reminder, or a reason that is set aside changed. */
  'today.changed': Nothing
  /** The numbers of lines on the Today screen, after anything changed that may affect the screen. */
  'today.counted': TodayCounts
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
