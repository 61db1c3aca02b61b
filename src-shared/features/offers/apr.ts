import {
  addMonths,
  businessDayAfter,
  businessDayBefore,
  dateOf,
  dayText,
  isBusinessDay,
  type EpochDay,
} from '../../platform/entry/business-days.ts'
import {
  averageUnitPeriod,
  singlePaymentTerm,
  solveUnitPeriodRate,
  unitPeriodsAYear,
  unitPeriodsBetween,
  type TimedFlow,
  type UnitPeriod,
} from './appendix-j.ts'
import { messages, type Messages } from '../../platform/texts/messages.ts'
import type { Frequency } from '../../platform/partner/offer-words.ts'

const UNIT_PERIODS: Record<Frequency, UnitPeriod> = {
  daily: { unit: 'day', count: 1 },
  weekly: { unit: 'week', count: 1 },
  biweekly: { unit: 'week', count: 2 },
  semimonthly: { unit: 'semimonth', count: 1 },
  monthly: { unit: 'month', count: 1 },
}

export interface Schedule {
  payment_cents: number
  /** The number of payments, including the last one. */
  payments: number
  last_payment_cents: number
  frequency: Frequency
}

/** The dates of an offer, null if unknown. */
export interface AprDates {
  /** The date of the offer, or today if the offer has no date. */
  offered: EpochDay
  funding: EpochDay | null
  first_payment: EpochDay | null
}

/** The data from which an APR is estimated. */
export interface AprBasis {
  /** The amount of the offer less its fees. It consists of the merchant's cash and the balances that the offer pays off. */
  financed_cents: number
  schedule: Schedule
  dates: AprDates
  /** True if the app calculated the number of payments, because the offer does not report it. */
  is_count_figured?: boolean
}

/** An assumption of an estimated APR that the offer does not confirm. The printed page lists every assumption. */
export type AprAssumption =
  | { kind: 'funding_date' | 'first_payment_date'; on: string }
  | { kind: 'payments'; count: number }
  | { kind: 'business_days' | 'fees_at_funding' }

export interface AprEstimate {
  basis: AprBasis
  /** The APR in percent a year, rounded to two decimals. */
  apr: string
  /** The reported or assumed funding date, such as `2026-05-04`. */
  funding_on: string
  first_payment_on: string
  assumptions: AprAssumption[]
}

/** Maximum number of payments in a calculation. No real offer has more. */
const MOST_PAYMENTS = 10_000

/**
 * Estimates the APR by Appendix J to 12 CFR Part 1026, as 10 CCR 940 (California) and 23 NYCRR 600.3 (New York) require. Daily payments are
 * made on business days, but the time between them is counted in calendar days, 365 a year. Returns null if nothing is financed, if the
 * payments add up to less than the financed amount, or if a figure is too large for a double.
 */
export function estimateApr(basis: AprBasis): AprEstimate | null {
  if (!isSensible(basis)) return null
  const planned = plan(basis)
  const hundredths = aprOn(basis, planned)
  if (hundredths === null) return null
  const [funding_on, first_payment_on] = [dayText(planned.funding), dayText(planned.first)]
  const assumptions: AprAssumption[] = []
  if (planned.assumed.funding) assumptions.push({ kind: 'funding_date', on: funding_on })
  if (planned.assumed.first) assumptions.push({ kind: 'first_payment_date', on: first_payment_on })
  if (basis.is_count_figured === true) assumptions.push({ kind: 'payments', count: basis.schedule.payments })
  if (basis.schedule.frequency === 'daily') assumptions.push({ kind: 'business_days' })
  assumptions.push({ kind: 'fees_at_funding' })
  return { basis, apr: percentText(hundredths), funding_on, first_payment_on, assumptions }
}

/**
 * The allowed difference between a reported APR and the estimate, in hundredths of a percent: 1/8 percentage point, or 1/4 point in an
 * irregular transaction. Source: 12 CFR 1026.22(a)(2) and (3), 10 CCR 955(a)(1) and (2), and 23 NYCRR 600.4(a)(1) and (2). Both states also
 * allow a wider tolerance of 2.5 %. The app does not use it, because the broker should still see such a difference.
 */
const TOLERANCE = { regular: 12.5, irregular: 25 }

