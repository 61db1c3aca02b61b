import type { Database } from '../../platform/vault/statements.ts'
import { quoted, Statements } from '../../platform/vault/statements.ts'
import { UnmatchedLimits } from './unmatched-limits.ts'
import type {
  EventState,
  Hint,
  InboxEvent,
  NewInboxItem,
  NewsDeal,
  OpenDeal,
  VaultWrite,
} from '../../platform/vault/vault.ts'
import {
  type EventProblem,
  NO_OFFER_NEWS,
  type OfferNews,
} from '../../../src-shared/platform/webhook/event.ts'
import type { InboxItem } from '../../../src-shared/features/inbox/notification.ts'
import { FINAL_STATUSES } from '../../../src-shared/platform/words/vocabulary.ts'
import { readMessage, storeMessage } from '../../../src-shared/platform/texts/message.ts'
import type { NewsAmount } from '../../../src-shared/features/inbox/news-amount.ts'

/**
 * SQL expression for the last 64 characters before the final character of a signature. A query uses them to find events with the same
 * signature. The final character may contain unused bits, so it can differ between copies of the same signature.
 */
const SIGNATURE_TAIL = 'substr(signature, -65, 64)'

/**
 * Queries for processing news about deals. Lists of values are passed as one JSON array, so that one statement handles any number of
 * values. `CROSS JOIN` makes SQLite look up each value of the list, so that SQLite does not scan the whole table.
 */
export class NewsRows {
  readonly #statements: Statements
  readonly #unmatched: UnmatchedLimits
  readonly problems: EventProblemRows

  constructor(database: Database) {
    this.#statements = new Statements(database)
    this.#unmatched = new UnmatchedLimits(this.#statements)
    this.problems = new EventProblemRows(database)
  }

  context(event_ids: string[], application_ids: string[]): { known: string[]; deals: NewsDeal[] } {
    const known = this.#statements
      .of('SELECT event_id FROM json_each(?) CROSS JOIN events ON event_id = value')
      .pluck()
      .all(JSON.stringify(event_ids)) as string[]
    const rows = this.#statements
      .of(
        `SELECT deals.deal_id, application_id, application_status, application_status_at, offer_status, offer_status_at,
                legal_name, reference, amount_cents, offer_cents, submitted_at, deleted_at, news,
                (SELECT count(*) FROM events WHERE application_id = value AND verification = 'hint' AND confirmed_at IS NULL)
                  AS hints
         FROM json_each(?) CROSS JOIN deals ON application_id = value LEFT JOIN deal_facts USING (number)
         LEFT JOIN offer_news ON offer_news.deal_id = deals.deal_id ORDER BY number DESC`,
      )
      .all(JSON.stringify(application_ids)) as (Omit<NewsDeal, 'offer_news'> & { news: string | null })[]
    const deals = rows.map(({ news, ...deal }) => ({
      ...deal,
      offer_news: news === null ? NO_OFFER_NEWS : (JSON.parse(news) as OfferNews),
    }))
    return { known, deals }
  }

  /** Returns the ids of applications that belong to an existing deal and have events that the app has not applied yet. */
  waitingApplications(): string[] {
    return this.#statements
      .of(
        `SELECT DISTINCT application_id FROM events
         WHERE state = 'waiting' AND application_id IN (SELECT application_id FROM deals)`,
      )
      .pluck()
      .all() as string[]
  }

  /** Inserts an event. Returns false if an event with this id already exists. */
  insertEvent(event: InboxEvent): boolean {
    const { changes } = this.#statements
      .of(
        `INSERT INTO events (event_id, seq, received_at, message_type, status, application_id, timestamp, verification,
           raw_body, signature, state, taken_at)
         VALUES (@event_id, @seq, @received_at, @message_type, @status, @application_id, @timestamp, @verification,
           @raw_body, @signature, @state, @taken_at) ON CONFLICT (event_id) DO NOTHING`,
      )
      .run({ ...event, taken_at: event.taken_at ?? null })
    const dropped = changes > 0 && event.state === 'waiting' ? this.#unmatched.add(event) : 0
    if (dropped > 0) this.problems.addDropped(dropped, event.received_at)
    return changes > 0
  }

  /** Discards the cached count of events after a rollback. Call this after each transaction. `isKept` is false after a rollback. */
  settle(isKept: boolean): void {
    if (!isKept) this.#unmatched.recount()
  }

  settleEvent(event_id: string, state: EventState): void {
    this.#statements.of('UPDATE events SET state = ? WHERE event_id = ?').run(state, event_id)
    this.#unmatched.recount()
  }

