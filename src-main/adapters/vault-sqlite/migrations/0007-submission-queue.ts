/** Frozen: never edit a released migration. Add another one to fix it. */
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
