import type { NewsAmount } from '../../../src-shared/features/inbox/news-amount.ts'
import type { InboxItem } from '../../../src-shared/features/inbox/notification.ts'
import { readMessage, storeMessage } from '../../../src-shared/platform/texts/message.ts'
import type { NewInboxItem } from '../../platform/vault/records.ts'
import type { Statements } from '../../platform/vault/statements.ts'

/** Maximum number of items that the inbox lists. A broker does not scroll through more. The deals' timelines contain all items. */
const ITEMS_AT_ONCE = 300

/** The items of the inbox: the notifications that were shown, and whether the broker read them. */
export function inboxRows(db: Statements) {
  /** Adds an item. With `announce`, its desktop notification is still to be shown. */
  const insert = ({ amount, ...item }: NewInboxItem, announce = false) =>
    db
      .of(
        `INSERT INTO inbox (deal_id, at, status, title, body, amount_cents, amount_of, announce)
         VALUES (@deal_id, @at, @status, @title, @body, @amount_cents, @amount_of, @announce)`,
      )
      .run({
        ...item,
        title: storeMessage(item.title),
        body: storeMessage(item.body),
        amount_cents: amount?.cents ?? null,
        amount_of: amount?.of ?? 'requested',
        announce: Number(announce),
      })
  /** Marks the items of a deal with this status as read. Their desktop notifications are no longer shown. */
  const settle = (deal_id: string, status: string, read_at: string) =>
    db
      .of('UPDATE inbox SET announce = 0, read_at = ifnull(read_at, ?) WHERE deal_id = ? AND status = ?')
      .run(read_at, deal_id, status)
  const reads = {
    /** Returns the inbox: the notifications that the broker was shown, newest first, at most a few hundred. */
    listInbox(): { items: InboxItem[]; unread: number } {
      const rows = db
        .of(
          // An item without an amount gets the amount that the merchant requests now.
          `SELECT inbox.number, deal_id, at, status, title, body, read_at,
             coalesce(inbox.amount_cents, deals.amount_cents) AS cents, coalesce(amount_of, 'requested') AS amount_of
           FROM inbox JOIN deals USING (deal_id) WHERE deleted_at IS NULL AND snoozed_at IS NULL
           ORDER BY inbox.number DESC LIMIT ${ITEMS_AT_ONCE}`,
        )
        .all() as (Omit<InboxItem, 'amount'> & {
        title: string
        body: string
        cents: number | null
        amount_of: NewsAmount['of']
      })[]
      const items = rows.map(({ cents, amount_of, ...row }) => ({
        ...row,
        title: readMessage(row.title),
        body: readMessage(row.body),
        amount: cents === null ? null : { cents, of: amount_of },
      }))
      return { items, unread: reads.countUnread() }
    },
    /** Counts the unread items of the inbox. Excludes items of deals in the trash. */
    countUnread: () =>
      db
        .of(
          `SELECT count(*) FROM inbox
           WHERE read_at IS NULL AND deal_id NOT IN (SELECT deal_id FROM deals WHERE deleted_at IS NOT NULL)`,
        )
        .pluck()
        .get() as number,
  }
  const writes = {
    insert_inbox_item({ item }: { item: NewInboxItem }) {
      insert(item)
    },
    /**
     * Stores the amounts of offers with the oldest inbox items about an available offer of the deal that have no offer's amount yet. An
     * event about an offer contains no amount, so the app learns the amount only when it reads the list of offers.
     */
    set_inbox_amounts({ deal_id, amounts_cents }: { deal_id: string; amounts_cents: number[] }) {
      const set = db.of(
        `UPDATE inbox SET amount_cents = ?, amount_of = 'offer'
         WHERE number = (SELECT min(number) FROM inbox
           WHERE deal_id = ? AND status = 'offer_available' AND amount_of = 'requested'
             AND number > coalesce((SELECT max(number) FROM inbox
               WHERE deal_id = ? AND status = 'offer_available' AND amount_of = 'offer'), 0))`,
      )
      for (const cents of amounts_cents) set.run(cents, deal_id, deal_id)
    },
    /** Marks the unread inbox items of one deal as read, or those of all deals if `deal_id` is null. */
    read_inbox({ deal_id, read_at }: { deal_id: string | null; read_at: string }) {
      db.of('UPDATE inbox SET read_at = ? WHERE read_at IS NULL AND deal_id = coalesce(?, deal_id)').run(
        read_at,
        deal_id,
      )
    },
    /** Marks the inbox items with these numbers as read. */
    read_inbox_items({ numbers, read_at }: { numbers: number[]; read_at: string }) {
      db.of(
        'UPDATE inbox SET read_at = ? WHERE read_at IS NULL AND number IN (SELECT value FROM json_each(?))',
      ).run(read_at, JSON.stringify(numbers))
    },
    /** Marks an item as read, even if it is snoozed. */
    read_inbox_item({ number, read_at }: { number: number; read_at: string }) {
      db.of(
        `UPDATE inbox SET read_at = ifnull(read_at, ?), snoozed_wall = NULL, snoozed_at = NULL, announce = 0
         WHERE number = ?`,
      ).run(read_at, number)
    },
  }
  return { reads, writes, insert, settle }
}
