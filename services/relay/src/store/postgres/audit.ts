import type { AuditEntry } from '../relay-store.ts'
import type { Query } from './connections.ts'

/** Writes an entry of an office's audit log. Call it in the transaction of the recorded change. */
export async function addAudit(
  query: Query,
  office_id: number,
  { at, actor, action, details }: Omit<AuditEntry, 'entry'>,
): Promise<void> {
  // Lock the office's row, so that two entries never get the same number.
  await query('SELECT 1 FROM offices WHERE office_id = $1 FOR NO KEY UPDATE', [office_id])
  await query(
    `INSERT INTO audit_log (office_id, entry, at, actor, action, details)
    SELECT $1, coalesce(max(entry), 0) + 1, $2, $3, $4, $5 FROM audit_log WHERE office_id = $1
    HAVING EXISTS (SELECT 1 FROM offices WHERE office_id = $1)`,
    [office_id, at, actor, action, JSON.stringify(details)],
  )
}

/** Offices of which an environment uses the partner profile `$1`. */
const USERS = `SELECT environments.office_id FROM environments JOIN partner_profiles USING (profile_id)
  WHERE partner_profiles.office_id IS NULL AND partner_profiles.name = $1`

/** Writes an entry into the audit log of each office that uses a partner profile. Call it in the transaction of the recorded change. */
export async function addPartnerAudit(
  query: Query,
  partner: string,
  { at, actor, action, details }: Omit<AuditEntry, 'entry'>,
): Promise<void> {
  // Lock all offices in one order, so that two changes never wait for each other in a circle.
  await query(`SELECT 1 FROM offices WHERE office_id IN (${USERS}) ORDER BY office_id FOR NO KEY UPDATE`, [
    partner,
  ])
  await query(
    `INSERT INTO audit_log (office_id, entry, at, actor, action, details)
    SELECT office_id, (SELECT coalesce(max(entry), 0) + 1 FROM audit_log WHERE office_id = offices.office_id),
      $2, $3, $4, $5
    FROM offices WHERE office_id IN (${USERS})`,
    [partner, at, actor, action, JSON.stringify(details)],
  )
}
