/** Frozen: never edit a released migration. To fix it, add a new migration. */
export const ownOffers = `
  CREATE TABLE own_offers (
    deal_id TEXT NOT NULL REFERENCES deals (deal_id),
    offer_id TEXT NOT NULL,
    choice TEXT,
    acceptance TEXT,
    PRIMARY KEY (deal_id, offer_id)
  ) STRICT, WITHOUT ROWID;
`

/** Frozen: never edit a released migration. To fix it, add a new migration. */
export const reading = `
  -- What a document's words tell of its kind and of the days it covers, and the broker's own word on it (JSON).
  ALTER TABLE documents ADD COLUMN reading TEXT;
`

/** Frozen: never edit a released migration. To fix it, add a new migration. */
export const pipeline = `
  -- What the list sorts by beside what was in it, still read whole without touching the deals themselves.
  DROP INDEX deals_catalog;
  CREATE INDEX deals_catalog ON deals (
    number, state, partner_status, partner_status_at, offer_status, offer_status_at, updated_at, submitted_at, deleted_at,
    amount_cents, legal_name, created_at, problems, reference, application_id
  );

  -- Read from the form, the offers, the documents and the checklist; filled when the vault opens.
  CREATE TABLE deal_facts (
    number INTEGER PRIMARY KEY REFERENCES deals (number) ON DELETE CASCADE,
    owner TEXT NOT NULL,
    region TEXT NOT NULL,
    offer_cents INTEGER,
    offer_count INTEGER NOT NULL,
    expiries TEXT NOT NULL,
    documents INTEGER NOT NULL DEFAULT 0,
    documents_received INTEGER NOT NULL DEFAULT 0,
    answered TEXT NOT NULL DEFAULT '[]',
    open_lines INTEGER NOT NULL DEFAULT 0
  ) STRICT;
`

/** Frozen: never edit a released migration. To fix it, add a new migration. */
export const openDeals = `
  -- Which deals the service is asked about, read whole without touching the deals themselves.
  CREATE INDEX deals_open ON deals (
    application_id, deal_id, submitted_at, created_at, partner_status, partner_status_at, offer_status_at
  ) WHERE application_id IS NOT NULL AND state = 'received' AND deleted_at IS NULL;
`

/**
 * Frozen: never edit a released migration. To fix it, add a new migration. Orders the unread items of the inbox by arrival, so that many
 * new items share a database page. In the earlier order by deal id, almost every new item changed a different page.
 */
export const unreadByArrival = `
  DROP INDEX inbox_unread;
  CREATE INDEX inbox_unread ON inbox (number, deal_id, read_at) WHERE read_at IS NULL;
`

/**
 * Frozen: never edit a released migration. To fix it, add a new migration. Ensures that an application_id belongs to only one deal. Earlier
 * versions could assign one id to several deals. The deal that was submitted first keeps the id. The migration removes the id from the
 * other deals and lists these deals in a setting. The next start sets the outcome of the listed deals to unknown and informs the broker.
 * The documents of the listed deals were sent to the application of the first deal, so these documents count as not sent.
 */
export const oneIdOneDeal = `
  CREATE TEMP TABLE sharers AS
    SELECT number, deal_id, application_id FROM (
      SELECT number, deal_id, application_id,
        row_number() OVER (PARTITION BY application_id ORDER BY coalesce(submitted_at, created_at), number) AS place
      FROM deals WHERE application_id IS NOT NULL
    ) WHERE place > 1;
  INSERT OR REPLACE INTO settings (key, value)
    SELECT 'shared_application_ids',
      json_group_array(json_object('deal_id', deal_id, 'application_id', application_id))
    FROM sharers HAVING count(*) > 0;
  -- What is derived from the rows that change here is made anew.
  DELETE FROM settings
    WHERE key IN ('deals.index_version', 'deals.facts_version') AND EXISTS (SELECT 1 FROM sharers);
  DELETE FROM effects WHERE deal_id IN (SELECT deal_id FROM sharers);
  DELETE FROM milestones WHERE deal_id IN (SELECT deal_id FROM sharers);
  UPDATE documents SET state = 'attached', error = NULL, sent_at = NULL
    WHERE deal_id IN (SELECT deal_id FROM sharers);
  UPDATE deals SET application_id = NULL WHERE deal_id IN (SELECT deal_id FROM sharers);
  DROP TABLE sharers;
  DROP INDEX deals_by_application;
  CREATE UNIQUE INDEX deals_by_application ON deals (application_id) WHERE application_id IS NOT NULL;
`

