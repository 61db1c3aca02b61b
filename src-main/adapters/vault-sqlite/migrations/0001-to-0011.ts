/** Frozen: never edit a released migration. To fix it, add a new migration. */
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

/** Frozen: never edit a released migration. To fix it, add a new migration. */
export const calls = `
  CREATE TABLE calls (
    number INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    status INTEGER,
    duration_ms INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    sent_bytes INTEGER NOT NULL,
    received_bytes INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX calls_by_time ON calls (at);
`

/** Frozen: never edit a released migration. To fix it, add a new migration. */
export const proof = `
  CREATE TABLE proof (
    deal_id TEXT NOT NULL REFERENCES deals (deal_id),
    seq INTEGER NOT NULL,
    entry TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (deal_id, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER proof_is_not_edited BEFORE UPDATE ON proof
    BEGIN SELECT RAISE(ABORT, 'the proof is append-only'); END;
  -- It goes only with its deal, from the bin.
  CREATE TRIGGER proof_is_not_cut BEFORE DELETE ON proof
    WHEN (SELECT deleted_at FROM deals WHERE deals.deal_id = OLD.deal_id) IS NULL
    BEGIN SELECT RAISE(ABORT, 'the proof is append-only'); END;
`

/** Frozen: never edit a released migration. To fix it, add a new migration. */
export const inbox = `
  CREATE TABLE inbox (
    number INTEGER PRIMARY KEY,
    deal_id TEXT NOT NULL REFERENCES deals (deal_id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    status TEXT NOT NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    read_at TEXT
  ) STRICT;
  CREATE INDEX inbox_unread ON inbox (deal_id) WHERE read_at IS NULL;
  CREATE INDEX inbox_of_deal ON inbox (deal_id);
`

/** Frozen: never edit a released migration. To fix it, add a new migration. */
export const draftSteps = `
  -- What undo takes back. A deal that is purged takes its steps with it, and the SSNs that lie in them.
  CREATE TABLE draft_steps (
    step_id INTEGER PRIMARY KEY AUTOINCREMENT,
    deal_id TEXT NOT NULL REFERENCES deals (deal_id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    change TEXT NOT NULL,
    inverse TEXT NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX draft_steps_of_deal ON draft_steps (deal_id, undone, step_id);

  -- Values that were typed or imported and are not in the form.
  CREATE TABLE draft_aside (
    aside_id INTEGER PRIMARY KEY AUTOINCREMENT,
    deal_id TEXT NOT NULL REFERENCES deals (deal_id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    path TEXT NOT NULL,
    label TEXT NOT NULL,
    value TEXT NOT NULL,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    UNIQUE (deal_id, path, reason)
  ) STRICT;
`

/** Frozen: never edit a released migration. To fix it, add a new migration. */
export const news = `
  -- What was told of a deal's offers, by events and by asking (JSON).
  CREATE TABLE offer_news (
    deal_id TEXT PRIMARY KEY REFERENCES deals (deal_id),
    news TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- When a read at the service said the same as a signed hint.
  ALTER TABLE events ADD COLUMN confirmed_at TEXT;
  CREATE INDEX events_hints ON events (application_id, message_type, timestamp)
    WHERE verification = 'hint' AND confirmed_at IS NULL;

  -- The event that a line tells of.
  ALTER TABLE timeline ADD COLUMN event_id TEXT;
`

