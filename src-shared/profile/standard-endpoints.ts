import standard from '../../resources/profiles/endpoint-default.json' with { type: 'json' }
import type { CommissionBasis } from '../commission-basis.ts'
import type { EndpointProfile } from './endpoint-profile.ts'

const { $schema: _, ...profile } = standard

/**
 * The endpoint profile that is included in the app. `assumed` marks what the specification does not show. Tests parse this profile; the app
 * does not parse it at startup.
 */
export const standardEndpoints: EndpointProfile = profile as unknown as EndpointProfile

/**
 * Returns the partner's rule for commissions. A profile saved by an older app has no such setting; the standard profile's rule then
 * applies.
 */
export function commissionBasisOf({ commission_basis }: EndpointProfile): CommissionBasis {
  return commission_basis ?? (standard.commission_basis as CommissionBasis)
}
