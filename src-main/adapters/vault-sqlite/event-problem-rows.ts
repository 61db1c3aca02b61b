import type { Database } from 'better-sqlite3-multiple-ciphers'
import type { EventProblem } from '../../../src-shared/domain/event-problem.ts'
import type { VaultWrite } from '../../core/ports/vault.ts'
import { readMessage, storeMessage } from '../../../src-shared/messages/message.ts'
import { Statements } from './statements.ts'

type ProblemWrite = Extract<VaultWrite, { write: 'note_event_problem' | 'clear_event_problems' }>

/** There is one row per reason, so this many are sufficient. */
const MOST_PROBLEMS = 50

export class EventProblemRows {
  readonly #statements: Statements

  constructor(database: Database) {
    this.#statements = new Statements(database)
  }

  apply(write: ProblemWrite): void {
    if (write.write === 'note_event_problem') this.add(write.problem)
    else this.#statements.of('DELETE FROM event_problems').run()
  }

  /** Adds to the row of the same reason and makes it the newest. */
  add({ problem, reason, application_id, count, last_at }: EventProblem): void {
    this.#statements
      .of(
        `INSERT INTO event_problems (problem, reason, application_id, count, first_at, last_at)
         VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (problem, reason) DO UPDATE SET application_id = coalesce(excluded.application_id, application_id),
           count = count + excluded.count, last_at = excluded.last_at`,
      )
      .run(problem, storeMessage(reason), application_id, count, last_at, last_at)
    this.#statements
      .of(
        `DELETE FROM event_problems WHERE number NOT IN
           (SELECT number FROM event_problems ORDER BY last_at DESC LIMIT ${MOST_PROBLEMS})`,
      )
      .run()
  }

  addDropped(count: number, at: string): void {
    this.add({ problem: 'dropped', reason: '', application_id: null, count, first_at: at, last_at: at })
  }

  list(): EventProblem[] {
    const rows = this.#statements
      .of(
        `SELECT problem, reason, application_id, count, first_at, last_at FROM event_problems
         ORDER BY last_at DESC, number DESC`,
      )
      .all() as (EventProblem & { reason: string })[]
    return rows.map((row) => ({ ...row, reason: readMessage(row.reason) }))
  }
}
