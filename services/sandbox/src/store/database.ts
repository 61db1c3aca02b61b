import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

const SCHEMA = `
  CREATE TABLE client (
    client_id TEXT PRIMARY KEY,
    client_secret TEXT NOT NULL
  ) STRICT;

  CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    private_jwk TEXT NOT NULL,
    retired INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE refresh_tokens (
    token_hash TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE applications (
    number INTEGER PRIMARY KEY,
    application_id TEXT NOT NULL UNIQUE,
    status TEXT,
    application TEXT NOT NULL,
    company TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE documents (
    number INTEGER PRIMARY KEY,
    document_id TEXT NOT NULL UNIQUE,
    application_id TEXT NOT NULL REFERENCES applications (application_id),
    type TEXT NOT NULL,
    file_name TEXT NOT NULL,
    size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (application_id, sha256)
  ) STRICT;

  CREATE TABLE offers (
    number INTEGER PRIMARY KEY,
    offer_id TEXT NOT NULL UNIQUE,
    application_id TEXT NOT NULL REFERENCES applications (application_id),
    status TEXT NOT NULL,
    terms TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX offers_of_application ON offers (application_id);

  CREATE TABLE webhooks (
    number INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    event_type TEXT NOT NULL,
    webhook_url TEXT NOT NULL,
    is_active INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE events (
    event_id TEXT PRIMARY KEY,
    body TEXT NOT NULL
  ) STRICT;

  CREATE TABLE deliveries (
    delivery_id INTEGER PRIMARY KEY,
    event_id TEXT NOT NULL REFERENCES events (event_id),
    webhook_uuid TEXT NOT NULL REFERENCES webhooks (uuid) ON DELETE CASCADE,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'dropped')),
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX deliveries_pending ON deliveries (webhook_uuid, due_at, delivery_id) WHERE state = 'pending';

  CREATE TABLE steps (
    step_id INTEGER PRIMARY KEY,
    application_id TEXT NOT NULL REFERENCES applications (application_id),
    status TEXT NOT NULL,
    due_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX steps_due ON steps (due_at, step_id);

  CREATE TABLE requests (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    status INTEGER,
    application_id TEXT
  ) STRICT;
`
const SCHEMA_VERSION = 1

/** SQLite database that prepares each statement once. The caller's SQL must match the type of its rows; nothing checks it. */
export class Database {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  /**
   * Opens the database and creates it if missing. Every commit is on the disk before the sandbox responds, so that data whose receipt was
   * confirmed survives a crash.
   * @throws Error with a message for the user if another version of the sandbox wrote the file
   */
  constructor(file: string, { readOnly = false } = {}) {
    this.#db = new DatabaseSync(file, { readOnly })
    if (readOnly) return
    this.#db.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 2000',
    )
    const { user_version } = this.get<{ user_version: number }>('PRAGMA user_version') ?? { user_version: 0 }
    if (user_version > SCHEMA_VERSION) {
      this.close()
      throw new Error(`A newer version of the sandbox wrote ${file} (${user_version}).`)
    }
    if (user_version === 0)
      this.transaction(() => this.#db.exec(`${SCHEMA}; PRAGMA user_version = ${SCHEMA_VERSION}`))
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The caller names the type of the row.
  get<Row>(sql: string, ...args: SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...args) as Row | undefined
  }

  all<Row>(sql: string, ...args: SQLInputValue[]): Row[] {
    return this.#prepare(sql).all(...args) as Row[]
  }

  /** Returns the number of changed rows. */
  run(sql: string, ...args: SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...args).changes)
  }

  /** Runs `work` in one transaction: all of its writes happen, or none. `work` must not await. */
  transaction<T>(work: () => T): T {
    this.#db.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#db.exec('COMMIT')
      return result
    } catch (error) {
      this.#db.exec('ROLLBACK')
      throw error
    }
  }

  close(): void {
    this.#db.close()
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#db.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}
