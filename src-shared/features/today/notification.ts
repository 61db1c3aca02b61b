import type { Message } from '../../platform/texts/message.ts'
import type { NewsAmount } from './news-amount.ts'
import { z } from 'zod'
import { PARTNER_STATUSES, rulesOf } from '../../platform/words/vocabulary.ts'

/**
 * News about a deal that the app announces to the broker. `status` is the partner's status, unchanged, even if this version does not know
 * it.
 */
export interface Announcement {
  deal_id: string
  status: string
  title: Message
  body: Message
  amount?: NewsAmount | null
  /** True for a hint (an event whose signature does not cover its body) that the partner did not confirm in time. `title` says so too. */
  unconfirmed?: boolean
  /** True if the broker asked for this notification. The settings for single statuses then do not apply. */
  reminder?: boolean
}

/** News: an announcement that remains until the broker reads it, whether or not a desktop notification was shown. */
export interface NewsItem extends Omit<Announcement, 'unconfirmed' | 'reminder'> {
  amount: NewsAmount | null
  number: number
  /** The name of the deal. May be empty. */
  name: string
  at: string
  read_at: string | null
}

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** The settings for system notifications: which events the broker wants to see. The Today screen lists all events anyway. */
export const alertSettingsSchema = z.object({
  /** For each status, whether it is announced. All statuses that this version does not know use the entry `other`. */
  announce: z.record(z.enum([...PARTNER_STATUSES, 'other']), z.boolean()),
  quiet: z.object({
    enabled: z.boolean(),
    /** Beginning of the quiet hours as local time, `HH:MM`. If `from` is after `to`, the quiet hours span midnight. */
    from: timeOfDay,
    to: timeOfDay,
    /** True if Saturday and Sunday are quiet all day. */
    weekends: z.boolean(),
    /** True if offers are announced even during quiet hours. */
    except_offers: z.boolean(),
  }),
  /** True if the app continues to receive events after its window is closed. */
  keep_listening: z.boolean(),
})
export type AlertSettings = z.infer<typeof alertSettingsSchema>

export const DEFAULT_ALERTS: AlertSettings = {
  announce: Object.fromEntries([
    ...PARTNER_STATUSES.map((status) => [status, rulesOf(status)?.announced]),
    ['other', true],
  ]) as AlertSettings['announce'],
  quiet: { enabled: false, from: '19:00', to: '08:00', weekends: false, except_offers: true },
  keep_listening: true,
}

/** The alert settings, and whether the app can start automatically on this computer. */
export const alertsViewSchema = z.object({
  settings: alertSettingsSchema,
  /** Whether the app starts at login. Null for a build that is not installed, which cannot start automatically. */
  start_at_login: z.boolean().nullable(),
})
export type AlertsView = z.infer<typeof alertsViewSchema>
