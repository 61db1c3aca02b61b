/**
 * Stores hashes instead of the ids, as SQLite does, so that each known id takes the same small space. `arrival` numbers the ids in the
 * order of arrival, which identifies the oldest.
 */
export const shortIds = `
  CREATE FUNCTION id_hash(text, text) RETURNS bytea LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT substring(sha256(convert_to($1 || chr(10) || $2, 'UTF8')) FROM 1 FOR 12)
  $$;

  CREATE TABLE known_ids (
    arrival bigint GENERATED ALWAYS AS IDENTITY,
    environment text NOT NULL,
    id_hash bytea PRIMARY KEY,
    body_hash bytea NOT NULL,
    received_at timestamptz NOT NULL
  );
  INSERT INTO known_ids (environment, id_hash, body_hash, received_at)
    SELECT environment, id_hash(environment, event_id), substring(body_sha256 FROM 1 FOR 16), received_at
    FROM event_ids ORDER BY received_at;
  CREATE INDEX known_ids_by_environment ON known_ids (environment, arrival);
  DROP TABLE event_ids;

  CREATE OR REPLACE FUNCTION append_events(
    environments text[], event_ids text[], received_ats timestamptz[], senders text[],
    signatures text[], kids text[], verifications text[], raw_bodies bytea[]
  ) RETURNS TABLE (outcome text, seq bigint) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    before bigint;
  BEGIN
    -- A statement of its own: the next one then sees all that was committed while this one waited.
    SELECT last_seq INTO STRICT before FROM log FOR UPDATE;
    RETURN QUERY
    WITH incoming AS MATERIALIZED (
      SELECT given.*, id_hash(given.environment, given.event_id) AS id_hash,
        substring(sha256(given.raw_body) FROM 1 FOR 16) AS body_hash
      FROM unnest(
        environments, event_ids, received_ats, senders, signatures, kids, verifications, raw_bodies
      ) WITH ORDINALITY
        AS given (environment, event_id, received_at, sender, signature, kid, verification, raw_body, place)
    ), firsts AS (
      SELECT DISTINCT ON (id_hash) * FROM incoming ORDER BY id_hash, place
    ), unknown AS (
      INSERT INTO known_ids AS ids (environment, id_hash, body_hash, received_at)
      SELECT environment, id_hash, body_hash, received_at FROM firsts ORDER BY place
      ON CONFLICT DO NOTHING
      RETURNING ids.id_hash
    ), numbered AS (
      SELECT firsts.*, before + row_number() OVER (ORDER BY place) AS seq
      FROM firsts JOIN unknown USING (id_hash)
    ), stored AS (
      INSERT INTO events
        (seq, environment, event_id, received_at, sender, signature, kid, verification, raw_body)
      SELECT seq, environment, event_id, received_at, sender, signature, kid, verification, raw_body
      FROM numbered ORDER BY seq
    ), counted AS (
      UPDATE log SET last_seq = before + (SELECT count(*) FROM numbered)
    )
    SELECT
      CASE
        WHEN numbered.place = incoming.place THEN 'stored'
        WHEN coalesce(numbered.body_hash, known.body_hash) = incoming.body_hash THEN 'duplicate'
        ELSE 'conflict'
      END,
      numbered.seq
    FROM incoming
      LEFT JOIN numbered USING (id_hash)
      LEFT JOIN known_ids AS known USING (id_hash)
    ORDER BY incoming.place;
  END
  $$;
`
