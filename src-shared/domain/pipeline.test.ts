import { expect, test } from 'vitest'
import { stageOf } from './pipeline.ts'

const early = '2026-05-01T10:00:00Z'
const late = '2026-05-02T10:00:00Z'
const deal = (partner?: [string, string], offer?: [string, string]) => ({
  state: 'received' as const,
  partner_status: partner?.[0] ?? null,
  partner_status_at: partner?.[1] ?? null,
  offer_status: offer?.[0] ?? null,
  offer_status_at: offer?.[1] ?? null,
})

test.each([
  ['draft', 'draft'],
  ['queued', 'sending'],
  ['sending', 'sending'],
  ['refused', 'attention'],
  ['unknown', 'attention'],
] as const)('our own state %s is the stage %s, whatever was told before', (state, stage) => {
  expect(stageOf({ ...deal(['app_funded', early]), state })).toBe(stage)
})

test.each([
  ['nothing was told yet', deal(), 'submitted'],
  ['under review', deal(['app_under_review', early]), 'submitted'],
  ['the service waits for papers', deal(['app_documentation_pending', early]), 'attention'],
  [
    'an offer stands while the review goes on',
    deal(['app_final_approval', late], ['offer_available', early]),
    'offer',
  ],
  ['the offer was accepted', deal(['app_under_review', early], ['offer_accepted', late]), 'offer'],
  ['funded after the offer', deal(['app_funded', late], ['offer_accepted', early]), 'funded'],
  ['declined after the offer', deal(['app_declined_closed', late], ['offer_available', early]), 'declined'],
  ['an offer after the decline', deal(['app_declined_closed', early], ['offer_available', late]), 'offer'],
  ['the offer was taken back', deal(['app_under_review', early], ['offer_rescinded', late]), 'submitted'],
  ['a status of a new kind', deal(['app_in_orbit', early]), 'other'],
  ['a status that every object has', deal(['constructor', early]), 'other'],
  ['an offer of a new kind', deal(undefined, ['offer_in_orbit', early]), 'other'],
] as const)('%s', (_, received, stage) => {
  expect(stageOf(received)).toBe(stage)
})
