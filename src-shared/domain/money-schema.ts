import { z } from 'zod'
import { COMMISSION_BASES } from '../offers/commission.ts'
import { COMMISSION_STATES, EXPECTED_FROM, PERIODS } from './money.ts'

/** A calendar day where the broker is, `YYYY-MM-DD`. */
export const daySchema = z.iso.date()

/** Integer cents of US dollars. Nothing that one deal pays comes near the limit. */
const centsSchema = z.int().min(0).max(100_000_000_000)

/** A percentage above 0 and up to 100, with up to six decimals. */
const percentSchema = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,6})?$/)
  .refine((text) => Number(text) > 0 && Number(text) <= 100)

/** A part of a commission that goes to another broker or a referrer: a percentage of it, or an amount. */
const splitSchema = z
  .strictObject({
    name: z.string().trim().min(1).max(200),
    percent: percentSchema.nullable(),
    amount_cents: centsSchema.nullable(),
  })
  .refine(({ percent, amount_cents }) => (percent === null) !== (amount_cents === null))
export type Split = z.infer<typeof splitSchema>

/** What the broker wrote by hand about the money of a deal; null where nothing was written. */
export const moneyHandSchema = z.strictObject({
  /** Stands for the amount of the accepted offer. */
  amount_cents: centsSchema.nullable(),
  /** Stands for the commission of the accepted offer. */
  expected_cents: centsSchema.nullable(),
  settled_cents: centsSchema.nullable(),
  settled_on: daySchema.nullable(),
  /** Stands for the day of funding and the days that a clawback takes. */
  clawback_on: daySchema.nullable(),
  clawed_back_on: daySchema.nullable(),
  note: z.string().max(2_000).nullable(),
  splits: z.array(splitSchema).max(20),
  /** Stands for the estimate of when half is paid. */
  renewal_on: daySchema.nullable(),
  /** There is nothing to renew: the broker said so. */
  renewal_off: z.boolean(),
})
export type MoneyHand = z.infer<typeof moneyHandSchema>

export const moneyChangesSchema = moneyHandSchema.partial()
export type MoneyChanges = z.infer<typeof moneyChangesSchema>

export const commissionStateSchema = z.enum(COMMISSION_STATES)
export type CommissionState = z.infer<typeof commissionStateSchema>

/** One deal of the commission ledger. Whatever nobody told and nobody wrote is null. */
export const commissionLineSchema = z.object({
  deal_id: z.uuid(),
  legal_name: z.string(),
  /** Funded, or accepted as long as it is not. */
  step: z.enum(['accepted', 'funded']),
  step_on: daySchema,
  amount_cents: z.int().nullable(),
  expected_cents: z.int().nullable(),
  expected_from: z.enum(EXPECTED_FROM).nullable(),
  settled_cents: z.int().nullable(),
  settled_on: daySchema.nullable(),
  /** The part of `expected_cents` that is still to be paid. Null where it is unknown. */
  outstanding_cents: z.int().nullable(),
  clawback_on: daySchema.nullable(),
  clawed_back_on: daySchema.nullable(),
  state: commissionStateSchema,
  /** What each split gets of the whole commission. Null while that is unknown. */
  shares: z.array(z.object({ name: z.string(), cents: z.int().nullable() })),
  /** The broker's share of the whole commission, after splits, and the parts that are paid and still to be paid. */
  own_cents: z.int().nullable(),
  own_settled_cents: z.int().nullable(),
  own_outstanding_cents: z.int().nullable(),
  /** The amounts without what the broker filled in. */
  from_offer: z.object({ amount_cents: z.int().nullable(), expected_cents: z.int().nullable() }),
  hand: moneyHandSchema,
})
export type CommissionLine = z.infer<typeof commissionLineSchema>

const sumsSchema = z.record(commissionStateSchema, z.int())

export const clawbackDaysSchema = z.int().min(0).max(365)

export const commissionBasisSchema = z.enum(COMMISSION_BASES)

/** Settings that the ledger depends on. `commission_basis` is null where the endpoint profile is unreadable. */
const ledgerRulesSchema = z.object({
  clawback_days: clawbackDaysSchema,
  commission_basis: commissionBasisSchema.nullable(),
})
export type LedgerRules = z.infer<typeof ledgerRulesSchema>

/** `lines`: newest first. `months`: what stands in each state, by the month of funding or acceptance, newest first. */
export const ledgerSchema = ledgerRulesSchema.extend({
  lines: z.array(commissionLineSchema),
  months: z.array(z.object({ month: z.string(), lines: z.int(), sums: sumsSchema })),
})
export type Ledger = z.infer<typeof ledgerSchema>

/** When a funded deal is worth a call about its renewal. `due_on` is null while nobody knows. */
export const renewalSchema = z.object({
  deal_id: z.uuid(),
  legal_name: z.string(),
  funded_on: daySchema,
  amount_cents: z.int().nullable(),
  due_on: daySchema.nullable(),
  /** Computed from the accepted offer, not written by the broker. */
  is_estimate: z.boolean(),
  state: z.enum(['upcoming', 'due', 'undated', 'started', 'off']),
  /** The draft that was started for it. */
  renewed_as: z.uuid().nullable(),
})
export type Renewal = z.infer<typeof renewalSchema>

export const periodSchema = z.enum(PERIODS)
export type Period = z.infer<typeof periodSchema>

const timesSchema = z.object({
  deals: z.int(),
  median_minutes: z.int().nullable(),
  p90_minutes: z.int().nullable(),
})

/** What the dashboard shows. Months are `YYYY-MM`. */
export const dashboardSchema = z.object({
  /** Of the deals begun in the period: how far each came. */
  funnel: z.object({ started: z.int(), submitted: z.int(), offered: z.int(), funded: z.int() }),
  /** The last twelve months, oldest first, whatever the period. */
  months: z.array(
    z.object({
      month: z.string(),
      funded: z.int(),
      /** Funded deals whose amount nobody knows: they are not in `funded_cents`. */
      unknown: z.int(),
      funded_cents: z.int(),
      /** Not paid yet, the rest of part payments included. */
      expected_cents: z.int(),
      /** The calculated part of `expected_cents`. */
      calculated_cents: z.int(),
      /** Funded deals whose commission is unknown. No sum includes them. */
      unknown_commissions: z.int(),
      /** Paid, and the clawback date is not over yet. */
      at_risk_cents: z.int(),
      /** Paid, and the clawback date is over. */
      settled_cents: z.int(),
    }),
  ),
  /** From submission to the first offer, of deals submitted in the period. */
  time_to_offer: timesSchema.extend({ months: z.array(timesSchema.extend({ month: z.string() })) }),
  /** Of deals declined in the period, the most frequent first; `reason` is null where the service told none. */
  declines: z.array(z.object({ reason: z.string().nullable(), deals: z.int() })),
  /** Of deals submitted in the period, by the amount requested. */
  bands: z.array(
    z.object({ up_to_cents: z.int().nullable(), submitted: z.int(), offered: z.int(), funded: z.int() }),
  ),
})
export type Dashboard = z.infer<typeof dashboardSchema>
