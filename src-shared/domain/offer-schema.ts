import { z } from 'zod'
import { OFFER_FIELDS } from '../profile/offer-fields.ts'

const text = z.string().nullable().default(null)

const whole = z.int().nullable().default(null)

const feeSchema = z.object({
  label: z.string(),
  /** Of the amount, `3.00` for three percent; null for a fixed fee. */
  percentage: text,
  amount_cents: whole,
})
export type OfferFee = z.infer<typeof feeSchema>

const stipulationSchema = z.object({
  label: z.string(),
  /** The kind of document that answers it, where the service says so. */
  document_kind: text,
})

const doubtSchema = z.object({
  field: z.enum(OFFER_FIELDS),
  /** Name and value as the partner sent them: `points: 0.05`. */
  raw: z.string(),
})
export type OfferDoubt = z.infer<typeof doubtSchema>

/**
 * An offer as the service's offer list tells it. Fields are assumed (`comparables.md`): whatever the service does not send is
 * null, also in an offer that was kept before a field was known. Money is integer cents; factors (`1.2500`) and percentages
 * (`5.00`) are decimal strings.
 */
export const offerSchema = z.object({
  offer_id: z.string(),
  status: z.string().nullable(),
  amount_cents: z.int().nullable(),
  payback_cents: z.int().nullable(),
  payment_cents: z.int().nullable(),
  payment_frequency: z.string().nullable(),
  payments: z.int().nullable(),
  term: z.string().nullable(),
  factor_rate: z.string().nullable(),
  commission_cents: z.int().nullable(),
  net_to_merchant_cents: z.int().nullable(),
  expires_at: z.string().nullable(),
  created_at: text,
  /** Days, `2026-05-04`. */
  funding_date: text,
  first_payment_date: text,
  minimum_amount_cents: whole,
  maximum_amount_cents: whole,
  /** Factors: `1.2100` bought, `0.0800` on top of it, at most `0.1200`. */
  buy_rate: text,
  upsell: text,
  maximum_upsell: text,
  /** Percent a year. */
  apr: text,
  fees: z.array(feeSchema).nullable().default(null),
  total_fees_cents: whole,
  /** Of open advances, paid off out of this offer. */
  existing_balance_cents: whole,
  holdback_percent: text,
  position: whole,
  /** Percent of the amount. */
  commission_points: text,
  stipulations: z.array(stipulationSchema).nullable().default(null),
  prepayment_discounts: z
    .array(z.object({ within_days: z.int(), payback_cents: z.int() }))
    .nullable()
    .default(null),
  /** Values that were not understood or are not plausible. Their fields are null until the funder was asked. */
  doubts: z.array(doubtSchema).default([]),
})
export type Offer = z.infer<typeof offerSchema>
