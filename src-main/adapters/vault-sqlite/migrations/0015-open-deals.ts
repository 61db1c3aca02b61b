/** Frozen: never edit a released migration. Add another one to fix it. */
export const openDeals = `
  -- Which deals the service is asked about, read whole without touching the deals themselves.
  CREATE INDEX deals_open ON deals (
    application_id, deal_id, submitted_at, created_at, partner_status, partner_status_at, offer_status_at
  ) WHERE application_id IS NOT NULL AND state = 'received' AND deleted_at IS NULL;
`
