import type { Offer } from '../offers/offer.ts'
import { sumOf } from '../offers/figures.ts'
import { typedCents } from '../../platform/entry/money.ts'
import type { FormValue, FormValues } from '../form/form-values.ts'
import { rowIds, valueAt } from '../form/form-path.ts'
import { messages } from '../../platform/texts/messages.ts'
import { frequencyOf, type Frequency } from '../../platform/partner/offer-words.ts'

/** The list of the form that contains the merchant's existing positions (advances of other funders). */
export const POSITIONS = 'application.open_advances'
const REVENUE = 'company.monthly_revenue'

/** Average number of payments in a month. A year has 252 business days and 52 weeks. */
export const PAYMENTS_A_MONTH: Record<Frequency, number> = {
  daily: 252 / 12,
  weekly: 52 / 12,
  biweekly: 26 / 12,
  semimonthly: 2,
  monthly: 1,
}

/** The debt that a merchant already has. A figure is null if the form does not contain everything that it needs. */
export interface ExistingDebt {
  positions: number
  balance_cents: number | null
  /** The sum of all payments of an average month. */
  monthly_cents: number | null
  revenue_cents: number | null
}

/** Adds up the existing positions in the form. If a position has a weekly and a daily payment, only the weekly one counts. */
export function existingDebt(values: FormValues): ExistingDebt {
  const rows = rowIds(values, POSITIONS).map((row) => valueAt(values, `${POSITIONS}.${row}`) ?? {})
  const revenue_cents = centsAt(values, REVENUE)
  return {
    positions: rows.length,
    balance_cents: sumOf(rows.map((row) => centsAt(row, 'balance'))),
    monthly_cents: sumOf(rows.map(monthlyPayment)),
    revenue_cents: revenue_cents === 0 ? null : revenue_cents,
  }
}

/**
 * Returns the balance of the advance that a deal renews: the one in the form, which the broker may have corrected, or else the estimate.
 * Null if the deal renews none, or the balance is unknown.
 */
export function renewedBalance(
  renews: { balance_cents: number | null } | null,
  values: FormValues,
): number | null {
  if (renews === null) return null
  const { thisPartner } = messages().money.renewals
  const row = rowIds(values, POSITIONS).find(
    (id) => valueAt(values, `${POSITIONS}.${id}.funder`) === thisPartner,
  )
  const typed = row === undefined ? null : centsAt(values, `${POSITIONS}.${row}.balance`)
  return typed ?? renews.balance_cents
}

function monthlyPayment(row: FormValue): number | null {
  const weekly = centsAt(row, 'weekly_payment')
  const daily = centsAt(row, 'daily_payment')
  if (weekly !== null) return Math.round(weekly * PAYMENTS_A_MONTH.weekly)
  return daily === null ? null : Math.round(daily * PAYMENTS_A_MONTH.daily)
}

type OfferedTerms = Pick<
  Offer,
  'payback_cents' | 'payment_cents' | 'payment_frequency' | 'existing_balance_cents'
>

export interface Leverage {
  /**
   * Total leverage: the balances that remain on the existing positions plus the payback of the offer, divided by the monthly revenue. One
   * decimal.
   */
  times: string | null
  /** Payment burden: all payments of an average month as a percentage of the monthly revenue. Whole percent. */
  burden_percent: string | null
}

/**
 * Calculates how heavily a merchant is in debt with an offer. A balance that the offer pays off does not count. If the offer pays off all
 * positions, their payments do not count either. If it pays off only some, all their payments count, because nothing says which positions
 * end. The payment burden is then an upper limit.
 */
export function leverageOf(debt: ExistingDebt, offer: OfferedTerms): Leverage {
  const { balance_cents, monthly_cents, revenue_cents } = debt
  const paid_off = offer.existing_balance_cents ?? 0
  const frequency = frequencyOf(offer.payment_frequency)
  const paysAllOff = balance_cents !== null && balance_cents > 0 && paid_off >= balance_cents
  const left = balance_cents === null ? null : Math.max(0, balance_cents - paid_off)
  const own =
    offer.payment_cents === null || frequency === null
      ? null
      : offer.payment_cents * PAYMENTS_A_MONTH[frequency]
  const total = sumOf([left, offer.payback_cents])
  const monthly = sumOf([paysAllOff ? 0 : monthly_cents, own])
  return {
    times: total === null || revenue_cents === null ? null : (total / revenue_cents).toFixed(1),
    burden_percent: percentOfRevenue(monthly, revenue_cents),
  }
}

export function percentOfRevenue(monthly_cents: number | null, revenue_cents: number | null): string | null {
  return monthly_cents === null || revenue_cents === null
    ? null
    : ((100 * monthly_cents) / revenue_cents).toFixed(0)
}

function centsAt(values: FormValue, path: string): number | null {
  const typed = valueAt(values, path)
  return typeof typed === 'string' && typed.trim() !== '' ? typedCents(typed) : null
}
