import { z } from 'zod'
import { type FollowUp, MOST_DAYS_AHEAD } from '../domain/follow-up.ts'
import { SET_ASIDE_KINDS, type TodayView } from '../domain/today.ts'
import { dealId, type, type Nothing } from './parts.ts'

const MOST_MINUTES = MOST_DAYS_AHEAD * 24 * 60
const wall = z.iso.datetime({ local: true, precision: -1 })
/** A time that the broker chose: a time on the clock of this computer, or minutes from now. */
const when = z.union([
  z.strictObject({ wall }),
  z.strictObject({ minutes: z.int().min(1).max(MOST_MINUTES) }),
])
const line = dealId.extend({ kind: z.enum(SET_ASIDE_KINDS) })
const inboxItem = z.object({ number: z.int().min(1) })
const instant = z.iso.datetime()

/** The channels (calls from the page to main) of follow-ups, of snoozed inbox items, and of the Today screen. */
export const followUpContract = {
  /** Returns a deal's name and its follow-up, with the instant at which it is due. */
  'follow_ups.get': {
    input: dealId,
    output: type<{ name: string; follow_up: (FollowUp & { due_at: string }) | null }>(),
  },
  /** Reminds the broker at this time if no news about the deal comes before. Replaces the deal's previous follow-up. */
  'follow_ups.set': { input: dealId.extend({ when }), output: type<FollowUp>() },
  /** Ends a deal's follow-up: the broker has followed up (`done`), or no longer wants the reminder (`removed`). */
  'follow_ups.end': { input: dealId.extend({ as: z.enum(['done', 'removed']) }), output: type<Nothing>() },
  /** Puts back a follow-up that was ended by mistake. */
  'follow_ups.restore': {
    input: dealId.extend({
      wall: wall.nullable(),
      at: instant,
      set_at: instant,
      fired_at: instant.nullable(),
    }),
    output: type<FollowUp>(),
  },
  /** Hides an inbox item until this time. It then returns as unread. Null shows it again immediately. */
  'inbox.snooze': { input: inboxItem.extend({ when: when.nullable() }), output: type<Nothing>() },
  'inbox.read_item': { input: inboxItem, output: type<Nothing>() },
  /** Returns what needs the broker today. If the screen is not open, the renewals may be some minutes old. */
  'today.view': { input: z.object({ is_open: z.boolean() }), output: type<TodayView>() },
  /** Hides a line of the Today screen until this time. Null hides it until what it is about changes. */
  'today.set_aside': {
    input: line.extend({ fact: z.string().max(200), when: when.nullable() }),
    output: type<Nothing>(),
  },
  'today.put_back': { input: line, output: type<Nothing>() },
} as const
