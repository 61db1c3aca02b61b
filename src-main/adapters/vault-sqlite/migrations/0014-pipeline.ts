/** Frozen: never edit a released migration. Add another one to fix it. */
export const pipeline = `
  -- What the list sorts by beside what was in it, still read whole without touching the deals themselves.
  DROP INDEX deals_catalog;
  CREATE INDEX deals_catalog ON deals (
    number, state, partner_status, partner_status_at, offer_status, offer_status_at, updated_at, submitted_at, deleted_at,
    amount_cents, legal_name, created_at, problems, reference, application_id
  );

  -- Read from the form, the offers, the documents and the checklist; filled when the vault opens.
  CREATE TABLE deal_facts (
    number INTEGER PRIMARY KEY REFERENCES deals (number) ON DELETE CASCADE,
    owner TEXT NOT NULL,
    region TEXT NOT NULL,
    offer_cents INTEGER,
    offer_count INTEGER NOT NULL,
    expiries TEXT NOT NULL,
    documents INTEGER NOT NULL DEFAULT 0,
    documents_received INTEGER NOT NULL DEFAULT 0,
    answered TEXT NOT NULL DEFAULT '[]',
    open_lines INTEGER NOT NULL DEFAULT 0
  ) STRICT;
`
