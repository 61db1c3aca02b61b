/**
 * Frozen: never edit a released migration. To fix it, add a new migration.
 *
 * Adds the epoch of the relay's store in which a cursor was read. Empty if the relay has not told one.
 */
export const cursorEpoch = `
  ALTER TABLE cursors ADD COLUMN epoch TEXT NOT NULL DEFAULT '';
`
