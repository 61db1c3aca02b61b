import type { Offer } from './offer.ts'
import { agreesWithApr, type AprEstimate } from './apr.ts'
import { rateOf, rateText } from '../../platform/base/exact.ts'
import { feesByPercentage, figuresOf, isPaidBack, type Figures } from './figures.ts'
import { frequencyOf } from '../../platform/partner/offer-words.ts'
import { paymentsInTerm, readTerm, termOfPayments, termText } from './term.ts'

/** A displayed figure: the one that the partner reported, or else the one that the app calculated. */
export interface Shown<T> {
  value: T | null
  /** `reported`: reported by the partner. `calculated`: calculated by the app. */
  from: 'reported' | 'calculated'
  /** The app's own result, if the partner reported a figure and the app's calculation contradicts it. */
  ours: T | null
}

export interface ShownFigures {
  factor_rate: Shown<string>
  payback_cents: Shown<number>
  /** The unformatted term. Pass it to `termLabel` to display it. */
  term: Shown<string>
  payments: Shown<number>
  payment_cents: Shown<number>
  /** The last payment. It can differ from the other payments, because it completes the payback. */
  last_payment_cents: Shown<number>
  fees_cents: Shown<number>
  net_to_merchant_cents: Shown<number>
  /** The reported APR, or else the estimated one. `estimate` is null if the partner reports an APR. */
  apr: Shown<string> & { estimate: AprEstimate | null }
}

const CENT = 1

/**
 * Returns the displayed figures: reported figures where available, otherwise calculated figures. If a calculated figure contradicts the
 * reported one, includes both.
 */
export function shownFigures(offer: Offer): ShownFigures {
  const calculated: Figures = figuresOf(offer)
  const factor = rateOf(offer.factor_rate)
  return {
    factor_rate: shown(
      factor === null ? offer.factor_rate : rateText(factor),
      calculated.factor_rate,
      (reported, ours) => reported !== ours,
    ),
    payback_cents: shownMoney(offer.payback_cents, calculated.payback_cents),
    term: shown(offer.term, termOf(offer), () => contradictsPayments(offer)),
    payments: shown(offer.payments, calculated.payments, () => false),
    payment_cents: shown(offer.payment_cents, calculated.payment_cents, (reported) => {
      const payback = offer.payback_cents ?? calculated.payback_cents
      return payback !== null && !isPaidBack(reported, calculated.payments ?? 0, payback)
    }),
    last_payment_cents: shownMoney(null, calculated.last_payment_cents),
    fees_cents: shownFees(offer, calculated.fees_cents),
    net_to_merchant_cents: shownMoney(offer.net_to_merchant_cents, calculated.net_to_merchant_cents),
    apr: shownApr(offer, calculated),
  }
}

/** Returns the displayed sum of the fees. If a fee's percentage contradicts its dollar amount, includes the app's own sum as well. */
function shownFees(offer: Offer, calculated: number | null): Shown<number> {
  const fees = shownMoney(offer.total_fees_cents, calculated)
  return { ...fees, ours: fees.ours ?? shownMoney(fees.value, feesByPercentage(offer)).ours }
}

/** Returns the term that follows from the number and frequency of the payments. Returns null if the offer does not report both. */
function termOf({ payments, payment_frequency }: Offer): string | null {
  const frequency = frequencyOf(payment_frequency)
  return payments === null || payments < 1 || frequency === null
    ? null
    : termText(termOfPayments(payments, frequency))
}

/**
 * The allowed difference between a term and the number of payments. Partners round terms to whole months or weeks, so only a larger
 * difference is a contradiction.
 */
const TERM_TOLERANCE = { payments: 1, share: 0.1 }

/** Returns true if the offer reports both a term and a number of payments, and they contradict each other. */
function contradictsPayments({ term, payments, payment_frequency }: Offer): boolean {
  const read = readTerm(term)
  const in_term = read === null ? null : paymentsInTerm(read, frequencyOf(payment_frequency))
  if (in_term === null || payments === null) return false
  const tolerance = Math.max(TERM_TOLERANCE.payments, payments * TERM_TOLERANCE.share)
  return Math.abs(in_term.payments - payments) > tolerance
}

function shownApr({ apr }: Offer, calculated: Figures): ShownFigures['apr'] {
  const estimate = calculated.apr_estimate
  const differs = (reported: string) => estimate !== null && !agreesWithApr(reported, estimate.basis)
  return {
    ...shown(apr, calculated.apr, differs),
    estimate: apr === null ? estimate : null,
  }
}

/** Returns an amount for display. If the calculated amount differs from the reported one by more than a cent, includes both. */
export function shownMoney(reported: number | null, calculated: number | null): Shown<number> {
  return shown(reported, calculated, (one, other) => Math.abs(one - other) > CENT)
}

function shown<T>(
  reported: T | null,
  calculated: T | null,
  differs: (reported: T, calculated: T) => boolean,
): Shown<T> {
  if (reported === null) return { value: calculated, from: 'calculated', ours: null }
  return {
    value: reported,
    from: 'reported',
    ours: calculated !== null && differs(reported, calculated) ? calculated : null,
  }
}

/**
 * Compares values, such as the costs of several offers. Returns true for each value that is the best one, otherwise false. Returns only
 * false if fewer than two values are known or all are equal.
 */
export function bestOf(values: readonly (number | null)[], prefer: 'high' | 'low'): boolean[] {
  const known = values.filter((value) => value !== null)
  const best = prefer === 'high' ? Math.max(...known) : Math.min(...known)
  const isChoice = new Set(known).size > 1
  return values.map((value) => isChoice && value === best)
}
