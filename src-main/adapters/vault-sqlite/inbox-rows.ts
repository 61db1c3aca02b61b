import type { Database } from 'better-sqlite3-multiple-ciphers'
import type { InboxItem } from '../../../src-shared/domain/notification.ts'

import { readMessage, storeMessage } from '../../../src-shared/messages/message.ts'
import { Statements } from './statements.ts'

/** More than people scroll through. The timelines contain everything. */
const ITEMS_AT_ONCE = 300

/** Notifications that were shown, and whether they were read. */
export class InboxRows {
  readonly #statements: Statements

  constructor(database: Database) {
    this.#statements = new Statements(database)
  }

  insert(item: Omit<InboxItem, 'number' | 'read_at'>): void {
    this.#statements
      .of(
        'INSERT INTO inbox (deal_id, at, status, title, body) VALUES (@deal_id, @at, @status, @title, @body)',
      )
      .run({ ...item, title: storeMessage(item.title), body: storeMessage(item.body) })
  }

  read(deal_id: string | null, read_at: string): void {
    this.#statements
      .of('UPDATE inbox SET read_at = ? WHERE read_at IS NULL AND deal_id = coalesce(?, deal_id)')
      .run(read_at, deal_id)
  }

  list(): { items: InboxItem[]; unread: number } {
    const rows = this.#statements
      .of(
        `SELECT inbox.* FROM inbox JOIN deals USING (deal_id) WHERE deleted_at IS NULL ORDER BY inbox.number DESC
         LIMIT ${ITEMS_AT_ONCE}`,
      )
      .all() as (InboxItem & { title: string; body: string })[]
    const items = rows.map((row) => ({ ...row, title: readMessage(row.title), body: readMessage(row.body) }))
    return { items, unread: this.unread() }
  }

  /** Counts unread items, without deals in the bin. */
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
