import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

export type Database = DatabaseSync

/** Schema migrations, numbered by position and applied in order. A released entry never changes; a schema change is a new entry. */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE client (
    client_id TEXT PRIMARY KEY,
    client_secret TEXT NOT NULL
  ) STRICT;

  CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    private_jwk TEXT NOT NULL
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
  `,
  'ALTER TABLE signing_keys ADD COLUMN retired INTEGER NOT NULL DEFAULT 0',
]

/**
 * Opens the database and creates it if missing. Every commit is on the disk before the sandbox responds, so that data whose receipt was
 * confirmed survives a crash.
 * @throws Error with a message for the user if a newer version of the sandbox wrote the file
 */
export function openDatabase(file: string): Database {
  const db = new DatabaseSync(file)
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 2000',
  )
  const { user_version } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  if (user_version > MIGRATIONS.length) {
    db.close()
    throw new Error(`A newer version of the sandbox wrote ${file} (${user_version}).`)
  }
  MIGRATIONS.slice(user_version).forEach((sql, index) => {
    inTransaction(db, () => db.exec(`${sql}; PRAGMA user_version = ${user_version + index + 1}`))
  })
  return db
}

/** Runs `work` in one transaction: all of its writes happen, or none. `work` must not await. */
export function inTransaction<T>(db: Database, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

/** Prepares a statement whose rows have the shape `Row`. The caller's SQL must match this type; nothing checks it. */
export function prepare<Row = never>(db: Database, sql: string) {
  const statement = db.prepare(sql)
  return {
    get: (...args: SQLInputValue[]) => statement.get(...args) as Row | undefined,
    all: (...args: SQLInputValue[]) => statement.all(...args) as Row[],
    run: (...args: SQLInputValue[]) => Number(statement.run(...args).changes),
  }
}
