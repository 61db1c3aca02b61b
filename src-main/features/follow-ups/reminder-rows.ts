import type { Statements } from '../../platform/vault/statements.ts'
import type { NewInboxItem, NewTimelineEntry } from '../../platform/vault/records.ts'
import type { TimelineRows } from '../deals/timeline-rows.ts'
import type { NewsAmount } from '../../../src-shared/features/inbox/news-amount.ts'
import type { InboxItem } from '../../../src-shared/features/inbox/notification.ts'
import {
  type DueTime,
  type FollowUp,
  FOLLOW_UP_DUE,
} from '../../../src-shared/features/follow-ups/follow-up.ts'
import type { Statuses } from '../../../src-shared/features/offers/offer-status.ts'
import { readMessage } from '../../../src-shared/platform/texts/message.ts'
import type { SetAsideKind } from '../../../src-shared/features/today/today.ts'

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

interface Others {
  inbox: {
    insert(item: NewInboxItem, announce: boolean): void
    settle(deal_id: string, status: string, read_at: string): void
  }
  timeline: TimelineRows
}

/** Maximum number of reminders that one read returns, the earliest first. */
const AT_ONCE = 500

// CROSS JOIN makes SQLite read the few reminders first. Otherwise, it would read all deals, and keep them in its cache.
const OF_DEALS = `SELECT follow_ups.*, legal_name, reference, amount_cents, application_status, application_status_at, offer_status,
    offer_status_at
  FROM follow_ups CROSS JOIN deals USING (deal_id) WHERE deleted_at IS NULL`

/** The columns of an inbox item. An item without an amount gets the requested amount. */
const ITEM = `inbox.number, inbox.deal_id, status, title, body,
    coalesce(inbox.amount_cents, deals.amount_cents) AS cents, coalesce(amount_of, 'requested') AS amount_of`

/** Returns the query for the inbox items with this condition, whose deals are not in the trash. */
const itemsWhere = (condition: string, order: string, columns = ITEM) =>
  `SELECT ${columns} FROM inbox JOIN deals USING (deal_id)
   WHERE ${condition} AND deleted_at IS NULL ORDER BY ${order} LIMIT ${AT_ONCE}`
const SNOOZED = itemsWhere(
  'snoozed_at IS NOT NULL',
  'snoozed_at',
  `${ITEM}, snoozed_wall AS wall, snoozed_at AS at`,
)
const UNANNOUNCED = itemsWhere('announce = 1', 'inbox.number')

interface ItemRow {
  number: number
  deal_id: string
  status: string
  title: string
  body: string
  cents: number | null
  amount_of: NewsAmount['of']
}

function itemOf({ cents, amount_of, ...row }: ItemRow): Omit<InboxItem, 'at' | 'read_at'> {
  const amount = cents === null ? null : { cents, of: amount_of }
  return { ...row, title: readMessage(row.title), body: readMessage(row.body), amount }
}

/** Follow-ups, snoozed inbox items, and lines that are set aside on the Today screen. No read returns anything of a deal in the trash. */
export const reminderRows = (db: Statements, { inbox, timeline }: Others) => ({
  reads: {
    /** Returns the open follow-ups, at most a few hundred: those that did not fire yet first, the earliest of them first. */
    followUps: () =>
      db
        .of(`${OF_DEALS} ORDER BY fired_at IS NOT NULL, follow_ups.at, deals.number LIMIT ${AT_ONCE}`)
        .all() as StoredFollowUp[],
    followUpOf: (deal_id: string) =>
      (db.of('SELECT * FROM follow_ups WHERE deal_id = ?').get(deal_id) ?? null) as FollowUp | null,
    /** Returns the snoozed inbox items, the earliest first. */
    snoozedItems: (): SnoozedItem[] =>
      (db.of(SNOOZED).all() as (ItemRow & DueTime)[]).map(({ wall, at, ...row }) => ({
        ...itemOf(row),
        wall,
        at,
      })),
    /** Returns the reminders in the inbox whose desktop notification was not shown yet. */
    unannounced: () => (db.of(UNANNOUNCED).all() as ItemRow[]).map(itemOf),
    setAside: () => db.of('SELECT * FROM set_aside').all() as SetAside[],
  },
  writes: {
    /** Sets or replaces the follow-up of a deal. */
    put_follow_up({ follow_up }: { follow_up: FollowUp }) {
      db.of(
        `INSERT OR REPLACE INTO follow_ups (deal_id, wall, at, set_at, fired_at)
         VALUES (@deal_id, @wall, @at, @set_at, @fired_at)`,
      ).run(follow_up)
    },
    /** Ends the follow-up of a deal and adds the timeline entry. Does nothing if the deal has no follow-up. */
    end_follow_up({ deal_id, entry }: { deal_id: string; entry: NewTimelineEntry }) {
      if (db.of('DELETE FROM follow_ups WHERE deal_id = ?').run(deal_id).changes === 0) return
      inbox.settle(deal_id, FOLLOW_UP_DUE, entry.at)
      timeline.writes.append_timeline({ entry })
    },
    /**
     * Records that the follow-up with the due time `at` is due: adds the inbox item and the timeline entry. Does nothing if this was already
     * recorded, or if the follow-up was changed or ended.
     */
    fire_follow_up({ at, item, entry }: { at: string; item: NewInboxItem; entry: NewTimelineEntry }) {
      const { changes } = db
        .of('UPDATE follow_ups SET fired_at = ? WHERE deal_id = ? AND at = ? AND fired_at IS NULL')
        .run(item.at, item.deal_id, at)
      if (changes === 0) return
      inbox.insert(item, true)
      timeline.writes.append_timeline({ entry })
    },
    /** Hides an inbox item until a time, as read. Null shows it again, as unread. */
    snooze_inbox_item({
      number,
      until,
      read_at,
    }: {
      number: number
      until: DueTime | null
      read_at: string
    }) {
      db.of(
        `UPDATE inbox SET snoozed_wall = ?, snoozed_at = ?, announce = 0, read_at = iif(? IS NULL, NULL, ifnull(read_at, ?))
         WHERE number = ?`,
      ).run(until?.wall ?? null, until?.at ?? null, until?.at ?? null, read_at, number)
    },
    /** Shows an inbox item again that was snoozed until `at`, as the newest and unread one. */
    return_inbox_item({ number, at }: { number: number; at: string }) {
      // The item gets the newest number, so that it is the first in the list and unread.
      db.of(
        `UPDATE inbox SET number = (SELECT max(number) + 1 FROM inbox), snoozed_wall = NULL, snoozed_at = NULL,
           read_at = NULL, announce = 1
         WHERE number = ? AND snoozed_at = ?`,
      ).run(number, at)
    },
    /** Records that the desktop notifications of these inbox items are shown now. */
    mark_announced({ numbers }: { numbers: number[] }) {
      db.of(
        'UPDATE inbox SET announce = 0 WHERE announce = 1 AND number IN (SELECT value FROM json_each(?))',
      ).run(JSON.stringify(numbers))
    },
    set_aside({ line }: { line: SetAside }) {
      db.of(
        `INSERT OR REPLACE INTO set_aside (deal_id, kind, fact, wall, at)
         VALUES (@deal_id, @kind, @fact, @wall, @at)`,
      ).run(line)
    },
    put_back({ deal_id, kind }: { deal_id: string; kind: SetAsideKind }) {
      db.of('DELETE FROM set_aside WHERE deal_id = ? AND kind = ?').run(deal_id, kind)
    },
  },
})
