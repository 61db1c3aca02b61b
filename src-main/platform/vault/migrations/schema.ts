/**
 * The database of version 1. While no version is released, change it here. After the first release, it is frozen: add a migration to
 * `MIGRATIONS` instead.
 */
export const SCHEMA = `
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
    application_status TEXT,
    application_status_at TEXT,
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
  CREATE INDEX deals_sending ON deals (state) WHERE state = 'sending';

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
    sent_at TEXT,
    reading TEXT,
    originals TEXT
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
    verification TEXT,
    event_id TEXT
  ) STRICT;
  CREATE INDEX timeline_of_deal ON timeline (deal_id, entry_id);
  CREATE TRIGGER timeline_is_not_edited BEFORE UPDATE ON timeline
    BEGIN SELECT RAISE(ABORT, 'the timeline is append-only'); END;

  CREATE TABLE cursors (source TEXT PRIMARY KEY, seq INTEGER NOT NULL, epoch TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;

  CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

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

  -- A snoozed item counts as read until it returns. Announce is 1 while a reminder waits for its desktop notification.
  CREATE TABLE news (
    number INTEGER PRIMARY KEY,
    deal_id TEXT NOT NULL REFERENCES deals (deal_id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    status TEXT NOT NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    read_at TEXT,
    amount_cents INTEGER,
    amount_of TEXT,
    snoozed_wall TEXT,
    snoozed_at TEXT,
    announce INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX news_of_deal ON news (deal_id);

  -- The edits that undo reverses. The steps of a purged deal are purged too, because they contain SSNs.
  CREATE TABLE draft_steps (
    step_id INTEGER PRIMARY KEY AUTOINCREMENT,
    deal_id TEXT NOT NULL REFERENCES deals (deal_id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    change TEXT NOT NULL,
    inverse TEXT NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX draft_steps_of_deal ON draft_steps (deal_id, undone, step_id);

  -- Orphaned values: typed or imported values without a field in the form.
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

  -- News about the offers of a deal, from events and from answers of the partner (JSON).
  CREATE TABLE offer_news (
    deal_id TEXT PRIMARY KEY REFERENCES deals (deal_id),
    news TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- The submission queue: at most one task for each deal or document. The number is the place in the queue.
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

  CREATE TABLE fingerprints (
    deal_id TEXT PRIMARY KEY REFERENCES deals (deal_id) ON DELETE CASCADE,
    ein TEXT NOT NULL,
    -- The SSNs of the owners (JSON).
    ssns TEXT NOT NULL,
    content TEXT NOT NULL,
    submitted_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX fingerprints_by_time ON fingerprints (submitted_at);
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

  -- The words by which the search finds a deal, under its number. The texts themselves are not stored, and no SSN or whole EIN is among them.
  CREATE VIRTUAL TABLE deal_search USING fts5 (
    names, marks, notes, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3', detail = 'column',
    content = '', contentless_delete = 1
  );
  -- The timeline is deleted only with its deal, from the trash.
  CREATE TRIGGER timeline_is_not_cut BEFORE DELETE ON timeline
    WHEN (SELECT deleted_at FROM deals WHERE deals.deal_id = OLD.deal_id) IS NULL
    BEGIN SELECT RAISE(ABORT, 'the timeline is append-only'); END;
  CREATE INDEX deals_in_bin ON deals (deleted_at) WHERE deleted_at IS NOT NULL;

  CREATE TABLE events (
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
    confirmed_at TEXT,
    taken_at TEXT
  ) STRICT;
  CREATE INDEX events_waiting ON events (application_id, timestamp) WHERE state = 'waiting';
  CREATE INDEX events_hints ON events (application_id, message_type, timestamp)
    WHERE verification = 'hint' AND confirmed_at IS NULL;

  CREATE TABLE proof (
    number INTEGER PRIMARY KEY,
    deal_id TEXT NOT NULL REFERENCES deals (deal_id),
    at TEXT NOT NULL,
    fact TEXT NOT NULL
  ) STRICT;
  CREATE INDEX proof_of_deal ON proof (deal_id);
  CREATE TRIGGER proof_is_not_edited BEFORE UPDATE ON proof
    BEGIN SELECT RAISE(ABORT, 'the proof is append-only'); END;
  -- The proof is deleted only with its deal, from the trash.
  CREATE TRIGGER proof_is_not_cut BEFORE DELETE ON proof
    WHEN (SELECT deleted_at FROM deals WHERE deals.deal_id = OLD.deal_id) IS NULL
    BEGIN SELECT RAISE(ABORT, 'the proof is append-only'); END;

  -- The first time, in UTC, at which the partner reported each milestone of a deal, and the accepted offer (JSON).
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

  -- What the broker entered about a deal's money. Null if nothing.
  CREATE TABLE money (
    deal_id TEXT PRIMARY KEY REFERENCES deals (deal_id) ON DELETE CASCADE,
    amount_cents INTEGER,
    expected_cents INTEGER,
    payments TEXT NOT NULL DEFAULT '[]',
    clawback_on TEXT,
    note TEXT,
    renewal_on TEXT,
    renewal_off INTEGER NOT NULL DEFAULT 0,
    renewal_told_on TEXT,
    renewed_as TEXT,
    splits TEXT NOT NULL DEFAULT '[]'
  ) STRICT, WITHOUT ROWID;
  -- The values that the dashboard counts.
  CREATE INDEX deals_courses ON deals (number, created_at, submitted_at, deleted_at, amount_cents);

  CREATE TABLE own_offers (
    deal_id TEXT NOT NULL REFERENCES deals (deal_id),
    offer_id TEXT NOT NULL,
    choice TEXT,
    acceptance TEXT,
    sent TEXT,
    declined TEXT,
    PRIMARY KEY (deal_id, offer_id)
  ) STRICT, WITHOUT ROWID;
  -- The values from which deal_facts is derived, so that the vault can read them without the long rows of the deals.
  CREATE INDEX deals_list ON deals (
    number, deal_id, state, application_status, application_status_at, offer_status, offer_status_at, updated_at, submitted_at,
    deleted_at, amount_cents, legal_name, created_at, problems, reference, application_id
  );

  -- The values by which the list of deals filters and sorts, and those that it shows and that are derived from a deal and its documents.
  -- Times are in milliseconds. A key is a folded text, or null for an empty one.
  CREATE TABLE deal_facts (
    number INTEGER PRIMARY KEY REFERENCES deals (number) ON DELETE CASCADE,
    -- The stage or bin, and the place of the stage among the stages.
    filter TEXT NOT NULL DEFAULT 'draft',
    stage INTEGER NOT NULL DEFAULT 0,
    changed INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL DEFAULT 0,
    submitted INTEGER,
    amount INTEGER,
    offer_cents INTEGER,
    documents INTEGER NOT NULL DEFAULT 0,
    documents_received INTEGER NOT NULL DEFAULT 0,
    problem_count INTEGER,
    open_lines INTEGER NOT NULL DEFAULT 0,
    under_way INTEGER NOT NULL DEFAULT 0,
    -- What the deal needs, or null for a new draft into which nobody has entered anything. The states of its documents (JSON).
    need TEXT,
    document_states TEXT NOT NULL DEFAULT '[]',
    offer_count INTEGER NOT NULL,
    region TEXT NOT NULL,
    -- The newest status, and the words of all statuses.
    status TEXT NOT NULL DEFAULT '',
    standing TEXT NOT NULL DEFAULT '',
    answered TEXT NOT NULL DEFAULT '[]',
    name_key TEXT,
    reference_key TEXT,
    owner_key TEXT,
    application_key TEXT,
    owner TEXT NOT NULL,
    -- When the offers expire (JSON), and the same if one of them can still expire.
    expiries TEXT NOT NULL,
    open_expiries TEXT,
    offer_statuses TEXT NOT NULL DEFAULT '[]'
  ) STRICT;
  -- Each covers the columns of a frequent query, or visits the deals of a filter in the order of the table.
  CREATE INDEX deal_facts_by_filter ON deal_facts (filter, changed, amount, offer_cents);
  CREATE INDEX deal_facts_by_standing ON deal_facts (standing);
  CREATE INDEX deal_facts_by_change ON deal_facts (changed, filter);
  CREATE INDEX deal_facts_by_status ON deal_facts (status, filter);
  CREATE INDEX deal_facts_under_way ON deal_facts (answered, open_lines, need, open_expiries, filter) WHERE under_way = 1;
  CREATE INDEX deal_facts_by_need ON deal_facts (need, answered, open_lines, open_expiries, filter);
  CREATE INDEX deal_facts_expiring ON deal_facts (open_expiries, need, answered, open_lines, filter) WHERE open_expiries IS NOT NULL;
  CREATE INDEX deals_open ON deals (
    application_id, deal_id, submitted_at, created_at, application_status, application_status_at, offer_status_at
  ) WHERE application_id IS NOT NULL AND state = 'received' AND deleted_at IS NULL;
  CREATE INDEX news_unread ON news (number, deal_id, read_at) WHERE read_at IS NULL;
  CREATE UNIQUE INDEX deals_by_application ON deals (application_id) WHERE application_id IS NOT NULL;

  CREATE TABLE history (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    commits INTEGER NOT NULL,
    at TEXT NOT NULL
  ) STRICT;
  INSERT INTO history VALUES (1, 0, '');
  CREATE INDEX events_open_hints ON events (application_id, number) WHERE state IN ('asking', 'unconfirmed');
  CREATE INDEX events_hint_signatures ON events (substr(signature, -65, 64)) WHERE verification = 'hint';
  CREATE INDEX events_strays ON events (verification, number) WHERE state = 'waiting';

  CREATE TABLE event_problems (
    number INTEGER PRIMARY KEY,
    problem TEXT NOT NULL,
    reason TEXT NOT NULL,
    application_id TEXT,
    count INTEGER NOT NULL,
    first_at TEXT NOT NULL,
    last_at TEXT NOT NULL,
    UNIQUE (problem, reason)
  ) STRICT;

  CREATE TABLE deleted_application_ids (application_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TRIGGER new_deal_takes_no_deleted_id BEFORE INSERT ON deals
    WHEN EXISTS (SELECT 1 FROM deleted_application_ids WHERE application_id = NEW.application_id)
    BEGIN SELECT RAISE(ABORT, 'the application_id belonged to a deleted deal'); END;
  CREATE TRIGGER deal_takes_no_deleted_id BEFORE UPDATE OF application_id ON deals
    WHEN EXISTS (SELECT 1 FROM deleted_application_ids WHERE application_id = NEW.application_id)
    BEGIN SELECT RAISE(ABORT, 'the application_id belonged to a deleted deal'); END;

  -- A due time has two columns: "wall" is the time on the clock of this computer, or null for an elapsed time; "at" is its instant.
  CREATE TABLE follow_ups (
    deal_id TEXT PRIMARY KEY REFERENCES deals (deal_id),
    wall TEXT,
    at TEXT NOT NULL,
    note TEXT NOT NULL,
    set_at TEXT NOT NULL,
    fired_at TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX news_snoozed ON news (snoozed_at) WHERE snoozed_at IS NOT NULL;
  CREATE INDEX news_to_announce ON news (number) WHERE announce = 1;

  -- Reasons on the Today screen that the broker dismissed (no time) or snoozed. Fact names the subject of the reason.
  CREATE TABLE set_aside (
    deal_id TEXT NOT NULL REFERENCES deals (deal_id),
    kind TEXT NOT NULL,
    fact TEXT NOT NULL,
    wall TEXT,
    at TEXT,
    PRIMARY KEY (deal_id, kind)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX documents_with_originals ON documents (number) WHERE originals IS NOT NULL;

  CREATE TABLE merchants (
    deal_id TEXT PRIMARY KEY REFERENCES deals (deal_id),
    -- A keyed hash of the EIN, and the name without case, punctuation and legal form. Both are empty if the form lacks the value.
    ein_key TEXT NOT NULL,
    name_key TEXT NOT NULL,
    -- 1 after the broker dismissed the offer to reuse values of an earlier deal.
    is_dismissed INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX merchants_by_ein ON merchants (ein_key) WHERE ein_key <> '';
  CREATE INDEX merchants_by_name ON merchants (name_key) WHERE name_key <> '';

  -- What the app read in bank statements, and the corrections of the broker.
  CREATE TABLE statement_readings (
    document_id TEXT PRIMARY KEY REFERENCES documents (document_id) ON DELETE CASCADE,
    deal_id TEXT NOT NULL REFERENCES deals (deal_id),
    -- The version of the reader. A newer reader reads the document again.
    reader_version INTEGER NOT NULL,
    -- JSON, compressed by gzip, as base64.
    reading TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX statement_readings_by_deal ON statement_readings (deal_id);

  -- Kind is row, description, position, or account. Key names what the broker corrected, independent of the reader's version.
  CREATE TABLE statement_corrections (
    deal_id TEXT NOT NULL REFERENCES deals (deal_id),
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (deal_id, kind, key)
  ) STRICT, WITHOUT ROWID;
`
