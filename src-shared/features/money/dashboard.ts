import type { CommissionLine, Dashboard, Period } from './money-view.ts'
import type { Statuses } from '../offers/offer-status.ts'
import { addDays, addMonths, dayOf, monthOf } from '../../platform/base/days.ts'
import { isDeclined, sumsOf } from './ledger.ts'

/** Facts of a deal that the dashboard counts. Instants have the format of `Date.toISOString`. Money is in integer cents. */
export interface DealCourse {
  created_at: string
  submitted_at: string | null
  offered_at: string | null
  accepted_at: string | null
  funded_at: string | null
  declined_at: string | null
  /**
   * Like `MoneyFacts.statuses`, but only for an unfunded deal that was declined and may have become active again. Null for any other deal.
   */
  statuses: Statuses | null
  decline_reason: string | null
  requested_cents: number | null
}

const MONTHS = 12
/** Upper limits, in cents, of the groups of requested amounts. The last group contains all higher amounts. */
const BANDS = [2_500_000, 5_000_000, 10_000_000, 25_000_000] as const
const MINUTE_MS = 60_000

export function firstMonthOf(now: string): string {
  return addMonths(monthOf(dayOf(now)), 1 - MONTHS)
}

/**
 * Returns the dashboard's figures at the time `now`. `lines` are the lines of the commission ledger since the first month that the
 * dashboard shows.
 */
export function dashboardOf(
  courses: readonly DealCourse[],
  lines: readonly CommissionLine[],
  period: Period,
  now: string,
): Dashboard {
  const today = dayOf(now)
  const from = beginningOf(period, today)
  // Compare the instants as strings, which is possible because all have the same format. No Date object is created for any deal.
  const isIn = (instant: string | null) => instant !== null && instant >= from
  const funnel = { started: 0, submitted: 0, offered: 0, funded: 0 }
  const waits: { month: string; minutes: number }[] = []
  const reasons = new Map<string | null, number>()
  const bands = [...BANDS, null].map((up_to_cents) => ({ up_to_cents, submitted: 0, offered: 0, funded: 0 }))

  for (const course of courses) {
    const { submitted_at, offered_at, funded_at, declined_at, requested_cents } = course
    // A funded deal was also offered and submitted, even if the partner did not report these steps.
    const wasFunded = funded_at !== null
    const wasOffered = wasFunded || course.accepted_at !== null || offered_at !== null
    const wasSubmitted = wasOffered || submitted_at !== null
    if (isIn(course.created_at)) {
      funnel.started += 1
      funnel.submitted += Number(wasSubmitted)
      funnel.offered += Number(wasOffered)
      funnel.funded += Number(wasFunded)
    }
    if (submitted_at !== null && isIn(submitted_at)) {
      const band =
        requested_cents === null
          ? undefined
          : bands.find(({ up_to_cents: end }) => requested_cents <= (end ?? Infinity))
      if (band !== undefined) {
        band.submitted += 1
        band.offered += Number(wasOffered)
        band.funded += Number(wasFunded)
      }
      const waited = offered_at === null ? -1 : Date.parse(offered_at) - Date.parse(submitted_at)
      // Skip an offer that seems to be older than its submission. This happens if the partner's clock is wrong, or if the app learned of
      // the submission only after the offer.
      if (waited >= 0)
        waits.push({ month: monthOf(dayOf(submitted_at)), minutes: Math.round(waited / MINUTE_MS) })
    }
    if (!wasFunded && isIn(declined_at) && isDeclined(course))
      reasons.set(course.decline_reason, (reasons.get(course.decline_reason) ?? 0) + 1)
  }

  // A submission has a month in the future if the computer's clock was wrong.
  const offerMonths = [...new Set(waits.map(({ month }) => month))]
    .filter((month) => month <= monthOf(today))
    .toSorted()
  return {
    funnel,
    months: monthsOf(lines, firstMonthOf(now), firstDayOf(period, today)),
    time_to_offer: {
      ...timesOf(waits),
      months: offerMonths.map((month) => ({ month, ...timesOf(waits.filter((one) => one.month === month)) })),
    },
    declines: [...reasons]
      .map(([reason, deals]) => ({ reason, deals }))
      .toSorted((a, b) => b.deals - a.deals || (a.reason ?? '').localeCompare(b.reason ?? '')),
    bands,
  }
}

/** Returns the first instant of a period that ends today. `year` means the current calendar year. */
function beginningOf(period: Period, today: string): string {
  const day = firstDayOf(period, today)
  if (day === '') return ''
  // This string has no time zone offset, so it means midnight in the broker's time zone.
  return new Date(`${day}T00:00:00`).toISOString()
}

/** Returns the first day of a period that ends today, or '' for all time. */
function firstDayOf(period: Period, today: string): string {
  if (period === 'all') return ''
  return period === 'year' ? `${today.slice(0, 4)}-01-01` : addDays(today, 1 - Number(period))
}

/**
 * Sums by month the ledger's deals that were funded in the period, of the last twelve months. The dashboard and the ledger therefore show the
 * same figures.
 */
function monthsOf(
  lines: readonly CommissionLine[],
  firstMonth: string,
  firstDay: string,
): Dashboard['months'] {
  const months = Array.from({ length: MONTHS }, (_, at) => ({
    month: addMonths(firstMonth, at),
    funded: 0,
    unknown: 0,
    funded_cents: 0,
    expected_cents: 0,
    calculated_cents: 0,
    unknown_commissions: 0,
    at_risk_cents: 0,
    settled_cents: 0,
  }))
  const shown = months.filter(({ month }) => month >= firstDay.slice(0, 7))
  const byMonth = new Map(shown.map((one) => [one.month, one]))
  for (const line of lines) {
    const isIn = line.step === 'funded' && line.step_on >= firstDay
    const month = isIn ? byMonth.get(monthOf(line.step_on)) : undefined
    if (month === undefined) continue
    const { expected, at_risk, settled } = sumsOf(line)
    month.funded += 1
    month.unknown += Number(line.amount_cents === null)
    month.funded_cents += line.amount_cents ?? 0
    month.expected_cents += expected
    month.calculated_cents += line.expected_from === 'calculated' ? expected : 0
    month.unknown_commissions += Number(line.outstanding_cents === null)
    month.at_risk_cents += at_risk
    month.settled_cents += settled
  }
  return shown
}

function timesOf(waits: { minutes: number }[]) {
  const sorted = waits.map(({ minutes }) => minutes).toSorted((a, b) => a - b)
  return { deals: sorted.length, median_minutes: median(sorted), p90_minutes: percentile(sorted, 90) }
}

/** Returns the middle value, or the mean of the two middle values if their number is even. Null for an empty list. */
export function median(sorted: readonly number[]): number | null {
  const half = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]]
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2)
}

/** Returns the nearest-rank percentile: the smallest value that at least `percent` of all values do not exceed. Null for an empty list. */
export function percentile(sorted: readonly number[], percent: number): number | null {
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? null
}
