import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ok } from '../../src-shared/errors.ts'
import type { OffersView } from '../../src-shared/domain/offer-scenario.ts'
import { useOffers } from './offers-store.ts'

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

test('a slider that rests on one deal keeps another one from nothing, and what came meanwhile is read after it', async () => {
  const { load, choose } = useOffers.getState()
  await load('a')
  choose('1', { amount_cents: 5, upsell: '1.1' })
  // Not yet written: what is read of it now is older than what stands there.
  await load('a')
  expect(useOffers.getState().view?.own).toHaveLength(1)
  await load('b')
  expect(useOffers.getState().view).toEqual(view('b'))
  await load('a')
  asked = []
  await vi.advanceTimersByTimeAsync(400)
  expect(asked).toEqual(['offers.set_scenario a', 'offers.view a'])
  expect(useOffers.getState().view).toEqual(view('a'))
})
