/**
 * Migration: an append does not wait for one office while it could store the events of others. Usually, a log is locked only for the moments
 * in which another process adds events to it, and this append waits for it as before. If it waits longer, it starts again: it stores the events of all
 * other logs, and returns `busy` for those of the locked ones.
 *
 * The wait is a subtransaction, which releases the locks that it already has. The limit ends with the function, because a commit also waits
 * for a lock: PostgreSQL lets only one transaction at a time commit a notification. Programs of the previous version call `append_events`
 * themselves, and do not know the outcome `busy`.
 */
export const appendToFreeLogs = `
  CREATE FUNCTION append_to_free_logs(
    office_ids bigint[], environments text[], event_ids text[], received_ats timestamptz[], senders text[],
    signatures text[], kids text[], verifications text[], raw_bodies bytea[]
  ) RETURNS TABLE (outcome text, seq bigint) LANGUAGE plpgsql SET lock_timeout = '100ms' AS $$
  #variable_conflict use_column
  DECLARE
    -- Places of the events whose log is free. A log that does not exist any more is free as well: its events are refused.
    free bigint[];
  BEGIN
    RETURN QUERY SELECT appended.outcome, appended.seq FROM append_events(
      office_ids, environments, event_ids, received_ats, senders, signatures, kids, verifications, raw_bodies
    ) AS appended;
  EXCEPTION WHEN lock_not_available THEN
    PERFORM set_config('lock_timeout', '0', true);
    WITH locked AS MATERIALIZED (
      SELECT logs.office_id, logs.name FROM environments AS logs
      WHERE (logs.office_id, logs.name) IN (
        SELECT given.office_id, given.name FROM unnest(office_ids, environments) AS given (office_id, name)
      )
      FOR NO KEY UPDATE SKIP LOCKED
    )
    SELECT array_agg(given.place ORDER BY given.place) INTO free
      FROM unnest(office_ids, environments) WITH ORDINALITY AS given (office_id, name, place)
      WHERE (given.office_id, given.name) IN (SELECT locked.office_id, locked.name FROM locked)
        OR NOT EXISTS (
          SELECT 1 FROM environments AS logs WHERE logs.office_id = given.office_id AND logs.name = given.name
        );
    RETURN QUERY
    WITH chosen AS (
      SELECT array_agg(given.office_id) AS office_ids, array_agg(given.environment) AS environments,
        array_agg(given.event_id) AS event_ids, array_agg(given.received_at) AS received_ats,
        array_agg(given.sender) AS senders, array_agg(given.signature) AS signatures, array_agg(given.kid) AS kids,
        array_agg(given.verification) AS verifications, array_agg(given.raw_body) AS raw_bodies
      FROM unnest(free) AS place CROSS JOIN LATERAL (
        SELECT office_ids[place] AS office_id, environments[place] AS environment, event_ids[place] AS event_id,
          received_ats[place] AS received_at, senders[place] AS sender, signatures[place] AS signature,
          kids[place] AS kid, verifications[place] AS verification, raw_bodies[place] AS raw_body
      ) AS given
    )
    SELECT results.outcome, results.seq FROM (
      SELECT free[appended.position] AS place, appended.outcome, appended.seq
      FROM chosen CROSS JOIN LATERAL append_events(
        chosen.office_ids, chosen.environments, chosen.event_ids, chosen.received_ats, chosen.senders,
        chosen.signatures, chosen.kids, chosen.verifications, chosen.raw_bodies
      ) WITH ORDINALITY AS appended (outcome, seq, position)
      UNION ALL
      SELECT place, 'busy', NULL FROM generate_series(1, cardinality(office_ids)) AS place
      WHERE place <> ALL (coalesce(free, '{}'))
    ) AS results ORDER BY results.place;
  END
  $$;
`
