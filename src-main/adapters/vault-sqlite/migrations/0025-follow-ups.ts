/**
 * Frozen: never edit a released migration. To fix it, add a new migration.
 *
 * A due time has two columns. `…wall` is the time on the clock of this computer, or null for an elapsed time. `…at` is its instant.
 */
export const followUps = `
  CREATE TABLE follow_ups (
    deal_id TEXT PRIMARY KEY REFERENCES deals (deal_id),
    wall TEXT,
    at TEXT NOT NULL,
    set_at TEXT NOT NULL,
    fired_at TEXT
  ) STRICT, WITHOUT ROWID;

  -- A snoozed item counts as read until it returns. Announce is 1 while a reminder still waits for its desktop notification.
  ALTER TABLE inbox ADD COLUMN snoozed_wall TEXT;
  ALTER TABLE inbox ADD COLUMN snoozed_at TEXT;
  ALTER TABLE inbox ADD COLUMN announce INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX inbox_snoozed ON inbox (snoozed_at) WHERE snoozed_at IS NOT NULL;
  CREATE INDEX inbox_to_announce ON inbox (number) WHERE announce = 1;

  -- Lines of the Today screen that the broker dismissed (no time) or snoozed. Fact names what the line was about.
  CREATE TABLE set_aside (
    deal_id TEXT NOT NULL REFERENCES deals (deal_id),
    kind TEXT NOT NULL,
    fact TEXT NOT NULL,
    wall TEXT,
    at TEXT,
    PRIMARY KEY (deal_id, kind)
  ) STRICT, WITHOUT ROWID;
`
