/** Frozen: never edit a released migration. Add another one to fix it. */
export const deals = `
  CREATE TABLE deals (
    number INTEGER PRIMARY KEY,
    deal_id TEXT NOT NULL UNIQUE,
    profile_id TEXT NOT NULL,
    profile_version INTEGER NOT NULL,
    "values" TEXT NOT NULL,
    revision INTEGER NOT NULL,
    field_problems TEXT NOT NULL,
    refused_fields TEXT NOT NULL,
    state TEXT NOT NULL,
    error TEXT,
    application_id TEXT,
    partner_status TEXT,
    partner_status_at TEXT,
    offer_status TEXT,
    offer_status_at TEXT,
    offers TEXT NOT NULL,
    legal_name TEXT NOT NULL,
    reference TEXT NOT NULL,
    amount_cents INTEGER,
    problems INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    submitted_at TEXT,
    deleted_at TEXT
  ) STRICT;
  CREATE INDEX deals_newest ON deals (updated_at DESC) WHERE deleted_at IS NULL;
  CREATE INDEX deals_by_application ON deals (application_id) WHERE application_id IS NOT NULL;
  CREATE INDEX deals_sending ON deals (state) WHERE state = 'sending';

  -- What the search finds a deal by. No SSN and no EIN stands here.
  CREATE VIRTUAL TABLE deal_search USING fts5 (
    legal_name, reference, application_id, status, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
  );

  CREATE TABLE documents (
    number INTEGER PRIMARY KEY,
    document_id TEXT NOT NULL UNIQUE,
    deal_id TEXT NOT NULL REFERENCES deals (deal_id),
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    size INTEGER NOT NULL,
    pages INTEGER,
    sha256 TEXT NOT NULL,
    state TEXT NOT NULL,
    error TEXT,
    added_at TEXT NOT NULL,
    sent_at TEXT
  ) STRICT;
  CREATE INDEX documents_of_deal ON documents (deal_id, number);
  CREATE INDEX documents_sending ON documents (state) WHERE state = 'sending';

  CREATE TABLE timeline (
    entry_id INTEGER PRIMARY KEY AUTOINCREMENT,
    deal_id TEXT NOT NULL REFERENCES deals (deal_id),
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    detail TEXT NOT NULL,
    verification TEXT
  ) STRICT;
  CREATE INDEX timeline_of_deal ON timeline (deal_id, entry_id);
  CREATE TRIGGER timeline_is_not_edited BEFORE UPDATE ON timeline
    BEGIN SELECT RAISE(ABORT, 'the timeline is append-only'); END;
  CREATE TRIGGER timeline_is_not_cut BEFORE DELETE ON timeline
    BEGIN SELECT RAISE(ABORT, 'the timeline is append-only'); END;

  CREATE TABLE events (
    event_id TEXT PRIMARY KEY,
    seq INTEGER,
    received_at TEXT NOT NULL,
    message_type TEXT NOT NULL,
    status TEXT NOT NULL,
    application_id TEXT NOT NULL,
    timestamp TEXT NOT NULL,
    verification TEXT NOT NULL,
    raw_body TEXT NOT NULL,
    signature TEXT NOT NULL,
    state TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX events_waiting ON events (application_id, timestamp) WHERE state = 'waiting';

  CREATE TABLE cursors (source TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`
