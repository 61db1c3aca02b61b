import type { Environment } from '../../../../../src-shared/domain/vocabulary.ts'
import { isSameHash } from '../../devices/secrets.ts'
import { PAIRING_TRIES, type Device, type Redemption } from '../relay-store.ts'
import type { Query } from './connections.ts'

export const DEVICE =
  'device_id, name, workstation, environment, created_at, revoked_at, acked_seq, acked_at, replay_from'

/** Exchanges a pairing code for a device, within a transaction. Returns null if the code is not valid. */
export async function redeem(
  query: Query,
  { lookup, code_hash, at, device_id, workstation, token_hash }: Redemption,
): Promise<Device | null> {
  // Locked, so that two parallel attempts use two tries and only one gets the device.
  const [code] = await query<{ code_hash: string; name: string; environment: Environment }>(
    `SELECT code_hash, name, environment FROM pairing_codes
    WHERE lookup = $1 AND expires_at > $2 AND tries < $3 FOR UPDATE`,
    [lookup, at, PAIRING_TRIES],
  )
  if (code === undefined) return null
  if (!isSameHash(code.code_hash, code_hash)) {
    await query('UPDATE pairing_codes SET tries = tries + 1 WHERE lookup = $1', [lookup])
    return null
  }
  await query('DELETE FROM pairing_codes WHERE lookup = $1', [lookup])
  const [device] = await query<Device & Record<string, unknown>>(
    `INSERT INTO devices (device_id, name, workstation, environment, token_hash, created_at)
    VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${DEVICE}`,
    [device_id, code.name, workstation, code.environment, token_hash, at],
  )
  return device ?? null
}
