/**
 * Frozen: never edit a released migration. To fix it, add a new migration.
 *
 * Adds the amount that an inbox item is about. Adds what the broker notes about an offer, as JSON: that it was sent to the merchant, and that
 * the merchant declined it.
 */
export const ownOfferFacts = `
  ALTER TABLE inbox ADD COLUMN amount_cents INTEGER;
  ALTER TABLE inbox ADD COLUMN amount_of TEXT;
  ALTER TABLE own_offers ADD COLUMN sent TEXT;
  ALTER TABLE own_offers ADD COLUMN declined TEXT;
`
