import type { DatabaseSync } from 'node:sqlite'
import {
  DEVICE,
  ENVIRONMENT,
  EVENT,
  NO_OFFICE,
  OFFICE,
  OFFICE_DEVICE,
  OFFICE_ENVIRONMENT,
  OFFICE_TABLES,
  UNUSED_KEYS,
} from '../columns.ts'

/**
 * Prepares all statements of the store once. Each statement names the office. The exceptions are the statements that find the office of a
 * secret or of an id, and those that concern the whole relay (`tests/integration/relay-statements.test.ts`).
 */
export function prepareAll(database: Pick<DatabaseSync, 'prepare'>) {
  const sql = (text: string) => database.prepare(text)
  return {
    addOffice: sql(`
      INSERT INTO offices
        (public_id, name, created_at, max_events_per_minute, max_devices, max_streams, max_bytes, keep_days)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${OFFICE}`),
    getOffice: sql(`SELECT ${OFFICE} FROM offices WHERE office_id = ?`),
    findOffice: sql(`SELECT ${OFFICE} FROM offices WHERE public_id = ?`),
    listOffices: sql(`SELECT ${OFFICE} FROM offices ORDER BY office_id`),
    renameOffice: sql('UPDATE offices SET name = ? WHERE office_id = ?'),
    setQuotas: sql(`
      UPDATE offices
      SET max_events_per_minute = ?, max_devices = ?, max_streams = ?, max_bytes = ?, keep_days = ?
      WHERE office_id = ?`),
    setState: sql("UPDATE offices SET state = ? WHERE office_id = ? AND state <> 'deleting'"),
    startDeleting: sql("UPDATE offices SET state = 'deleting' WHERE office_id = ?"),

    addAudit: sql(`
      INSERT INTO audit_log (office_id, entry, at, actor, action, details)
      SELECT office_id, (SELECT coalesce(max(entry), 0) + 1 FROM audit_log WHERE office_id = offices.office_id),
        ?, ?, ?, ?
      FROM offices WHERE office_id = ?`),
    deleteUnusedKeys: sql(UNUSED_KEYS),
    addPartnerAudit: sql(`
      INSERT INTO audit_log (office_id, entry, at, actor, action, details)
      SELECT office_id, (SELECT coalesce(max(entry), 0) + 1 FROM audit_log WHERE office_id = offices.office_id),
        ?, ?, ?, ?
      FROM offices WHERE office_id IN (
        SELECT environments.office_id FROM environments JOIN partner_profiles USING (profile_id)
        WHERE partner_profiles.office_id IS NULL AND partner_profiles.name = ?
      )`),
    readAudit: sql(`
      SELECT entry, at, actor, action, details FROM audit_log
      WHERE office_id = ? AND entry > ? ORDER BY entry LIMIT ?`),

    setPartner: sql(`
      INSERT INTO partner_profiles (name, base_url, jwks_url, sender_addresses) VALUES (?, ?, ?, ?)
      ON CONFLICT (name) DO UPDATE
      SET base_url = excluded.base_url, jwks_url = excluded.jwks_url,
        sender_addresses = excluded.sender_addresses`),
    listPartners: sql(`
      SELECT name, base_url, jwks_url, sender_addresses FROM partner_profiles
      WHERE office_id IS NULL ORDER BY name`),
    findPartner: sql('SELECT profile_id FROM partner_profiles WHERE office_id IS NULL AND name = ?'),
    setOwnProfile: sql(`
      INSERT INTO partner_profiles (office_id, environment, jwks_url, sender_addresses) VALUES (?, ?, ?, ?)
      ON CONFLICT (office_id, environment) DO UPDATE
      SET jwks_url = excluded.jwks_url, sender_addresses = excluded.sender_addresses
      RETURNING profile_id`),
    setEnvironment: sql(`
      INSERT INTO environments (office_id, name, profile_id) VALUES (?, ?, ?)
      ON CONFLICT (office_id, name) DO UPDATE SET profile_id = excluded.profile_id`),
    getEnvironment: sql(`
      SELECT ${ENVIRONMENT} FROM environments JOIN partner_profiles USING (profile_id)
      WHERE environments.office_id = ? AND environments.name = ?`),
    listEnvironments: sql(`
      SELECT ${ENVIRONMENT} FROM environments JOIN partner_profiles USING (profile_id)
      WHERE environments.office_id = ? ORDER BY environments.name`),
    listAllEnvironments: sql(`
      SELECT ${OFFICE_ENVIRONMENT} FROM environments JOIN partner_profiles USING (profile_id)
      JOIN offices ON offices.office_id = environments.office_id
      WHERE offices.state <> 'deleting' ORDER BY environments.office_id, environments.name`),

    addInlet: sql('INSERT INTO inlets (office_id, inlet, environment, created_at) VALUES (?, ?, ?, ?)'),
    findInlet: sql(`
      SELECT ${OFFICE_ENVIRONMENT} FROM inlets
      JOIN environments ON environments.office_id = inlets.office_id AND environments.name = inlets.environment
      JOIN partner_profiles USING (profile_id)
      JOIN offices ON offices.office_id = inlets.office_id
      WHERE inlets.inlet = ? AND inlets.revoked_at IS NULL`),
    listInlets: sql(`
      SELECT inlet, environment, created_at, revoked_at FROM inlets
      WHERE office_id = ? ORDER BY created_at, inlet`),
    revokeInlet: sql(`
      UPDATE inlets SET revoked_at = ? WHERE office_id = ? AND inlet = ? AND revoked_at IS NULL`),

    dataVersion: sql('PRAGMA data_version'),
    ownChanges: sql('SELECT total_changes() AS changes'),

    addPairingCode: sql(`
      INSERT INTO pairing_codes (office_id, lookup, code_hash, name, environment, expires_at)
      VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (lookup) DO NOTHING`),
    deleteExpiredCodes: sql('DELETE FROM pairing_codes WHERE expires_at <= ?'),
    liveCode: sql(`
      SELECT office_id, code_hash, pairing_codes.name, environment,
        (SELECT count(*) FROM devices WHERE office_id = offices.office_id AND revoked_at IS NULL)
          >= coalesce(max_devices, 9223372036854775807) AS is_full
      FROM pairing_codes JOIN offices USING (office_id)
      WHERE lookup = ? AND expires_at > ? AND tries < ? AND state = 'active'`),
    countTry: sql('UPDATE pairing_codes SET tries = tries + 1 WHERE office_id = ? AND lookup = ?'),
    deleteCode: sql('DELETE FROM pairing_codes WHERE office_id = ? AND lookup = ?'),

    addDevice: sql(`
      INSERT INTO devices (office_id, device_id, name, workstation, environment, token_hash, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)`),
    findDevice: sql(`
      SELECT ${OFFICE_DEVICE} FROM devices JOIN offices ON offices.office_id = devices.office_id
      WHERE token_hash = ? AND revoked_at IS NULL`),
    deviceChanges: sql(`
      SELECT given.value AS device_id, coalesce(revoked_at IS NULL AND state = 'active', 0) AS is_served, replay_from
      FROM json_each(?) AS given LEFT JOIN devices ON devices.device_id = given.value
      LEFT JOIN offices ON offices.office_id = devices.office_id
      WHERE devices.device_id IS NULL OR revoked_at IS NOT NULL OR state <> 'active' OR replay_from IS NOT NULL`),
    listDevices: sql(`SELECT ${DEVICE} FROM devices WHERE office_id = ? ORDER BY created_at, device_id`),
    revokeDevice: sql(`
      UPDATE devices SET revoked_at = ? WHERE office_id = ? AND device_id = ? AND revoked_at IS NULL`),
    renameDevice: sql(`
      UPDATE devices SET name = ? WHERE office_id = ? AND device_id = ? AND revoked_at IS NULL`),
    replayFrom: sql(`
      UPDATE devices SET replay_from = ? WHERE office_id = ? AND device_id = ? AND revoked_at IS NULL`),
    endReplay: sql(`
      UPDATE devices SET replay_from = NULL WHERE office_id = ? AND device_id = ? AND replay_from = ?`),
    endReplayWithin: sql(`
      UPDATE devices SET replay_from = NULL
      WHERE office_id = ? AND device_id = ? AND replay_from <= ? AND acked_seq > ?`),
    acknowledge: sql(`
      UPDATE devices SET acked_seq = ?, acked_at = ? WHERE office_id = ? AND device_id = ? AND acked_seq < ?`),
    oldestWaiting: sql(`
      SELECT environment, min(received_at) AS received_at FROM (
        SELECT devices.environment AS environment, (
          SELECT received_at FROM events
          WHERE events.office_id = devices.office_id AND events.environment = devices.environment
            AND events.seq > devices.acked_seq
          ORDER BY seq LIMIT 1
        ) AS received_at
        FROM devices JOIN offices ON offices.office_id = devices.office_id
        WHERE revoked_at IS NULL AND state = 'active'
      ) WHERE received_at IS NOT NULL GROUP BY environment`),
    totals: sql(`
      SELECT environments.name AS environment, sum(last_seq) AS latest_seq, sum(stored_bytes) AS stored_bytes, (
        SELECT count(*) FROM devices JOIN offices AS owners ON owners.office_id = devices.office_id
        WHERE devices.environment = environments.name AND revoked_at IS NULL AND owners.state = 'active'
      ) AS devices
      FROM environments JOIN offices ON offices.office_id = environments.office_id
      GROUP BY environments.name`),

    logState: sql(`
      SELECT last_seq, stored_bytes, max_bytes,
        (SELECT sum(stored_bytes) FROM environments WHERE office_id = offices.office_id) AS office_bytes
      FROM environments JOIN offices ON offices.office_id = environments.office_id
      WHERE environments.office_id = ? AND environments.name = ? AND state = 'active'`),
    setLogState: sql(`
      UPDATE environments SET last_seq = ?, stored_bytes = ? WHERE office_id = ? AND name = ?`),
    addKnownId: sql(`
      INSERT INTO known_ids (office_id, environment, id_hash, body_hash, received_at, signature_hash)
      VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`),
    knownBody: sql('SELECT body_hash FROM known_ids WHERE office_id = ? AND id_hash = ?'),
    knownSignature: sql(`
      SELECT office_id FROM known_ids WHERE signature_hash = ? AND body_hash <> ? LIMIT 1`),
    signatureUses: sql(`
      SELECT EXISTS (SELECT 1 FROM known_ids WHERE office_id = ?1 AND signature_hash = ?2) AS is_known, count(*) AS recent
      FROM (SELECT 1 FROM known_ids
        WHERE office_id = ?1 AND signature_hash = ?2 AND received_at BETWEEN ?3 AND ?4 LIMIT ?5)`),
    addEvent: sql(`
      INSERT INTO events
        (office_id, environment, seq, event_id, received_at, sender, signature, kid, verification, raw_body)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    readEvents: sql(`
      SELECT ${EVENT} FROM events
      WHERE office_id = ? AND environment = ? AND seq > ? ORDER BY seq LIMIT ?`),
    movedLogs: sql(`
      SELECT environments.office_id, environments.name AS environment, last_seq AS seq
      FROM json_each(?) AS given JOIN environments
        ON environments.office_id = given.value ->> 'office_id' AND environments.name = given.value ->> 'environment'
      WHERE last_seq <> given.value ->> 'seq'`),
    findEvent: sql(`
      SELECT ${EVENT} FROM events WHERE office_id = ? AND environment = ? AND event_id = ? LIMIT 1`),
    bounds: sql(`
      SELECT purged_through,
        (SELECT coalesce(max(seq), 0) FROM events
          WHERE office_id = environments.office_id AND environment = environments.name) AS latest_seq,
        (SELECT epoch FROM store_epoch) AS epoch
      FROM environments WHERE office_id = ? AND name = ?`),
    oldestEvents: sql(`
      SELECT seq AS place, received_at FROM events
      WHERE office_id = ? AND environment = ? ORDER BY seq LIMIT ?`),
    sizesBefore: sql(`
      SELECT seq, length(raw_body) + length(signature) AS bytes FROM events
      WHERE office_id = ? AND environment = ? AND seq < ? ORDER BY seq DESC LIMIT ?`),
    bytesUpTo: sql(`
      SELECT coalesce(sum(length(raw_body) + length(signature)), 0) AS bytes FROM events
      WHERE office_id = ? AND environment = ? AND seq <= ?`),
    deleteEvents: sql('DELETE FROM events WHERE office_id = ? AND environment = ? AND seq <= ?'),
    oldestIds: sql(`
      SELECT arrival AS place, received_at FROM known_ids
      WHERE office_id = ? AND environment = ? ORDER BY arrival LIMIT ?`),
    idBefore: sql(`
      SELECT arrival FROM known_ids WHERE office_id = ? AND environment = ? AND arrival < ?
      ORDER BY arrival DESC LIMIT 1 OFFSET ?`),
    oldestEventId: sql(`
      SELECT event_id FROM events WHERE office_id = ? AND environment = ? ORDER BY seq LIMIT 1`),
    arrivalOf: sql('SELECT arrival FROM known_ids WHERE office_id = ? AND id_hash = ?'),
    deleteIds: sql('DELETE FROM known_ids WHERE office_id = ? AND environment = ? AND arrival <= ?'),
    setPurgedThrough: sql(`
      UPDATE environments SET purged_through = ?, stored_bytes = stored_bytes - ?
      WHERE office_id = ? AND name = ?`),

    listKeyAddresses: sql(`
      SELECT environment, jwks_url, key_set FROM (
        SELECT DISTINCT environments.name AS environment, jwks_url
        FROM environments JOIN partner_profiles USING (profile_id)
        JOIN offices ON offices.office_id = environments.office_id
        WHERE state = 'active'
      ) LEFT JOIN key_sets USING (jwks_url)`),
    loadKeySet: sql('SELECT key_set FROM key_sets WHERE jwks_url = ?'),
    saveKeySet: sql(`
      INSERT INTO key_sets (jwks_url, key_set) VALUES (?, ?)
      ON CONFLICT (jwks_url) DO UPDATE SET key_set = excluded.key_set`),

    deleteSome: {
      events: sql(`
        DELETE FROM events WHERE office_id = ?1 AND row IN (
          SELECT row FROM events WHERE office_id = ?1 LIMIT ?2)`),
      known_ids: sql(`
        DELETE FROM known_ids WHERE office_id = ?1 AND arrival IN (
          SELECT arrival FROM known_ids WHERE office_id = ?1 ORDER BY arrival LIMIT ?2)`),
      audit_log: sql(`
        DELETE FROM audit_log WHERE office_id = ?1 AND entry IN (
          SELECT entry FROM audit_log WHERE office_id = ?1 LIMIT ?2)`),
    },
    keepSignatures: sql(`
      INSERT INTO known_ids (office_id, environment, id_hash, body_hash, received_at, signature_hash)
      SELECT ${NO_OFFICE}, '', signature_hash, body_hash, received_at, signature_hash FROM known_ids
      WHERE office_id = ?1 AND arrival IN (
        SELECT arrival FROM known_ids WHERE office_id = ?1 ORDER BY arrival LIMIT ?2
      ) AND signature_hash IS NOT NULL AND received_at > ?3
      ON CONFLICT DO NOTHING`),
    forgetSignatures: sql(`
      DELETE FROM known_ids WHERE office_id = ${NO_OFFICE} AND arrival IN (
        SELECT arrival FROM known_ids WHERE office_id = ${NO_OFFICE} AND received_at <= ?1 LIMIT ?2)`),
    deleteAll: {
      devices: sql('DELETE FROM devices WHERE office_id = ?'),
      pairing_codes: sql('DELETE FROM pairing_codes WHERE office_id = ?'),
      inlets: sql('DELETE FROM inlets WHERE office_id = ?'),
      environments: sql('DELETE FROM environments WHERE office_id = ?'),
      partner_profiles: sql('DELETE FROM partner_profiles WHERE office_id = ?'),
      offices: sql('DELETE FROM offices WHERE office_id = ?'),
    },
    countRows: Object.fromEntries(
      OFFICE_TABLES.map((name) => [name, sql(`SELECT count(*) AS rows FROM ${name} WHERE office_id = ?`)]),
    ),
  }
}

export type Statements = ReturnType<typeof prepareAll>
