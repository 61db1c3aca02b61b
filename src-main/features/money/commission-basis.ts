import { isDeepStrictEqual } from 'node:util'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import type { CommissionBasis } from '../../../src-shared/platform/partner/commission-basis.ts'
import {
  commissionBasisOf,
  standardEndpoints,
} from '../../../src-shared/platform/partner/standard-endpoints.ts'
import { readEndpoints, resetEndpoints, saveEndpoints } from '../connection/service-settings.ts'
import type { SettingsReader } from '../../platform/vault/vault.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'

/**
 * Reads the partner's basis for calculating commissions. Returns null if the profile is unreadable; the app then calculates no commissions.
 */
export async function readCommissionBasis(vault: SettingsReader): Promise<Result<CommissionBasis | null>> {
  const profile = await readEndpoints(vault)
  if (profile.ok) return ok(commissionBasisOf(profile.value))
  return profile.error.code === 'SETTINGS_UNREADABLE' ? ok(null) : profile
}

/** Saves the basis in the endpoint profile. Fails with `SETTINGS_UNREADABLE` if the profile is unreadable. */
export async function saveCommissionBasis(
  context: EnvironmentContext,
  commission_basis: CommissionBasis,
): Promise<Result<void>> {
  const profile = await readEndpoints(context.vault)
  if (!profile.ok) return profile
  const changed = { ...profile.value, commission_basis }
  return isDeepStrictEqual(changed, standardEndpoints)
    ? resetEndpoints(context)
    : saveEndpoints(context, JSON.stringify(changed))
}
