import { prepare, type Database } from './database.ts'

/** One request that reached the sandbox. Never contains a body, a query, or a header. */
export interface LoggedRequest {
  at: number
  method: string
  path: string
  /** Null if the client disconnected before the response. */
  status: number | null
  application_id: string | null
}

/** Append-only log of requests in the order of their responses. Tests use it as evidence. */
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

/** Returns all logged requests, oldest first. It only reads, so the sandbox may be running. */
export function readRequestLog(db: Database): LoggedRequest[] {
  return prepare<LoggedRequest>(
    db,
    'SELECT at, method, path, status, application_id FROM requests ORDER BY number',
  ).all()
}
