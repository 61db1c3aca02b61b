import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { DatabaseError, NewerDataError, UsageError } from '../../errors.ts'
import { appendToFreeLogs } from './append-migration.ts'
import { createConnection, type Query } from './connections.ts'
import { deviceVersion } from './device-version-migration.ts'
import { storeEpoch } from './epoch-migration.ts'
import { offices } from './office-migration.ts'
import { officeRates } from './office-rates.ts'
import { partitions } from './partition-migration.ts'

/**
 * First migration: creates the same tables as for SQLite. Only seq (the sequence number of an event) is assigned differently. A PostgreSQL
 * sequence would assign the number before the commit. If event 7 is committed after event 8, a reader that has already read event 8 would
 * then miss event 7. Here, each append locks the single row of `log` until the commit is visible. Events therefore become visible in the
 * order of their numbers. An append is a single database call, so a relay process that freezes cannot keep the lock.
 */
export const createLogAndDevices = `
  CREATE TABLE environments (
    name text PRIMARY KEY,
    jwks_url text NOT NULL,
    sender_addresses text[] NOT NULL,
    purged_through bigint NOT NULL DEFAULT 0
  );

  CREATE TABLE key_sets (
    jwks_url text PRIMARY KEY,
    key_set json NOT NULL
  );

  CREATE TABLE inlets (
    inlet text PRIMARY KEY,
    environment text NOT NULL REFERENCES environments,
    created_at timestamptz NOT NULL,
    revoked_at timestamptz
  );

  CREATE TABLE pairing_codes (
    lookup text PRIMARY KEY,
    code_hash text NOT NULL,
    name text NOT NULL,
    environment text NOT NULL REFERENCES environments,
    expires_at timestamptz NOT NULL,
    tries integer NOT NULL DEFAULT 0
  );

  CREATE TABLE devices (
    device_id text PRIMARY KEY,
    name text NOT NULL,
    workstation text NOT NULL,
    environment text NOT NULL REFERENCES environments,
    token_hash text NOT NULL UNIQUE,
    created_at timestamptz NOT NULL,
    revoked_at timestamptz,
    acked_seq bigint NOT NULL DEFAULT 0,
    acked_at timestamptz,
    replay_from bigint
  );

  CREATE TABLE log (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    last_seq bigint NOT NULL
  );
  INSERT INTO log (last_seq) VALUES (0);

  CREATE TABLE events (
    seq bigint PRIMARY KEY,
    environment text NOT NULL REFERENCES environments,
    event_id text NOT NULL,
    received_at timestamptz NOT NULL,
    sender text NOT NULL,
    signature text NOT NULL,
    kid text NOT NULL,
    verification text NOT NULL,
    raw_body bytea NOT NULL
  );
  CREATE INDEX events_by_environment ON events (environment, seq);

  CREATE TABLE event_ids (
    environment text NOT NULL,
    event_id text NOT NULL,
    body_sha256 bytea NOT NULL,
    received_at timestamptz NOT NULL,
    PRIMARY KEY (environment, event_id)
  );
  CREATE INDEX event_ids_by_age ON event_ids (environment, received_at);

  CREATE FUNCTION append_events(
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
      SELECT given.*, sha256(raw_body) AS body_sha256
      FROM unnest(
        environments, event_ids, received_ats, senders, signatures, kids, verifications, raw_bodies
      ) WITH ORDINALITY
        AS given (environment, event_id, received_at, sender, signature, kid, verification, raw_body, place)
    ), firsts AS (
      SELECT DISTINCT ON (environment, event_id) * FROM incoming ORDER BY environment, event_id, place
    ), unknown AS (
      INSERT INTO event_ids AS ids (environment, event_id, body_sha256, received_at)
      SELECT environment, event_id, body_sha256, received_at FROM firsts
      ON CONFLICT DO NOTHING
      RETURNING ids.environment, ids.event_id
    ), numbered AS (
      SELECT firsts.*, before + row_number() OVER (ORDER BY place) AS seq
      FROM firsts JOIN unknown USING (environment, event_id)
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
        WHEN coalesce(numbered.body_sha256, known.body_sha256) = incoming.body_sha256 THEN 'duplicate'
        ELSE 'conflict'
      END,
      numbered.seq
    FROM incoming
      LEFT JOIN numbered USING (environment, event_id)
      LEFT JOIN event_ids AS known USING (environment, event_id)
    ORDER BY incoming.place;
  END
  $$;

  CREATE FUNCTION tell_appended() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('relay_appended', environment || ' ' || max(seq)) FROM added GROUP BY environment;
    RETURN NULL;
  END
  $$;
  CREATE TRIGGER tell_appended AFTER INSERT ON events
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_appended();
`

/**
 * Second migration: stores hashes instead of the event ids, as the SQLite store does, so that each id uses the same small amount of space.
 * `arrival` numbers the ids in the order of their arrival, so that the oldest ids can be found.
 */
const shortIds = `
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

/**
 * Sixth migration: an append sends one notification (a doorbell), which names all its logs with the number of their newest event. If the
 * names do not fit into a notification, which has at most 8,000 bytes, it names none.
 */
const oneDoorbell = `
  CREATE OR REPLACE FUNCTION tell_appended() RETURNS trigger LANGUAGE plpgsql AS $$
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
`

/**
 * Part of the ninth migration: PostgreSQL replaces a call of a SQL function by its body only if the function promises no more than its body.
 * `convert_to` is declared as stable. As immutable functions, both hashes were parsed and planned again in each append.
 */
const inlinedHashes = `
  ALTER FUNCTION id_hash(text, text) STABLE;
  ALTER FUNCTION signature_hash(text, text) STABLE;
