import { hash } from 'node:crypto'
import type { Duplicate } from '../../../src-shared/features/submission/queue.ts'
import type { WirePayload } from '../../../src-shared/features/form/wire-payload.ts'
import type { Fingerprint } from '../../platform/vault/records.ts'
import type { Platform } from '../../platform/environment/platform.ts'

const DAY_MS = 86_400_000
/** Fields that are only for the office and do not describe the client. */
const OF_THE_OFFICE: ReadonlySet<string> = new Set(['reference', 'notes'])

/** Computes a fingerprint from the sent payload. The app compares fingerprints to recognize duplicate submissions. */
export function fingerprintOf(deal_id: string, payload: WirePayload, at: string): Fingerprint {
  const { application, company } = payload
  const content = {
    ...payload,
    application:
      typeof application === 'object' && !Array.isArray(application)
        ? Object.fromEntries(Object.entries(application).filter(([key]) => !OF_THE_OFFICE.has(key)))
        : (application ?? null),
  }
  const ein =
    typeof company === 'object' && !Array.isArray(company) && typeof company['ein'] === 'string'
      ? company['ein']
      : ''
  return {
    deal_id,
    ein,
    content: hash('sha256', JSON.stringify(content)),
    submitted_at: at,
  }
}

/**
 * Returns other sent or queued deals with the same EIN or content that were submitted in the last `days` days, newest first. 0 turns the
 * check off.
 */
export async function findDuplicates(
  { vault }: Pick<Platform, 'vault'>,
  fingerprint: Fingerprint,
  days: number,
): Promise<Duplicate[]> {
  if (days === 0) return []
  const since = new Date(Date.parse(fingerprint.submitted_at) - days * DAY_MS).toISOString()
  const found = await vault.findDuplicates(fingerprint, since)
  return found.map(({ deal_id, legal_name, reference, submitted_at, content, deleted_at }) => ({
    deal_id,
    legal_name,
    reference,
    submitted_at,
    same: content === fingerprint.content ? 'content' : 'ein',
    in_bin: deleted_at !== null,
  }))
}
