/**
 * Fifth migration: the epoch of the store. A device sends the epoch back with its cursor. If it differs, the database was replaced, and the
 * cursor may lie inside of other events.
 *
 * `store_mark` describes the present database: its cluster, its timeline, and this table. PostgreSQL starts a new timeline whenever a
 * standby takes over or a backup is recovered to a point in time, and `pg_restore` creates the table anew. The mark then differs from the
 * stored one, and whoever notices it first stores a new epoch. The epoch itself is random, so it reveals nothing about the database, and two
 * standbys that both took over differ.
 */
export const storeEpoch = `
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
`
