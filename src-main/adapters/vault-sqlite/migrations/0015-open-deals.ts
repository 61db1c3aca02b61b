/** Frozen: a released migration is never edited, the next one mends it. */
export const openDeals = `
  -- Which deals the service is asked about, read whole without touching the deals themselves.
  CREATE INDEX deals_open ON deals (
    application_id, deal_id, submitted_at, created_at, partner_status, partner_status_at, offer_status_at
  ) WHERE application_id IS NOT NULL AND state = 'received' AND deleted_at IS NULL;
`
