import type { Database } from 'better-sqlite3-multiple-ciphers'
import { hash as digest } from 'node:crypto'
import type { SettingRows } from './setting-rows.ts'
import { Statements } from './statements.ts'
import { DEVICE, type NewTimelineEntry, type TimelinePage } from '../../core/ports/vault.ts'
import type { TimelineEntry } from '../../../src-shared/domain/deal.ts'
import { readMessage, storeMessage } from '../../../src-shared/messages/message.ts'
import {
  hashedText,
  NO_ENTRY,
  type ProofEntry,
  type ProofFact,
  wellFormed,
} from '../../../src-shared/proof/proof-entry.ts'

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

export class ProofRows {
  readonly #statements: Statements
  readonly #settings: SettingRows
  /** The device (computer) on which this vault is open. The value is cached, and undefined until a commit needs it. */
  #device: string | null | undefined

  constructor(database: Database, settings: SettingRows) {
    this.#statements = new Statements(database)
    this.#settings = settings
  }

  /**
   * Appends a fact (an entry of the proof of submission) to a deal's hash chain. Call this within the transaction that stores what the fact
   * describes.
   */
  append(deal_id: string, at: string, fact: ProofFact): void {
    const last = this.#statements
      .of('SELECT seq, hash FROM proof WHERE deal_id = ? ORDER BY seq DESC LIMIT 1')
      .get(deal_id) as { seq: number; hash: string } | undefined
    const seq = (last?.seq ?? 0) + 1
    const text = hashedText(
      wellFormed({ seq, deal_id, at, device: this.#deviceNow(), fact, previous: last?.hash ?? NO_ENTRY }),
    )
    this.#statements
      .of('INSERT INTO proof (deal_id, seq, entry, hash) VALUES (?, ?, ?, ?)')
      .run(deal_id, seq, text, digest('sha256', text))
  }

  /**
   * Clears the cached device (the computer on which the vault is open). Call this at the start of a commit, and after a write to a setting,
   * because the device is stored as a setting.
   */
  forgetDevice(): void {
    this.#device = undefined
  }

  #deviceNow(): string | null {
    if (this.#device === undefined) this.#device = this.#settings.get(DEVICE)
    return this.#device
  }

  list(deal_id: string): ProofEntry[] {
    const rows = this.#statements
      .of('SELECT entry, hash FROM proof WHERE deal_id = ? ORDER BY seq')
      .all(deal_id) as { entry: string; hash: string }[]
    return rows.map(({ entry, hash }) => ({ ...JSON.parse(entry), hash }) as ProofEntry)
  }
}
