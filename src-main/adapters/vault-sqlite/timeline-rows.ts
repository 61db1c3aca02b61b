import type { Database } from 'better-sqlite3-multiple-ciphers'
import type { TimelineEntry } from '../../../src-shared/domain/deal.ts'
import type { NewTimelineEntry, TimelinePage } from '../../core/ports/vault.ts'
import { readMessage, storeMessage } from '../../../src-shared/messages/message.ts'
import { Statements } from './statements.ts'

const LINES = `SELECT entry_id, timeline.deal_id, at, kind, title, detail,
    CASE WHEN timeline.verification IS NOT 'hint' THEN timeline.verification
         WHEN confirmed_at IS NOT NULL THEN 'confirmed'
         WHEN events.state IN ('contradicted', 'superseded') THEN events.state
         ELSE 'hint' END AS verification
  FROM timeline LEFT JOIN events USING (event_id)`

/** The timelines of deals; append-only. */
export class TimelineRows {
  readonly #statements: Statements

  constructor(database: Database) {
    this.#statements = new Statements(database)
  }

  append(entry: NewTimelineEntry, event_id: string | null): void {
    this.#statements
      .of(
        `INSERT INTO timeline (deal_id, at, kind, title, detail, verification, event_id)
         VALUES (@deal_id, @at, @kind, @title, @detail, @verification, @event_id)`,
      )
      .run({ ...entry, title: storeMessage(entry.title), detail: storeMessage(entry.detail), event_id })
  }

  ofDeal(deal_id: string): TimelineEntry[] {
    return this.#statements
      .of(`${LINES} WHERE timeline.deal_id = ? ORDER BY entry_id`)
      .all(deal_id)
      .map(entryOf)
  }

  /** Returns a page, newest first. The index by deal provides the order. */
  page(deal_id: string, { kinds, before, limit }: TimelinePage): TimelineEntry[] {
    return this.#statements
      .of(
        `${LINES} WHERE timeline.deal_id = ? AND (? IS NULL OR entry_id < ?)
           AND kind IN (SELECT value FROM json_each(?)) ORDER BY entry_id DESC LIMIT ?`,
      )
      .all(deal_id, before, before, JSON.stringify(kinds), limit)
      .map(entryOf)
  }
}

function entryOf(row: unknown): TimelineEntry {
  const entry = row as TimelineEntry & { title: string; detail: string }
  return { ...entry, title: readMessage(entry.title), detail: readMessage(entry.detail) }
}
