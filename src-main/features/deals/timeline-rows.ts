import type { Database } from '../../platform/vault/statements.ts'
import { Statements } from '../../platform/vault/statements.ts'
import type { NewTimelineEntry, TimelinePage } from '../../platform/vault/vault.ts'
import type { TimelineEntry } from '../../../src-shared/features/deals/deal.ts'
import { readMessage, storeMessage } from '../../../src-shared/platform/texts/message.ts'
import type { ProofEntry, ProofFact } from '../../../src-shared/features/proof/proof-schema.ts'

const LINES = `SELECT entry_id, timeline.deal_id, at, kind, title, detail,
    CASE WHEN timeline.verification IS NOT 'hint' THEN timeline.verification
         WHEN confirmed_at IS NOT NULL THEN 'confirmed'
         WHEN events.state IN ('contradicted', 'superseded') THEN events.state
         ELSE 'hint' END AS verification
  FROM timeline LEFT JOIN events USING (event_id)`

/** The timelines (histories of events) of deals. Entries are only added, never changed. */
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

  /** Returns a page of a deal's timeline, newest first. The database index by deal provides this order, so that SQLite does not sort. */
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

/** The facts of the proofs of submission. Facts are only added, never changed. */
export class ProofRows {
  readonly #statements: Statements

  constructor(database: Database) {
    this.#statements = new Statements(database)
  }

  append(deal_id: string, at: string, fact: ProofFact): void {
    this.#statements
      .of('INSERT INTO proof (deal_id, at, fact) VALUES (?, ?, ?)')
      .run(deal_id, at, JSON.stringify(fact))
  }

  list(deal_id: string): ProofEntry[] {
    const rows = this.#statements
      .of('SELECT at, fact FROM proof WHERE deal_id = ? ORDER BY number')
      .all(deal_id) as { at: string; fact: string }[]
    return rows.map(({ at, fact }) => ({ at, fact: JSON.parse(fact) as ProofFact }))
  }
}
