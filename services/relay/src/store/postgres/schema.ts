import { COMMON_TABLES } from '../schema.ts'

/**
 * The schema of the PostgreSQL database: the same tables as in SQLite, and what several relay processes need.
 *
 * **Numbers of events.** A PostgreSQL sequence would assign the number before the commit. If event 7 is committed after event 8, a reader that
 * has already read event 8 would then miss event 7. Here, an append locks the rows of the logs to which it adds events until its commit is
 * visible, so events become visible in the order of their numbers, and no office waits for another one. An append is a single database
 * call, so a relay process that freezes cannot keep the lock.
 *
 * **`device_version`** changes with every commit that revokes a device, requests or ends a replay, or changes the state of an office. Relays
 * compare it instead of looking up all their devices.
 *
 * - A row, not a sequence: a sequence changes before its transaction commits. A relay would then look too early, and miss the change.
 * - Random, not counted: a standby that takes over may lack the last commits, and would count to the same numbers again.
 * - Deferred triggers lock the row last. Two transactions that each lock a device and an office thus cannot wait for each other in a circle.
 * - No trigger for deleted rows: an office is marked as deleting, in a transaction of its own, before its devices are deleted.
 *
 * **`store_mark`** describes the present database: its cluster, its timeline, and this table. PostgreSQL starts a new timeline whenever a
 * standby takes over or a backup is recovered to a point in time, and `pg_restore` creates the table anew. The mark then differs from the
 * stored one, and whoever notices it first stores a new epoch. The epoch itself is random, so it reveals nothing about the database, and two
 * standbys that both took over differ.
 *
 * **`office_rates`** limits the notifications per minute of each office for all relay processes together. `full_at` is the time at which the
 * office may again use the whole amount of a minute at once. Each notification moves it further ahead. The table is not logged: a change of
 * it waits for no disk and no standby. After a crash of the database, the table is empty, and each office starts anew.
 */
const tables = `
  ${COMMON_TABLES}
  INSERT INTO offices (public_id, name, created_at)
    VALUES ('office-' || substring(md5(random()::text || clock_timestamp()::text) FROM 1 FOR 16), 'Office', now());

  CREATE UNLOGGED TABLE office_rates (
    office_id bigint PRIMARY KEY REFERENCES offices ON DELETE CASCADE,
    full_at timestamptz NOT NULL
  );

  CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE'
      AND EXISTS (SELECT 1 FROM offices WHERE office_id = OLD.office_id AND state = 'deleting')
    THEN RETURN OLD; END IF;
    RAISE EXCEPTION 'the audit log is append-only';
  END
  $$;
  CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE ON audit_log
    FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

  CREATE TABLE device_version (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    version uuid NOT NULL
  );
  INSERT INTO device_version (version) VALUES (gen_random_uuid());
  CREATE FUNCTION change_device_version() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE device_version SET version = gen_random_uuid();
    RETURN NULL;
  END
  $$;
  CREATE CONSTRAINT TRIGGER change_device_version AFTER UPDATE OF revoked_at, replay_from ON devices
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at OR OLD.replay_from IS DISTINCT FROM NEW.replay_from)
    EXECUTE FUNCTION change_device_version();
  CREATE CONSTRAINT TRIGGER change_device_version AFTER UPDATE OF state ON offices
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (OLD.state IS DISTINCT FROM NEW.state)
    EXECUTE FUNCTION change_device_version();

  CREATE TABLE store_epoch (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    epoch text NOT NULL,
    mark text NOT NULL
  );
  CREATE FUNCTION store_mark() RETURNS text LANGUAGE sql STABLE AS $$
    SELECT concat_ws(' ', system_identifier, substring(pg_walfile_name(pg_current_wal_lsn()) FROM 1 FOR 8),
      'store_epoch'::regclass::oid)
    FROM pg_control_system()
  $$;
  INSERT INTO store_epoch (epoch, mark) VALUES (gen_random_uuid()::text, store_mark());

  -- An append sends one notification (a doorbell), which names all its logs with the number of their newest event. If the names do not fit
  -- into a notification, which has at most 8,000 bytes, it names none.
  CREATE FUNCTION tell_appended() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('relay_appended', CASE WHEN octet_length(logs) < 7900 THEN logs ELSE '*' END)
      FROM (
        SELECT string_agg(office_id || ' ' || environment || ' ' || last_seq, ',') AS logs FROM (
          SELECT office_id, environment, max(seq) AS last_seq FROM added GROUP BY office_id, environment
        ) AS newest
      ) AS doorbell WHERE logs IS NOT NULL;
    RETURN NULL;
  END
  $$;
  CREATE TRIGGER tell_appended AFTER INSERT ON events
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_appended();

  -- Numbered in the order of arrival, so that the oldest ids can be found.
  CREATE TABLE known_ids (
    arrival bigint GENERATED ALWAYS AS IDENTITY,
    office_id bigint NOT NULL,
    environment text NOT NULL,
    id_hash bytea NOT NULL,
    body_hash bytea NOT NULL,
    received_at timestamptz NOT NULL,
    signature_hash bytea,
    PRIMARY KEY (office_id, id_hash)
  );
  CREATE INDEX known_ids_by_environment ON known_ids (office_id, environment, arrival);
  CREATE INDEX known_ids_by_signature ON known_ids (signature_hash, office_id, received_at)
    WHERE signature_hash IS NOT NULL;
`

/**
 * What an append runs in the database. PostgreSQL replaces a call of a SQL function by its body only if the function promises no more than
 * its body, and `convert_to` is declared as stable. As immutable functions, both hashes were parsed and planned again in each append.
 */
const appending = `
  CREATE FUNCTION id_hash(text, text) RETURNS bytea LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
    SELECT substring(sha256(convert_to($1 || chr(10) || $2, 'UTF8')) FROM 1 FOR 12)
  $$;
  CREATE FUNCTION signature_hash(signature text, verification text) RETURNS bytea
    LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN $2 = 'body' THEN NULL ELSE substring(sha256(convert_to($1, 'UTF8')) FROM 1 FOR 16) END
  $$;

  CREATE FUNCTION append_events(
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
        (office_id, environment, seq, event_id, received_at, sender, signature, kid, verification, raw_body)
      SELECT office_id, environment, seq, event_id, received_at, sender, signature, kid,
        CASE WHEN is_known OR uses > 0 THEN 'reused' ELSE verification END, raw_body
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
`

export const schema = `${tables}${appending}`
