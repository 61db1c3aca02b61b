import { readChoice } from '../entry/choice.ts'
import { valueAt } from '../profile/form-path.ts'
import { US_STATES } from '../profile/us-states.ts'
import type { FormValues } from './deal.ts'
import { expiryOf, type Offer } from './offer.ts'
import { storedStatuses } from './offer-status.ts'
import type { OwnOffer } from './own-offer.ts'

/** What the pipeline shows of a deal and its row does not hold: read from the form and the offers when they change. */
export interface DealFacts {
  /** The first owner. */
  owner: string
  /** The company's state, two letters or empty. */
  region: string
  /** The highest amount that is offered. */
  offer_cents: number | null
  offers: number
  /** When its offers end, the soonest first. */
  expiries: number[]
  /** The status of each offer in the words of the events, by `storedStatuses`. */
  offer_statuses: string[]
}

/** No SSN and no EIN is among them. */
export function factsOf(
  { values, offers }: { values: FormValues; offers: Offer[] },
  own: readonly OwnOffer[],
): DealFacts {
  const text = (path: string) => {
    const value = valueAt(values, path)
    return typeof value === 'string' ? value.trim() : ''
  }
  const state = (path: string) => readChoice(US_STATES, text(path)) ?? ''
  const amounts = offers.flatMap(({ amount_cents }) => amount_cents ?? [])
  return {
    owner: `${text('company.owners.0.first_name')} ${text('company.owners.0.last_name')}`.trim(),
    region: state('company.address.state') || state('company.state_of_formation'),
    offer_cents: amounts.length === 0 ? null : Math.max(...amounts),
    offers: offers.length,
    expiries: offers.flatMap(({ expires_at }) => expiryOf(expires_at) ?? []).toSorted((a, b) => a - b),
    offer_statuses: storedStatuses(offers, own),
  }
}
