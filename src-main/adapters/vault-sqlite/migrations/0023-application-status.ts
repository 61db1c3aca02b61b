/** Frozen: never edit a released migration. To fix it, add a new migration. */
export const applicationStatus = `
  ALTER TABLE deals RENAME COLUMN partner_status TO application_status;
  ALTER TABLE deals RENAME COLUMN partner_status_at TO application_status_at;
`
