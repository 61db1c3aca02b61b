/**
 * Ninth migration: a version of what the relay must know about devices to keep serving them. It changes with every commit that revokes a
 * device, requests or ends a replay, or changes the state of an office. Relays compare it instead of looking up all their devices.
 *
 * - A row, not a sequence: a sequence changes before its transaction commits. A relay would then look too early, and miss the change.
 * - Random, not counted: a standby that takes over may lack the last commits, and would count to the same numbers again.
 * - Deferred triggers lock the row last. Two transactions that each lock a device and an office thus cannot wait for each other in a circle.
 * - No trigger for deleted rows: an office is marked as deleting, in a transaction of its own, before its devices are deleted.
 */
export const deviceVersion = `
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
`
