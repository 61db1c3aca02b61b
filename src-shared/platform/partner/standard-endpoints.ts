import standard from '../../../resources/profiles/endpoint-default.json' with { type: 'json' }
import type { EndpointProfile } from './endpoint-profile.ts'
import type { OfferField, OfferFieldNames } from './offer-fields.ts'

const { $schema: _, ...profile } = standard

/**
 * The endpoint profile that is included in the app. Its `assumed` list names what the specification does not show. The app does not parse
 * this profile at startup, because tests already do.
 */
export const standardEndpoints: EndpointProfile = profile as unknown as EndpointProfile

/**
 * Returns the names under which the app looks for a field in the partner's record of an offer. The app uses the first name that the record
 * contains.
 */
export function offerFieldNames(field: OfferField, names: OfferFieldNames = {}): readonly string[] {
  return names[field] ?? standardEndpoints.offer_fields?.[field] ?? [field]
}

/** True if any part of an operation is assumed: the specification does not show it, so the app's developers chose it. */
export function isAssumed({ assumed }: Pick<EndpointProfile, 'assumed'>, operation: string): boolean {
  return assumed.some((path) => path.startsWith(`${operation}.`))
}
