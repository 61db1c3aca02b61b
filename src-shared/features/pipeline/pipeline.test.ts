import { describe, expect, test } from 'vitest'
import { newestStatus, shownOffers } from '../offers/offer-status.ts'
import { canExpire, stageOf } from './pipeline.ts'

const early = '2026-05-01T10:00:00Z'
const late = '2026-05-02T10:00:00Z'
type Reported = readonly [status: string, at: string]
const deal = (partner?: Reported, offer?: Reported, stored: readonly string[] = []) => ({
  state: 'received' as const,
  application_status: partner?.[0] ?? null,
  application_status_at: partner?.[1] ?? null,
  offer_status_at: offer?.[1] ?? null,
  ...shownOffers(offer?.[0] ?? null, stored),
})

test.each([
  ['draft', 'draft'],
  ['queued', 'sending'],
  ['sending', 'sending'],
  ['refused', 'attention'],
  ['unknown', 'attention'],
] as const)(
  'the submission state %s gives the stage %s, even if the partner reported a funding',
  (state, stage) => {
    expect(stageOf({ ...deal(['app_funded', early]), state })).toBe(stage)
  },
)

test.each([
  ['no news yet', deal(), 'submitted'],
  ['under review', deal(['app_under_review', early]), 'submitted'],
  ['the partner waits for documents', deal(['app_documentation_pending', early]), 'attention'],
  ['an open offer during a review', deal(['app_final_approval', late], ['offer_available', early]), 'offer'],
  ['the offer was accepted', deal(['app_under_review', early], ['offer_accepted', late]), 'offer'],
  ['funded after the offer', deal(['app_funded', late], ['offer_accepted', early]), 'funded'],
  ['an offer after the funding', deal(['app_funded', early], ['offer_available', late]), 'funded'],
  ['declined after the offer', deal(['app_declined_closed', late], ['offer_available', early]), 'declined'],
  ['an offer after the decline', deal(['app_declined_closed', early], ['offer_available', late]), 'offer'],
  ['the offer was rescinded', deal(['app_under_review', early], ['offer_rescinded', late]), 'submitted'],
  ['an unknown status', deal(['app_in_orbit', early]), 'other'],
  ['a status with the name of an object property', deal(['constructor', early]), 'other'],
  ['an unknown offer status', deal(undefined, ['offer_in_orbit', early]), 'other'],
] as const)('puts a deal into the right stage: %s', (_, received, stage) => {
  expect(stageOf(received)).toBe(stage)
})

const OPEN = 'offer_available'
const RESCINDED = 'offer_rescinded'

describe('a stored open offer', () => {
  test.each<[string, Reported | undefined, Reported | undefined, string[]]>([
    ['no news', undefined, undefined, [OPEN]],
    ['a review', ['app_under_review', late], undefined, [OPEN]],
    ['a request for documents', ['app_documentation_pending', late], undefined, [OPEN]],
    ['an unknown application status', ['app_in_orbit', late], undefined, [OPEN]],
    ['an unknown offer status', undefined, ['offer_in_orbit', late], [OPEN]],
    ['one of two rescinded offers', undefined, [RESCINDED, late], [OPEN, RESCINDED]],
    ['a rescission of one of two offers', undefined, [RESCINDED, late], [OPEN, OPEN]],
  ])('puts the deal into Offers after %s', (_, partner, offer, stored) => {
    const shown = deal(partner, offer, stored)
    expect(stageOf(shown)).toBe('offer')
    expect(shown.has_offer).toBe(true)
    expect(canExpire(shown)).toBe(true)
  })

  test.each<[string, Reported | undefined, Reported | undefined, string]>([
    ['funding', ['app_funded', early], undefined, 'funded'],
    ['a decline', ['app_declined_closed', early], undefined, 'declined'],
    ['its rescission', ['app_under_review', early], [RESCINDED, late], 'submitted'],
  ])('does not put the deal into Offers after %s', (_, partner, offer, stage) => {
    expect(stageOf(deal(partner, offer, [OPEN]))).toBe(stage)
  })

  test('sets the latest status of the deal to an available offer, unless the deal is funded', () => {
    expect(newestStatus(deal(undefined, undefined, [OPEN]))).toBe(OPEN)
    expect(newestStatus(deal(['app_under_review', late], undefined, [OPEN]))).toBe(OPEN)
    expect(newestStatus(deal(['app_funded', late], undefined, [OPEN]))).toBe('app_funded')
  })
})

test.each([undefined, [OPEN, late] as const])(
  'a stored accepted offer puts the deal into Offers, without an offer that can expire, if the reported offer status is %j',
  (offer) => {
    const shown = deal(undefined, offer, ['offer_accepted', OPEN])
    expect(stageOf(shown)).toBe('offer')
    expect(shown).toMatchObject({ offer_status: 'offer_accepted', has_offer: false })
    expect(canExpire(shown)).toBe(false)
  },
)

test.each([
  ['app_funded', 'offer_accepted', 'funded'],
  ['app_declined_closed', OPEN, 'declined'],
] as const)(
  'the application status %s and the offer status %s, reported at the same time, put the deal into the stage %s',
  (partner, offer, stage) => {
    const read = deal([partner, late], [offer, late])
    expect(stageOf(read)).toBe(stage)
    expect(newestStatus(read)).toBe(partner)
  },
)
