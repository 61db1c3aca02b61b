import type { CreditBox } from './credit-box-schema.ts'

export type * from './credit-box-schema.ts'

export const EMPTY_BOX: Omit<CreditBox, 'name'> = {
  minimum_amount_cents: null,
  maximum_amount_cents: null,
  minimum_score: null,
  minimum_monthly_revenue_cents: null,
  minimum_months: null,
  states_excluded: [],
  industries_excluded: [],
  maximum_positions: null,
  maximum_times_revenue: null,
  minimum_average_daily_balance_cents: null,
  maximum_nsf_per_month: null,
  maximum_negative_days: null,
  maximum_funder_share: null,
  minimum_deposits: null,
}
