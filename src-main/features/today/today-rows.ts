import type { DueTime } from '../../../src-shared/features/follow-ups/follow-up.ts'
import type { SetAsideKind } from '../../../src-shared/features/today/today.ts'
import type { NewsAmount } from '../../../src-shared/features/today/news-amount.ts'
import type { NewsItem } from '../../../src-shared/features/today/notification.ts'
import { readMessage, storeMessage } from '../../../src-shared/platform/texts/message.ts'
import type { NewNewsItem } from '../../platform/vault/records.ts'
import type { Statements } from '../../platform/vault/rows.ts'

/** Maximum number of news that one read returns. A broker does not scroll through more. The deals' timelines contain all of them. */
const MOST_NEWS = 300

/** A snoozed news item. */
export interface SnoozedItem extends DueTime, Omit<NewsItem, 'at' | 'read_at'> {}

/**
 * A reason on the Today screen that the broker dismissed (`at` is null) or snoozed. `fact` names what the reason was about. A reason with
 * another fact is shown.
 */
export interface SetAside {
  deal_id: string
  kind: SetAsideKind
  fact: string
  wall: string | null
  at: string | null
}

/** The columns of news. An item without an amount gets the requested amount. */
const NEWS = `news.number, news.deal_id, ifnull(nullif(legal_name, ''), reference) AS name, status, title, body,
    coalesce(news.amount_cents, deals.amount_cents) AS cents, coalesce(amount_of, 'requested') AS amount_of`

/** Returns the query for the news with this condition, whose deals are not in the trash. */
const newsWhere = (condition: string, order: string, columns = NEWS) =>
  `SELECT ${columns} FROM news JOIN deals USING (deal_id)
   WHERE ${condition} AND deleted_at IS NULL ORDER BY ${order} LIMIT ${MOST_NEWS}`
const SNOOZED = newsWhere(
  'snoozed_at IS NOT NULL',
  'snoozed_at',
  `${NEWS}, snoozed_wall AS wall, snoozed_at AS at`,
)
const UNANNOUNCED = newsWhere('announce = 1', 'news.number')

interface NewsRow {
  number: number
  deal_id: string
  name: string
  status: string
  title: string
  body: string
  cents: number | null
  amount_of: NewsAmount['of']
}

function newsOf({ cents, amount_of, ...row }: NewsRow): Omit<NewsItem, 'at' | 'read_at'> {
  const amount = cents === null ? null : { cents, of: amount_of }
  return { ...row, title: readMessage(row.title), body: readMessage(row.body), amount }
}

/**
 * News: the notifications that were shown, and whether the broker read them. Also the reasons that the broker set aside on the Today
 * screen. No read returns news of a deal in the trash.
 */
export function todayRows(db: Statements) {
  /** Adds an item. With `announce`, its desktop notification is still to be shown. */
  const insert = ({ amount, ...item }: NewNewsItem, announce = false) =>
    db
      .of(
        `INSERT INTO news (deal_id, at, status, title, body, amount_cents, amount_of, announce)
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
      .of('UPDATE news SET announce = 0, read_at = ifnull(read_at, ?) WHERE deal_id = ? AND status = ?')
      .run(read_at, deal_id, status)
  /** Returns the news of deals outside the trash that meet a condition, newest first, at most a few hundred. */
  const listWhere = (condition: string) =>
    (
      db.of(newsWhere(condition, 'news.number DESC', `${NEWS}, news.at, read_at`)).all() as (NewsRow &
        Pick<NewsItem, 'at' | 'read_at'>)[]
    ).map(({ at, read_at, ...row }) => ({ ...newsOf(row), at, read_at }))
  const reads = {
    unreadNews: (): NewsItem[] => listWhere('read_at IS NULL'),
    /** Returns the news that the broker has seen. Leaves out snoozed news. */
    seenNews: (): NewsItem[] => listWhere('read_at IS NOT NULL AND snoozed_at IS NULL'),
    hasUnreadNews: (deal_id: string) =>
      db.of('SELECT 1 FROM news WHERE deal_id = ? AND read_at IS NULL').get(deal_id) !== undefined,
    /** Returns the snoozed news, the earliest first. */
    snoozedItems: (): SnoozedItem[] =>
      (db.of(SNOOZED).all() as (NewsRow & DueTime)[]).map(({ wall, at, ...row }) => ({
        ...newsOf(row),
        wall,
        at,
      })),
    /** Returns the news of reminders whose desktop notification was not shown yet. */
    unannounced: () => (db.of(UNANNOUNCED).all() as NewsRow[]).map(newsOf),
    setAside: () => db.of('SELECT * FROM set_aside').all() as SetAside[],
  }
  const writes = {
    insert_news({ item }: { item: NewNewsItem }) {
      insert(item)
    },
    /**
     * Stores the amounts of offers with the oldest news about an available offer of the deal that have no offer's amount yet. An
     * event about an offer contains no amount, so the app learns the amount only when it reads the list of offers.
     */
    set_news_amounts({ deal_id, amounts_cents }: { deal_id: string; amounts_cents: number[] }) {
      const set = db.of(
        `UPDATE news SET amount_cents = ?, amount_of = 'offer'
         WHERE number = (SELECT min(number) FROM news
           WHERE deal_id = ? AND status = 'offer_available' AND amount_of = 'requested'
             AND number > coalesce((SELECT max(number) FROM news
               WHERE deal_id = ? AND status = 'offer_available' AND amount_of = 'offer'), 0))`,
      )
      for (const cents of amounts_cents) set.run(cents, deal_id, deal_id)
    },
    read_news({ deal_id, read_at }: { deal_id: string; read_at: string }) {
      db.of('UPDATE news SET read_at = ? WHERE read_at IS NULL AND deal_id = ?').run(read_at, deal_id)
    },
    /** Marks an item as read, even if it is snoozed. */
    read_news_item({ number, read_at }: { number: number; read_at: string }) {
      db.of(
        `UPDATE news SET read_at = ifnull(read_at, ?), snoozed_wall = NULL, snoozed_at = NULL, announce = 0
         WHERE number = ?`,
      ).run(read_at, number)
    },
    /** Hides news until a time, as read. Null shows it again, as unread. */
    snooze_news({ number, until, read_at }: { number: number; until: DueTime | null; read_at: string }) {
      db.of(
        `UPDATE news SET snoozed_wall = ?, snoozed_at = ?, announce = 0, read_at = iif(? IS NULL, NULL, ifnull(read_at, ?))
         WHERE number = ?`,
      ).run(until?.wall ?? null, until?.at ?? null, until?.at ?? null, read_at, number)
    },
    /** Shows news again that was snoozed until `at`, as the newest and unread one. */
    return_news({ number, at }: { number: number; at: string }) {
      // The item gets the newest number, so that it is the first in the list and unread.
      db.of(
        `UPDATE news SET number = (SELECT max(number) + 1 FROM news), snoozed_wall = NULL, snoozed_at = NULL,
           read_at = NULL, announce = 1
         WHERE number = ? AND snoozed_at = ?`,
      ).run(number, at)
    },
    /** Records that the desktop notifications of these news are shown now. */
    mark_announced({ numbers }: { numbers: number[] }) {
      db.of(
        'UPDATE news SET announce = 0 WHERE announce = 1 AND number IN (SELECT value FROM json_each(?))',
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
  }
  return { reads, writes, insert, settle }
}