  waitingEvents(application_id: string): InboxEvent[] {
    return this.#statements
      .of(
        `SELECT event_id, seq, received_at, message_type, status, application_id, timestamp, verification, raw_body,
                signature, state
         FROM events WHERE application_id = ? AND state = 'waiting' ORDER BY seq, timestamp`,
      )
      .all(application_id) as InboxEvent[]
  }

  openDeals(): OpenDeal[] {
    return this.#statements
      .of(
        `SELECT deal_id, application_id,
                max(coalesce(submitted_at, created_at), coalesce(application_status_at, ''), coalesce(offer_status_at, ''))
                  AS last_news_at
         FROM deals
         WHERE application_id IS NOT NULL AND state = 'received' AND deleted_at IS NULL
           AND coalesce(application_status, '') NOT IN (${quoted(FINAL_STATUSES)})
         ORDER BY last_news_at DESC`,
      )
      .all() as OpenDeal[]
  }

  /** Returns deals with hints (events whose signature does not cover the body) that the partner has not confirmed. */
  hintedDeals(since: string): { deal_id: string; application_id: string }[] {
    return this.#statements
      .of(
        `SELECT DISTINCT deal_id, deals.application_id FROM events CROSS JOIN deals USING (application_id)
         WHERE verification = 'hint' AND confirmed_at IS NULL AND events.received_at > ? AND deleted_at IS NULL
           AND events.state IN ('asking', 'unconfirmed', 'contradicted')`,
      )
      .all(since) as { deal_id: string; application_id: string }[]
  }

  /**
   * Returns hints (events whose signature does not cover the body) that the partner has not confirmed, the latest arrival first. The order
   * does not depend on the hints' own timestamps, because an unknown sender may have chosen them.
   */
  unconfirmedHints(application_id: string): Hint[] {
    return this.#statements
      .of(
        `SELECT event_id, message_type, status, received_at, state, taken_at FROM events
         WHERE application_id = ? AND verification = 'hint' AND confirmed_at IS NULL
           AND state IN ('asking', 'unconfirmed', 'contradicted')
         ORDER BY number DESC`,
      )
      .all(application_id) as Hint[]
  }

  offersElsewhere(deal_id: string, offer_ids: string[]): string[] {
    return this.#statements
      .of(
        `SELECT DISTINCT offer.value ->> 'offer_id' FROM deal_facts CROSS JOIN deals USING (number)
         CROSS JOIN json_each(deals.offers) AS offer
         WHERE offer_count > 0 AND deal_id <> ?
           AND offer.value ->> 'offer_id' IN (SELECT value FROM json_each(?))`,
      )
      .pluck()
      .all(deal_id, JSON.stringify(offer_ids)) as string[]
  }

  countHints(
    application_ids: string[],
    since: string,
    until: string,
  ): { application_id: string; hints: number }[] {
    return this.#statements
      .of(
        `SELECT application_id, count(*) AS hints FROM json_each(?) CROSS JOIN events ON application_id = value
         WHERE verification = 'hint' AND confirmed_at IS NULL AND taken_at > ? AND taken_at <= ?
         GROUP BY application_id`,
      )
      .all(JSON.stringify(application_ids), since, until) as { application_id: string; hints: number }[]
  }

  pollingHints(): string[] {
    return this.#statements
      .of(
        `SELECT DISTINCT application_id FROM events
         WHERE state = 'asking' AND state IN ('asking', 'unconfirmed')`,
      )
      .pluck()
      .all() as string[]
  }

  supersedeHints(application_id: string, message_type: string): void {
    this.#statements
      .of(
        `UPDATE events SET state = 'superseded'
         WHERE application_id = ? AND state IN ('asking', 'unconfirmed') AND message_type = ?`,
      )
      .run(application_id, message_type)
  }

  reusedSignatures(signed: { signature: string; raw_body: string }[]): string[] {
    return this.#statements
      .of(
        `SELECT DISTINCT value ->> 'signature' FROM json_each(?)
         CROSS JOIN events ON ${SIGNATURE_TAIL} = substr(value ->> 'signature', -65, 64)
         WHERE verification = 'hint' AND raw_body <> value ->> 'raw_body'`,
      )
      .pluck()
      .all(JSON.stringify(signed)) as string[]
  }

  confirm(event_ids: string[], at: string): void {
    this.#statements
      .of(
        `UPDATE events SET confirmed_at = ?, state = 'applied'
         WHERE confirmed_at IS NULL AND event_id IN (SELECT value FROM json_each(?))`,
      )
      .run(at, JSON.stringify(event_ids))
  }

  setOfferNews(deal_id: string, news: OfferNews): void {
    this.#statements
      .of(
        'INSERT INTO offer_news (deal_id, news) VALUES (?, ?) ON CONFLICT (deal_id) DO UPDATE SET news = excluded.news',
      )
      .run(deal_id, JSON.stringify(news))
  }
}

