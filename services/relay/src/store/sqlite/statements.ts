import type { DatabaseSync } from 'node:sqlite'

const ENVIRONMENT = 'environments.name, environments.jwks_url, environments.sender_addresses'
const DEVICE =
  'device_id, name, workstation, environment, created_at, revoked_at, acked_seq, acked_at, replay_from'
const EVENT = 'seq, environment, event_id, received_at, sender, signature, kid, verification, raw_body'

/** Prepares all statements of the store once. */
export function prepareAll(database: DatabaseSync) {
  const sql = (text: string) => database.prepare(text)
  return {
    setEnvironment: sql(`
      INSERT INTO environments (name, jwks_url, sender_addresses) VALUES (?, ?, ?)
      ON CONFLICT (name) DO UPDATE
      SET jwks_url = excluded.jwks_url, sender_addresses = excluded.sender_addresses`),
    getEnvironment: sql(`SELECT ${ENVIRONMENT} FROM environments WHERE name = ?`),
    listEnvironments: sql(`SELECT ${ENVIRONMENT} FROM environments ORDER BY name`),

    addInlet: sql('INSERT INTO inlets (inlet, environment, created_at) VALUES (?, ?, ?)'),
    findInlet: sql(`
      SELECT ${ENVIRONMENT} FROM inlets JOIN environments ON environments.name = inlets.environment
      WHERE inlets.inlet = ? AND inlets.revoked_at IS NULL`),
    listInlets: sql(
      'SELECT inlet, environment, created_at, revoked_at FROM inlets ORDER BY created_at, inlet',
    ),
    revokeInlet: sql('UPDATE inlets SET revoked_at = ? WHERE inlet = ? AND revoked_at IS NULL'),

    dataVersion: sql('PRAGMA data_version'),

    addPairingCode: sql(`
      INSERT INTO pairing_codes (lookup, code_hash, name, environment, expires_at) VALUES (?, ?, ?, ?, ?)`),
    deleteExpiredCodes: sql('DELETE FROM pairing_codes WHERE expires_at <= ?'),
    liveCode: sql(`
      SELECT code_hash, name, environment FROM pairing_codes
      WHERE lookup = ? AND expires_at > ? AND tries < ?`),
    countTry: sql('UPDATE pairing_codes SET tries = tries + 1 WHERE lookup = ?'),
    deleteCode: sql('DELETE FROM pairing_codes WHERE lookup = ?'),

    addDevice: sql(`
      INSERT INTO devices (device_id, name, workstation, environment, token_hash, created_at)
      VALUES (?, ?, ?, ?, ?, ?)`),
    findDevice: sql(`SELECT ${DEVICE} FROM devices WHERE token_hash = ? AND revoked_at IS NULL`),
    devicesInUse: sql(`
      SELECT device_id FROM devices
      WHERE revoked_at IS NULL AND device_id IN (SELECT value FROM json_each(?))`),
    listDevices: sql(`SELECT ${DEVICE} FROM devices ORDER BY created_at, device_id`),
    revokeDevice: sql('UPDATE devices SET revoked_at = ? WHERE device_id = ? AND revoked_at IS NULL'),
    renameDevice: sql('UPDATE devices SET name = ? WHERE device_id = ? AND revoked_at IS NULL'),
    replayFrom: sql('UPDATE devices SET replay_from = ? WHERE device_id = ? AND revoked_at IS NULL'),
    endReplay: sql('UPDATE devices SET replay_from = NULL WHERE device_id = ? AND replay_from = ?'),
    endReplayWithin: sql(`
      UPDATE devices SET replay_from = NULL
      WHERE device_id = ? AND replay_from <= ? AND acked_seq > ?`),
    acknowledge: sql('UPDATE devices SET acked_seq = ?, acked_at = ? WHERE device_id = ? AND acked_seq < ?'),

    addKnownId: sql(`
      INSERT INTO known_ids (environment, id_hash, body_hash, received_at) VALUES (?, ?, ?, ?)
      ON CONFLICT DO NOTHING`),
    knownBody: sql('SELECT body_hash FROM known_ids WHERE id_hash = ?'),
    addEvent: sql(`
      INSERT INTO events
        (environment, event_id, received_at, sender, signature, kid, verification, raw_body)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`),
    readEvents: sql(`
      SELECT ${EVENT} FROM events WHERE environment = ? AND seq > ? ORDER BY seq LIMIT ?`),
    findEvent: sql(`SELECT ${EVENT} FROM events WHERE environment = ? AND event_id = ? LIMIT 1`),
    bounds: sql(`
      SELECT purged_through,
        (SELECT coalesce(max(seq), 0) FROM events WHERE environment = environments.name) AS latest_seq
      FROM environments WHERE name = ?`),
    oldestEvents: sql(`
      SELECT seq AS place, received_at FROM events WHERE environment = ? ORDER BY seq LIMIT ?`),
    sizesBefore: sql(`
      SELECT seq, length(raw_body) + length(signature) AS bytes FROM events
      WHERE environment = ? AND seq < ? ORDER BY seq DESC LIMIT ?`),
    deleteEvents: sql('DELETE FROM events WHERE environment = ? AND seq <= ?'),
    oldestIds: sql(`
      SELECT arrival AS place, received_at FROM known_ids WHERE environment = ? ORDER BY arrival LIMIT ?`),
    idBefore: sql(`
      SELECT arrival FROM known_ids WHERE environment = ? AND arrival < ?
      ORDER BY arrival DESC LIMIT 1 OFFSET ?`),
    oldestEventId: sql('SELECT event_id FROM events WHERE environment = ? ORDER BY seq LIMIT 1'),
    arrivalOf: sql('SELECT arrival FROM known_ids WHERE id_hash = ?'),
    deleteIds: sql('DELETE FROM known_ids WHERE environment = ? AND arrival <= ?'),
    setPurgedThrough: sql('UPDATE environments SET purged_through = ? WHERE name = ?'),

    loadKeySet: sql('SELECT key_set FROM key_sets WHERE jwks_url = ?'),
    saveKeySet: sql(`
      INSERT INTO key_sets (jwks_url, key_set) VALUES (?, ?)
      ON CONFLICT (jwks_url) DO UPDATE SET key_set = excluded.key_set`),
  }
}
