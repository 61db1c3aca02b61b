import type { PartnerStatus } from '../../../../src-shared/domain/vocabulary.ts'
import { prepare, type Database } from './database.ts'

/** Something the underwriting will do to an application when its time comes. */
export interface Step {
  step_id: number
  application_id: string
  /** The status that the step brings about. */
  status: PartnerStatus
  due_at: number
}

/** The underwriting's agenda, on disk so that a restart goes on where it stood. */
export function stepStore(db: Database) {
  const selectNext = prepare<Step>(
    db,
    'SELECT step_id, application_id, status, due_at FROM steps ORDER BY due_at, step_id LIMIT 1',
  )
  const insert = prepare(db, 'INSERT INTO steps (application_id, status, due_at) VALUES (?, ?, ?)')
  const remove = prepare(db, 'DELETE FROM steps WHERE step_id = ?')
  const removeOf = prepare(db, 'DELETE FROM steps WHERE application_id = ?')

  return {
    next(): Step | null {
      return selectNext.get() ?? null
    },
    /** Puts these steps in the place of all that the application still had before it. */
    replace(application_id: string, steps: { status: PartnerStatus; due_at: number }[]): void {
      removeOf.run(application_id)
      for (const step of steps) insert.run(application_id, step.status, step.due_at)
    },
    remove(step_id: number): void {
      remove.run(step_id)
    },
  }
}
