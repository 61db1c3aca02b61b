/** Frozen: never edit a released migration. Add another one to fix it. */
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
