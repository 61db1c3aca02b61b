import { randomUUID } from 'node:crypto'
import type { StoredDeal } from '../../src-main/platform/vault/records.ts'
import { completeDraft } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { standardProfile } from '../../src-shared/features/form/standard-profile.ts'

const CREATED_AT = '2026-05-01T09:00:00.000Z'

/** Returns a deal as the vault stores it, with a complete draft of a fictional business. `changes` replace properties. */
export function storedDeal(changes: Partial<StoredDeal> = {}): StoredDeal {
  return {
    deal_id: randomUUID(),
    profile_id: standardProfile.id,
    profile_version: standardProfile.version,
    values: completeDraft(),
    revision: 0,
    field_problems: [],
    refused_fields: [],
    state: 'draft',
    error: null,
    application_id: null,
    application_status: null,
    application_status_at: null,
    offer_status: null,
    offer_status_at: null,
    offers: [],
    legal_name: 'Juniper Bakery LLC',
    reference: '',
    amount_cents: 3_500_000,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    submitted_at: null,
    deleted_at: null,
    ...changes,
  }
}
