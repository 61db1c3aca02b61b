/** Frozen: never edit a released migration. Add another one to fix it. */
export const search = `
  DROP TABLE deal_search;
  DROP INDEX deals_newest;

  -- What the pipeline filters and sorts by, read whole when the vault opens without touching the deals themselves.
  CREATE INDEX deals_catalog ON deals (
    number, state, partner_status, partner_status_at, offer_status, offer_status_at, updated_at, submitted_at, deleted_at,
    amount_cents, legal_name
  );

  -- What a deal is found by, under its number. The texts themselves are not kept, and no SSN or whole EIN is among them.
  CREATE VIRTUAL TABLE deal_search USING fts5 (
    names, marks, statuses, notes, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3', detail = 'column',
    content = '', contentless_delete = 1
  );
`
