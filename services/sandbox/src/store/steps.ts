import type { PartnerStatus } from '../../../../src-shared/domain/vocabulary.ts'
import { prepare, type Database } from './database.ts'

/** A scheduled underwriting step of an application. */
export interface Step {
  step_id: number
  application_id: string
  /** Status that the step sets. */
  status: PartnerStatus
  due_at: number
}

/** The underwriting schedule, stored on disk so that a restart continues it. */
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
    /** Replaces all steps that the application still had ahead of it. */
    replace(application_id: string, steps: { status: PartnerStatus; due_at: number }[]): void {
      removeOf.run(application_id)
      for (const step of steps) insert.run(application_id, step.status, step.due_at)
    },
    remove(step_id: number): void {
      remove.run(step_id)
    },
  }
}
