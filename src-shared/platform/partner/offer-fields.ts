import { z } from 'zod'
import { RATIO_FIELDS, RATIO_UNITS } from './offer-units.ts'
import { OFFER_WORDS } from './offer-words.ts'

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
 * For each field of an offer, the names that the partner may use in its records. The app uses the first name that a record contains. All
 * names are assumed, because the specification shows no offer (section 2). For a field that is missing here, the names of the standard
 * profile apply.
 */
export const offerFieldsSchema = z.partialRecord(
  z.enum(OFFER_FIELDS),
  z.array(z.string().min(1).max(100)).max(20),
)
export type OfferFieldNames = z.infer<typeof offerFieldsSchema>

/**
 * The partner's words for payment frequencies and units of terms. For a word that is missing here, the meaning in the standard profile
 * applies.
 */
export const offerWordsSchema = z.partialRecord(
  z.enum(OFFER_WORDS),
  z.array(z.string().min(1).max(100)).max(100),
)

/**
 * The units of those fields that partners send in different units. With the unit `percent`, the partner sends hundredths: 10 for ten points
 * or for 10 %, and 112 for a factor of 1.12. If a value is below `from` or above `to`, the app does not use it and shows the broker
 * the advice to check it with the funder. `from` and `to` are in the unit that the screen shows: factors for rates and upsells, percent for other fields.
 * For a field that is missing here, the rule of the standard profile applies.
 */
export const offerUnitsSchema = z.partialRecord(
  z.enum(RATIO_FIELDS),
  z.object({ unit: z.enum(RATIO_UNITS), from: z.number(), to: z.number() }),
)
