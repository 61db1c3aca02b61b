/**
 * First migration. `AUTOINCREMENT` prevents SQLite from using the seq (sequence number) of a deleted event again. Event ids have a separate
 * table, because they are stored longer than the events. `purged_through` is the seq of the newest deleted event. It shows whether a reader
 * has missed deleted events.
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

/**
 * Second migration. `replay_from` is the number of the first event that the administrator wants to be sent to a device again. The index
 * finds event ids that are old enough to delete.
 */
export const replayAndForget = `
  ALTER TABLE devices ADD COLUMN replay_from INTEGER;
  CREATE INDEX event_ids_by_age ON event_ids (environment, received_at);
`

/**
 * Third migration: stores short hashes instead of event ids. Event ids arrive in random order, so each new id changes a random page of the
 * index. Shorter entries mean fewer pages to read and write. `id_hash` is an SQL function that the relay registers (`open-database.ts`).
 */
export const shortIds = `
  CREATE TABLE known_ids (
    arrival INTEGER PRIMARY KEY,
    environment TEXT NOT NULL,
    id_hash BLOB NOT NULL,
    body_hash BLOB NOT NULL,
    received_at TEXT NOT NULL
  ) STRICT;
  INSERT INTO known_ids (environment, id_hash, body_hash, received_at)
    SELECT environment, id_hash(environment, event_id), substr(body_sha256, 1, 16), received_at
    FROM event_ids ORDER BY received_at;
  CREATE UNIQUE INDEX known_ids_by_hash ON known_ids (id_hash);
  CREATE INDEX known_ids_by_environment ON known_ids (environment, arrival);
  DROP TABLE event_ids;
`
