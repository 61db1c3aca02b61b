import { createHash } from 'node:crypto'
import { prepare, type Database } from './database.ts'

type JsonObject = Record<string, unknown>

export interface Application {
  application_id: string
  /** Null until the review begins: the spec has no status for "received". */
  status: string | null
  application: JsonObject
  company: JsonObject
  /** Milliseconds since 1970, like all times in the store. */
  created_at: number
  updated_at: number
}

type Row = Omit<Application, 'application' | 'company'> & { application: string; company: string }

/** Applications as received. `seed` determines the first digits of their identifiers. */
export function applicationStore(db: Database, seed: number) {
  const firstNumber =
    100_000_000 + (createHash('sha256').update(`ids ${seed}`).digest().readUInt32BE() % 800_000_000)
  const next = prepare<{ number: number }>(
    db,
    'SELECT coalesce(max(number), 0) + 1 AS number FROM applications',
  )
  const insert = prepare(
    db,
    `INSERT INTO applications (number, application_id, application, company, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
  )
  const select = prepare<Row>(
    db,
    `SELECT application_id, status, application, company, created_at, updated_at
     FROM applications WHERE application_id = ?`,
  )
  const selectAll = prepare<Row>(
    db,
    `SELECT application_id, status, application, company, created_at, updated_at
     FROM applications ORDER BY number`,
  )
  const update = prepare(db, 'UPDATE applications SET status = ?, updated_at = ? WHERE application_id = ?')

  return {
    create(application: JsonObject, company: JsonObject, at: number): string {
      const number = next.get()?.number ?? 1
      const application_id = String(firstNumber + number)
      insert.run(number, application_id, JSON.stringify(application), JSON.stringify(company), at, at)
      return application_id
    },

    find(application_id: string): Application | null {
      const row = select.get(application_id)
      if (row === undefined) return null
      return parse(row)
    },

    /** Returns the applications with this reference, or all; oldest first. */
    list(reference: string | null): Application[] {
      return selectAll
        .all()
        .map(parse)
        .filter(({ application }) => reference === null || application['reference'] === reference)
    },

    setStatus(application_id: string, status: string, at: number): void {
      update.run(status, at, application_id)
    },
  }
}

function parse(row: Row): Application {
  return {
    ...row,
    application: JSON.parse(row.application) as JsonObject,
    company: JSON.parse(row.company) as JsonObject,
  }
}
