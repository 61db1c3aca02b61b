/** How often payments come, and how often that is in a year: banking days and weeks, as comparable services count them. */
export const PAYMENTS_A_YEAR = { daily: 252, weekly: 52, biweekly: 26, monthly: 12 } as const
export type Frequency = keyof typeof PAYMENTS_A_YEAR

/** A service's own word for a frequency; null for one that is not known. */
export function frequencyOf(word: string | null): Frequency | null {
  const plain = (word ?? '').toLowerCase().replaceAll(/[^a-z]/g, '')
  if (plain === 'everytwoweeks' || plain === 'fortnightly') return 'biweekly'
  return Object.hasOwn(PAYMENTS_A_YEAR, plain) ? (plain as Frequency) : null
}

export interface Schedule {
  payment_cents: number
  /** How many, the last one included. */
  payments: number
  last_payment_cents: number
  frequency: Frequency
}

/** Doubles cannot be told apart any more after so many halvings. */
const HALVINGS = 200

/**
 * The nominal yearly rate, in hundredths of a percent, at which the payments are worth `financed_cents`: an estimate, since
 * days are not counted one by one. 0 where they return no more than that; null where nothing is financed.
 */
export function estimateApr(financed_cents: number, schedule: Schedule): number | null {
  const { payment_cents, payments, last_payment_cents, frequency } = schedule
  const total = payment_cents * (payments - 1) + last_payment_cents
  if (financed_cents <= 0 || payments < 1) return null
  if (total <= financed_cents) return 0
  // At a rate of total ÷ financed a payment, even all of it after one period is worth less than what is financed.
  let low = 0
  let high = total / financed_cents
  for (let step = 0; step < HALVINGS && low < high; step++) {
    const middle = (low + high) / 2
    if (middle === low || middle === high) break
    if (worth(schedule, middle) > financed_cents) low = middle
    else high = middle
  }
  return Math.round(high * PAYMENTS_A_YEAR[frequency] * 10_000)
}

/** What the payments are worth today, in cents, at a `rate` above 0 from each to the next. */
function worth({ payment_cents, payments, last_payment_cents }: Schedule, rate: number): number {
  const discountOfLast = Math.exp(-payments * Math.log1p(rate))
  const discounts = -Math.expm1(-payments * Math.log1p(rate)) / rate
  return payment_cents * discounts + (last_payment_cents - payment_cents) * discountOfLast
}
