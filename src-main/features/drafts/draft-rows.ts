import { readMessage, storeMessage } from '../../../src-shared/platform/texts/message.ts'
import type { Database } from '../../platform/vault/statements.ts'
import type {
  DraftStep,
  DraftSteps,
  NewOrphanedValue,
  NewDraftStep,
  StoredOrphan,
} from '../../platform/vault/vault.ts'

/** Maximum number of undo steps per draft. Older steps are deleted. */
const STEPS_KEPT = 500

const STEP = 'SELECT step_id, deal_id, at, change, inverse FROM draft_steps WHERE deal_id = ? AND undone ='

/** The undo history of drafts, and their orphaned values (values for which the current form has no field). */
export class DraftRows {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Adds an undo step. Deletes the steps that the broker has undone, so that they can no longer be redone. */
  addStep({ deal_id, at, change, inverse }: NewDraftStep): void {
    this.#run('DELETE FROM draft_steps WHERE deal_id = ? AND undone = 1', deal_id)
    this.#run(
      'INSERT INTO draft_steps (deal_id, at, change, inverse) VALUES (?, ?, ?, ?)',
      deal_id,
      at,
      JSON.stringify(change),
      JSON.stringify(inverse),
    )
    this.#run(
      `DELETE FROM draft_steps WHERE deal_id = @deal_id AND step_id <= (
         SELECT step_id FROM draft_steps WHERE deal_id = @deal_id ORDER BY step_id DESC LIMIT 1 OFFSET ${STEPS_KEPT})`,
      { deal_id },
    )
  }

  /** Replaces the change in an undo step after the broker typed more in the same field. */
  extendStep({ step_id, deal_id, at, change }: DraftStep): void {
    this.#run('DELETE FROM draft_steps WHERE deal_id = ? AND undone = 1', deal_id)
    this.#run(
      'UPDATE draft_steps SET at = ?, change = ? WHERE step_id = ?',
      at,
      JSON.stringify(change),
      step_id,
    )
  }

  markStep(step_id: number, undone: boolean): void {
    this.#run('UPDATE draft_steps SET undone = ? WHERE step_id = ?', undone ? 1 : 0, step_id)
  }

  forgetSteps(deal_id: string): void {
    this.#run('DELETE FROM draft_steps WHERE deal_id = ?', deal_id)
  }

  steps(deal_id: string): DraftSteps {
    return {
      undo: this.#step(`${STEP} 0 ORDER BY step_id DESC LIMIT 1`, deal_id),
      redo: this.#step(`${STEP} 1 ORDER BY step_id LIMIT 1`, deal_id),
    }
  }

  /** Saves an orphaned value (a value for which the current form has no field). Replaces a stored value with the same field and reason. */
  storeOrphan(orphan: NewOrphanedValue): void {
    this.#run(
      `INSERT INTO draft_aside (deal_id, at, path, label, value, reason, detail)
       VALUES (@deal_id, @at, @path, @label, @value, @reason, @detail)
       ON CONFLICT (deal_id, path, reason) DO UPDATE SET at = excluded.at, value = excluded.value, detail = excluded.detail`,
      { ...orphan, value: JSON.stringify(orphan.value), detail: storeMessage(orphan.detail) },
    )
  }

  removeOrphan(orphan_id: number): void {
    this.#run('DELETE FROM draft_aside WHERE aside_id = ?', orphan_id)
  }

  listOrphans(deal_id: string): StoredOrphan[] {
    const rows = this.#database
      .prepare(
        'SELECT aside_id AS orphan_id, deal_id, at, path, label, value, reason, detail FROM draft_aside WHERE deal_id = ? ORDER BY aside_id',
      )
      .all(deal_id) as (StoredOrphan & { value: string; detail: string })[]
    return rows.map((row) => ({
      ...row,
      value: JSON.parse(row.value) as StoredOrphan['value'],
      detail: readMessage(row.detail),
    }))
  }

  #step(sql: string, deal_id: string): DraftStep | null {
    const row = this.#database.prepare(sql).get(deal_id) as
      | (DraftStep & { change: string; inverse: string })
      | undefined
    if (row === undefined) return null
    return { ...row, change: JSON.parse(row.change), inverse: JSON.parse(row.inverse) }
  }

  #run(sql: string, ...args: unknown[]): void {
    this.#database.prepare(sql).run(...args)
  }
}
