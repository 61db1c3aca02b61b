import type { TimelineEntry } from '../../../src-shared/features/deals/deal.ts'
import type { DueTime, FollowUp } from '../../../src-shared/features/follow-ups/follow-up.ts'
import type { Statuses } from '../../../src-shared/features/offers/newest-status.ts'
import type { InboxItem } from '../../../src-shared/features/inbox/notification.ts'
import type { SetAsideKind } from '../../../src-shared/features/today/today.ts'
import type { Result } from '../../../src-shared/platform/base/errors.ts'

type NewEntry = Omit<TimelineEntry, 'entry_id'>

/** An open follow-up with what a reminder says about its deal. */
export interface StoredFollowUp extends FollowUp, Statuses {
  legal_name: string
  reference: string
  amount_cents: number | null
}

/** A snoozed inbox item. */
export interface SnoozedItem extends DueTime, Omit<InboxItem, 'at' | 'read_at'> {}

/**
 * A line of the Today screen that the broker dismissed (`at` is null) or snoozed. `fact` names what the line was about. A line about
 * another fact is shown.
 */
export interface SetAside {
  deal_id: string
  kind: SetAsideKind
  fact: string
  wall: string | null
  at: string | null
}

/** Writes for reminders. Each is part of a vault commit. */
export type ReminderWrite =
  /** Sets or replaces the follow-up of a deal. */
  | { write: 'put_follow_up'; follow_up: FollowUp }
  /** Ends the follow-up of a deal and adds the timeline entry. Does nothing if the deal has no follow-up. */
  | { write: 'end_follow_up'; deal_id: string; entry: NewEntry }
  /**
   * Records that the follow-up with the due time `at` is due: adds the inbox item and the timeline entry. Does nothing if this was already
   * recorded, or if the follow-up was changed or ended.
   */
  | {
      write: 'fire_follow_up'
      at: string
      item: Omit<InboxItem, 'number' | 'read_at'>
      entry: NewEntry
    }
  /** Hides an inbox item until a time, as read. Null shows it again, as unread. */
  | { write: 'snooze_inbox_item'; number: number; until: DueTime | null; read_at: string }
  /** Shows an inbox item again that was snoozed until `at`, as the newest and unread one. */
  | { write: 'return_inbox_item'; number: number; at: string }
  /** Records that the desktop notifications of these inbox items are shown now. */
  | { write: 'mark_announced'; numbers: number[] }
  | { write: 'set_aside'; line: SetAside }
  | { write: 'put_back'; deal_id: string; kind: SetAsideKind }

/** Reads of reminders. None returns anything of a deal in the trash. */
export interface ReminderVault {
  /** Returns the open follow-ups, at most a few hundred: those that did not fire yet first, the earliest of them first. */
  followUps(): Promise<Result<StoredFollowUp[]>>
  followUpOf(deal_id: string): Promise<Result<FollowUp | null>>
  /** Returns the snoozed inbox items, the earliest first. */
  snoozedItems(): Promise<Result<SnoozedItem[]>>
  /** Returns the reminders in the inbox whose desktop notification was not shown yet. */
  unannounced(): Promise<Result<Omit<InboxItem, 'at' | 'read_at'>[]>>
  setAside(): Promise<Result<SetAside[]>>
}
