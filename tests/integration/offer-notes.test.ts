import { resultOf } from '../../src-main/platform/base/failure.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import { changeMoney } from '../../src-main/features/money/commissions.ts'
import { viewTodayScreen } from '../../src-main/features/today/today.ts'
import { noteDecline, noteSent } from '../../src-main/features/offers/note-offer.ts'
import { nextStep } from '../../src-shared/features/deal-screen/next-step.ts'
import { offerStandings } from '../../src-shared/features/offers/offer-standings.ts'
import { bareOffer } from '../../src-shared/features/offers/offer.ts'
import { en } from '../../src-shared/app/texts.en.ts'
import { es } from '../../src-shared/app/texts.es.ts'
import { setMessages } from '../../src-shared/platform/texts/messages.ts'
import { Cleanup } from '../support/cleanup.ts'
import { addDeal, composeApp, value, type App } from '../support/core/composed-app.ts'
import { formatted } from '../support/formatted-messages.ts'

const cleanup = new Cleanup()
let app: App

beforeAll(async () => {
  // The partner has no scripted responses, so every request to it would fail the test.
  app = await composeApp(cleanup, { partner: {} })
})
afterAll(() => cleanup.run())
afterEach(() => setMessages('en', en))

const offers = ['o1', 'o2'].map((offer_id, at) => ({
  ...bareOffer(offer_id),
  amount_cents: (30_000 + at) * 100,
  commission_points: '5',
  expires_at: '2099-01-01',
}))
const received = (more: object = {}) => ({
  state: 'received' as const,
  application_id: crypto.randomUUID(),
  application_status: 'app_under_review',
  application_status_at: '2026-05-04T09:00:00.000Z',
  offer_status: 'offer_available',
  offer_status_at: '2026-05-04T10:00:00.000Z',
  offers,
  ...more,
})
const deal = async (deal_id: string) => value(await viewDeal(app.context, deal_id))
const row = async (deal_id: string) => value(await app.vault.dealRows([deal_id]))[0]
const history = async (deal_id: string) =>
  formatted((await deal(deal_id)).timeline.map(({ kind, title, detail }) => [kind, title, detail]))

