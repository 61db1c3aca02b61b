/** Frozen: never edit a released migration. Add another one to fix it. */
export const money = `
  -- When the service first told that a deal had come so far, in UTC, and the offer it was accepted with (JSON). Under the number
  -- of its deal, so that both are read in one walk.
  CREATE TABLE milestones (
    number INTEGER PRIMARY KEY,
    deal_id TEXT NOT NULL UNIQUE REFERENCES deals (deal_id) ON DELETE CASCADE,
    offered_at TEXT,
    accepted_at TEXT,
    funded_at TEXT,
    declined_at TEXT,
    decline_reason TEXT,
    offer TEXT
  ) STRICT;

  WITH told AS (
    SELECT application_id, status, min(strftime('%Y-%m-%dT%H:%M:%fZ', timestamp)) AS at FROM events
    WHERE status IN ('offer_available', 'offer_accepted', 'app_funded', 'app_declined_closed')
    GROUP BY application_id, status
    UNION ALL
    SELECT application_id, partner_status, strftime('%Y-%m-%dT%H:%M:%fZ', partner_status_at) FROM deals
    WHERE application_id IS NOT NULL AND partner_status IN ('app_funded', 'app_declined_closed')
    UNION ALL
    SELECT application_id, offer_status, strftime('%Y-%m-%dT%H:%M:%fZ', offer_status_at) FROM deals
    WHERE application_id IS NOT NULL AND offer_status IN ('offer_available', 'offer_accepted')
  ), reached AS (
    SELECT application_id,
      min(at) FILTER (WHERE status = 'offer_available') AS offered_at,
      min(at) FILTER (WHERE status = 'offer_accepted') AS accepted_at,
      min(at) FILTER (WHERE status = 'app_funded') AS funded_at,
      min(at) FILTER (WHERE status = 'app_declined_closed') AS declined_at
    FROM told GROUP BY application_id
  )
  INSERT INTO milestones (number, deal_id, offered_at, accepted_at, funded_at, declined_at, offer)
    SELECT number, deal_id, offered_at, accepted_at, funded_at, declined_at,
      (SELECT value FROM json_each(offers)
       WHERE lower(value ->> 'status') IN ('accepted', 'offer_accepted', 'funded') LIMIT 1)
    FROM deals JOIN reached USING (application_id) ORDER BY number;

  -- What the broker wrote by hand about a deal's money; null where nothing.
  CREATE TABLE money (
    deal_id TEXT PRIMARY KEY REFERENCES deals (deal_id) ON DELETE CASCADE,
    amount_cents INTEGER,
    expected_cents INTEGER,
    settled_cents INTEGER,
    settled_on TEXT,
    clawback_on TEXT,
    clawed_back_on TEXT,
    note TEXT,
    renewal_on TEXT,
    renewal_off INTEGER NOT NULL DEFAULT 0,
    renewal_told_on TEXT,
    renewed_as TEXT
  ) STRICT, WITHOUT ROWID;

  -- What the dashboard counts, read whole without touching the deals themselves.
  CREATE INDEX deals_courses ON deals (number, created_at, submitted_at, deleted_at, amount_cents);
`