/** Frozen: never edit a released migration. To fix it, add a new migration. */
export const submissionQueue = `
  -- What is still to be done for a deal or a document, at most one thing each; the number is the place in the line.
  CREATE TABLE effects (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    subject_id TEXT NOT NULL UNIQUE,
    deal_id TEXT NOT NULL REFERENCES deals (deal_id) ON DELETE CASCADE,
    task TEXT NOT NULL,
    not_before TEXT NOT NULL,
    tries INTEGER NOT NULL,
    begun_at TEXT,
    evidence TEXT
  ) STRICT;
  CREATE INDEX effects_of_deal ON effects (deal_id);
  -- What an earlier version left without an answer is looked into as well.
  INSERT INTO effects (subject_id, deal_id, task, not_before, tries, begun_at)
    SELECT deal_id, deal_id, 'seek_application', updated_at, 0, updated_at FROM deals WHERE state = 'unknown';
  INSERT INTO effects (subject_id, deal_id, task, not_before, tries, begun_at)
    SELECT document_id, deal_id, 'seek_document', added_at, 0, added_at FROM documents WHERE state = 'unknown';

  CREATE TABLE fingerprints (
    deal_id TEXT PRIMARY KEY REFERENCES deals (deal_id) ON DELETE CASCADE,
    ein TEXT NOT NULL,
    content TEXT NOT NULL,
    submitted_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX fingerprints_by_ein ON fingerprints (ein, submitted_at);
  CREATE INDEX fingerprints_by_content ON fingerprints (content, submitted_at);
  INSERT INTO fingerprints (deal_id, ein, content, submitted_at)
    SELECT deal_id, replace(replace(coalesce(json_extract("values", '$.company.ein'), ''), '-', ''), ' ', ''), '',
           coalesce(submitted_at, updated_at)
    FROM deals WHERE state IN ('received', 'unknown');

  CREATE INDEX documents_by_file ON documents (sha256);
  CREATE INDEX deals_by_reference ON deals (reference) WHERE reference <> '';
  CREATE INDEX documents_unsettled ON documents (state) WHERE state IN ('queued', 'sending', 'unknown');

  CREATE TABLE checklist (
    number INTEGER PRIMARY KEY,
    item_id TEXT NOT NULL UNIQUE,
    deal_id TEXT NOT NULL REFERENCES deals (deal_id) ON DELETE CASCADE,
    label TEXT NOT NULL
  ) STRICT;
  CREATE INDEX checklist_of_deal ON checklist (deal_id, number);
  CREATE TABLE checklist_ties (
    document_id TEXT PRIMARY KEY REFERENCES documents (document_id) ON DELETE CASCADE,
    item_id TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`

/** Frozen: never edit a released migration. To fix it, add a new migration. */
export const search = `
  DROP TABLE deal_search;
  DROP INDEX deals_newest;

  -- What the pipeline filters and sorts by, read whole when the vault opens without touching the deals themselves.
  CREATE INDEX deals_catalog ON deals (
    number, state, partner_status, partner_status_at, offer_status, offer_status_at, updated_at, submitted_at, deleted_at,
    amount_cents, legal_name
  );

  -- What a deal is found by, under its number. The texts themselves are not kept, and no SSN or whole EIN is among them.
  CREATE VIRTUAL TABLE deal_search USING fts5 (
    names, marks, statuses, notes, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3', detail = 'column',
    content = '', contentless_delete = 1
  );
`

/** Frozen: never edit a released migration. To fix it, add a new migration. */
export const purge = `
  -- The timeline goes only with its deal, from the bin.
  DROP TRIGGER timeline_is_not_cut;
  CREATE TRIGGER timeline_is_not_cut BEFORE DELETE ON timeline
    WHEN (SELECT deleted_at FROM deals WHERE deals.deal_id = OLD.deal_id) IS NULL
    BEGIN SELECT RAISE(ABORT, 'the timeline is append-only'); END;

  CREATE INDEX deals_in_bin ON deals (deleted_at) WHERE deleted_at IS NOT NULL;
`

/**
 * Frozen: never edit a released migration. To fix it, add a new migration.
 * Earlier versions ordered events and proofs by random ids, so almost every inserted row changed a different database page. Rows are now
 * stored in order of arrival, and only the index contains the ids.
 */
