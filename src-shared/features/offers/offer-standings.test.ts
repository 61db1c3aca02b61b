import { expect, test } from 'vitest'
import { untouchedOffer, type OfferScenario } from './offer-scenario.ts'
import { listedOffers, offerStandings } from './offer-standings.ts'
import { bareOffer, type Offer } from './offer.ts'

const offer = (offer_id: string, more: Partial<Offer> = {}): Offer => ({ ...bareOffer(offer_id), ...more })
const two = [offer('1'), offer('2')]
const accepted = (offer_id: string): OfferScenario => ({
  ...untouchedOffer(offer_id),
  acceptance: { state: 'accepted', at: '2026-05-01T10:00:00Z' },
})
const standings = (
  offers: Offer[],
  latest_status: string | null,
  own: OfferScenario[] = [],
  has_offer = false,
) => offerStandings({ offers, latest_status, has_offer }, own, 0)

test('offers are open while the deal has a decision to make', () => {
  expect(standings(two, 'offer_available', [], true)).toEqual(['open', 'open'])
  expect(standings(two, 'app_documentation_pending', [], true)).toEqual(['open', 'open'])
  expect(standings(two, null)).toEqual(['open', 'open'])
})

test('the other offers close as soon as the broker or the partner reports an accepted one', () => {
  expect(standings(two, 'offer_available', [accepted('2')], true)).toEqual(['closed', 'accepted'])
  const listed = [offer('1', { status: 'offer_accepted' }), offer('2', { status: 'offer_available' })]
  expect(standings(listed, 'offer_available', [], true)).toEqual(['accepted', 'closed'])
})

test.each(['app_funded', 'app_declined_closed'])('no offer is open after the status %s', (status) => {
  expect(standings(two, status, [], true)).toEqual(['closed', 'closed'])
})

test('if the list has no statuses, the only offer counts as the accepted one, but not after a decline', () => {
  expect(standings([offer('1')], 'offer_accepted')).toEqual(['accepted'])
  expect(standings([offer('1')], 'app_funded')).toEqual(['accepted'])
  expect(standings([offer('1')], 'app_declined_closed')).toEqual(['closed'])
})

test('an offer that the merchant declined is declined, even after another one was accepted', () => {
  const declined: OfferScenario = {
    ...untouchedOffer('1'),
    declined: { reason: 'cost', note: '', at: '2026-05-01T10:00:00Z' },
  }
  expect(standings(two, 'offer_available', [declined], true)).toEqual(['declined', 'open'])
  expect(standings(two, 'app_funded', [declined, accepted('2')])).toEqual(['declined', 'accepted'])
  // An acceptance counts more than an earlier note.
  expect(standings(two, null, [{ ...declined, acceptance: accepted('1').acceptance }])).toEqual([
    'accepted',
    'closed',
  ])
})

test('a declined offer stays declined after it expires, but not after the partner withdraws it', () => {
  const expired = [
    offer('1', { expires_at: '1969-12-01' }),
    offer('2', { status: 'offer_expired' }),
    offer('3', { status: 'offer_rescinded' }),
  ]
  const declined = expired.map(({ offer_id }): OfferScenario => ({
    ...untouchedOffer(offer_id),
    declined: { reason: 'cost', note: '', at: '1969-11-01T10:00:00Z' },
  }))
  expect(standings(expired, 'app_under_review', declined)).toEqual(['declined', 'declined', 'rescinded'])
})

test('a rescinded offer stays rescinded, and an expired one expired, even after another one was accepted', () => {
  const offers = [
    offer('1', { status: 'offer_rescinded' }),
    offer('2', { expires_at: '1969-12-01' }),
    offer('3'),
  ]
  expect(standings(offers, 'app_funded', [accepted('1'), accepted('3')])).toEqual([
    'rescinded',
    'expired',
    'accepted',
  ])
})

test('lists open offers first, then accepted ones, then the others, and keeps their places for their numbers', () => {
  const offers = ['1', '2', '3', '4'].map((id) => offer(id))
  const listed = listedOffers(offers, ['rescinded', 'accepted', 'expired', 'open'])
  expect(listed.map(({ at, standing }) => [at, standing])).toEqual([
    [3, 'open'],
    [1, 'accepted'],
    [0, 'rescinded'],
    [2, 'expired'],
  ])
})
