/**
 * Frozen: never edit a released migration. Add another one to fix it.
 * The list uses this column to find deals with an open offer. Filled when the vault opens.
 */
export const offerStatuses = `
  ALTER TABLE deal_facts ADD COLUMN offer_statuses TEXT NOT NULL DEFAULT '[]';
`