/** Maximum number of days after the assumed funding date. Funding on any business day up to then is as plausible as on the assumed date. */
const OTHER_FUNDING_DAYS = 13
/**
 * Number of days by which the first period may be shorter or longer than a regular period. Up to this number, lenders may ignore the
 * difference, 12 CFR 1026.17(c)(4)(i).
 */
const ODD_FIRST_PERIOD = { shorter: 6, longer: 13 }

/**
 * Returns true if the APR that the partner reported can be right. It must be within the tolerance of the app's estimate. If the estimate is
 * based on assumed dates, the reported APR may also be in the range of the APRs for other plausible dates.
 */
export function agreesWithApr(reported: string, basis: AprBasis): boolean {
  if (!isSensible(basis)) return true
  const planned = plan(basis)
  const ours = aprOn(basis, planned)
  const hundredths = Number(reported) * 100
  const tolerance = isIrregular(basis.schedule, planned) ? TOLERANCE.irregular : TOLERANCE.regular
  if (ours === null || Math.abs(hundredths - ours) <= tolerance) return true
  const others = otherDates(planned, basis.schedule.frequency)
  const rates = [ours, ...others.flatMap((dates) => aprOn(basis, dates) ?? [])]
  return hundredths >= Math.min(...rates) - tolerance && hundredths <= Math.max(...rates) + tolerance
}

interface PlannedDates {
  funding: EpochDay
  first: EpochDay
  assumed: { funding: boolean; first: boolean }
}

function isSensible({ financed_cents, schedule }: AprBasis): boolean {
  const { payments, payment_cents, last_payment_cents } = schedule
  return (
    financed_cents > 0 &&
    payment_cents >= 0 &&
    last_payment_cents >= 0 &&
    Number.isInteger(payments) &&
    payments >= 1 &&
    payments <= MOST_PAYMENTS
  )
}

/**
 * Returns the dates of funding and of the first payment. If both are unknown, assumes funding on the next business day. If one is unknown,
 * assumes that they are one payment period apart.
 */
function plan({ dates, schedule: { frequency } }: AprBasis): PlannedDates {
  const { funding, first_payment: first } = dates
  const knowsFunding = funding !== null && (first === null || funding < first)
  if (knowsFunding)
    return {
      funding,
      first: first ?? onePeriodAfter(funding, frequency),
      assumed: { funding: false, first: first === null },
    }
  if (first !== null)
    return { funding: onePeriodBefore(first, frequency), first, assumed: { funding: true, first: false } }
  const assumed = businessDayAfter(dates.offered)
  return {
    funding: assumed,
    first: onePeriodAfter(assumed, frequency),
    assumed: { funding: true, first: true },
  }
}

function onePeriodAfter(day: EpochDay, frequency: Frequency): EpochDay {
  if (frequency === 'daily') return businessDayAfter(day)
  return paymentDays(day, 2, frequency)[1] ?? day
}

function onePeriodBefore(day: EpochDay, frequency: Frequency): EpochDay {
  if (frequency === 'daily') return businessDayBefore(day)
  if (frequency === 'weekly' || frequency === 'biweekly') return day - (frequency === 'weekly' ? 7 : 14)
  if (frequency === 'monthly') return addMonths(day, -1)
  const date = dateOf(day)
  return date > 15 ? addMonths(day, 0, date - 15) : addMonths(day, -1, date + 15)
}

function paymentDays(first: EpochDay, payments: number, frequency: Frequency): EpochDay[] {
  const days = [first]
  while (days.length < payments) days.push(nextPaymentDay(first, days, frequency))
  return days
}

function nextPaymentDay(first: EpochDay, days: readonly EpochDay[], frequency: Frequency): EpochDay {
  const done = days.length
  if (frequency === 'daily') return businessDayAfter(days.at(-1) ?? first)
  if (frequency === 'monthly') return addMonths(first, done)
  if (frequency === 'semimonthly') {
    const [date, months] = [dateOf(first), Math.floor(done / 2)]
    if (done % 2 === 0) return addMonths(first, months)
    return date > 15 ? addMonths(first, months + 1, date - 15) : addMonths(first, months, date + 15)
  }
  return first + done * (frequency === 'weekly' ? 7 : 14)
}

