import type { Database } from '../../platform/vault/statements.ts'
import { Statements } from '../../platform/vault/statements.ts'
import type { InboxRows } from '../events/news-rows.ts'
import type { TimelineRows } from '../deals/timeline-rows.ts'
import type {
  ReminderWrite,
  SetAside,
  SnoozedItem,
  StoredFollowUp,
} from '../../platform/vault/vault-reminders.ts'
import type { InboxItem } from '../../../src-shared/features/inbox/notification.ts'
import {
  type DueTime,
  type FollowUp,
  FOLLOW_UP_DUE,
} from '../../../src-shared/features/follow-ups/follow-up.ts'
import { readMessage } from '../../../src-shared/platform/texts/message.ts'
import type { NewsAmount } from '../../../src-shared/features/inbox/news-amount.ts'

/** Maximum number of reminders that one read returns, the earliest first. */
const AT_ONCE = 500

// CROSS JOIN makes SQLite read the few reminders first. Otherwise, it would read all deals, and keep them in its cache.
const OF_DEALS = `SELECT follow_ups.*, legal_name, reference, amount_cents, application_status, application_status_at, offer_status,
    offer_status_at
  FROM follow_ups CROSS JOIN deals USING (deal_id) WHERE deleted_at IS NULL`

/** The columns of an inbox item. An item that an older version of the app stored has no amount. It gets the requested amount. */
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

/** Follow-ups, snoozed inbox items, and lines that are set aside on the Today screen. Leaves out deals in the trash. */
export class ReminderRows {
  readonly #statements: Statements
  readonly #inbox: InboxRows
  readonly #timeline: TimelineRows

  constructor(database: Database, inbox: InboxRows, timeline: TimelineRows) {
    this.#statements = new Statements(database)
    this.#inbox = inbox
    this.#timeline = timeline
  }

  apply(write: ReminderWrite): void {
    switch (write.write) {
      case 'put_follow_up':
        this.#statements
          .of(
            `INSERT OR REPLACE INTO follow_ups (deal_id, wall, at, set_at, fired_at)
             VALUES (@deal_id, @wall, @at, @set_at, @fired_at)`,
          )
          .run(write.follow_up)
        return
      case 'end_follow_up':
        return this.#end(write)
      case 'fire_follow_up':
        return this.#fire(write)
      case 'snooze_inbox_item': {
        const { number, until, read_at } = write
        this.#statements
          .of(
            `UPDATE inbox SET snoozed_wall = ?, snoozed_at = ?, announce = 0, read_at = iif(? IS NULL, NULL, ifnull(read_at, ?))
             WHERE number = ?`,
          )
          .run(until?.wall ?? null, until?.at ?? null, until?.at ?? null, read_at, number)
        return
      }
      case 'return_inbox_item':
        // The item gets the newest number, so that it is the first in the list and unread.
        this.#statements
          .of(
            `UPDATE inbox SET number = (SELECT max(number) + 1 FROM inbox), snoozed_wall = NULL, snoozed_at = NULL,
               read_at = NULL, announce = 1
             WHERE number = ? AND snoozed_at = ?`,
          )
          .run(write.number, write.at)
        return
      case 'mark_announced':
        this.#statements
          .of(
            'UPDATE inbox SET announce = 0 WHERE announce = 1 AND number IN (SELECT value FROM json_each(?))',
          )
          .run(JSON.stringify(write.numbers))
        return
      case 'set_aside':
        this.#statements
          .of(
            `INSERT OR REPLACE INTO set_aside (deal_id, kind, fact, wall, at)
             VALUES (@deal_id, @kind, @fact, @wall, @at)`,
          )
          .run(write.line)
        return
      case 'put_back':
        this.#statements
          .of('DELETE FROM set_aside WHERE deal_id = ? AND kind = ?')
          .run(write.deal_id, write.kind)
    }
  }

  /** Ends a follow-up, if the deal has one. The timeline entry is added only then, in the same transaction. */
  #end({ deal_id, entry }: Extract<ReminderWrite, { write: 'end_follow_up' }>): void {
    const { changes } = this.#statements.of('DELETE FROM follow_ups WHERE deal_id = ?').run(deal_id)
    if (changes === 0) return
    this.#statements
      .of('UPDATE inbox SET announce = 0, read_at = ifnull(read_at, ?) WHERE deal_id = ? AND status = ?')
      .run(entry.at, deal_id, FOLLOW_UP_DUE)
    this.#timeline.append(entry, null)
  }

  /** Records that a follow-up is due, unless the broker changed it or news ended it in the meantime. */
  #fire({ at, item, entry }: Extract<ReminderWrite, { write: 'fire_follow_up' }>): void {
    const { changes } = this.#statements
      .of('UPDATE follow_ups SET fired_at = ? WHERE deal_id = ? AND at = ? AND fired_at IS NULL')
      .run(item.at, item.deal_id, at)
    if (changes === 0) return
    this.#inbox.insert(item, true)
    this.#timeline.append(entry, null)
  }

  followUps(): StoredFollowUp[] {
    return this.#statements
      .of(`${OF_DEALS} ORDER BY fired_at IS NOT NULL, follow_ups.at, deals.number LIMIT ${AT_ONCE}`)
      .all() as StoredFollowUp[]
  }

  followUpOf(deal_id: string): FollowUp | null {
    return (this.#statements.of('SELECT * FROM follow_ups WHERE deal_id = ?').get(deal_id) ??
      null) as FollowUp | null
  }

  snoozedItems(): SnoozedItem[] {
    const rows = this.#statements.of(SNOOZED).all() as (ItemRow & DueTime)[]
    return rows.map(({ wall, at, ...row }) => ({ ...itemOf(row), wall, at }))
  }

  unannounced(): Omit<InboxItem, 'at' | 'read_at'>[] {
    return (this.#statements.of(UNANNOUNCED).all() as ItemRow[]).map(itemOf)
  }

  setAside(): SetAside[] {
    return this.#statements.of('SELECT * FROM set_aside').all() as SetAside[]
  }
}
