/**
 * Frozen: never edit a released migration. Add another one to fix it.
 * An application_id belongs to one deal. Earlier versions could give it to several. The deal that was submitted first keeps it. The
 * others lose it here and are listed in a setting. The next start sets their outcome to unknown and informs the broker. Their documents
 * went to the application of the first deal, so they count as not sent.
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
