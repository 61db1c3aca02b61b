/**
 * Frozen: never edit a released migration. To fix it, add a new migration.
 *
 * Adds an index of merchants, with which the app recognizes a merchant of an earlier deal. The app fills the table when the vault opens.
 */
export const merchants = `
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
`
