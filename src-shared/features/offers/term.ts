import {
  termUnitOf,
  type Frequency,
  type OfferWords,
  type TermUnit,
} from '../../platform/partner/offer-words.ts'

/** The time over which all payments of an offer are made. */
export interface Term {
  count: number
  unit: TermUnit
}

export type TermWords = Record<TermUnit, (count: number) => string>

/** Matches the number at the beginning of a term. A term with a longer number is not accepted. */
const COUNT = /^\d{1,4}(?:\.\d{1,2})?(?!\d)/

/** Reads a term such as `12 months`, `12 mo`, or `126 business days`. Returns null for any other notation. */
export function readTerm(text: string | null, words?: OfferWords): Term | null {
  const trimmed = (text ?? '').trim()
  const counted = COUNT.exec(trimmed)?.[0]
  if (counted === undefined || Number(counted) === 0) return null
  const unit = termUnitOf(trimmed.slice(counted.length), words)
  return unit === null ? null : { count: Number(counted), unit }
}

/** Formats a term with the given words for units. Returns a term that cannot be parsed unchanged. */
export function termLabel(term: string | null, said: TermWords): string | null {
  const read = readTerm(term)
  return read === null ? term : said[read.unit](read.count)
}

export function termText({ count, unit }: Term): string {
  return `${count} ${unit}`
}

/**
 * Number of payments in a year for each frequency. By convention, a year has 252 business days: comparable services treat 126 daily
 * payments as six months.
 */
const PAYMENTS_A_YEAR: Record<Frequency, number> = {
  daily: 252,
  weekly: 52,
  biweekly: 26,
  semimonthly: 24,
  monthly: 12,
}
const UNITS_A_YEAR: Record<Exclude<TermUnit, 'payments'>, number> = {
  days: 365,
  business_days: 252,
  weeks: 52,
  months: 12,
  years: 1,
}

/** Returns a term in whole months. A term without a unit counts as months. Returns null for a number of payments, or for text that is no term. */
export function termMonths(text: string | null): number | null {
  const term = readTerm(text) ?? readTerm(`${text ?? ''} months`)
  if (term === null || term.unit === 'payments') return null
  return Math.max(1, Math.round((term.count * 12) / UNITS_A_YEAR[term.unit]))
}

/** Returns the number of payments in a term. `is_exact` is true if the number is whole without rounding. */
export function paymentsInTerm(
  { count, unit }: Term,
  frequency: Frequency | null,
): { payments: number; is_exact: boolean } | null {
  if (unit === 'payments') return Number.isInteger(count) ? { payments: count, is_exact: true } : null
  if (frequency === null) return null
  const fractional = (count * PAYMENTS_A_YEAR[frequency]) / UNITS_A_YEAR[unit]
  const payments = Math.round(fractional)
  return payments < 1 ? null : { payments, is_exact: Math.abs(fractional - payments) < 1e-6 }
}

export function termOfPayments(payments: number, frequency: Frequency): Term {
  if (frequency === 'daily') return { count: payments, unit: 'business_days' }
  if (frequency === 'monthly') return { count: payments, unit: 'months' }
  if (frequency === 'semimonthly') return { count: payments / 2, unit: 'months' }
  return { count: frequency === 'weekly' ? payments : payments * 2, unit: 'weeks' }
}
