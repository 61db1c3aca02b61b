/** Frozen: never edit a released migration. Add another one to fix it. */
export const ownOffers = `
  CREATE TABLE own_offers (
    deal_id TEXT NOT NULL REFERENCES deals (deal_id),
    offer_id TEXT NOT NULL,
    choice TEXT,
    acceptance TEXT,
    PRIMARY KEY (deal_id, offer_id)
  ) STRICT, WITHOUT ROWID;
`
