import { resultOf } from '../../platform/base/failure.ts'
import { describe, expect, test } from 'vitest'
import { bareOffer, type Offer } from '../../../src-shared/features/offers/offer.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import type { OfferScenario } from '../../../src-shared/features/offers/offer-scenario.ts'
import { answered, doubtedOffers, mayAccept, resolved, settled } from './decide-acceptance.ts'

const sent = '2026-05-04T10:00:00.000Z'
const soon = '2026-05-04T10:00:30.000Z'
const later = '2026-05-04T10:02:00.000Z'
const offer = (offer_id: string, status: string): Offer => ({ ...bareOffer(offer_id), status })
const second = offer('second', 'offer_available')
const own = (state: 'unknown' | 'still_open'): OfferScenario[] => [
  { offer_id: 'first', choice: null, sent: null, declined: null, acceptance: { state, at: sent } },
]
const whole = (entries: Offer[]) => ({ entries, unread: 0, has_more: false })

test('a confirmed acceptance records the milestone “accepted”, and an acceptance with an unknown outcome does not', () => {
  const reached = (answer: Result<{ offer: Offer | null }>) =>
    answered({ deal_id: 'd', offers: [] }, second, answer, sent, soon).filter(
      ({ write }) => write === 'reach_milestone',
    )
  expect(reached(ok({ offer: null }))).toEqual([
    { write: 'reach_milestone', deal_id: 'd', milestone: 'accepted', at: soon, reason: null },
  ])
  expect(reached(fail(appError('PARTNER_UNREACHABLE', '', '', { outcome: 'unknown' })))).toEqual([])
})

test('an acceptance has an unknown outcome if the response shows its offer with a status other than accepted', () => {
  const states = (shown: Offer | null) =>
    answered({ deal_id: 'd', offers: [] }, second, ok({ offer: shown }), sent, soon).flatMap((one) =>
      one.write === 'put_acceptance'
        ? [one.acceptance?.state]
        : one.write === 'append_timeline'
          ? [one.entry.kind]
          : [],
    )
  const taken = ['accepted', 'offer_accepted']
  expect(states(offer('second', 'offer_accepted'))).toEqual(taken)
  expect(states({ ...second, status: null })).toEqual(taken)
  expect(states(offer('first', 'offer_available'))).toEqual(taken)
  for (const status of ['offer_available', 'pending_acceptance', 'offer_rescinded'])
    expect(states(offer('second', status))).toEqual(['unknown', 'offer_accept_unknown'])
})

test('an accepted offer blocks the acceptance of other offers until the partner rescinds it', () => {
  const first: OfferScenario = {
    offer_id: 'first',
    choice: null,
    sent: null,
    declined: null,
    acceptance: { state: 'accepted', at: sent },
  }
  const accept = (...offers: Offer[]) =>
    mayAccept({ deal_id: 'd', offers, own: [first] }, 'second', later, false)
  expect(() => accept(second)).toThrow('OFFER_NOT_OPEN')
  expect(() => accept(offer('first', 'offer_available'), second)).toThrow('OFFER_NOT_OPEN')
  expect(() => accept(offer('first', 'offer_accepted'), second)).toThrow('OFFER_NOT_OPEN')
  expect(accept(offer('first', 'offer_rescinded'), second)).toBe(second)
})

