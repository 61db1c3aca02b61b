/**
 * AUTOINCREMENT keeps a seq from being reused after a purge. Ids are in a separate table, because they are kept longer than the bodies.
 * `purged_through` shows a reader with an older cursor that events are missing.
 */
export const createLogAndDevices = `
  CREATE TABLE environments (
    name TEXT PRIMARY KEY,
    jwks_url TEXT NOT NULL,
    sender_addresses TEXT NOT NULL,
    purged_through INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE key_sets (
    jwks_url TEXT PRIMARY KEY,
    key_set TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE inlets (
    inlet TEXT PRIMARY KEY,
    environment TEXT NOT NULL REFERENCES environments (name),
    created_at TEXT NOT NULL,
    revoked_at TEXT
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE pairing_codes (
    lookup TEXT PRIMARY KEY,
    code_hash TEXT NOT NULL,
    name TEXT NOT NULL,
    environment TEXT NOT NULL REFERENCES environments (name),
    expires_at TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE devices (
    device_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    workstation TEXT NOT NULL,
    environment TEXT NOT NULL REFERENCES environments (name),
    token_hash TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    revoked_at TEXT,
    acked_seq INTEGER NOT NULL DEFAULT 0,
    acked_at TEXT
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    environment TEXT NOT NULL REFERENCES environments (name),
    event_id TEXT NOT NULL,
    received_at TEXT NOT NULL,
    sender TEXT NOT NULL,
    signature TEXT NOT NULL,
    kid TEXT NOT NULL,
    verification TEXT NOT NULL,
    raw_body BLOB NOT NULL
  ) STRICT;
  CREATE INDEX events_by_environment ON events (environment, seq);

  CREATE TABLE event_ids (
    environment TEXT NOT NULL,
    event_id TEXT NOT NULL,
    body_sha256 BLOB NOT NULL,
    received_at TEXT NOT NULL,
    PRIMARY KEY (environment, event_id)
  ) STRICT, WITHOUT ROWID;
`