`

interface Migration {
  /** SQL statements. Each step is a transaction of its own, so that a long migration blocks a running relay only for moments. */
  steps: readonly string[]
  /**
   * The oldest schema version that a program may know to work with the migrated database. The previous release must be able to, because it
   * runs next to the new one while relays are upgraded one after the other.
   */
  readableBy: number
}

/** Migrations in order. A published migration never changes. The schema version is the number of applied migrations. */
const MIGRATIONS: readonly Migration[] = [
  { steps: [createLogAndDevices], readableBy: 1 },
  { steps: [shortIds], readableBy: 2 },
  { steps: [offices], readableBy: 3 },
  { steps: [officeRates], readableBy: 3 },
  { steps: [storeEpoch], readableBy: 3 },
  { steps: [oneDoorbell], readableBy: 3 },
  { steps: partitions, readableBy: 3 },
  { steps: [appendToFreeLogs], readableBy: 3 },
  { steps: [deviceVersion, inlinedHashes], readableBy: 3 },
]

/**
 * Number of the advisory lock that a relay takes while it migrates the database. Other relays that start meanwhile wait for the lock. The
 * number is arbitrary but must be unique.
 */
const LOCK = 5_226_301_187
/** Time limit of a migration. It is high, because a migration may rewrite a long event log. */
const TIMEOUT_MS = 10 * 60_000
/**
 * Time to wait for a table. Everything that uses a table waits behind a step that waits for it. PostgreSQL looks for a deadlock after a
 * second, and then breaks off either session. Before that, the step gives way, so a relay that serves meanwhile never fails.
 */
const LOCK_TIMEOUT = "SET LOCAL lock_timeout = '500ms'"
/** Error codes of PostgreSQL after which a step is tried again: `lock_not_available` and `deadlock_detected`. */
const LOCKED = ['55P03', '40P01']
/** Pause before the next try, in which the sessions that waited behind the step go on. */
const PAUSE_MS = 250
/** Time after which the start fails because the tables are still in use. */
const PATIENCE_MS = 60_000

/**
 * Updates the schema, step by step. Each step is recorded in its transaction, so an interrupted migration continues with the next start. If
 * several relays start at the same time, only one of them migrates.
 */
export async function migrate(url: string): Promise<void> {
  const client = createConnection(url, TIMEOUT_MS)
  // Ignore errors of the connection here. If the connection breaks, the running statement fails too and reports the error.
  client.on('error', () => {})
  try {
    await client.connect()
    while (await whenFree(() => applyNextStep(client), client));
  } catch (error) {
    throw error instanceof NewerDataError ? error : new DatabaseError(error)
  } finally {
    // Ending the connection also rolls back an open transaction.
    await client.end().catch(() => {})
  }
}

/** Runs a transaction, and repeats it while other sessions use its tables. */
async function whenFree<T>(transaction: () => Promise<T>, client: Client): Promise<T> {
  const end = performance.now() + PATIENCE_MS
  for (;;)
    try {
      return await transaction()
    } catch (error) {
      if (!LOCKED.includes(String((error as { code?: unknown }).code))) throw error
      if (performance.now() >= end)
        throw new Error(
          'The tables cannot be upgraded, because another session has used them for a minute. If pg_dump runs, wait for its end, and start the relay again.',
          { cause: error },
        )
      await client.query('ROLLBACK')
      await sleep(PAUSE_MS)
    }
}

/**
 * Applies the first step that is missing. Returns false if none is.
 *
 * `relay_migrations` contains the applied steps. `relay_schema` contains only the versions up to `readableBy`, because a program refuses a
 * database whose version there is above the one that it knows, and programs from before `relay_migrations` look only there.
 */
async function applyNextStep(client: Client): Promise<boolean> {
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
  await client.query(`
    CREATE TABLE IF NOT EXISTS relay_schema (
      version integer PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE IF NOT EXISTS relay_migrations (
      number integer,
      step integer,
      applied_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (number, step)
    );
    INSERT INTO relay_migrations (number, step)
      SELECT version, 1 FROM relay_schema WHERE NOT EXISTS (SELECT 1 FROM relay_migrations)`)
  const { rows } = await client.query<{ version: number | null }>(
    'SELECT max(version) AS version FROM relay_schema',
  )
  const version = rows[0]?.version ?? 0
  if (version > MIGRATIONS.length) throw new NewerDataError('The database', version, MIGRATIONS.length)
  const applied = await client.query<{ number: number; step: number }>(
    'SELECT number, step FROM relay_migrations',
  )
  const isApplied = (number: number, step: number) =>
    applied.rows.some((row) => row.number === number && row.step === step)
  const next = MIGRATIONS.flatMap(({ steps, readableBy }, index) =>
    steps.map((sql, at) => ({ sql, readableBy, number: index + 1, step: at + 1 })),
  ).find(({ number, step }) => !isApplied(number, step))
  if (next !== undefined) {
    await client.query(LOCK_TIMEOUT)
    await client.query(next.sql)
    await client.query('INSERT INTO relay_migrations (number, step) VALUES ($1, $2)', [
      next.number,
      next.step,
    ])
    await client.query(
      'INSERT INTO relay_schema (version) SELECT generate_series(1, $1::integer) ON CONFLICT DO NOTHING',
      [next.readableBy],
    )
  }
  await client.query('COMMIT')
  return next !== undefined
}

/** Throws if a move to this database was begun and is not complete. */
export async function requireNoMove(query: Query): Promise<void> {
  const [table] = await query<{ found: string | null }>("SELECT to_regclass('relay_move')::text AS found")
  if (table?.found === null || table === undefined) return
  const [open] = await query('SELECT 1 FROM relay_move WHERE NOT complete')
  if (open !== undefined)
    throw new UsageError('The move to this database is not complete. Run "relay move" again.')
}
