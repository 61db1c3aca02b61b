/**
 * Frozen: never edit a released migration. Add another one to fix it.
 *
 * Adds the splits of a commission, as a JSON array: each with a name, and a percentage or an amount.
 */
export const commissionSplits = `
  ALTER TABLE money ADD COLUMN splits TEXT NOT NULL DEFAULT '[]';
`