describe('an offer that the merchant declined', () => {
  const because = { reason: 'payment', note: 'wants weekly payments' } as const

  test('needs no decision any more, and the note can be undone', async () => {
    const deal_id = await addDeal(app, received())
    const decline = (offer_id: string, declined: typeof because | null) =>
      resultOf(noteDecline(app.context, { deal_id, offer_id }, declined))
    const view = value(await decline('o1', because))
    expect(view.own).toMatchObject([{ offer_id: 'o1', declined: because, acceptance: null }])
    // The other offer still waits for a decision.
    expect(await deal(deal_id)).toMatchObject({ has_offer: true, latest_status: 'offer_available' })
    value(await decline('o2', because))
    expect(await deal(deal_id)).toMatchObject({ has_offer: false, latest_status: 'app_under_review' })
    expect(await row(deal_id)).toMatchObject({
      has_offer: false,
      latest_status: 'app_under_review',
      expires_at: null,
      offer_cents: null,
    })
    value(await decline('o2', null))
    expect(await deal(deal_id)).toMatchObject({ has_offer: true, latest_status: 'offer_available' })
    expect(await row(deal_id)).toMatchObject({ has_offer: true, offer_cents: 30_001_00 })
  })

  test('is still declined after it expired, whether by its date or by the partner’s word', async () => {
    const closing = offers.map((offer) => ({ ...offer, expires_at: '2026-05-05' }))
    const deal_id = await addDeal(app, received({ offers: closing }))
    for (const { offer_id } of closing) value(await noteDecline(app.context, { deal_id, offer_id }, because))
    const seen = async (at: string) => {
      const view = value(await viewDeal({ ...app.context, clock: { now: () => at } }, deal_id))
      const now = Date.parse(at)
      return {
        standings: offerStandings(view, view.own_offers, now),
        next: nextStep({ ...view, problems: [] }, { state: 'moving', error: null, retry_at: null }, now).step,
      }
    }
    const isDeclined = { standings: ['declined', 'declined'], next: 'offers_declined' }
    expect(await seen('2026-05-04T12:00:00.000Z')).toEqual(isDeclined)
    expect(await seen('2026-05-07T12:00:00.000Z')).toEqual(isDeclined)
    const worded = closing.map((offer) => ({ ...offer, status: 'offer_expired' }))
    value(await app.vault.commit([{ write: 'update_deal', deal_id, changes: { offers: worded } }]))
    expect(await seen('2026-05-07T12:00:00.000Z')).toEqual(isDeclined)
    expect(await row(deal_id)).toMatchObject({ has_offer: false, expires_at: null, offer_cents: null })
  })

  test('is a line of the timeline with the reason, in the language that is chosen when it is shown', async () => {
    const deal_id = await addDeal(app, received())
    value(await noteDecline(app.context, { deal_id, offer_id: 'o1' }, because))
    value(await noteDecline(app.context, { deal_id, offer_id: 'o1' }, null))
    expect((await history(deal_id)).slice(-2)).toEqual([
      [
        'offer_declined',
        'The merchant declined the offer',
        'Offer 1 of $30,000 · Payment too high · wants weekly payments',
      ],
      ['offer_declined', 'Note removed: the merchant declined the offer', 'Offer 1 of $30,000'],
    ])
    setMessages('es', es)
    expect((await history(deal_id)).at(-2)?.[2]).toBe(
      'Oferta 1 de $30,000 · Pago demasiado alto · wants weekly payments',
    )
  })

  test('cannot be one that is accepted, or one that the deal does not have', async () => {
    const accepted = [{ ...offers[0]!, status: 'offer_accepted' }]
    const deal_id = await addDeal(app, received({ offers: accepted }))
    for (const offer_id of ['o1', 'unheard of'])
      expect(await resultOf(noteDecline(app.context, { deal_id, offer_id }, because))).toMatchObject({
        error: { code: 'OFFER_NOT_OPEN' },
      })
  })
})

test('a note that an offer was sent to the merchant says how and when, and can be removed', async () => {
  const deal_id = await addDeal(app, received())
  const note = (sent: { by: 'email'; on: string } | null) =>
    resultOf(noteSent(app.context, { deal_id, offer_ids: ['o2'] }, sent))
  expect(value(await note({ by: 'email', on: '2026-05-04' })).own).toMatchObject([
    { offer_id: 'o2', sent: { by: 'email', on: '2026-05-04' } },
  ])
  expect((await deal(deal_id)).own_offers).toMatchObject([{ offer_id: 'o2', declined: null }])
  expect(value(await note(null)).own).toMatchObject([{ offer_id: 'o2', sent: null }])
  expect((await history(deal_id)).slice(-2)).toEqual([
    ['offer_sent', 'Offer sent to the merchant', 'Offer 2 of $30,001 · Email, May 4, 2026'],
    ['offer_sent', 'Note removed: offer sent to the merchant', 'Offer 2 of $30,001'],
  ])
})