/**
 * Frozen: never edit a released migration. To fix it, add a new migration.
 * Stores one row: the number of commits to this database, a hash chain over them, and the time of the newest commit. The mark file
 * (`history-mark.ts`) repeats the row, so that the app notices lost commits.
 */
export const history = `
  CREATE TABLE history (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    commits INTEGER NOT NULL,
    chain BLOB NOT NULL,
    at TEXT NOT NULL
  ) STRICT;
  INSERT INTO history VALUES (1, 0, zeroblob(32), '');
`

/** Frozen: never edit a released migration. To fix it, add a new migration. */
export const eventLimits = `
  -- When this computer took a hint; null for every other event.
  ALTER TABLE events ADD COLUMN taken_at TEXT;

  -- Hints that the partner has not settled, and the signatures of all hints, to notice one that comes again.
  CREATE INDEX events_open_hints ON events (application_id, number) WHERE state IN ('asking', 'unconfirmed');
  CREATE INDEX events_hint_signatures ON events (substr(signature, -65, 64)) WHERE verification = 'hint';

  -- Events of unknown applications, in their order, so that the oldest can be dropped.
  CREATE INDEX events_strays ON events (verification, number) WHERE state = 'waiting';

  -- What was rejected, dropped or suspicious among the notifications.
  CREATE TABLE event_problems (
    number INTEGER PRIMARY KEY,
    problem TEXT NOT NULL,
    reason TEXT NOT NULL,
    application_id TEXT,
    count INTEGER NOT NULL,
    first_at TEXT NOT NULL,
    last_at TEXT NOT NULL,
    UNIQUE (problem, reason)
  ) STRICT;
`

/**
 * Frozen: never edit a released migration. To fix it, add a new migration. Stores the application_ids of permanently deleted deals, so that
 * no other deal can use one of them. The table contains only ids and no client data.
 */
export const deletedIds = `
  CREATE TABLE deleted_application_ids (application_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TRIGGER new_deal_takes_no_deleted_id BEFORE INSERT ON deals
    WHEN EXISTS (SELECT 1 FROM deleted_application_ids WHERE application_id = NEW.application_id)
    BEGIN SELECT RAISE(ABORT, 'the application_id belonged to a deleted deal'); END;
  CREATE TRIGGER deal_takes_no_deleted_id BEFORE UPDATE OF application_id ON deals
    WHEN EXISTS (SELECT 1 FROM deleted_application_ids WHERE application_id = NEW.application_id)
    BEGIN SELECT RAISE(ABORT, 'the application_id belonged to a deleted deal'); END;
`

/**
 * Frozen: never edit a released migration. To fix it, add a new migration. Adds the column with which the list of deals finds deals with an
 * open offer. The app fills the column when the vault opens.
 */
export const offerStatuses = `
  ALTER TABLE deal_facts ADD COLUMN offer_statuses TEXT NOT NULL DEFAULT '[]';
`

/**
 * Frozen: never edit a released migration. To fix it, add a new migration.
 *
 * Adds the splits of a commission, as a JSON array. Each split has a name, and a percentage or an amount.
 */
export const commissionSplits = `
  ALTER TABLE money ADD COLUMN splits TEXT NOT NULL DEFAULT '[]';
`
