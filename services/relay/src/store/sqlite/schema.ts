/**
 * The schema of the SQLite database.
 *
 * - Every row belongs to an office. Each log (office and environment) has its own numbers: `last_seq` is the newest one ever given, and events
 *   up to `purged_through` are deleted, which shows whether a reader has missed some.
 * - `known_ids` is stored longer than the events. It contains short hashes instead of event ids: ids arrive in random order, so each changes
 *   a random page of the index, and shorter entries mean fewer pages to read and write.
 * - `replay_from` is the first event that the administrator wants to be sent to a device again.
 * - A partner profile is one of an office's own, or a shared one with a name.
 * - `store_epoch` is renewed when a backup is restored. A device sends the epoch back with its cursor. If it differs, the cursor may lie
 *   inside of other events.
 */
export const schema = `
  CREATE TABLE key_sets (
    jwks_url TEXT PRIMARY KEY,
    key_set TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

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

  CREATE TABLE environments (
    office_id INTEGER NOT NULL REFERENCES offices (office_id),
    name TEXT NOT NULL,
    profile_id INTEGER NOT NULL REFERENCES partner_profiles (profile_id),
    last_seq INTEGER NOT NULL DEFAULT 0,
    purged_through INTEGER NOT NULL DEFAULT 0,
    stored_bytes INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (office_id, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX environments_by_profile ON environments (profile_id);

  CREATE TABLE inlets (
    office_id INTEGER NOT NULL,
    inlet TEXT PRIMARY KEY,
    environment TEXT NOT NULL,
    created_at TEXT NOT NULL,
    revoked_at TEXT,
    FOREIGN KEY (office_id, environment) REFERENCES environments (office_id, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX inlets_by_office ON inlets (office_id, environment);

  CREATE TABLE pairing_codes (
    office_id INTEGER NOT NULL,
    lookup TEXT PRIMARY KEY,
    code_hash TEXT NOT NULL,
    name TEXT NOT NULL,
    environment TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    FOREIGN KEY (office_id, environment) REFERENCES environments (office_id, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX pairing_codes_by_office ON pairing_codes (office_id, environment);

  CREATE TABLE devices (
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
    FOREIGN KEY (office_id, environment) REFERENCES environments (office_id, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX devices_by_office ON devices (office_id, environment);

  CREATE TABLE events (
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
    FOREIGN KEY (office_id, environment) REFERENCES environments (office_id, name)
  ) STRICT;
  CREATE UNIQUE INDEX events_by_seq ON events (office_id, environment, seq);

  CREATE TABLE known_ids (
    arrival INTEGER PRIMARY KEY,
    office_id INTEGER NOT NULL,
    environment TEXT NOT NULL,
    id_hash BLOB NOT NULL,
    body_hash BLOB NOT NULL,
    received_at TEXT NOT NULL,
    signature_hash BLOB
  ) STRICT;
  CREATE UNIQUE INDEX known_ids_by_hash ON known_ids (office_id, id_hash);
  CREATE INDEX known_ids_by_environment ON known_ids (office_id, environment, arrival);
  CREATE INDEX known_ids_by_signature ON known_ids (signature_hash, office_id, received_at)
    WHERE signature_hash IS NOT NULL;

  CREATE TABLE store_epoch (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    epoch TEXT NOT NULL
  ) STRICT;

  INSERT INTO offices (public_id, name, created_at)
    VALUES ('office-' || lower(hex(randomblob(8))), 'Office', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
  INSERT INTO store_epoch (only_row, epoch) VALUES (1, lower(hex(randomblob(16))));
`
