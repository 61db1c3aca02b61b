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

/**
 * Fourth migration: offices. Everything that exists belongs to the first office. Each log gets its own numbers. The logs of the first office
 * continue after the last number of the former common log, so that every cursor stays valid. The values of an environment move into a
 * partner profile: one of the office's own, or a shared one with a name.
 */
export const offices = `
  CREATE TABLE offices (
    office_id INTEGER PRIMARY KEY AUTOINCREMENT,
    public_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'active',
    created_at TEXT NOT NULL,
    max_events_per_minute INTEGER,
    max_devices INTEGER,
    max_streams INTEGER,
    max_bytes INTEGER,
    keep_days INTEGER
  ) STRICT;
  INSERT INTO offices (office_id, public_id, name, created_at)
    VALUES (1, 'office-' || lower(hex(randomblob(8))), 'Office', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));

  CREATE TABLE audit_log (
    office_id INTEGER NOT NULL REFERENCES offices (office_id),
    entry INTEGER NOT NULL,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    details TEXT NOT NULL,
    PRIMARY KEY (office_id, entry)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER audit_log_is_never_changed BEFORE UPDATE ON audit_log
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
  CREATE TRIGGER audit_log_is_deleted_only_with_its_office BEFORE DELETE ON audit_log
    WHEN (SELECT state FROM offices WHERE office_id = OLD.office_id) <> 'deleting'
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

  CREATE TABLE partner_profiles (
    profile_id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT UNIQUE,
    office_id INTEGER REFERENCES offices (office_id),
    environment TEXT,
    base_url TEXT,
    jwks_url TEXT NOT NULL,
    sender_addresses TEXT NOT NULL,
    UNIQUE (office_id, environment),
    CHECK ((name IS NULL) = (office_id IS NOT NULL) AND (office_id IS NULL) = (environment IS NULL))
  ) STRICT;
  INSERT INTO partner_profiles (office_id, environment, jwks_url, sender_addresses)
    SELECT 1, name, jwks_url, sender_addresses FROM environments ORDER BY name;

  CREATE TABLE new_environments (
    office_id INTEGER NOT NULL REFERENCES offices (office_id),
    name TEXT NOT NULL,
    profile_id INTEGER NOT NULL REFERENCES partner_profiles (profile_id),
    last_seq INTEGER NOT NULL DEFAULT 0,
    purged_through INTEGER NOT NULL DEFAULT 0,
    stored_bytes INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (office_id, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX environments_by_profile ON new_environments (profile_id);
  INSERT INTO new_environments (office_id, name, profile_id, last_seq, purged_through, stored_bytes)
    SELECT 1, name,
      (SELECT profile_id FROM partner_profiles WHERE environment = environments.name),
      coalesce((SELECT seq FROM sqlite_sequence WHERE sqlite_sequence.name = 'events'), 0),
      purged_through,
      (SELECT coalesce(sum(length(raw_body) + length(signature)), 0) FROM events
        WHERE environment = environments.name)
    FROM environments;

  CREATE TABLE new_inlets (
    office_id INTEGER NOT NULL,
    inlet TEXT PRIMARY KEY,
    environment TEXT NOT NULL,
    created_at TEXT NOT NULL,
    revoked_at TEXT,
    FOREIGN KEY (office_id, environment) REFERENCES new_environments (office_id, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX inlets_by_office ON new_inlets (office_id, environment);
  INSERT INTO new_inlets (office_id, inlet, environment, created_at, revoked_at)
    SELECT 1, inlet, environment, created_at, revoked_at FROM inlets;

  CREATE TABLE new_pairing_codes (
    office_id INTEGER NOT NULL,
    lookup TEXT PRIMARY KEY,
    code_hash TEXT NOT NULL,
    name TEXT NOT NULL,
    environment TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    FOREIGN KEY (office_id, environment) REFERENCES new_environments (office_id, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX pairing_codes_by_office ON new_pairing_codes (office_id, environment);
  INSERT INTO new_pairing_codes (office_id, lookup, code_hash, name, environment, expires_at, tries)
    SELECT 1, lookup, code_hash, name, environment, expires_at, tries FROM pairing_codes;

  CREATE TABLE new_devices (
    office_id INTEGER NOT NULL,
    device_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    workstation TEXT NOT NULL,
    environment TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    revoked_at TEXT,
    acked_seq INTEGER NOT NULL DEFAULT 0,
    acked_at TEXT,
    replay_from INTEGER,
    FOREIGN KEY (office_id, environment) REFERENCES new_environments (office_id, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX devices_by_office ON new_devices (office_id, environment);
  INSERT INTO new_devices
    (office_id, device_id, name, workstation, environment, token_hash, created_at, revoked_at, acked_seq, acked_at, replay_from)
    SELECT 1, device_id, name, workstation, environment, token_hash, created_at, revoked_at, acked_seq, acked_at, replay_from
    FROM devices;

  CREATE TABLE new_events (
    row INTEGER PRIMARY KEY,
    office_id INTEGER NOT NULL,
    environment TEXT NOT NULL,
    seq INTEGER NOT NULL,
    event_id TEXT NOT NULL,
    received_at TEXT NOT NULL,
    sender TEXT NOT NULL,
    signature TEXT NOT NULL,
    kid TEXT NOT NULL,
    verification TEXT NOT NULL,
    raw_body BLOB NOT NULL,
    FOREIGN KEY (office_id, environment) REFERENCES new_environments (office_id, name)
  ) STRICT;
  INSERT INTO new_events
    (office_id, environment, seq, event_id, received_at, sender, signature, kid, verification, raw_body)
    SELECT 1, environment, seq, event_id, received_at, sender, signature, kid, verification, raw_body
    FROM events ORDER BY seq;
  DROP TABLE events;
  CREATE UNIQUE INDEX events_by_seq ON new_events (office_id, environment, seq);

  CREATE TABLE new_known_ids (
    arrival INTEGER PRIMARY KEY,
    office_id INTEGER NOT NULL,
    environment TEXT NOT NULL,
    id_hash BLOB NOT NULL,
    body_hash BLOB NOT NULL,
    received_at TEXT NOT NULL,
    signature_hash BLOB
  ) STRICT;
  INSERT INTO new_known_ids (arrival, office_id, environment, id_hash, body_hash, received_at)
    SELECT arrival, 1, environment, id_hash, body_hash, received_at FROM known_ids ORDER BY arrival;
  DROP TABLE known_ids;
  CREATE UNIQUE INDEX known_ids_by_hash ON new_known_ids (office_id, id_hash);
  CREATE INDEX known_ids_by_environment ON new_known_ids (office_id, environment, arrival);
  CREATE INDEX known_ids_by_signature ON new_known_ids (signature_hash, office_id, received_at)
    WHERE signature_hash IS NOT NULL;
  UPDATE new_known_ids SET signature_hash = signature_hash(new_events.signature, new_events.verification)
    FROM new_events
    WHERE new_events.verification <> 'body' AND new_known_ids.office_id = 1
      AND new_known_ids.id_hash = id_hash(new_events.environment, new_events.event_id);

  DROP TABLE inlets;
  DROP TABLE pairing_codes;
  DROP TABLE devices;
  DROP TABLE environments;
  ALTER TABLE new_environments RENAME TO environments;
  ALTER TABLE new_inlets RENAME TO inlets;
  ALTER TABLE new_pairing_codes RENAME TO pairing_codes;
  ALTER TABLE new_devices RENAME TO devices;
  ALTER TABLE new_events RENAME TO events;
  ALTER TABLE new_known_ids RENAME TO known_ids;
`

/**
 * Fifth migration: the epoch of the store. It is renewed when a backup is restored. A device sends the epoch back with its cursor. If it
 * differs, the cursor may lie inside of other events.
 */
export const storeEpoch = `
  CREATE TABLE store_epoch (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    epoch TEXT NOT NULL
  ) STRICT;
  INSERT INTO store_epoch (only_row, epoch) VALUES (1, lower(hex(randomblob(16))));
`