export const byArrival = `
  CREATE TABLE events_by_arrival (
    number INTEGER PRIMARY KEY,
    event_id TEXT NOT NULL UNIQUE,
    seq INTEGER,
    received_at TEXT NOT NULL,
    message_type TEXT NOT NULL,
    status TEXT NOT NULL,
    application_id TEXT NOT NULL,
    timestamp TEXT NOT NULL,
    verification TEXT NOT NULL,
    raw_body TEXT NOT NULL,
    signature TEXT NOT NULL,
    state TEXT NOT NULL,
    confirmed_at TEXT
  ) STRICT;
  INSERT INTO events_by_arrival
    (event_id, seq, received_at, message_type, status, application_id, timestamp, verification, raw_body, signature, state,
     confirmed_at)
    SELECT event_id, seq, received_at, message_type, status, application_id, timestamp, verification, raw_body, signature,
           state, confirmed_at
    FROM events ORDER BY received_at, seq;
  DROP TABLE events;
  ALTER TABLE events_by_arrival RENAME TO events;
  CREATE INDEX events_waiting ON events (application_id, timestamp) WHERE state = 'waiting';
  CREATE INDEX events_hints ON events (application_id, message_type, timestamp)
    WHERE verification = 'hint' AND confirmed_at IS NULL;

  CREATE TABLE proof_by_arrival (
    number INTEGER PRIMARY KEY,
    deal_id TEXT NOT NULL REFERENCES deals (deal_id),
    seq INTEGER NOT NULL,
    entry TEXT NOT NULL,
    hash TEXT NOT NULL,
    UNIQUE (deal_id, seq)
  ) STRICT;
  INSERT INTO proof_by_arrival (deal_id, seq, entry, hash)
    SELECT deal_id, seq, entry, hash FROM proof ORDER BY seq, deal_id;
  DROP TRIGGER proof_is_not_edited;
  DROP TRIGGER proof_is_not_cut;
  DROP TABLE proof;
  ALTER TABLE proof_by_arrival RENAME TO proof;
  CREATE TRIGGER proof_is_not_edited BEFORE UPDATE ON proof
    BEGIN SELECT RAISE(ABORT, 'the proof is append-only'); END;
  -- It goes only with its deal, from the bin.
  CREATE TRIGGER proof_is_not_cut BEFORE DELETE ON proof
    WHEN (SELECT deleted_at FROM deals WHERE deals.deal_id = OLD.deal_id) IS NULL
    BEGIN SELECT RAISE(ABORT, 'the proof is append-only'); END;
`

/** Frozen: never edit a released migration. To fix it, add a new migration. */
export const money = `
  -- When the service first told that a deal had come so far, in UTC, and the offer it was accepted with (JSON). Under the number
  -- of its deal, so that both are read in one walk.
  CREATE TABLE milestones (
    number INTEGER PRIMARY KEY,
    deal_id TEXT NOT NULL UNIQUE REFERENCES deals (deal_id) ON DELETE CASCADE,
    offered_at TEXT,
    accepted_at TEXT,
    funded_at TEXT,
    declined_at TEXT,
    decline_reason TEXT,
    offer TEXT
  ) STRICT;

  WITH told AS (
    SELECT application_id, status, min(strftime('%Y-%m-%dT%H:%M:%fZ', timestamp)) AS at FROM events
    WHERE status IN ('offer_available', 'offer_accepted', 'app_funded', 'app_declined_closed')
    GROUP BY application_id, status
    UNION ALL
    SELECT application_id, partner_status, strftime('%Y-%m-%dT%H:%M:%fZ', partner_status_at) FROM deals
    WHERE application_id IS NOT NULL AND partner_status IN ('app_funded', 'app_declined_closed')
    UNION ALL
    SELECT application_id, offer_status, strftime('%Y-%m-%dT%H:%M:%fZ', offer_status_at) FROM deals
    WHERE application_id IS NOT NULL AND offer_status IN ('offer_available', 'offer_accepted')
  ), reached AS (
    SELECT application_id,
      min(at) FILTER (WHERE status = 'offer_available') AS offered_at,
      min(at) FILTER (WHERE status = 'offer_accepted') AS accepted_at,
      min(at) FILTER (WHERE status = 'app_funded') AS funded_at,
      min(at) FILTER (WHERE status = 'app_declined_closed') AS declined_at
    FROM told GROUP BY application_id
  )
  INSERT INTO milestones (number, deal_id, offered_at, accepted_at, funded_at, declined_at, offer)
    SELECT number, deal_id, offered_at, accepted_at, funded_at, declined_at,
      (SELECT value FROM json_each(offers)
       WHERE lower(value ->> 'status') IN ('accepted', 'offer_accepted', 'funded') LIMIT 1)
    FROM deals JOIN reached USING (application_id) ORDER BY number;

  -- What the broker wrote by hand about a deal's money; null where nothing.
  CREATE TABLE money (
    deal_id TEXT PRIMARY KEY REFERENCES deals (deal_id) ON DELETE CASCADE,
    amount_cents INTEGER,
    expected_cents INTEGER,
    settled_cents INTEGER,
    settled_on TEXT,
    clawback_on TEXT,
    clawed_back_on TEXT,
    note TEXT,
    renewal_on TEXT,
    renewal_off INTEGER NOT NULL DEFAULT 0,
    renewal_told_on TEXT,
    renewed_as TEXT
  ) STRICT, WITHOUT ROWID;

  -- What the dashboard counts, read whole without touching the deals themselves.
  CREATE INDEX deals_courses ON deals (number, created_at, submitted_at, deleted_at, amount_cents);
`
