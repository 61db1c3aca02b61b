import { type Statements, quoted, StoredBefore } from '../../platform/vault/rows.ts'
import type { EventState, Hint, InboxEvent, NewsDeal, OpenDeal } from '../../platform/vault/records.ts'
import {
  type EventProblem,
  NO_OFFER_NEWS,
  type OfferNews,
  type Verification,
} from '../../../src-shared/platform/webhook/event.ts'
import { FINAL_STATUSES } from '../../../src-shared/platform/words/vocabulary.ts'
import { readMessage, storeMessage } from '../../../src-shared/platform/texts/message.ts'

/**
 * SQL expression for the last 64 characters before the final character of a signature. A query uses them to find events with the same
 * signature. The final character may contain unused bits, so it can differ between copies of the same signature.
 */
const SIGNATURE_TAIL = 'substr(signature, -65, 64)'

/** Maximum number of stored problems with events. It is sufficient, because repeated problems with the same reason share one row. */
const MOST_PROBLEMS = 50

/**
 * Queries for processing news about deals. Lists of values are passed as one JSON array, so that one statement handles any number of
 * values. `CROSS JOIN` makes SQLite look up each value of the list, so that SQLite does not scan the whole table.
 */
export function newsRows(db: Statements) {
  const unmatched = new UnmatchedLimits(db)
  const reads = {
    /**
     * Returns what the app needs to process a batch of events: which of these events are already stored, and the deals of these
     * applications.
     */
    newsContext(event_ids: string[], application_ids: string[]): { known: string[]; deals: NewsDeal[] } {
      const known = db
        .of('SELECT event_id FROM json_each(?) CROSS JOIN events ON event_id = value')
        .pluck()
        .all(JSON.stringify(event_ids)) as string[]
      const rows = db
        .of(
          `SELECT deals.deal_id, application_id, application_status, application_status_at, offer_status, offer_status_at,
                  legal_name, reference, amount_cents, offer_cents, submitted_at, deleted_at, news,
                  (SELECT count(*) FROM events WHERE application_id = value AND verification = 'hint' AND confirmed_at IS NULL)
                    AS hints,
                  EXISTS (SELECT 1 FROM own_offers WHERE own_offers.deal_id = deals.deal_id
                    AND acceptance ->> 'state' IN ('sending', 'accepted')) AS is_accepted_here
           FROM json_each(?) CROSS JOIN deals ON application_id = value LEFT JOIN deal_facts USING (number)
           LEFT JOIN offer_news ON offer_news.deal_id = deals.deal_id ORDER BY number DESC`,
        )
        .all(JSON.stringify(application_ids)) as (Omit<NewsDeal, 'offer_news'> & { news: string | null })[]
      const deals = rows.map(({ news, ...deal }) => ({
        ...deal,
        offer_news: news === null ? NO_OFFER_NEWS : (JSON.parse(news) as OfferNews),
      }))
      return { known, deals }
    },
    waitingEvents: (application_id: string) =>
      db
        .of(
          `SELECT event_id, seq, received_at, message_type, status, application_id, timestamp, verification, raw_body,
                  signature, state
           FROM events WHERE application_id = ? AND state = 'waiting' ORDER BY seq, timestamp`,
        )
        .all(application_id) as InboxEvent[],
    /** Returns unfinished applications that the partner received, sorted by their latest news, newest first. */
    openDeals: () =>
      db
        .of(
          `SELECT deal_id, application_id,
                  max(coalesce(submitted_at, created_at), coalesce(application_status_at, ''), coalesce(offer_status_at, ''))
                    AS last_news_at
           FROM deals
           WHERE application_id IS NOT NULL AND state = 'received' AND deleted_at IS NULL
             AND coalesce(application_status, '') NOT IN (${quoted(FINAL_STATUSES)})
           ORDER BY last_news_at DESC`,
        )
        .all() as OpenDeal[],
    /**
     * Returns deals with an unverified event (`hint`) that arrived after `since`, was not confirmed by the partner, and was not replaced by
     * a newer event.
     */
    hintedDeals: (since: string) =>
      db
        .of(
          `SELECT DISTINCT deal_id, deals.application_id FROM events CROSS JOIN deals USING (application_id)
           WHERE verification = 'hint' AND confirmed_at IS NULL AND events.received_at > ? AND deleted_at IS NULL
             AND events.state IN ('asking', 'unconfirmed', 'contradicted')`,
        )
        .all(since) as { deal_id: string; application_id: string }[],
    /**
     * Returns hints (events whose signature does not cover the body) that the partner has not confirmed, the latest arrival first. The
     * order does not depend on the hints' own timestamps, because an unknown sender may have chosen them.
     */
    unconfirmedHints: (application_id: string) =>
      db
        .of(
          `SELECT event_id, message_type, status, received_at, state, taken_at FROM events
           WHERE application_id = ? AND verification = 'hint' AND confirmed_at IS NULL
             AND state IN ('asking', 'unconfirmed', 'contradicted')
           ORDER BY number DESC`,
        )
        .all(application_id) as Hint[],
    offersElsewhere: (deal_id: string, offer_ids: string[]) =>
      db
        .of(
          `SELECT DISTINCT offer.value ->> 'offer_id' FROM deal_facts CROSS JOIN deals USING (number)
           CROSS JOIN json_each(deals.offers) AS offer
           WHERE offer_count > 0 AND deal_id <> ?
             AND offer.value ->> 'offer_id' IN (SELECT value FROM json_each(?))`,
        )
        .pluck()
        .all(deal_id, JSON.stringify(offer_ids)) as string[],
    /**
     * Counts, by application, the unverified events that this computer received between two times and that no response of the partner
     * confirmed.
     */
    countHints: (application_ids: string[], since: string, until: string) =>
      db
        .of(
          `SELECT application_id, count(*) AS hints FROM json_each(?) CROSS JOIN events ON application_id = value
           WHERE verification = 'hint' AND confirmed_at IS NULL AND taken_at > ? AND taken_at <= ?
           GROUP BY application_id`,
        )
        .all(JSON.stringify(application_ids), since, until) as { application_id: string; hints: number }[],
    /**
     * Returns the applications with unverified events in the state `asking`: not confirmed by the partner, and not yet announced to the
     * broker.
     */
    pollingHints: () =>
      db
        .of(
          `SELECT DISTINCT application_id FROM events
           WHERE state = 'asking' AND state IN ('asking', 'unconfirmed')`,
        )
        .pluck()
        .all() as string[],
    /** Returns those of the given signatures that an earlier hint (unverified event) already had with a different body. */
    reusedSignatures: (signed: { signature: string; raw_body: string }[]) =>
      db
        .of(
          `SELECT DISTINCT value ->> 'signature' FROM json_each(?)
           CROSS JOIN events ON ${SIGNATURE_TAIL} = substr(value ->> 'signature', -65, 64)
           WHERE verification = 'hint' AND raw_body <> value ->> 'raw_body'`,
        )
        .pluck()
        .all(JSON.stringify(signed)) as string[],
    /** Returns rejected, dropped, and suspicious notifications, newest first. */
    eventProblems(): EventProblem[] {
      const rows = db
        .of(
          `SELECT problem, reason, application_id, count, first_at, last_at FROM event_problems
           ORDER BY last_at DESC, number DESC`,
        )
        .all() as (EventProblem & { reason: string })[]
      return rows.map((row) => ({ ...row, reason: readMessage(row.reason) }))
    },
  }
  const writes = {
    insert_event({ event }: { event: InboxEvent }) {
      const { changes } = db
        .of(
          `INSERT INTO events (event_id, seq, received_at, message_type, status, application_id, timestamp, verification,
             raw_body, signature, state, taken_at)
           VALUES (@event_id, @seq, @received_at, @message_type, @status, @application_id, @timestamp, @verification,
             @raw_body, @signature, @state, @taken_at) ON CONFLICT (event_id) DO NOTHING`,
        )
        .run({ ...event, taken_at: event.taken_at ?? null })
      if (changes === 0) throw new StoredBefore('duplicate')
      const count = event.state === 'waiting' ? unmatched.add(event) : 0
      const at = event.received_at
      if (count > 0)
        writes.note_event_problem({
          problem: { problem: 'dropped', reason: '', application_id: null, count, first_at: at, last_at: at },
        })
    },
    settle_event({ event_id, state }: { event_id: string; state: EventState }) {
      db.of('UPDATE events SET state = ? WHERE event_id = ?').run(state, event_id)
      unmatched.recount()
    },
    /** Marks an application's open hints (unverified events) of this message type as `superseded`, because a newer event replaces them. */
    supersede_hints({ application_id, message_type }: { application_id: string; message_type: string }) {
      db.of(
        `UPDATE events SET state = 'superseded'
         WHERE application_id = ? AND state IN ('asking', 'unconfirmed') AND message_type = ?`,
      ).run(application_id, message_type)
    },
    /**
     * Records a problem with events. If a row with the same problem and reason exists, adds `count` to that row. If there are more than
     * `MOST_PROBLEMS` rows, deletes the oldest ones.
     */
    note_event_problem({
      problem: { problem, reason, application_id, count, last_at },
    }: {
      problem: EventProblem
    }) {
      db.of(
        `INSERT INTO event_problems (problem, reason, application_id, count, first_at, last_at)
         VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (problem, reason) DO UPDATE SET application_id = coalesce(excluded.application_id, application_id),
           count = count + excluded.count, last_at = excluded.last_at`,
      ).run(problem, storeMessage(reason), application_id, count, last_at, last_at)
      db.of(
        `DELETE FROM event_problems WHERE number NOT IN
           (SELECT number FROM event_problems ORDER BY last_at DESC LIMIT ${MOST_PROBLEMS})`,
      ).run()
    },
    clear_event_problems() {
      db.of('DELETE FROM event_problems').run()
    },
    /** Marks hints (unverified events) as confirmed, because data read from the partner agrees with them. */
    confirm_events({ event_ids, at }: { event_ids: string[]; at: string }) {
      db.of(
        `UPDATE events SET confirmed_at = ?, state = 'applied'
         WHERE confirmed_at IS NULL AND event_id IN (SELECT value FROM json_each(?))`,
      ).run(at, JSON.stringify(event_ids))
    },
    set_offer_news({ deal_id, news }: { deal_id: string; news: OfferNews }) {
      db.of(
        'INSERT INTO offer_news (deal_id, news) VALUES (?, ?) ON CONFLICT (deal_id) DO UPDATE SET news = excluded.news',
      ).run(deal_id, JSON.stringify(news))
    },
  }
  return {
    reads,
    writes,
    /** Returns the ids of applications that belong to an existing deal and have events that the app has not applied yet. */
    waitingApplications: () =>
      db
        .of(
          `SELECT DISTINCT application_id FROM events
           WHERE state = 'waiting' AND application_id IN (SELECT application_id FROM deals)`,
        )
        .pluck()
        .all() as string[],
    /** Discards the cached count of events after a rollback. Call this after each transaction. `isKept` is false after a rollback. */
    settle(isKept: boolean) {
      if (!isKept) unmatched.recount()
    },
  }
}

