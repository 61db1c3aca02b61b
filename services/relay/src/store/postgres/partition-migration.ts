/**
 * Seventh migration: time partitions for the events. `expires_on` of an event is the day on which its retention ends. Each partition contains the
 * events of one week of such days, so it is dropped as a whole. These partitions have no week:
 *
 * - `events_before_partitions` is the former table. It becomes a partition as it is, so that nothing is copied.
 * - `events_for_ever` contains the events of offices that keep them for ever, or for longer than 400 days: every read looks into every
 *   partition, so there must not be too many.
 * - `events_default` takes the events whose partition does not exist yet.
 *
 * Each step locks the tables only for moments. The second one reads the whole table, but the relay can store events meanwhile.
 */
export const partitions = [
  `
  ALTER TABLE events
    ADD COLUMN expires_on date NOT NULL DEFAULT '0001-01-01',
    ADD CONSTRAINT before_partitions CHECK (expires_on = '0001-01-01') NOT VALID;
  `,
  `
  ALTER TABLE events VALIDATE CONSTRAINT before_partitions;
  `,
  `
  CREATE TABLE store_retention (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    -- The setting of the relays, for offices without their own number of days. NULL: for ever.
    keep_days bigint
  );
  -- The default of the setting, until a relay tells its own. It only chooses a partition, so it does not matter if it is wrong.
  INSERT INTO store_retention (keep_days) VALUES (30);

  CREATE FUNCTION expires_on(received_at timestamptz, keep_days bigint) RETURNS date
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE
      WHEN keep_days BETWEEN 1 AND 400 THEN (received_at AT TIME ZONE 'UTC')::date + keep_days::integer
      ELSE 'infinity'
    END
  $$;

  -- An append locks first the logs, and then the events.
  LOCK TABLE environments, events IN ACCESS EXCLUSIVE MODE;
  DROP TRIGGER tell_appended ON events;
  -- Only append_events inserts events, and it requires their environment. An office is deleted only after its events.
  ALTER TABLE events DROP CONSTRAINT events_office_id_environment_fkey;
  ALTER TABLE events RENAME TO events_before_partitions;
  CREATE TABLE events (LIKE events_before_partitions) PARTITION BY RANGE (expires_on);
  ALTER TABLE events ALTER COLUMN expires_on SET DEFAULT 'infinity';
  ALTER TABLE events ATTACH PARTITION events_before_partitions FOR VALUES FROM ('0001-01-01') TO ('0001-01-02');
  CREATE TABLE events_for_ever PARTITION OF events (PRIMARY KEY (office_id, environment, seq))
    FOR VALUES FROM ('infinity') TO (MAXVALUE);
  CREATE TABLE events_default PARTITION OF events (PRIMARY KEY (office_id, environment, seq)) DEFAULT;
  CREATE TRIGGER tell_appended AFTER INSERT ON events
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_appended();

  -- A relay of the previous version deletes rows one by one. If it deleted rows that retention has hidden, their size would be subtracted
  -- twice. Remove this trigger when that version is no longer supported.
  CREATE FUNCTION keep_hidden_events() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF current_setting('relay.removes_hidden_events', true) = 'on'
      OR EXISTS (SELECT 1 FROM offices WHERE office_id = OLD.office_id AND state = 'deleting')
      OR NOT EXISTS (
        SELECT 1 FROM environments
        WHERE office_id = OLD.office_id AND name = OLD.environment AND purged_through >= OLD.seq
      )
    THEN RETURN OLD; END IF;
    RETURN NULL;
  END
  $$;
  CREATE TRIGGER keep_hidden_events BEFORE DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION keep_hidden_events();

  CREATE OR REPLACE FUNCTION append_events(
    office_ids bigint[], environments text[], event_ids text[], received_ats timestamptz[], senders text[],
    signatures text[], kids text[], verifications text[], raw_bodies bytea[]
  ) RETURNS TABLE (outcome text, seq bigint) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  BEGIN
    -- A statement of its own: the next one then sees all that was committed while this one waited. All processes lock the logs in the
    -- same order, so that they never wait for each other in a circle.
    PERFORM 1 FROM environments AS logs
      WHERE (logs.office_id, logs.name) IN (
        SELECT given.office_id, given.name FROM unnest(office_ids, environments) AS given (office_id, name)
      )
      ORDER BY logs.office_id, logs.name FOR NO KEY UPDATE;
    -- Two relays may get the same unique signature at the same time, for different offices. The second one waits for the first.
    PERFORM pg_advisory_xact_lock(hashtextextended('relay signature ' || locked.signature, 0))
      FROM (
        SELECT DISTINCT given.signature
        FROM unnest(signatures, verifications) AS given (signature, verification)
        WHERE given.verification = 'unique' ORDER BY given.signature
      ) AS locked;
    -- Wait while a partition is created. PostgreSQL would otherwise choose the default partition now, and later refuse events that belong
    -- to the new one.
    LOCK TABLE events_default IN ROW EXCLUSIVE MODE;
    RETURN QUERY
    WITH incoming AS MATERIALIZED (
      SELECT given.*, id_hash(given.environment, given.event_id) AS id_hash,
        substring(sha256(given.raw_body) FROM 1 FOR 16) AS body_hash,
        signature_hash(given.signature, given.verification) AS signature_hash,
        octet_length(given.raw_body) + octet_length(given.signature) AS size
      FROM unnest(
        office_ids, environments, event_ids, received_ats, senders, signatures, kids, verifications, raw_bodies
      ) WITH ORDINALITY AS given (
        office_id, environment, event_id, received_at, sender, signature, kid, verification, raw_body, place
      )
    ), open_logs AS MATERIALIZED (
      SELECT logs.office_id, logs.name AS environment, logs.last_seq,
        coalesce(offices.keep_days, (SELECT keep_days FROM store_retention)) AS keep_days,
        offices.max_bytes - (
          SELECT sum(stored_bytes) FROM environments AS both_logs WHERE both_logs.office_id = offices.office_id
        ) AS left_bytes
      FROM environments AS logs JOIN offices ON offices.office_id = logs.office_id
      WHERE offices.state = 'active' AND (logs.office_id, logs.name) IN (
        SELECT office_id, environment FROM incoming
      )
    ), hints AS MATERIALIZED (
      -- For each event whose signature need not be unique: how many new events before it in this append have the same signature.
      SELECT office_id, place, count(*) FILTER (WHERE is_new) OVER (
        PARTITION BY office_id, signature_hash ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
      ) AS before
      FROM (
        SELECT incoming.*, row_number() OVER (PARTITION BY office_id, id_hash ORDER BY place) = 1 AND NOT EXISTS (
          SELECT 1 FROM known_ids AS old WHERE old.office_id = incoming.office_id AND old.id_hash = incoming.id_hash
        ) AS is_new
        FROM incoming WHERE verification = 'hint'
      ) AS given
    ), judged AS MATERIALIZED (
      SELECT incoming.*,
        open_logs.last_seq,
        open_logs.keep_days,
        open_logs.office_id IS NULL AS is_closed,
        incoming.verification = 'unique' AND (
          EXISTS (
            SELECT 1 FROM known_ids AS other
            WHERE other.office_id IS NOT NULL AND other.signature_hash = incoming.signature_hash
              AND other.body_hash <> incoming.body_hash
          ) OR EXISTS (
            SELECT 1 FROM incoming AS other
            WHERE other.signature_hash = incoming.signature_hash AND other.body_hash <> incoming.body_hash
              AND other.place < incoming.place
          )
        ) AS is_replayed,
        incoming.verification = 'hint' AND EXISTS (
          SELECT 1 FROM known_ids AS seen
          WHERE seen.office_id = incoming.office_id AND seen.signature_hash = incoming.signature_hash
        ) AS is_known,
        -- Number of bodies that the office lately got with this signature, for MAX_BODIES_OF_SIGNATURE and SIGNATURE_WINDOW_MS in
        -- columns.ts.
        CASE WHEN incoming.verification = 'hint' THEN hints.before + (
          SELECT count(*) FROM (
            SELECT 1 FROM known_ids AS seen
            WHERE seen.office_id = incoming.office_id AND seen.signature_hash = incoming.signature_hash
              AND seen.received_at BETWEEN incoming.received_at - interval '5 minutes'
                AND incoming.received_at + interval '5 minutes'
            LIMIT 100
          ) AS lately
        ) ELSE 0 END AS uses,
        coalesce(
          open_logs.left_bytes - sum(size) OVER (PARTITION BY incoming.office_id ORDER BY place) + size <= 0,
          false
        ) AS is_over
      FROM incoming LEFT JOIN open_logs USING (office_id, environment) LEFT JOIN hints USING (office_id, place)
    ), firsts AS (
      SELECT DISTINCT ON (office_id, id_hash) * FROM judged
      WHERE NOT is_closed AND NOT is_replayed AND uses < 100 AND NOT is_over ORDER BY office_id, id_hash, place
    ), unknown AS (
      INSERT INTO known_ids AS ids (office_id, environment, id_hash, body_hash, received_at, signature_hash)
      SELECT office_id, environment, id_hash, body_hash, received_at, signature_hash FROM firsts ORDER BY place
      ON CONFLICT DO NOTHING
      RETURNING ids.office_id, ids.id_hash
    ), numbered AS (
      SELECT firsts.*,
        last_seq + row_number() OVER (PARTITION BY office_id, environment ORDER BY place) AS seq
      FROM firsts JOIN unknown USING (office_id, id_hash)
    ), stored AS (
      INSERT INTO events
        (office_id, environment, seq, event_id, received_at, sender, signature, kid, verification, raw_body, expires_on)
      SELECT office_id, environment, seq, event_id, received_at, sender, signature, kid,
        CASE WHEN is_known OR uses > 0 THEN 'reused' ELSE verification END, raw_body, expires_on(received_at, keep_days)
      FROM numbered ORDER BY office_id, environment, seq
    ), counted AS (
      UPDATE environments AS logs
      SET last_seq = added.last_seq, stored_bytes = logs.stored_bytes + added.size
      FROM (
        SELECT office_id, environment, max(seq) AS last_seq, sum(size) AS size
        FROM numbered GROUP BY office_id, environment
      ) AS added
      WHERE logs.office_id = added.office_id AND logs.name = added.environment
    )
    SELECT
      CASE
        WHEN judged.is_closed THEN 'closed'
        WHEN numbered.place = judged.place AND (judged.is_known OR judged.uses > 0) THEN 'stored_reused'
        WHEN numbered.place = judged.place THEN 'stored'
        WHEN coalesce(numbered.body_hash, known.body_hash) = judged.body_hash THEN 'duplicate'
        WHEN coalesce(numbered.body_hash, known.body_hash) IS NOT NULL THEN 'conflict'
        WHEN judged.is_replayed OR judged.uses >= 100 THEN 'signature_reused'
        ELSE 'over_quota'
      END,
      CASE WHEN numbered.place = judged.place THEN numbered.seq END
    FROM judged
      LEFT JOIN numbered USING (office_id, id_hash)
      LEFT JOIN known_ids AS known ON known.office_id = judged.office_id AND known.id_hash = judged.id_hash
    ORDER BY judged.place;
  END
  $$;
  `,
]
