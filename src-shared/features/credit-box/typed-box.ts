import { moneyText } from '../../platform/entry/money.ts'
import {
  countEntry,
  decimalEntry,
  MONEY_ENTRY,
  type NumberEntry,
  type Understood,
} from '../../platform/entry/number-entry.ts'
import type { CreditBox } from './credit-box.ts'

type CentsRule =
  | 'minimum_amount_cents'
  | 'maximum_amount_cents'
  | 'minimum_monthly_revenue_cents'
  | 'minimum_average_daily_balance_cents'
export type NumberRule =
  | CentsRule
  | 'minimum_score'
  | 'minimum_months'
  | 'maximum_positions'
  | 'maximum_times_revenue'
  | 'maximum_nsf_per_month'
  | 'maximum_negative_days'
  | 'maximum_funder_share'
  | 'minimum_deposits'

export const NUMBER_RULES: Record<NumberRule, NumberEntry> = {
  minimum_amount_cents: MONEY_ENTRY,
  maximum_amount_cents: MONEY_ENTRY,
  minimum_score: countEntry({ from: 300, to: 850 }),
  minimum_monthly_revenue_cents: MONEY_ENTRY,
  minimum_months: countEntry({ from: 0, to: 1_200 }),
  maximum_positions: countEntry({ from: 0, to: 20 }),
  maximum_times_revenue: decimalEntry({ from: 0, to: 100, decimals: 2, units: ['x'] }),
  minimum_average_daily_balance_cents: MONEY_ENTRY,
  maximum_nsf_per_month: countEntry({ from: 0, to: 100 }),
  maximum_negative_days: countEntry({ from: 0, to: 31 }),
  maximum_funder_share: decimalEntry({ from: 0, to: 100, decimals: 2, units: ['%'] }),
  minimum_deposits: countEntry({ from: 0, to: 1_000 }),
}

const RULES = Object.entries(NUMBER_RULES) as [NumberRule, NumberEntry][]

/** A credit box (a funder's criteria) as its form contains it. Numbers are strings, because the broker may type invalid ones. */
export type TypedBox = Omit<CreditBox, NumberRule> & Record<NumberRule, string>

export function typedBox(box: CreditBox): TypedBox {
  const texts = RULES.map(([rule]) => [rule, textOf(rule, box[rule])] as const)
  return { ...box, ...(Object.fromEntries(texts) as Record<NumberRule, string>) }
}

export function readBox(typed: TypedBox): CreditBox | null {
  const values: [NumberRule, number | string | null][] = []
  for (const [rule, entry] of RULES) {
    const read = readRule(entry, typed[rule])
    if ('problem' in read) return null
    values.push([rule, read.value])
  }
  return { ...typed, ...(Object.fromEntries(values) as Pick<CreditBox, NumberRule>) }
}

function readRule(entry: NumberEntry, typed: string): Understood<number | string | null> {
  return typed.trim() === '' ? { value: null } : entry.understand(typed)
}

function textOf(rule: NumberRule, value: number | string | null): string {
  if (value === null) return ''
  return rule.endsWith('_cents') && typeof value === 'number' ? moneyText(value) : String(value)
}