interface Amount {
  count: number
  bytes: number
}

/**
 * Maximum number and size of stored events of unknown applications (no deal has their application_id). Hints (events whose signature does
 * not cover the body) have a separate limit, because anyone with one genuine signature can create any number of them. Hints must not
 * displace events with a body signature.
 */
const LIMITS: Record<Verification, Amount> = {
  body: { count: 10_000, bytes: 32 * 1024 * 1024 },
  hint: { count: 1_000, bytes: 4 * 1024 * 1024 },
}

const BYTES = 'length(raw_body) + length(signature)'

/** Limits the stored events of unknown applications (no deal has their application_id). Above the limit, deletes the oldest events. */
class UnmatchedLimits {
  readonly #statements: Statements
  /** Number and size of the stored events, or null until the events are counted. */
  #kept: Record<Verification, Amount> | null = null

  constructor(statements: Statements) {
    this.#statements = statements
  }

  /** Counts a newly inserted event. If the limit is exceeded, deletes older events and returns their number. */
  add({ verification, raw_body, signature }: InboxEvent): number {
    if (this.#kept === null) this.#kept = this.#count()
    else {
      this.#kept[verification].count += 1
      this.#kept[verification].bytes += raw_body.length + signature.length
    }
    const kept = this.#kept[verification]
    const limit = LIMITS[verification]
    let dropped = 0
    while (kept.count > limit.count || kept.bytes > limit.bytes) {
      const oldest = this.#statements
        .of(
          `SELECT number, ${BYTES} AS bytes FROM events WHERE state = 'waiting' AND verification = ?
           ORDER BY number LIMIT 1`,
        )
        .get(verification) as { number: number; bytes: number } | undefined
      if (oldest === undefined) break
      this.#statements.of('DELETE FROM events WHERE number = ?').run(oldest.number)
      kept.count -= 1
      kept.bytes -= oldest.bytes
      dropped += 1
    }
    return dropped
  }

  /**
   * Discards the count of stored events, so that the next `add` counts them again. Call this after the state of an event changed, or after
   * a rollback.
   */
  recount(): void {
    this.#kept = null
  }

  #count(): Record<Verification, Amount> {
    const rows = this.#statements
      .of(
        `SELECT verification, count(*) AS count, sum(${BYTES}) AS bytes FROM events WHERE state = 'waiting'
         GROUP BY verification`,
      )
      .all() as ({ verification: Verification } & Amount)[]
    const of = (verification: Verification) =>
      rows.find((row) => row.verification === verification) ?? { count: 0, bytes: 0 }
    return { body: of('body'), hint: of('hint') }
  }
}
