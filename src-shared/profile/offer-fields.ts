import { z } from 'zod'
import { RATIO_FIELDS, RATIO_UNITS } from '../offers/offer-units.ts'
import { OFFER_WORDS } from '../offers/offer-words.ts'

/** The fields that the app reads from an offer. */
export const OFFER_FIELDS = [
  'offer_id',
  'status',
  'created_at',
  'expires_at',
  'funding_date',
  'first_payment_date',
  'amount',
  'minimum_amount',
  'maximum_amount',
  'term',
  'term_unit',
  'term_months',
  'payments',
  'payment_frequency',
  'payment',
  'payback',
  'buy_rate',
  'upsell',
  'maximum_upsell',
  'factor_rate',
  'apr',
  'fees',
  'total_fees',
  'existing_balance',
  'net_to_merchant',
  'holdback_percent',
  'position',
  'commission_points',
  'commission',
  'stipulations',
  'prepayment_discounts',
] as const
export type OfferField = (typeof OFFER_FIELDS)[number]

/**
 * The names of each field in the service's records. The first name that a record contains is used. All names are assumed, because the
 * specification shows no offer (section 2). A field that is missing here has the standard profile's names.
 */
export const offerFieldsSchema = z.partialRecord(
  z.enum(OFFER_FIELDS),
  z.array(z.string().min(1).max(100)).max(20),
)
export type OfferFieldNames = z.infer<typeof offerFieldsSchema>

/** The service's words for payment frequencies and units of terms. A word that is missing here has the standard profile's meanings. */
export const offerWordsSchema = z.partialRecord(
  z.enum(OFFER_WORDS),
  z.array(z.string().min(1).max(100)).max(100),
)

/**
 * The units of fields that partners send in different units. The unit `percent` is for points and percentages, and for a factor of 1.12
 * that the partner sends as 112. The app does not use a value outside of `from` and `to`, and marks it for a check with the funder. `from`
 * and `to` are in the unit of the screen: factors for rates and upsells, percent for other fields. A field that is missing here has the
 * standard profile's rule.
 */
export const offerUnitsSchema = z.partialRecord(
  z.enum(RATIO_FIELDS),
  z.object({ unit: z.enum(RATIO_UNITS), from: z.number(), to: z.number() }),
)
