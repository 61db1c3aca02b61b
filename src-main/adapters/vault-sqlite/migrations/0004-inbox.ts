/** Frozen: never edit a released migration. Add another one to fix it. */
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
