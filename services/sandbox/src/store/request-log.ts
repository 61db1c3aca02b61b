import { prepare, type Database } from './database.ts'

/** One request that reached the service. Never a body, a query or a header. */
export interface LoggedRequest {
  at: number
  method: string
  path: string
  /** Null when the caller was gone before an answer could be given. */
  status: number | null
  application_id: string | null
}

/** The append-only witness of what arrived, and in which order it was answered. */
export function requestLog(db: Database) {
  const insert = prepare(
    db,
    'INSERT INTO requests (at, method, path, status, application_id) VALUES (?, ?, ?, ?, ?)',
  )
  return {
    append(request: LoggedRequest): void {
      insert.run(request.at, request.method, request.path, request.status, request.application_id)
    },
  }
}

/** All logged requests, oldest first. Only reads, so that it works beside a running service. */
export function readRequestLog(db: Database): LoggedRequest[] {
  return prepare<LoggedRequest>(
    db,
    'SELECT at, method, path, status, application_id FROM requests ORDER BY number',
  ).all()
}
