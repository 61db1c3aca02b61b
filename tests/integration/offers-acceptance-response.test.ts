import { resultOf, failureOf } from '../../src-main/platform/base/failure.ts'
import { afterAll, expect, test } from 'vitest'
import { acceptOffer, resolveAcceptance, viewOffers } from '../../src-main/features/offers/accept-offer.ts'
import { bareOffer, type Offer } from '../../src-shared/features/offers/offer.ts'
import type { OffersView } from '../../src-shared/features/offers/offer-scenario.ts'
import { appError, fail, ok } from '../../src-shared/platform/base/errors.ts'
import { messages } from '../../src-shared/platform/texts/messages.ts'
import {
  addDeal,
  dealOf,
  kindsOf,
  listing,
  composeApp,
  openEngine,
  value,
} from '../support/core/composed-app.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { refreshOffers } from '../../src-main/features/events/apply-answer.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const AVAILABLE: Offer = { ...bareOffer('o1'), status: 'offer_available', amount_cents: 35_000_00 }
const full = appError('VAULT_UNAVAILABLE', 'The disk is full.', 'Make room.', { retryable: true })

/** Creates a deal. After the partner processes the acceptance of the deal's offer, every vault write fails until the test calls `fix`. */
async function takenWhileTheVaultFails() {
  let isFailing = false
  let taken = 0
  const app = await composeApp(cleanup, {
    partner: {
      acceptOffer: async () => {
        taken++
        isFailing = true
        return ok({ offer: null, reply: null })
      },
    },
  })
  const { engine, timers } = await openEngine(app, cleanup)
  const deal_id = await addDeal(app, { state: 'received', application_id: '7', offers: [AVAILABLE] })
  const { vault } = app
  const commit = vault.commit.bind(vault)
  Object.assign(vault, {
    commit: (...args: Parameters<typeof commit>) =>
      isFailing ? Promise.reject(failureOf(full)) : commit(...args),
  })
  const accept = (again = false) => resultOf(acceptOffer(app.context, deal_id, 'o1', again))
  const stateOf = async () => value(await viewOffers(app.context, deal_id)).own[0]?.acceptance?.state
  const fix = () => void (isFailing = false)
  return { app, deal_id, engine, timers, accept, stateOf, fix, taken: () => taken }
}
const notKnown = {
  ok: false,
  error: {
    code: 'OFFER_ACCEPT_UNKNOWN',
    outcome: 'unknown',
    message: messages().errorsDeals.acceptanceUnknown,
    advice: messages().errorsDeals.offersShowSoon,
  },
}

test('if the vault fails when an acceptance is answered, the outcome is unknown until the vault recovers and stores the response', async () => {
  const { app, deal_id, engine, timers, accept, stateOf, fix, taken } = await takenWhileTheVaultFails()
  expect(await accept()).toMatchObject(notKnown)
  expect(engine.isBusy).toBe(true)
  expect(await stateOf()).toBe('sending')
  for (const again of [false, true])
    // Until the vault works again, no second acceptance is sent.
    expect(await accept(again)).toMatchObject({
      error: { code: 'OFFER_ACCEPT_UNKNOWN', outcome: 'not_received' },
    })
  timers.ring()
  fix()
  await until(async () => (timers.ring(), (await stateOf()) === 'accepted') || undefined)
  await until(async () => !engine.isBusy || undefined)
  expect(await kindsOf(app, deal_id)).toEqual(expect.arrayContaining(['offer_accept_sent', 'offer_accepted']))
  expect(taken()).toBe(1)
})

test('an acceptance has an unknown outcome if the app ends before it could store the response', async () => {
  const { engine, accept, stateOf, fix, taken } = await takenWhileTheVaultFails()
  expect(await accept()).toMatchObject(notKnown)
  await engine.stop()
  fix()
  expect(await stateOf()).toBe('unknown')
  expect(await accept(true)).toMatchObject({ ok: false })
  expect(taken()).toBe(1)
})

