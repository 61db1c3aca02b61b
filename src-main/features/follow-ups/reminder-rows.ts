import type { Statements } from '../../platform/vault/rows.ts'
import type { NewNewsItem, NewTimelineEntry } from '../../platform/vault/records.ts'
import type { TimelineRows } from '../deals/timeline-rows.ts'
import { type FollowUp, FOLLOW_UP_DUE } from '../../../src-shared/features/follow-ups/follow-up.ts'
import type { Statuses } from '../../../src-shared/features/offers/offer-status.ts'

/** An open follow-up with what a reminder says about its deal. */
export interface StoredFollowUp extends FollowUp, Statuses {
  legal_name: string
  reference: string
}

interface Others {
  news: {
    insert(item: NewNewsItem, announce: boolean): void
    settle(deal_id: string, status: string, read_at: string): void
  }
  timeline: TimelineRows
}

/** Maximum number of reminders that one read returns, the earliest first. */
const AT_ONCE = 500

// CROSS JOIN makes SQLite read the few reminders first. Otherwise, it would read all deals, and keep them in its cache.
const OF_DEALS = `SELECT follow_ups.*, legal_name, reference, application_status, application_status_at, offer_status, offer_status_at
  FROM follow_ups CROSS JOIN deals USING (deal_id) WHERE deleted_at IS NULL`

/** The follow-ups. No read returns anything of a deal in the trash. */
export const reminderRows = (db: Statements, { news, timeline }: Others) => ({
  reads: {
    /** Returns the open follow-ups, at most a few hundred: those that did not fire yet first, the earliest of them first. */
    followUps: () =>
      db
        .of(`${OF_DEALS} ORDER BY fired_at IS NOT NULL, follow_ups.at, deals.number LIMIT ${AT_ONCE}`)
        .all() as StoredFollowUp[],
    followUpOf: (deal_id: string) =>
      (db.of('SELECT * FROM follow_ups WHERE deal_id = ?').get(deal_id) ?? null) as FollowUp | null,
  },
  writes: {
    /** Sets or replaces the follow-up of a deal, and settles the news about the previous one. */
    put_follow_up({ follow_up }: { follow_up: FollowUp }) {
      db.of(
        `INSERT OR REPLACE INTO follow_ups (deal_id, wall, at, note, set_at, fired_at)
         VALUES (@deal_id, @wall, @at, @note, @set_at, @fired_at)`,
      ).run(follow_up)
      news.settle(follow_up.deal_id, FOLLOW_UP_DUE, follow_up.set_at)
    },
    /**
     * Ends the follow-up of a deal, and adds the timeline entry with its note. Does nothing if the deal has no follow-up. With
     * `unless_noted`, a follow-up with a note stays.
     */
    end_follow_up({
      deal_id,
      entry,
      unless_noted = false,
    }: {
      deal_id: string
      entry: NewTimelineEntry
      unless_noted?: boolean
    }) {
      const ended = db
        .of(`DELETE FROM follow_ups WHERE deal_id = ? AND (note = '' OR NOT ?) RETURNING note`)
        .get(deal_id, Number(unless_noted)) as Pick<FollowUp, 'note'> | undefined
      if (ended === undefined) return
      news.settle(deal_id, FOLLOW_UP_DUE, entry.at)
      timeline.writes.append_timeline({ entry: { ...entry, detail: entry.detail || ended.note } })
    },
    /**
     * Records that the follow-up with the due time `at` is due: adds its news and the timeline entry. Does nothing if this was already
     * recorded, or if the follow-up was changed or ended.
     */
    fire_follow_up({ at, item, entry }: { at: string; item: NewNewsItem; entry: NewTimelineEntry }) {
      const { changes } = db
        .of('UPDATE follow_ups SET fired_at = ? WHERE deal_id = ? AND at = ? AND fired_at IS NULL')
        .run(item.at, item.deal_id, at)
      if (changes === 0) return
      news.insert(item, true)
      timeline.writes.append_timeline({ entry })
    },
  },
})
