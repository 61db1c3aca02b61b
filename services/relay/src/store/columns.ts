/** Columns that the queries of both stores return. */
export const OFFICE =
  'office_id, public_id, name, state, created_at, max_events_per_minute, max_devices, max_streams, max_bytes, keep_days'
export const ENVIRONMENT =
  'environments.name, partner_profiles.jwks_url, partner_profiles.sender_addresses, partner_profiles.name AS partner'
export const OFFICE_ENVIRONMENT = `${ENVIRONMENT}, environments.office_id, offices.public_id AS office, offices.state AS office_state,
  offices.max_events_per_minute, offices.keep_days`
export const DEVICE =
  'device_id, devices.name, workstation, environment, devices.created_at, revoked_at, acked_seq, acked_at, replay_from'
export const OFFICE_DEVICE = `${DEVICE}, devices.office_id, offices.public_id AS office, offices.state AS office_state,
  offices.max_streams`
export const EVENT = 'seq, environment, event_id, received_at, sender, signature, kid, verification, raw_body'

/** The environment of an inlet in use. Add the condition for the inlet. */
export const INLETS_IN_USE = `inlets
  JOIN environments ON environments.office_id = inlets.office_id AND environments.name = inlets.environment
  JOIN partner_profiles USING (profile_id)
  JOIN offices ON offices.office_id = inlets.office_id
  WHERE inlets.revoked_at IS NULL`

/** Statement that deletes the keys of addresses that no office and no shared profile uses any more. */
export const UNUSED_KEYS =
  'DELETE FROM key_sets WHERE jwks_url NOT IN (SELECT jwks_url FROM partner_profiles)'

/**
 * Number under which the signatures of deleted offices are kept. No office has it. A `unique` signature that does not cover its body could
 * otherwise be used with another body at another office, as soon as the first one is deleted. The rows contain only hashes, and do not tell whose they
 * were.
 */
export const NO_OFFICE = 0

const SIGNATURE_DAYS = 8

/**
 * Maximum number of bodies that an office may get with one signature of coverage `hint` within `SIGNATURE_WINDOW_MS`. Whoever overheard such
 * a signature can sign invented notifications with it, and must not fill the log. `append_events` contains the same numbers for PostgreSQL.
 */
export const MAX_BODIES_OF_SIGNATURE = 100
/** Tolerance for clocks in the check of a signature (`TOLERANCE_S`). */
export const SIGNATURE_WINDOW_MS = 5 * 60_000

/** Eight days: a signature without a time of expiry is valid for a week, and the clock of its sender may be ahead. */
export function forgetSignaturesBefore(): string {
  return new Date(Date.now() - SIGNATURE_DAYS * 24 * 3600 * 1000).toISOString()
}

/** Tables with the rows of an office, in an order in which they can be deleted. */
export const OFFICE_TABLES = [
  'events',
  'known_ids',
  'devices',
  'pairing_codes',
  'inlets',
  'environments',
  'partner_profiles',
  'audit_log',
  'offices',
] as const
