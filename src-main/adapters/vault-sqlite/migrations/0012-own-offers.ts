/** Frozen: a released migration is never edited, the next one mends it. */
export const ownOffers = `
  CREATE TABLE own_offers (
    deal_id TEXT NOT NULL REFERENCES deals (deal_id),
    offer_id TEXT NOT NULL,
    choice TEXT,
    acceptance TEXT,
    PRIMARY KEY (deal_id, offer_id)
  ) STRICT, WITHOUT ROWID;
`
