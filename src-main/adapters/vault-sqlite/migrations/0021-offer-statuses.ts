/**
 * Frozen: change a released migration only by adding another one.
 *
 * The list reads from it which deals have an open offer. Filled when the vault opens.
 */
export const offerStatuses = `
  ALTER TABLE deal_facts ADD COLUMN offer_statuses TEXT NOT NULL DEFAULT '[]';
`
