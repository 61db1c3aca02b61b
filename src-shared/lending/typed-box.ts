import { keepCount } from '../entry/count.ts'
import { keepDecimal } from '../entry/decimal.ts'
import { keepMoney, moneyText, showMoney } from '../entry/money.ts'
import {
  understandCount,
  understandDecimal,
  understandMoney,
  type Understood,
} from '../entry/number-problems.ts'
import type { LendingBox } from './lending-box.ts'

type CentsRule = 'minimum_amount_cents' | 'maximum_amount_cents' | 'minimum_monthly_revenue_cents'
export type NumberRule =
  | CentsRule
  | 'minimum_score'
  | 'minimum_months'
  | 'maximum_positions'
  | 'maximum_times_revenue'

/** How the number of a rule is typed. */
interface NumberEntry {
  understand: (typed: string) => Understood<number | string>
  keep: (typed: string) => string
  show: (kept: string) => string
}

const MONEY: NumberEntry = { understand: understandMoney, keep: keepMoney, show: showMoney }
const countBetween = (from: number, to: number): NumberEntry => ({
  understand: (typed) => understandCount(typed, { from, to }),
  keep: keepCount,
  show: keepCount,
})
const TIMES = ['x']

export const NUMBER_RULES: Record<NumberRule, NumberEntry> = {
  minimum_amount_cents: MONEY,
  maximum_amount_cents: MONEY,
  minimum_score: countBetween(300, 850),
  minimum_monthly_revenue_cents: MONEY,
  minimum_months: countBetween(0, 1_200),
  maximum_positions: countBetween(0, 20),
  maximum_times_revenue: {
    understand: (typed) => understandDecimal(typed, { from: 0, to: 100, decimals: 2, units: TIMES }),
    keep: (typed) => keepDecimal(typed, TIMES),
    show: (kept) => keepDecimal(kept, TIMES),
  },
}

const RULES = Object.entries(NUMBER_RULES) as [NumberRule, NumberEntry][]

/** A credit box as its form holds it: numbers as kept texts, since a form also keeps what is not understood. */
export type TypedBox = Omit<LendingBox, NumberRule> & Record<NumberRule, string>

export function typedBox(box: LendingBox): TypedBox {
  const texts = RULES.map(([rule]) => [rule, textOf(rule, box[rule])] as const)
  return { ...box, ...(Object.fromEntries(texts) as Record<NumberRule, string>) }
}

/** Why the text of a rule is not understood, or null. An empty text is no rule. */
export function ruleProblem(rule: NumberRule, typed: string): string | null {
  const read = readRule(NUMBER_RULES[rule], typed)
  return 'problem' in read ? read.problem : null
}

/** The box as it is stored, or null while one of its numbers is not understood. */
export function readBox(typed: TypedBox): LendingBox | null {
  const values: [NumberRule, number | string | null][] = []
  for (const [rule, entry] of RULES) {
    const read = readRule(entry, typed[rule])
    if ('problem' in read) return null
    values.push([rule, read.value])
  }
  return { ...typed, ...(Object.fromEntries(values) as Pick<LendingBox, NumberRule>) }
}

function readRule(entry: NumberEntry, typed: string): Understood<number | string | null> {
  return typed.trim() === '' ? { value: null } : entry.understand(typed)
}

function textOf(rule: NumberRule, value: number | string | null): string {
  if (value === null) return ''
  return rule.endsWith('_cents') && typeof value === 'number' ? moneyText(value) : String(value)
}
