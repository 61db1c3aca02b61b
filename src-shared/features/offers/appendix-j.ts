import { addMonths, type EpochDay } from '../../platform/entry/business-days.ts'

/**
 * The actuarial method of Regulation Z, Appendix J to 12 CFR Part 1026. Comments cite paragraphs of Appendix J by letter, such as
 * (b)(5).
 */

/**
 * A unit-period, as Appendix J (b)(3)(iii) defines it: a standard interval of time. A unit-period of one year is stored as twelve months.
 */
export interface UnitPeriod {
  unit: 'day' | 'week' | 'semimonth' | 'month'
  count: number
}

/** An advance or a payment, and its time since the term began: a number of full unit-periods and a fraction of a unit-period. */
export interface TimedFlow {
  cents: number
  full: number
  fraction: number
}

const YEAR: UnitPeriod = { unit: 'month', count: 12 }

/** Returns the number of unit-periods in a year, (b)(5). */
export function unitPeriodsAYear({ unit, count }: UnitPeriod): number {
  return { day: 365, week: 52, semimonth: 24, month: 12 }[unit] / count
}

/** Returns the number of unit-periods between two dates, (b)(5). */
export function unitPeriodsBetween(
  from: EpochDay,
  to: EpochDay,
  { unit, count }: UnitPeriod,
): Omit<TimedFlow, 'cents'> {
  if (unit === 'day' || unit === 'week') return split(to - from, count * (unit === 'day' ? 1 : 7))
  const { months, days } = monthsOfSeries(from, to)
  if (unit === 'semimonth') return split(30 * months + days, 15)
  if (count === 1) return { full: months, fraction: days / 30 }
  if (count < 12) return split(30 * months + days, 30 * count)
  const years = Math.floor(months / 12)
  const rest = addMonths(to, -12 * years) - from
  return { full: years, fraction: days === 0 ? (months % 12) / 12 : rest / 365 }
}

/**
 * Returns the term of an advance that is repaid by a single payment: its length in unit-periods, and the number of unit-periods in a year.
 * See (b)(4)(ii) and (b)(5)(v) to (vii).
 */
export function singlePaymentTerm(
  from: EpochDay,
  to: EpochDay,
): Omit<TimedFlow, 'cents'> & { periods_a_year: number } {
  const { months, days } = monthsBack(from, to)
  if (months >= 12) return { ...unitPeriodsBetween(from, to, YEAR), periods_a_year: 1 }
  return { full: 1, fraction: 0, periods_a_year: days === 0 ? 12 / months : 365 / (to - from) }
}

/** Standard intervals and their lengths in days, the shortest first. */
const STANDARD_INTERVALS: readonly (UnitPeriod & { days: number })[] = [
  { unit: 'day' as const, count: 1, days: 1 },
  { unit: 'semimonth' as const, count: 1, days: 15 },
  ...Array.from({ length: 52 }, (_, at) => ({ unit: 'week' as const, count: at + 1, days: 7 * (at + 1) })),
  ...Array.from({ length: 11 }, (_, at) => ({ unit: 'month' as const, count: at + 1, days: 30 * (at + 1) })),
  { ...YEAR, days: 365 },
].toSorted((a, b) => a.days - b.days)

/**
 * Returns the unit-period for payments of which no two periods have the same length. It is the standard interval nearest to the average
 * period, (b)(4)(i)(B).
 */
export function averageUnitPeriod(average_days: number): UnitPeriod {
  const away = ({ days }: { days: number }) => Math.abs(days - average_days)
  const { unit, count } = STANDARD_INTERVALS.reduce((best, next) => (away(next) < away(best) ? next : best))
  return { unit, count }
}

/**
 * Maximum number of steps when solving an equation. The limit only prevents an endless loop: far fewer steps are needed. A Newton step
 * doubles the number of correct digits, and a bisection halves the bracket (the range that contains the solution).
 */
const MOST_STEPS = 300
/** Relative precision of a double. */
const PRECISION = 1e-15

/**
 * Solves the general equation, (b)(8): finds the rate per unit-period at which advances and payments have equal value. Returns 0 if the sum
 * of the payments equals that of the advances. Returns null if the sum of the payments is lower, or if no rate solves the equation.
 */
export function solveUnitPeriodRate(
  advances: readonly TimedFlow[],
  payments: readonly TimedFlow[],
): number | null {
  const gain = total(payments) - total(advances)
  if (!(gain >= 0)) return null
  if (gain === 0) return 0
  const flows = [...payments, ...advances.map((advance) => ({ ...advance, cents: -advance.cents }))]
  let high = 1
  while (worth(flows, high).cents > 0) {
    high *= 2
    if (high === Infinity) return null
  }
  return rootBetween(flows, 0, high)
}

/**
 * Finds the rate by Newton's method. If a Newton step would leave the bracket (the range from `low` to `high`), halves the bracket instead.
 * The present value of the flows must be positive at the rate `low`, and zero or negative at the rate `high`.
 */
function rootBetween(flows: readonly TimedFlow[], low: number, high: number): number {
  let [from, to, rate] = [low, high, low]
  for (let step = 0; step < MOST_STEPS; step++) {
    const { cents, slope } = worth(flows, rate)
    if (cents > 0) from = rate
    else to = rate
    const newton = rate - cents / slope
    const next = newton > from && newton < to ? newton : (from + to) / 2
    if (Math.abs(next - rate) <= next * PRECISION) return next
    rate = next
  }
  return rate
}

function total(flows: readonly TimedFlow[]): number {
  return flows.reduce((sum, { cents }) => sum + cents, 0)
}

/** Returns the present value of the flows, discounted to the beginning of the term. `slope` is its derivative with respect to the rate. */
function worth(flows: readonly TimedFlow[], rate: number): { cents: number; slope: number } {
  const growth = Math.log1p(rate)
  let [sum, slope] = [0, 0]
  for (const { cents, full, fraction } of flows) {
    const odd = 1 + fraction * rate
    const now = (cents / odd) * Math.exp(-full * growth)
    sum += now
    slope -= now * (fraction / odd + full / (1 + rate))
  }
  return { cents: sum, slope }
}

/** Returns the number of full months, counted back from the later date, and the number of remaining days, (b)(5)(ii). */
function monthsBack(from: EpochDay, to: EpochDay): { months: number; days: number } {
  let months = Math.max(0, Math.floor((to - from) / 31))
  while (addMonths(to, -months - 1) >= from) months++
  return { months, days: addMonths(to, -months) - from }
}

/**
 * Like `monthsBack`, but for a series of payments. The time from January 29, 30, or 31 to the last day of February also counts as a month,
 * (b)(3)(iv).
 */
function monthsOfSeries(from: EpochDay, to: EpochDay): { months: number; days: number } {
  const back = monthsBack(from, to)
  return addMonths(from, back.months + 1) === to ? { months: back.months + 1, days: 0 } : back
}

function split(length: number, period: number): { full: number; fraction: number } {
  const full = Math.floor(length / period)
  return { full, fraction: (length - full * period) / period }
}
