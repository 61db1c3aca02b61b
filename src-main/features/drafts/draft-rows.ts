import { readMessage, storeMessage } from '../../../src-shared/platform/texts/message.ts'
import type {
  DraftStep,
  DraftSteps,
  NewDraftStep,
  NewOrphanedValue,
  StoredDeal,
  StoredOrphan,
} from '../../platform/vault/records.ts'
import type { Statements } from '../../platform/vault/rows.ts'
import type { DealRows } from '../deals/deal-rows.ts'

/** Maximum number of undo steps per draft. Older steps are deleted. */
const STEPS_KEPT = 500

const STEP = 'SELECT step_id, deal_id, at, change, inverse FROM draft_steps WHERE deal_id = ? AND undone ='
const FORGET_UNDONE = 'DELETE FROM draft_steps WHERE deal_id = ? AND undone = 1'

/** The undo history of drafts, and their orphaned values (values for which the current form has no field). */
export function draftRows(db: Statements, { deals }: { deals: DealRows }) {
  const stepOf = (sql: string, deal_id: string): DraftStep | null => {
    const row = db.of(sql).get(deal_id) as (DraftStep & { change: string; inverse: string }) | undefined
    if (row === undefined) return null
    return { ...row, change: JSON.parse(row.change), inverse: JSON.parse(row.inverse) }
  }
  const reads = {
    /** Returns a deal and its undo and redo steps in one read, because every keystroke waits for this call. */
    getDraft: (deal_id: string): { deal: StoredDeal | null; steps: DraftSteps } => ({
      deal: deals.reads.getDeal(deal_id),
      steps: reads.draftSteps(deal_id),
    }),
    draftSteps: (deal_id: string): DraftSteps => ({
      undo: stepOf(`${STEP} 0 ORDER BY step_id DESC LIMIT 1`, deal_id),
      redo: stepOf(`${STEP} 1 ORDER BY step_id LIMIT 1`, deal_id),
    }),
    listOrphans(deal_id: string): StoredOrphan[] {
      const rows = db
        .of(
          'SELECT aside_id AS orphan_id, deal_id, at, path, label, value, reason, detail FROM draft_aside WHERE deal_id = ? ORDER BY aside_id',
        )
        .all(deal_id) as (StoredOrphan & { value: string; detail: string })[]
      return rows.map((row) => ({
        ...row,
        value: JSON.parse(row.value) as StoredOrphan['value'],
        detail: readMessage(row.detail),
      }))
    },
  }
  const writes = {
    /** Adds the next undo step of a draft. Steps that were undone before can then no longer be redone. */
    add_step({ step: { deal_id, at, change, inverse } }: { step: NewDraftStep }) {
      db.of(FORGET_UNDONE).run(deal_id)
      db.of('INSERT INTO draft_steps (deal_id, at, change, inverse) VALUES (?, ?, ?, ?)').run(
        deal_id,
        at,
        JSON.stringify(change),
        JSON.stringify(inverse),
      )
      db.of(
        `DELETE FROM draft_steps WHERE deal_id = @deal_id AND step_id <= (
           SELECT step_id FROM draft_steps WHERE deal_id = @deal_id ORDER BY step_id DESC LIMIT 1 OFFSET ${STEPS_KEPT})`,
      ).run({ deal_id })
    },
    /** Extends the last undo step of the draft, because the broker typed more in the same field. */
    extend_step({ step: { step_id, deal_id, at, change } }: { step: DraftStep }) {
      db.of(FORGET_UNDONE).run(deal_id)
      db.of('UPDATE draft_steps SET at = ?, change = ? WHERE step_id = ?').run(
        at,
        JSON.stringify(change),
        step_id,
      )
    },
    mark_step({ step_id, undone }: { step_id: number; undone: boolean }) {
      db.of('UPDATE draft_steps SET undone = ? WHERE step_id = ?').run(undone ? 1 : 0, step_id)
    },
    forget_steps({ deal_id }: { deal_id: string }) {
      db.of('DELETE FROM draft_steps WHERE deal_id = ?').run(deal_id)
    },
    /**
     * Saves an orphaned value (a value for which the current form has no field). Replaces a stored value with the same field and reason, but
     * adds an imported value to the imported ones: several rows and files fill one draft, and the broker was promised all of their values.
     */
    put_orphan({ orphan }: { orphan: NewOrphanedValue }) {
      db.of(
        `INSERT INTO draft_aside (deal_id, at, path, label, value, reason, detail)
         VALUES (@deal_id, @at, @path, @label, @value, @reason, @detail)
         ON CONFLICT (deal_id, path, reason) DO UPDATE SET at = excluded.at, detail = excluded.detail, value =
           CASE WHEN reason <> 'import' THEN excluded.value
             WHEN instr('; ' || (value ->> '$') || '; ', '; ' || (excluded.value ->> '$') || '; ') > 0 THEN value
             ELSE json_quote((value ->> '$') || '; ' || (excluded.value ->> '$')) END`,
      ).run({ ...orphan, value: JSON.stringify(orphan.value), detail: storeMessage(orphan.detail) })
    },
    remove_orphan({ orphan_id }: { orphan_id: number }) {
      db.of('DELETE FROM draft_aside WHERE aside_id = ?').run(orphan_id)
    },
  }
  return { reads, writes }
}
