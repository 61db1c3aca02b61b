/** Frozen: never edit a released migration. Add another one to fix it. */
export const eventLimits = `
  -- When this computer took a hint; null for every other event.
  ALTER TABLE events ADD COLUMN taken_at TEXT;

  -- Hints that the partner has not settled, and the signatures of all hints, to notice one that comes again.
  CREATE INDEX events_open_hints ON events (application_id, number) WHERE state IN ('asking', 'unconfirmed');
  CREATE INDEX events_hint_signatures ON events (substr(signature, -65, 64)) WHERE verification = 'hint';

  -- Events of unknown applications, in their order, so that the oldest can be dropped.
  CREATE INDEX events_strays ON events (verification, number) WHERE state = 'waiting';

  -- What was rejected, dropped or suspicious among the notifications.
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
`
