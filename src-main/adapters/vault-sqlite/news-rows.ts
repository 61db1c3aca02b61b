import type { Database } from 'better-sqlite3-multiple-ciphers'
import { NO_OFFER_NEWS, type OfferNews } from '../../../src-shared/domain/offer-news.ts'
import type { Hint, InboxEvent, NewsDeal, OpenDeal } from '../../core/ports/vault.ts'
import { Statements } from './statements.ts'

/**
 * What news about deals is decided by. Lists of values go in as one JSON array, so that a statement is one for any number;
 * `CROSS JOIN` has the list looked up in the table, never the table read through for the list.
 */
export class NewsRows {
  readonly #statements: Statements

  constructor(database: Database) {
    this.#statements = new Statements(database)
  }

  context(event_ids: string[], application_ids: string[]): { known: string[]; deals: NewsDeal[] } {
    const known = this.#statements
      .of('SELECT event_id FROM json_each(?) CROSS JOIN events ON event_id = value')
      .pluck()
      .all(JSON.stringify(event_ids)) as string[]
    const rows = this.#statements
      .of(
        `SELECT deals.deal_id, application_id, partner_status, partner_status_at, offer_status, offer_status_at,
                legal_name, reference, deleted_at, news
         FROM json_each(?) CROSS JOIN deals ON application_id = value
         LEFT JOIN offer_news ON offer_news.deal_id = deals.deal_id ORDER BY number DESC`,
      )
      .all(JSON.stringify(application_ids)) as (Omit<NewsDeal, 'offer_news'> & { news: string | null })[]
    const deals = rows.map(({ news, ...deal }) => ({
      ...deal,
      offer_news: news === null ? NO_OFFER_NEWS : (JSON.parse(news) as OfferNews),
    }))
    return { known, deals }
  }

  /** False when an event of this id is there already. */
  insertEvent(event: InboxEvent): boolean {
    const { changes } = this.#statements
      .of(
        `INSERT INTO events (event_id, seq, received_at, message_type, status, application_id, timestamp, verification,
           raw_body, signature, state)
         VALUES (@event_id, @seq, @received_at, @message_type, @status, @application_id, @timestamp, @verification,
           @raw_body, @signature, @state) ON CONFLICT (event_id) DO NOTHING`,
      )
      .run(event)
    return changes > 0
  }

  settleEvent(event_id: string, state: InboxEvent['state']): void {
    this.#statements.of('UPDATE events SET state = ? WHERE event_id = ?').run(state, event_id)
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
                max(coalesce(submitted_at, created_at), coalesce(partner_status_at, ''), coalesce(offer_status_at, ''))
                  AS last_news_at
         FROM deals
         WHERE application_id IS NOT NULL AND state = 'received' AND deleted_at IS NULL
           AND coalesce(partner_status, '') NOT IN ('app_funded', 'app_declined_closed')
         ORDER BY last_news_at DESC`,
      )
      .all() as OpenDeal[]
  }

  hintedDeals(since: string): { deal_id: string; application_id: string }[] {
    return this.#statements
      .of(
        `SELECT DISTINCT deal_id, deals.application_id FROM events CROSS JOIN deals USING (application_id)
         WHERE verification = 'hint' AND confirmed_at IS NULL AND events.received_at > ? AND deleted_at IS NULL
           AND ((status = partner_status AND timestamp = partner_status_at)
             OR (status = offer_status AND timestamp = offer_status_at))`,
      )
      .all(since) as { deal_id: string; application_id: string }[]
  }

  /** Ordered by instants: a timestamp keeps the offset with which it came. */
  unconfirmedHints(application_id: string): Hint[] {
    const newestFirst = this.#statements
      .of(
        `SELECT event_id, message_type, status, received_at FROM events
         WHERE application_id = ? AND verification = 'hint' AND confirmed_at IS NULL AND state = 'applied'
         ORDER BY julianday(timestamp) DESC, event_id`,
      )
      .all(application_id) as Hint[]
    return newestFirst.filter(
      ({ message_type }, at) => newestFirst.findIndex((hint) => hint.message_type === message_type) === at,
    )
  }

  confirm(event_ids: string[], at: string): void {
    this.#statements
      .of(
        `UPDATE events SET confirmed_at = ? WHERE confirmed_at IS NULL AND event_id IN (SELECT value FROM json_each(?))`,
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
