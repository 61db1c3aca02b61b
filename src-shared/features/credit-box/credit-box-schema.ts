import { z } from 'zod'
import { typedLine } from '../../platform/ipc/parts.ts'

const cents = z.int().min(0).nullable()

const count = z.int().min(0).max(10_000).nullable()

const words = z.array(typedLine(100).min(1)).max(100)

/** A funder's criteria. A criterion that is null or an empty list is not checked. */
export const creditBoxSchema = z.object({
  name: typedLine(100).min(1),
  minimum_amount_cents: cents,
  maximum_amount_cents: cents,
  minimum_score: z.int().min(300).max(850).nullable(),
  minimum_monthly_revenue_cents: cents,
  minimum_months: count,
  /** Excluded states, as codes of two letters. */
  states_excluded: z.array(z.string().regex(/^[A-Z]{2}$/)).max(60),
  /** Each entry is the beginning of a NAICS or SIC code, a range of such beginnings (`44-45`), or words. */
  industries_excluded: words,
  maximum_positions: count,
  maximum_times_revenue: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,2})?$/)
    .nullable(),
  // The following criteria apply to the figures of verified bank statements.
  minimum_average_daily_balance_cents: cents,
  maximum_nsf_per_month: count,
  maximum_negative_days: count,
  maximum_funder_share: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,2})?$/)
    .nullable(),
  minimum_deposits: count,
})
export type CreditBox = z.infer<typeof creditBoxSchema>

export const creditBoxesSchema = z.object({ boxes: z.array(creditBoxSchema).max(20) })
export type CreditBoxes = z.infer<typeof creditBoxesSchema>
