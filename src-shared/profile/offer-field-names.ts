import type { OfferField, OfferFieldNames } from './offer-fields.ts'
import { standardEndpoints } from './standard-endpoints.ts'

/** Returns the names under which a field of an offer is looked for. The first one that is there counts. */
export function offerFieldNames(field: OfferField, names: OfferFieldNames = {}): readonly string[] {
  return names[field] ?? standardEndpoints.offer_fields?.[field] ?? [field]
}
