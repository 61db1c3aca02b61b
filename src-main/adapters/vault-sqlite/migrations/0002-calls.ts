/** Frozen: never edit a released migration. Add another one to fix it. */
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
