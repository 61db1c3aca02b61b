/** Frozen: never edit a released migration. Add another one to fix it. */
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
