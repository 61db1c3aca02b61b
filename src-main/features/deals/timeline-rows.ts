import type { TimelineEntry } from '../../../src-shared/features/deals/deal.ts'
import { readMessage, storeMessage } from '../../../src-shared/platform/texts/message.ts'
import type { NewTimelineEntry, TimelinePage } from '../../platform/vault/records.ts'
import type { Statements } from '../../platform/vault/rows.ts'
import type { DealRows } from './deal-rows.ts'

const LINES = `SELECT entry_id, timeline.deal_id, at, kind, title, detail,
    CASE WHEN timeline.verification IS NOT 'hint' THEN timeline.verification
         WHEN confirmed_at IS NOT NULL THEN 'confirmed'
         WHEN events.state IN ('contradicted', 'superseded') THEN events.state
         ELSE 'hint' END AS verification,
    (SELECT iif(count(*) = 1 AND max(amount_of) = 'offer', max(amount_cents), NULL) FROM news
     WHERE news.deal_id = timeline.deal_id AND news.at = events.received_at AND news.status = events.status) AS offer_cents
  FROM timeline LEFT JOIN events USING (event_id)`

/** The timelines (histories of events) of deals. Entries are only added, never changed. */
export const timelineRows = (db: Statements, { deals }: { deals: DealRows }) => ({
  reads: {
    /** Oldest first. */
    listTimeline(deal_id: string): TimelineEntry[] {
      return db.of(`${LINES} WHERE timeline.deal_id = ? ORDER BY entry_id`).all(deal_id).map(entryOf)
    },
    /** Returns a page of a deal's timeline, newest first. The database index by deal provides this order, so that SQLite does not sort. */
    timelinePage(deal_id: string, { kinds, before, limit }: TimelinePage): TimelineEntry[] {
      return db
        .of(
          `${LINES} WHERE timeline.deal_id = ? AND (? IS NULL OR entry_id < ?)
             AND kind IN (SELECT value FROM json_each(?)) ORDER BY entry_id DESC LIMIT ?`,
        )
        .all(deal_id, before, before, JSON.stringify(kinds), limit)
        .map(entryOf)
    },
  },
  writes: {
    /** `event_id` is the event that caused the entry. */
    append_timeline({ entry, event_id = null }: { entry: NewTimelineEntry; event_id?: string | null }) {
      db.of(
        `INSERT INTO timeline (deal_id, at, kind, title, detail, verification, event_id)
         VALUES (@deal_id, @at, @kind, @title, @detail, @verification, @event_id)`,
      ).run({ ...entry, title: storeMessage(entry.title), detail: storeMessage(entry.detail), event_id })
      if (entry.kind === 'note') deals.noteAdded(entry.deal_id)
    },
  },
})

export type TimelineRows = ReturnType<typeof timelineRows>

function entryOf(row: unknown): TimelineEntry {
  const entry = row as TimelineEntry & { title: string; detail: string }
  return { ...entry, title: readMessage(entry.title), detail: readMessage(entry.detail) }
}