test('an acceptance with an unknown outcome is resolved by reading its offer alone if the list of offers omits that offer', async () => {
  const lost = appError('PARTNER_CONNECTION_LOST', 'It broke.', 'Ask.', { outcome: 'unknown' })
  let alone: Offer = { ...bareOffer('another'), status: 'offer_accepted' }
  let now = Date.parse('2026-05-04T10:00:00.000Z')
  const app = await composeApp(cleanup, {
    partner: {
      acceptOffer: async () => fail(lost),
      listOffers: async () => ok({ entries: [bareOffer('o2')], unread: 0, has_more: true }),
      readOffer: async () => ok(alone),
    },
  })
  app.context.clock = { now: () => new Date((now += 60_000)).toISOString() }
  const deal_id = await addDeal(app, { state: 'received', application_id: '7', offers: [AVAILABLE] })
  const stateOf = (view: OffersView) => view.own.map(({ acceptance }) => acceptance?.state)
  expect(stateOf(value(await acceptOffer(app.context, deal_id, 'o1', false)))).toEqual(['unknown'])
  value(await refreshOffers(app.context, deal_id))
  expect(stateOf(value(await viewOffers(app.context, deal_id)))).toEqual(['unknown'])
  alone = { ...AVAILABLE, status: 'offer_accepted' }
  value(await refreshOffers(app.context, deal_id))
  expect(stateOf(value(await viewOffers(app.context, deal_id)))).toEqual(['accepted'])
  expect((await dealOf(app, deal_id)).offers.map(({ offer_id }) => offer_id)).toEqual(['o1', 'o2'])
})

test("the broker can report the partner's answer to an unconfirmed acceptance only once", async () => {
  const { context, vault } = await composeApp(cleanup)
  const deal_id = await addDeal({ vault }, { state: 'received', application_id: '7', offers: [AVAILABLE] })
  // Simulates that the app ended while it was sending the acceptance.
  const acceptance = { state: 'sending', at: '2026-05-04T09:00:00Z' } as const
  value(await vault.commit([{ write: 'put_acceptance', deal_id, offer_id: 'o1', acceptance }]))
  const heard = (accepted: boolean) => resultOf(resolveAcceptance(context, deal_id, 'o1', accepted))
  expect(value(await heard(true)).own).toMatchObject([{ acceptance: { ...acceptance, state: 'accepted' } }])
  const fact = { what: 'offer_accept_resolved', offer_id: 'o1', accepted: true }
  expect(value(await vault.listProof(deal_id)).at(-1)?.fact).toEqual(fact)
  expect(await heard(false)).toMatchObject({ error: { code: 'OFFER_NOT_OPEN' } })
})

test('an accepted offer that the partner later lists as open is reported to the broker once', async () => {
  const app = await composeApp(cleanup, {
    partner: {
      acceptOffer: async () => ok({ offer: null, reply: null }),
      listOffers: async () => listing([AVAILABLE]),
    },
  })
  let now = Date.parse('2026-05-04T10:00:00.000Z')
  app.context.clock = { now: () => new Date(now).toISOString() }
  const deal_id = await addDeal(app, { state: 'received', application_id: '7', offers: [AVAILABLE] })
  value(await refreshOffers(app.context, deal_id))
  const news = async () => value(await app.vault.unreadNews()).map(({ title }) => title)
  const before = await news()
  const stateOf = async () => value(await viewOffers(app.context, deal_id)).own[0]?.acceptance?.state
  value(await acceptOffer(app.context, deal_id, 'o1', false))
  expect([await stateOf(), await news()]).toEqual(['accepted', before])
  now += 60_000
  for (let reading = 0; reading < 2; reading++) {
    value(await refreshOffers(app.context, deal_id))
    expect(await stateOf()).toBe('still_open')
    expect(await news()).toEqual([messages().history.acceptanceNotShown, ...before])
  }
  expect(await kindsOf(app, deal_id)).toContain('offer_accept_unknown')
  value(await resolveAcceptance(app.context, deal_id, 'o1', true))
  value(await refreshOffers(app.context, deal_id))
  expect(await stateOf()).toBe('accepted')
})
