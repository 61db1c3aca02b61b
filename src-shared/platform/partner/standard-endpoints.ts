import standard from '../../../resources/profiles/endpoint-default.json' with { type: 'json' }
import type { CommissionBasis } from './commission-basis.ts'
import type { EndpointProfile } from './endpoint-profile.ts'

const { $schema: _, ...profile } = standard

/**
 * The endpoint profile that is included in the app. Its `assumed` list names what the specification does not show. The app does not parse
 * this profile at startup, because tests already do.
 */
export const standardEndpoints: EndpointProfile = profile as unknown as EndpointProfile

/**
 * Returns the rule for calculating commissions. A profile saved by an older version of the app does not contain this setting. For such a
 * profile, returns the rule of the standard profile.
 */
export function commissionBasisOf({ commission_basis }: EndpointProfile): CommissionBasis {
  return commission_basis ?? (standard.commission_basis as CommissionBasis)
}
