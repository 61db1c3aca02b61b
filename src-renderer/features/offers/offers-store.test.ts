import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ok } from '../../../src-shared/platform/base/errors.ts'
import type { OffersView } from '../../../src-shared/features/offers/offer-scenario.ts'
import { chooseScenario, loadOffers, useOffers } from './offers-store.ts'

const view = (broker_name: string): OffersView => ({ own: [], accepting: 'assumed', broker_name })
let asked: string[]

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  const call = async (channel: string, { deal_id }: { deal_id: string }) => {
    asked.push(`${channel} ${deal_id}`)
    return ok(channel === 'offers.view' ? view(deal_id) : {})
  }
  vi.stubGlobal('window', { fundingDesk: { call }, setTimeout })
  useOffers.setState(useOffers.getInitialState())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an unsaved scenario change does not block the loading of another deal, and saving it is followed by a new read', async () => {
  await loadOffers('a')
  chooseScenario('1', { amount_cents: 5, upsell: '1.1' })
  // While the change is unwritten, this call must load nothing, because main would return older data than the screen shows.
  await loadOffers('a')
  expect(useOffers.getState().value?.own).toHaveLength(1)
  await loadOffers('b')
  expect(useOffers.getState().value).toEqual(view('b'))
  await loadOffers('a')
  asked = []
  await vi.advanceTimersByTimeAsync(400)
  expect(asked).toEqual(['offers.set_scenario a', 'offers.view a'])
  expect(useOffers.getState().value).toEqual(view('a'))
})