test('a deal whose offers were sent to the merchant needs no reply of the broker, until they expire', async () => {
  const deal_id = await addDeal(app, received())
  const note = async (offer_ids: string[], isSent = true) =>
    value(
      await noteSent(app.context, { deal_id, offer_ids }, isSent ? { by: 'email', on: '2026-05-04' } : null),
    )
  const reasons = async (at = app.context.clock.now()) => {
    const { lines } = await viewTodayScreen({ ...app.context, clock: { now: () => at } })
    return lines.filter((line) => line.deal_id === deal_id).flatMap((line) => line.reasons)
  }
  const next = async (now: string) =>
    nextStep(
      { ...(await deal(deal_id)), problems: [] },
      { state: 'moving', error: null, retry_at: null },
      Date.parse(now),
    )
  await note(['o1'])
  // Nobody presented the other offer yet.
  expect(await reasons()).toMatchObject([{ kind: 'need', need: 'decision' }])
  await note(['o1', 'o2'])
  expect((await history(deal_id)).at(-1)?.[2]).toBe(
    'Offer 1 of $30,000, Offer 2 of $30,001 · Email, May 4, 2026',
  )
  expect(await reasons()).toEqual([])
  expect(await row(deal_id)).toMatchObject({ need: 'answer', has_offer: true, offer_cents: 30_001_00 })
  expect(await next('2026-05-05T10:00:00.000Z')).toMatchObject({
    step: 'await_answer',
    actor: 'wait',
    count: 2,
    on: '2026-05-04',
    expires_at: expect.stringMatching(/^2099-01-0/),
  })
  expect(await reasons('2099-02-01T10:00:00.000Z')).toMatchObject([{ need: 'answer', is_expired: true }])
  expect(await next('2099-02-01T10:00:00.000Z')).toEqual({ step: 'offer_expired', actor: 'act' })
  await note(['o1', 'o2'], false)
  expect(await reasons()).toMatchObject([{ kind: 'need', need: 'decision' }])
})

test('an offer that expires soon is on Today, even if the broker marked it as sent', async () => {
  const now = app.context.clock.now()
  const expires_at = new Date(Date.parse(now) + 2 * 86_400_000).toISOString()
  const deal_id = await addDeal(app, received({ offers: [{ ...offers[0]!, expires_at }] }))
  value(await noteSent(app.context, { deal_id, offer_ids: ['o1'] }, { by: 'other', on: '2026-05-04' }))
  const { lines } = await viewTodayScreen(app.context)
  expect(lines.find((line) => line.deal_id === deal_id)?.reasons).toMatchObject([
    { kind: 'offer', expires_at },
  ])
})

test('an offer that expired before another one was sent to the merchant needs no reply', async () => {
  const old = { ...offers[0]!, expires_at: '2026-05-01' }
  const deal_id = await addDeal(app, received({ offers: [old, offers[1]] }))
  value(await noteSent(app.context, { deal_id, offer_ids: ['o2'] }, { by: 'phone', on: '2026-05-04' }))
  expect(await row(deal_id)).toMatchObject({ need: 'answer' })
})

test('a funded deal shows its amount, and its unpaid commission until the broker marks it as paid', async () => {
  const funded = [{ ...offers[0]!, status: 'offer_accepted' }]
  const deal_id = await addDeal(
    app,
    received({
      offers: funded,
      application_status: 'app_funded',
      application_status_at: '2026-05-04T11:00:00.000Z',
      offer_status: 'offer_accepted',
    }),
  )
  const reach = (milestone: 'accepted' | 'funded') =>
    ({
      write: 'reach_milestone',
      deal_id,
      milestone,
      at: '2026-05-04T11:00:00.000Z',
      reason: null,
    }) as const
  value(
    await app.vault.commit([
      reach('accepted'),
      reach('funded'),
      { write: 'update_deal', deal_id, changes: { offers: funded } },
    ]),
  )
  expect((await deal(deal_id)).unpaid_commission).toEqual({ outstanding_cents: 1_500_00 })
  const paid = (cents: number) => [{ kind: 'received' as const, on: '2026-05-05', cents }]
  value(await changeMoney(app.context, deal_id, { payments: paid(500_00) }))
  expect((await deal(deal_id)).unpaid_commission).toEqual({ outstanding_cents: 1_000_00 })
  value(await changeMoney(app.context, deal_id, { payments: paid(1_500_00) }))
  expect((await deal(deal_id)).unpaid_commission).toBeNull()
  // The broker's own entry replaces the amount of the offer.
  expect(await row(deal_id)).toMatchObject({ funded_cents: 30_000_00 })
  value(await changeMoney(app.context, deal_id, { amount_cents: 28_000_00 }))
  expect(await deal(deal_id)).toMatchObject({ funded_cents: 28_000_00 })
  const open = await addDeal(app, received())
  expect(await deal(open)).toMatchObject({ unpaid_commission: null, funded_cents: null })
})
