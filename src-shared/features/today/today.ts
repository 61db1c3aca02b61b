import type { Message } from '../../platform/texts/message.ts'
import type { Need } from '../deals/need.ts'
import type { DueTime, FollowUp } from '../follow-ups/follow-up.ts'
import type { NewsAmount } from '../inbox/news-amount.ts'

export const TODAY_KINDS = ['follow_up', 'offer', 'need', 'renewal', 'news'] as const
export type TodayKind = (typeof TODAY_KINDS)[number]

/** Kinds of lines that the broker can set aside. A follow-up has its own time, and news is in the inbox. */
export const SET_ASIDE_KINDS = ['offer', 'need', 'renewal'] as const
export type SetAsideKind = (typeof SET_ASIDE_KINDS)[number]

/** One line of the Today screen. `fact` names what the line is about, and changes if that changes. */
export type TodayLine = { deal_id: string; name: string; fact: string } & (
  | { kind: 'follow_up'; follow_up: FollowUp; due_at: string; status: string | null }
  | { kind: 'offer'; expires_at: string; offer_cents: number | null; offers: number }
  | { kind: 'need'; need: Need; status: string | null; documents: number }
  | { kind: 'renewal'; due_on: string; amount_cents: number | null }
  /** `until` is set if the item is snoozed. */
  | {
      kind: 'news'
      number: number
      title: Message
      body: Message
      amount: NewsAmount | null
      at: string
      until: DueTime | null
    }
)

/** Maximum number of lines in a section. */
export const MOST_LINES = 50

/** The tasks of today. `count` is the number of all lines, including those beyond `MOST_LINES` of a section. */
export interface TodayView {
  lines: TodayLine[]
  more: Partial<Record<TodayKind, number>>
  /** Follow-ups that are not due yet, and snoozed inbox items, the earliest first. They do not count. */
  coming: TodayLine[]
  count: number
}