function aprOn({ financed_cents, schedule }: AprBasis, { funding, first }: PlannedDates): number | null {
  const { payments, payment_cents, last_payment_cents, frequency } = schedule
  const { times, periods_a_year } = timesOf(funding, paymentDays(first, payments, frequency), frequency)
  const flows = times.map((time, at): TimedFlow => ({
    ...time,
    cents: at === payments - 1 ? last_payment_cents : payment_cents,
  }))
  const rate = solveUnitPeriodRate([{ cents: financed_cents, full: 0, fraction: 0 }], flows)
  const hundredths = rate === null ? null : Math.round(rate * periods_a_year * 10_000)
  return hundredths === null || !Number.isSafeInteger(hundredths) ? null : hundredths
}

type Time = Omit<TimedFlow, 'cents'>

function timesOf(
  funding: EpochDay,
  days: readonly EpochDay[],
  frequency: Frequency,
): { times: Time[]; periods_a_year: number } {
  const [first = funding] = days
  if (days.length === 1) {
    const { periods_a_year, ...time } = singlePaymentTerm(funding, first)
    return { times: [time], periods_a_year }
  }
  const regular = UNIT_PERIODS[frequency]
  const first_period = firstPeriod(funding, first, frequency)
  const is_common = occursTwice(days, first_period, frequency)
  const unit = is_common ? regular : averageUnitPeriod(((days.at(-1) ?? first) - funding) / days.length)
  const times =
    is_common && frequency !== 'daily'
      ? days.map((_, at) => ({ ...first_period, full: first_period.full + at }))
      : days.map((day) => unitPeriodsBetween(funding, day, unit))
  return { times, periods_a_year: unitPeriodsAYear(unit) }
}

/**
 * Returns true if a period of regular length occurs more than once, (b)(3)(ii). Returns false, for example, for an odd first period and
 * only two payments, between which there is just one regular period.
 */
function occursTwice(days: readonly EpochDay[], first_period: Time, frequency: Frequency): boolean {
  const is_regular = first_period.full === 1 && first_period.fraction === 0
  const later =
    frequency === 'daily'
      ? days.filter((day, at) => day - (days[at - 1] ?? day) === 1).length
      : days.length - 1
  return later + Number(is_regular) > 1
}

/**
 * Returns the time from funding to the first payment. If payments are semimonthly and funding is one semimonth before the first payment,
 * returns exactly one period, although semimonths differ in length.
 */
function firstPeriod(funding: EpochDay, first: EpochDay, frequency: Frequency): Time {
  if (frequency === 'semimonthly' && onePeriodBefore(first, frequency) === funding)
    return { full: 1, fraction: 0 }
  return unitPeriodsBetween(funding, first, UNIT_PERIODS[frequency])
}

/**
 * Returns true if the intervals between payments are unequal. For example, a weekend makes the interval between two daily payments longer.
 * Ignores the period before the first payment.
 */
function isIrregular({ payments, frequency }: Schedule, { first }: PlannedDates): boolean {
  if (frequency !== 'daily') return false
  const days = paymentDays(first, payments, frequency)
  return (days.at(-1) ?? first) - first >= payments
}

/**
 * Returns other dates that are as plausible as the assumed dates. For daily payments, these are later funding dates. For other payments,
 * these are dates with a shorter or longer first period.
 */
function otherDates(planned: PlannedDates, frequency: Frequency): PlannedDates[] {
  const { funding, first, assumed } = planned
  if (!assumed.funding && !assumed.first) return []
  if (frequency !== 'daily')
    return [ODD_FIRST_PERIOD.shorter, -ODD_FIRST_PERIOD.longer]
      .map((days) =>
        assumed.first ? { ...planned, first: first - days } : { ...planned, funding: funding + days },
      )
      .filter((dates) => dates.funding < dates.first)
  if (!assumed.funding || !assumed.first) return []
  return Array.from({ length: OTHER_FUNDING_DAYS }, (_, at) => funding + at + 1)
    .filter(isBusinessDay)
    .map((day) => ({ ...planned, funding: day, first: businessDayAfter(day) }))
}

function percentText(hundredths: number): string {
  const digits = String(hundredths).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Formats the assumptions of an estimated APR as display text. `formatDay` formats a date such as `2026-05-04`. */
export function aprAssumptionText(
  assumptions: readonly AprAssumption[],
  formatDay: (day: string) => string,
  { aprAssumptions: lines }: Messages['offers'] = messages().offers,
): string[] {
  return assumptions.map((one) => {
    if (one.kind === 'funding_date' || one.kind === 'first_payment_date')
      return lines[one.kind](formatDay(one.on))
    return one.kind === 'payments' ? lines.payments(one.count) : lines[one.kind]
  })
}
