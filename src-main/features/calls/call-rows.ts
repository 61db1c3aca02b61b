import type { ServiceCall } from '../../../src-shared/features/calls/service-call.ts'
import type { Statements } from '../../platform/vault/rows.ts'

/** Maximum number of recorded calls to the partner in a list. A user does not read more. A search finds older calls. */
const CALLS_AT_ONCE = 500

export const callRows = (db: Statements) => ({
  reads: {
    /** Returns the log of requests to the partner, newest first. Each word of `search` must occur in method, path, status, or outcome. */
    listCalls(search: string): ServiceCall[] {
      const words = search.split(/\s+/).filter((word) => word !== '')
      const matches = words.map(
        () => "(method || ' ' || path || ' ' || coalesce(status, '') || ' ' || outcome) LIKE ? ESCAPE '\\'",
      )
      return db.database
        .prepare(
          `SELECT at, method, path, status, duration_ms, outcome, sent_bytes, received_bytes FROM calls
           ${matches.length === 0 ? '' : `WHERE ${matches.join(' AND ')}`} ORDER BY number DESC LIMIT ${CALLS_AT_ONCE}`,
        )
        .all(...words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)) as ServiceCall[]
    },
  },
  writes: {
    /** Adds an entry to the log of requests to the partner, and deletes entries from before `forget_before`. */
    append_call({ call, forget_before }: { call: ServiceCall; forget_before: string }) {
      db.of(
        `INSERT INTO calls (at, method, path, status, duration_ms, outcome, sent_bytes, received_bytes)
         VALUES (@at, @method, @path, @status, @duration_ms, @outcome, @sent_bytes, @received_bytes)`,
      ).run(call)
      db.of('DELETE FROM calls WHERE at < ?').run(forget_before)
    },
  },
})
