import type { OfferField, OfferFieldNames } from './offer-fields.ts'
import { standardEndpoints } from './standard-endpoints.ts'

/**
 * Returns the names under which the app looks for a field in the partner's record of an offer. The app uses the first name that the record
 * contains.
 */
export function offerFieldNames(field: OfferField, names: OfferFieldNames = {}): readonly string[] {
  return names[field] ?? standardEndpoints.offer_fields?.[field] ?? [field]
}
