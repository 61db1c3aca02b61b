import type { Message } from '../../platform/texts/message.ts'
import type { MissingLine } from '../deal-screen/next-step.ts'
import type { Need } from '../deals/need.ts'
import type { DueTime, FollowUp } from '../follow-ups/follow-up.ts'
import type { NewsAmount } from './news-amount.ts'
import type { DealWhere } from '../pipeline/deal-match.ts'

/** Why a deal is on the Today screen, most urgent first. */
export const TODAY_KINDS = ['follow_up', 'offer', 'need', 'renewal', 'news'] as const
export type TodayKind = (typeof TODAY_KINDS)[number]

/** Reasons that hold as long as the deal's facts do. The broker can only set them aside. */
export const SET_ASIDE_KINDS = ['offer', 'need', 'renewal'] as const
export type SetAsideKind = (typeof SET_ASIDE_KINDS)[number]

/**
 * What identifies a reason, and what brings it back after the broker set it aside. `fact` names what a reason is about, and changes if that
 * changes. `until` is the time until which the reason is snoozed, or null.
 */
export type ReasonId =
  | { kind: 'follow_up'; follow_up: FollowUp }
  | { kind: 'news'; number: number; until: DueTime | null }
  | { kind: SetAsideKind; deal_id: string; fact: string; until: DueTime | null }

/** One reason why a deal is on the Today screen. */
export type Reason = ReasonId &
  (
    | { kind: 'follow_up'; due_at: string; status: string | null }
    | { kind: 'news'; title: Message; amount: NewsAmount | null; at: string; can_return: boolean }
    | { kind: 'offer'; expires_at: string }
    /**
     * `rejected` names the fields to fix, if the partner rejected the application. `missing` has the lines that a complete draft lacks, and
     * `undecided` is its number of statements whose account nobody has confirmed. Only the screen has them, not the count. `is_expired` is true if the broker can only ask for a new offer.
     */
    | {
        kind: 'need'
        need: Need
        documents: number
        rejected: string[]
        missing: MissingLine[]
        undecided: number
        is_expired: boolean
      }
    | { kind: 'renewal'; due_on: string; amount_cents: number | null }
  )

/** True for a reason about the open offers of a deal. */
export const isAboutOffers = (reason: Reason): boolean =>
  reason.kind === 'offer' ||
  (reason.kind === 'need' && (reason.need === 'decision' || reason.need === 'answer')) ||
  (reason.kind === 'news' && reason.amount?.of === 'offer')

/** One line of the Today screen: a deal with all its reasons, the most urgent one first. */
export interface TodayLine {
  deal_id: string
  name: string
  reasons: Reason[]
  /** The merchant's phone number. Empty if it is unknown, or if only the number of lines is asked. */
  phone: string
  /** The highest amount of the deal's open offers, and how many are open. Null without one, or if only the number of lines is asked. */
  best: { amount_cents: number; offers: number } | null
}

/**
 * The reasons of which there may be thousands, and the filter of the pipeline that finds their deals. Today lists the first `MOST_LISTED` of
 * each, and opens the pipeline for the others. It lists all other reasons.
 */
export const LISTED = {
  offer: { expires_within_days: 3 },
  need: { needs_you: true },
} as const satisfies Partial<Record<TodayKind, DealWhere>>
export const MOST_LISTED = 100
/** The filter of the pipeline that finds the applications in the submission queue. */
export const QUEUED = { need: 'queue' } as const satisfies DealWhere

/** Numbers of deals on the Today screen: with something to do, including those that are not listed (`more`), and with updates only. */
export interface TodayCounts {
  count: number
  updates: number
}

export interface TodayView extends TodayCounts {
  lines: TodayLine[]
  more: Record<keyof typeof LISTED, number>
  /** Reminders that are not due yet, and snoozed reasons of deals without a line above, the earliest first. They do not count. */
  coming: TodayLine[]
  /** Deals whose reasons the broker set aside until they change. They do not count. */
  dismissed: TodayLine[]
  /** Number of applications in the submission queue. They do not count. */
  queued: number
}