/** Maximum number of items that the inbox lists. A broker does not scroll through more. The deals' timelines contain all items. */
const ITEMS_AT_ONCE = 300

/** The items of the inbox: the notifications that were shown, and whether the broker read them. */
export class InboxRows {
  readonly #statements: Statements

  constructor(database: Database) {
    this.#statements = new Statements(database)
  }

  /** Adds an item. With `announce`, its desktop notification is still to be shown. */
  insert({ amount, ...item }: NewInboxItem, announce = false): void {
    this.#statements
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
  }

  setAmounts(deal_id: string, amounts_cents: readonly number[]): void {
    const set = this.#statements.of(
      `UPDATE inbox SET amount_cents = ?, amount_of = 'offer'
       WHERE number = (SELECT min(number) FROM inbox
         WHERE deal_id = ? AND status = 'offer_available' AND amount_of = 'requested'
           AND number > coalesce((SELECT max(number) FROM inbox
             WHERE deal_id = ? AND status = 'offer_available' AND amount_of = 'offer'), 0))`,
    )
    for (const cents of amounts_cents) set.run(cents, deal_id, deal_id)
  }

  readItems(numbers: readonly number[], read_at: string): void {
    this.#statements
      .of('UPDATE inbox SET read_at = ? WHERE read_at IS NULL AND number IN (SELECT value FROM json_each(?))')
      .run(read_at, JSON.stringify(numbers))
  }

  /** Marks an item as read, even if it is snoozed. */
  readItem(number: number, read_at: string): void {
    this.#statements
      .of(
        `UPDATE inbox SET read_at = ifnull(read_at, ?), snoozed_wall = NULL, snoozed_at = NULL, announce = 0
         WHERE number = ?`,
      )
      .run(read_at, number)
  }

  read(deal_id: string | null, read_at: string): void {
    this.#statements
      .of('UPDATE inbox SET read_at = ? WHERE read_at IS NULL AND deal_id = coalesce(?, deal_id)')
      .run(read_at, deal_id)
  }

  list(): { items: InboxItem[]; unread: number } {
    const rows = this.#statements
      .of(
        // Items that an older version of the app stored have no amount. Their amount is the one that the merchant requests now.
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
    return { items, unread: this.unread() }
  }

  /** Counts the unread items of the inbox. Excludes items of deals in the trash. */
  unread(): number {
    return this.#statements
      .of(
        `SELECT count(*) FROM inbox
         WHERE read_at IS NULL AND deal_id NOT IN (SELECT deal_id FROM deals WHERE deleted_at IS NOT NULL)`,
      )
      .pluck()
      .get() as number
  }
}

type ProblemWrite = Extract<VaultWrite, { write: 'note_event_problem' | 'clear_event_problems' }>

/** Maximum number of stored problems with events. It is sufficient, because repeated problems with the same reason share one row. */
const MOST_PROBLEMS = 50

export class EventProblemRows {
  readonly #statements: Statements

  constructor(database: Database) {
    this.#statements = new Statements(database)
  }

  apply(write: ProblemWrite): void {
    if (write.write === 'note_event_problem') this.add(write.problem)
    else this.#statements.of('DELETE FROM event_problems').run()
  }

  /**
   * Records a problem with events. If a row with the same problem and reason exists, adds `count` to that row. If there are more than
   * `MOST_PROBLEMS` rows, deletes the oldest ones.
   */
  add({ problem, reason, application_id, count, last_at }: EventProblem): void {
    this.#statements
      .of(
        `INSERT INTO event_problems (problem, reason, application_id, count, first_at, last_at)
         VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (problem, reason) DO UPDATE SET application_id = coalesce(excluded.application_id, application_id),
           count = count + excluded.count, last_at = excluded.last_at`,
      )
      .run(problem, storeMessage(reason), application_id, count, last_at, last_at)
    this.#statements
      .of(
        `DELETE FROM event_problems WHERE number NOT IN
           (SELECT number FROM event_problems ORDER BY last_at DESC LIMIT ${MOST_PROBLEMS})`,
      )
      .run()
  }

  addDropped(count: number, at: string): void {
    this.add({ problem: 'dropped', reason: '', application_id: null, count, first_at: at, last_at: at })
  }

  list(): EventProblem[] {
    const rows = this.#statements
      .of(
        `SELECT problem, reason, application_id, count, first_at, last_at FROM event_problems
         ORDER BY last_at DESC, number DESC`,
      )
      .all() as (EventProblem & { reason: string })[]
    return rows.map((row) => ({ ...row, reason: readMessage(row.reason) }))
  }
}