describe('an acceptance without a response', () => {
  test.each<[string, Offer[]]>([
    ['is still open', [offer('first', 'offer_available'), second]],
    ['was rescinded', [offer('first', 'offer_rescinded'), second]],
    [
      'has expired',
      [{ ...offer('first', 'offer_available'), expires_at: '2026-05-04T10:01:00.000Z' }, second],
    ],
    ['is missing from the list', [second]],
  ])(
    'is left for the broker to resolve after a while if its offer %s; accepting another offer then shows a warning',
    (_, offers) => {
      expect(settled({ deal_id: 'd', offers: whole(offers), own: own('unknown') }, soon)).toEqual([])
      expect(() => mayAccept({ deal_id: 'd', offers, own: own('unknown') }, 'second', later, true)).toThrow(
        'OFFER_ACCEPT_UNKNOWN',
      )
      expect(settled({ deal_id: 'd', offers: whole(offers), own: own('unknown') }, later)).toEqual([
        {
          write: 'put_acceptance',
          deal_id: 'd',
          offer_id: 'first',
          acceptance: { state: 'still_open', at: sent },
        },
      ])
      const open = { deal_id: 'd', offers, own: own('still_open') }
      expect(() => mayAccept(open, 'second', later, false)).toThrow('OFFER_ACCEPT_UNKNOWN')
      expect(mayAccept(open, 'second', later, true)).toBe(second)
    },
  )

  test.each(['unknown', 'still_open'] as const)(
    'in the state %s is resolved when the broker enters what the funding partner said',
    (state) => {
      const said = (accepted: boolean) =>
        resolved({ deal_id: 'd', own: own(state) }, 'first', accepted, later)
      const first = { write: 'put_acceptance', deal_id: 'd', offer_id: 'first' }
      expect(said(true)).toMatchObject([
        { ...first, acceptance: { state: 'accepted', at: sent } },
        { write: 'reach_milestone', milestone: 'accepted', at: later },
        { write: 'append_timeline', entry: { kind: 'offer_accepted' } },
        { write: 'append_proof', fact: { what: 'offer_accept_resolved', offer_id: 'first', accepted: true } },
      ])
      expect(said(false)).toMatchObject([
        { ...first, acceptance: null },
        { write: 'append_timeline', entry: { kind: 'offer_not_accepted' } },
        {
          write: 'append_proof',
          fact: { what: 'offer_accept_resolved', offer_id: 'first', accepted: false },
        },
      ])
    },
  )

  test('can be resolved by the broker only while its outcome is unknown', async () => {
    const known = { error: { code: 'OFFER_NOT_OPEN', outcome: 'none' } }
    for (const state of ['accepted', 'sending'] as const) {
      const reported = [
        { offer_id: 'first', choice: null, sent: null, declined: null, acceptance: { state, at: sent } },
      ]
      expect(
        await resultOf(() => resolved({ deal_id: 'd', own: reported }, 'first', false, later)),
      ).toMatchObject(known)
    }
    expect(
      await resultOf(() => resolved({ deal_id: 'd', own: own('unknown') }, 'second', true, later)),
    ).toMatchObject(known)
  })

  test.each([
    { unread: 1, has_more: false },
    { unread: 0, has_more: true },
  ])('is not resolved by an incomplete list (%j), unless the list contains its offer', (gaps) => {
    const reading = (...entries: Offer[]) =>
      settled({ deal_id: 'd', offers: { entries, ...gaps }, own: own('unknown') }, later)
    expect([reading(), reading(second)]).toEqual([[], []])
    const states = (writes: ReturnType<typeof reading>) =>
      writes.flatMap((one) => (one.write === 'put_acceptance' ? [one.acceptance?.state] : []))
    expect(states(reading(offer('first', 'offer_available')))).toEqual(['still_open'])
    expect(states(reading(offer('first', 'offer_accepted'), second))).toEqual(['accepted'])
  })
})

describe('a confirmed acceptance whose response did not show the offer', () => {
  const taken = answered(
    { deal_id: 'd', offers: [] },
    offer('first', 'offer_available'),
    ok({ offer: null }),
    sent,
    sent,
  )
  const unseen = taken.flatMap((one) =>
    one.write === 'put_acceptance'
      ? [{ offer_id: 'first', choice: null, sent: null, declined: null, acceptance: one.acceptance }]
      : [],
  )
  const reading = (shown: Offer, at: string) => {
    const read = { deal_id: 'd', offers: whole([shown]), own: unseen }
    return { writes: settled(read, at), reported: doubtedOffers(read, at).map(({ offer_id }) => offer_id) }
  }
  const open = offer('first', 'offer_available')

  test('becomes doubtful if a later read shows the offer as open, and the timeline records the doubt', () => {
    expect(reading(open, soon)).toEqual({ writes: [], reported: [] })
    const { writes, reported } = reading(open, later)
    expect(reported).toEqual(['first'])
    expect(writes).toMatchObject([
      { write: 'put_acceptance', offer_id: 'first', acceptance: { state: 'still_open', at: sent } },
      { write: 'append_timeline', entry: { kind: 'offer_accept_unknown' } },
    ])
  })

  test('does not become doubtful if a list has no statuses or does not contain the offer', () => {
    expect(reading({ ...open, status: null }, later)).toEqual({ writes: [], reported: [] })
    expect(reading(second, later)).toEqual({ writes: [], reported: [] })
  })

  test('becomes certain after a read or response shows the offer as accepted, or the broker confirms it', () => {
    const certain = { write: 'put_acceptance', acceptance: { state: 'accepted', at: sent } }
    const accepted = offer('first', 'offer_accepted')
    const stillOpen = { state: 'still_open', at: sent } as const
    const inDoubt = unseen.map((one) => ({ ...one, acceptance: stillOpen }))
    const said = resolved({ deal_id: 'd', own: inDoubt }, 'first', true, later)
    const ways = [
      reading(accepted, soon).writes,
      answered({ deal_id: 'd', offers: [] }, open, ok({ offer: accepted }), sent, sent),
      said,
    ]
    for (const [write] of ways) {
      expect(write).toMatchObject(certain)
      expect(write).not.toHaveProperty('acceptance.is_unseen')
    }
    const seen = unseen.map((one) => ({
      ...one,
      acceptance: certain.acceptance as OfferScenario['acceptance'],
    }))
    expect(settled({ deal_id: 'd', offers: whole([open]), own: seen }, later)).toEqual([])
  })
})
