import { valueAt } from '../form/form-path.ts'
import { readState } from '../../platform/entry/us-states.ts'
import type { FormValues } from './deal.ts'
import { expiryOf, type Offer } from '../offers/offer.ts'
import { acceptedOffer, storedStatuses } from '../offers/offer-status.ts'
import type { OfferScenario } from '../offers/offer-scenario.ts'

/**
 * Data of a deal that the pipeline shows and that is not in the deal's own database row. The app derives it from the form and the offers
 * whenever those change.
 */
export interface DealFacts {
  owner: string
  /** The company's state as two letters, or empty. */
  region: string
  /** The amount of the accepted offer. If no offer is accepted: the highest amount among the offers that are not rescinded or expired. */
  offer_cents: number | null
  offers: number
  /** Times at which the deal's offers expire, in milliseconds, the earliest first. */
  expiries: number[]
  /** The status of each offer, in the notation that events use, as `storedStatuses` returns it. */
  offer_statuses: string[]
}

/** Derives the data in `DealFacts` from the form and the offers of a deal. The result contains no SSN or EIN. */
export function factsOf(
  { values, offers }: { values: FormValues; offers: Offer[] },
  own: readonly OfferScenario[],
): DealFacts {
  const text = (path: string) => {
    const value = valueAt(values, path)
    return typeof value === 'string' ? value.trim() : ''
  }
  const state = (path: string) => readState(text(path)) ?? ''
  const offer_statuses = storedStatuses(offers, own)
  return {
    owner: `${text('company.owners.0.first_name')} ${text('company.owners.0.last_name')}`.trim(),
    region: state('company.address.state') || state('company.state_of_formation'),
    offer_cents: shownAmount(offers, own, offer_statuses),
    offers: offers.length,
    // An offer that the merchant declined needs no decision, so the broker needs no reminder of its expiration.
    expiries: offers
      .flatMap(({ expires_at }, at) =>
        offer_statuses[at] === 'merchant_declined' ? [] : (expiryOf(expires_at) ?? []),
      )
      .toSorted((a, b) => a - b),
    offer_statuses,
  }
}

/**
 * Returns the amount of the accepted offer. The commission ledger uses the same offer. If no offer is accepted, returns the highest amount
 * of the offers that are not rescinded, expired, or declined by the merchant.
 */
function shownAmount(
  offers: readonly Offer[],
  own: readonly OfferScenario[],
  statuses: readonly string[],
): number | null {
  const [accepted_here] = own
    .flatMap(({ offer_id, acceptance }) =>
      acceptance?.state === 'accepted' ? [{ offer_id, at: acceptance.at }] : [],
    )
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
  const accepted = acceptedOffer(offers, accepted_here?.offer_id ?? null)
  if (accepted !== null) return accepted.amount_cents
  const amounts = offers.flatMap(({ amount_cents }, at) =>
    /rescind|expire|merchant_declined/.test(statuses[at] ?? '') ? [] : (amount_cents ?? []),
  )
  return amounts.length === 0 ? null : Math.max(...amounts)
}
