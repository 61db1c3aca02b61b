/**
 * Frozen: never edit a released migration. To fix it, add a new migration.
 *
 * Adds what the app read in bank statements, and the broker's corrections of it.
 */
export const statements = `
  CREATE TABLE statement_readings (
    document_id TEXT PRIMARY KEY REFERENCES documents (document_id) ON DELETE CASCADE,
    deal_id TEXT NOT NULL REFERENCES deals (deal_id),
    -- The version of the reader. A newer reader reads the document again.
    reader_version INTEGER NOT NULL,
    -- JSON, compressed by gzip, as base64.
    reading TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX statement_readings_by_deal ON statement_readings (deal_id);

  -- Kind is row, description, or position. Key names what the broker corrected, in a form that does not depend on the reader's version.
  CREATE TABLE statement_corrections (
    deal_id TEXT NOT NULL REFERENCES deals (deal_id),
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (deal_id, kind, key)
  ) STRICT, WITHOUT ROWID;
`
