import standard from '../../resources/profiles/endpoint-default.json' with { type: 'json' }
import type { CommissionBasis } from '../offers/commission.ts'
import type { EndpointProfile } from './endpoint-profile.ts'

const { $schema: _, ...profile } = standard

/** The profile that comes with the app; what the specification does not show in it is marked as assumed. Tests parse it, no start does. */
export const standardEndpoints: EndpointProfile = profile as unknown as EndpointProfile

/** How the partner calculates commissions. A profile that an older app saved has no such setting and takes the standard's. */
export function commissionBasisOf({ commission_basis }: EndpointProfile): CommissionBasis {
  return commission_basis ?? (standard.commission_basis as CommissionBasis)
}
