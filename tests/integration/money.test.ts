import { resultOf } from '../../src-main/platform/base/failure.ts'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { applyAnswer } from '../../src-main/features/events/apply-answer.ts'
import {
  changeMoney,
  readDashboard,
  readLedger,
  saveClawbackDays,
} from '../../src-main/features/money/commissions.ts'
import { startRenewal, notifyRenewals } from '../../src-main/features/money/renewals.ts'
import { bareOffer, type Offer } from '../../src-shared/features/offers/offer.ts'
import { renewalsOf } from '../../src-shared/features/money/renewals.ts'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import { renewedBalance } from '../../src-shared/features/money/leverage.ts'
import { valueAt } from '../../src-shared/features/form/form-path.ts'
import { addDeal, addDocument, listing, composeApp, value, type App } from '../support/core/composed-app.ts'
import { acceptedOffer, event, fundedDeal, SUBMITTED, notify, notifyAs } from '../support/core/funded-deal.ts'
import { Cleanup } from '../support/cleanup.ts'
import { HostPool } from '../support/vault/host-pool.ts'
import { trashDeal } from '../../src-main/features/deals/load-deal.ts'

const cleanup = new Cleanup()
const pool = new HostPool()
afterEach(() => cleanup.run())
afterAll(() => pool.end())

const open = (now?: string) => composeApp(cleanup, { start: pool.start, ...(now !== undefined && { now }) })
const allTime = ({ context }: App) =>
  resultOf(readDashboard({ ...context, clock: { now: () => '2026-03-10T12:00:00.000Z' } }, 'all'))

const received = (cents: number) => [{ kind: 'received' as const, on: '2026-03-10', cents }]

describe('the commission ledger', () => {
  test('gets a row from the accepted offer when a deal is reported as funded', async () => {
    const app = await open()
    const deal_id = await fundedDeal(app)
    const { lines, clawback_days } = value(await readLedger(app.context))
    expect(clawback_days).toBe(45)
    expect(lines).toMatchObject([
      {
        deal_id,
        legal_name: 'Juniper Bakery LLC',
        step: 'funded',
        step_on: '2026-03-03',
        amount_cents: 3_500_000,
        expected_cents: 175_000,
        clawback_on: '2026-04-17',
        state: 'expected',
      },
    ])
  })

  test('records every status of a batch of events, although the deal shows only the last status', async () => {
    const app = await open('2026-03-10T12:00:00.000Z')
    await fundedDeal(app)
    const { time_to_offer, funnel } = value(await allTime(app))
    expect(time_to_offer).toMatchObject({ deals: 1, median_minutes: 240 })
    expect(funnel).toEqual({ started: 1, submitted: 1, offered: 1, funded: 1 })
  })

  test('counts a status from its own date even if it is reported after a newer status, and ignores its later repetition', async () => {
    const app = await open()
    await addDeal(app, SUBMITTED)
    await notify(app, event('offer_accepted', '2026-03-02T10:00:00+00:00'))
    await notify(app, event('offer_available', '2026-03-01T13:00:00+00:00'))
    await notify(app, event('offer_available', '2026-03-05T13:00:00+00:00'))
    const { time_to_offer } = value(await allTime(app))
    expect(time_to_offer.median_minutes).toBe(60)
  })

  test('gives a manual entry precedence, and restores the previous value when the entry is undone', async () => {
    const app = await open('2026-03-10T12:00:00.000Z')
    const deal_id = await fundedDeal(app)
    const before = value(await readLedger(app.context))
    const { back } = value(
      await changeMoney(app.context, deal_id, { payments: received(170_000), note: 'wire' }),
    )
    const [line] = value(await readLedger(app.context)).lines
    expect(line).toMatchObject({
      settled_cents: 170_000,
      state: 'at_risk',
      hand: { payments: received(170_000), note: 'wire' },
    })
    expect(app.emitted).toContainEqual({ event: 'deal.changed', payload: { deal_id } })
    value(await changeMoney(app.context, deal_id, back))
    expect(value(await readLedger(app.context))).toEqual(before)
  })

  test('has a row for a deal that continues after a decline, and no row after the accepted offer is rescinded', async () => {
    const app = await open()
    const deal_id = await addDeal(app, SUBMITTED)
    const lines = async () => value(await readLedger(app.context)).lines
    const declines = async () => value(await allTime(app)).declines.length
    await notify(
      app,
      event('app_declined_closed', '2026-03-01T13:00:00+00:00'),
      event('offer_accepted', '2026-03-02T10:00:00+00:00'),
    )
    expect([(await lines()).length, await declines()]).toEqual([1, 0])
    await notify(app, event('app_declined_closed', '2026-03-04T10:00:00+00:00'))
    expect([(await lines()).length, await declines()]).toEqual([0, 1])
    // An unconfirmed event (a hint) does not reopen the declined deal.
    await notifyAs('hint', app, [event('app_under_review', '2026-03-05T10:00:00+00:00')])
    expect([(await lines()).length, await declines()]).toEqual([0, 1])
    await notify(app, event('app_final_approval', '2026-03-06T10:00:00+00:00'))
    expect([(await lines()).length, await declines()]).toEqual([1, 0])
    const answer = { deal_id, application_id: '77', asked_at: '2026-03-07T10:00:00.000Z', status: null }
    value(await applyAnswer(app.context, { ...answer, offers: value(listing([acceptedOffer])) }, () => true))
    expect(await lines()).toHaveLength(1)
    value(
      await applyAnswer(
        app.context,
        { ...answer, offers: value(listing([{ ...acceptedOffer, status: 'rescinded' }])) },
        () => true,
      ),
    )
    expect(await lines()).toEqual([])
  })

  test('shows no commission while it is unclear which offer was accepted, until an acceptance names the offer', async () => {
    const app = await open()
    const deal_id = await addDeal(app, SUBMITTED)
    const first = { ...bareOffer('a'), commission_cents: 100_000 }
    const second = { ...bareOffer('b'), commission_cents: 250_000 }
    const list = (...offers: Offer[]) =>
      resultOf(app.vault.commit([{ write: 'update_deal', deal_id, changes: { offers } }]))
    value(await list(first))
    await notify(app, event('offer_accepted', '2026-03-02T10:00:00+00:00'))
    const expected = async () => value(await readLedger(app.context)).lines[0]?.expected_cents
    expect(await expected()).toBe(100_000)
    value(await list(first, second))
    expect(await expected()).toBeNull()
    const acceptance = { state: 'accepted', at: '2026-03-02T09:59:00.000Z' } as const
    value(await app.vault.commit([{ write: 'put_acceptance', deal_id, offer_id: 'b', acceptance }]))
    expect(await expected()).toBe(250_000)
    // If the accepted offer is missing from a list, the app neither removes this offer nor selects another one.
    value(await list(first))
    expect(await expected()).toBe(250_000)
    // An event does not name an offer. While there is another offer, the event does not prove that this offer is rescinded.
    await notify(app, event('offer_rescinded', '2026-03-03T10:00:00+00:00'))
    expect(await expected()).toBe(250_000)
    value(await list(second))
    expect(await expected()).toBeUndefined()
  })

  test("calculates the clawback date from the vault's number of days, unless a row has its own date", async () => {
    const app = await open()
    const deal_id = await fundedDeal(app)
    expect(value(await saveClawbackDays(app.context, 30)).lines[0]?.clawback_on).toBe('2026-04-02')
    value(await changeMoney(app.context, deal_id, { clawback_on: '2026-06-30' }))
    expect(value(await readLedger(app.context)).lines[0]?.clawback_on).toBe('2026-06-30')
  })

  test('has no row for a deal in the trash, and refuses changes for a draft', async () => {
    const app = await open()
    const deal_id = await fundedDeal(app)
    value(await trashDeal(app.context, deal_id, true))
    expect(value(await readLedger(app.context)).lines).toEqual([])
    const draft = await addDeal(app)
    const refused = await resultOf(changeMoney(app.context, draft, { payments: received(1) }))
    expect(refused).toMatchObject({ ok: false, error: { code: 'DEAL_NOT_FOUND' } })
  })
})

describe('a hint (an event whose signature does not cover its body)', () => {
  const answer = (deal_id: string, status: string, asked_at: string) => ({
    deal_id,
    application_id: '77',
    asked_at,
    status,
    offers: value(listing([])),
  })
  const moneyOf = async (app: App) => ({
    lines: value(await readLedger(app.context)).lines,
    dashboard: value(await allTime(app)),
  })

  test('changes neither the ledger nor the dashboard, even after the partner reports another status', async () => {
    const app = await open()
    const deal_id = await addDeal(app, SUBMITTED)
    const before = await moneyOf(app)
    await notifyAs('hint', app, [
      event('offer_accepted', '2026-03-02T10:00:00.000Z'),
      event('app_declined_closed', '2026-03-02T11:00:00.000Z', { reason: 'words of a stranger' }),
      event('app_funded', '2026-03-02T12:00:00.000Z'),
    ])
    expect(await moneyOf(app)).toEqual(before)
    value(
      await applyAnswer(
        app.context,
        answer(deal_id, 'app_under_review', '2026-03-10T12:05:00.000Z'),
        () => true,
      ),
    )
    expect(await moneyOf(app)).toEqual(before)
  })

  test('counts with the day of its arrival, not the date that it claims, after the partner confirms it', async () => {
    const app = await open()
    const deal_id = await addDeal(app, SUBMITTED)
    await notifyAs('hint', app, [event('app_funded', '2001-01-01T00:00:00.000Z')])
    value(
      await applyAnswer(app.context, answer(deal_id, 'app_funded', '2026-03-11T09:00:00.000Z'), () => true),
    )
    expect((await moneyOf(app)).lines).toMatchObject([{ deal_id, step: 'funded', step_on: '2026-03-10' }])
  })

  test('stores no decline reason, even if the partner confirms the decline', async () => {
    const app = await open()
    const deal_id = await addDeal(app, SUBMITTED)
    const reported = event('app_declined_closed', '2026-03-02T11:00:00.000Z', {
      reason: 'words of a stranger',
    })
    await notifyAs('hint', app, [reported])
    value(
      await applyAnswer(
        app.context,
        answer(deal_id, 'app_declined_closed', '2026-03-10T12:05:00.000Z'),
        () => true,
      ),
    )
    expect((await moneyOf(app)).dashboard.declines).toEqual([{ reason: null, deals: 1 }])
  })
})

describe('the dashboard', () => {
  test('shows the decline reason of the event, or that no reason was reported', async () => {
    const app = await open()
    await addDeal(app, SUBMITTED)
    await addDeal(app, { ...SUBMITTED, application_id: '78' })
    await notify(
      app,
      event('app_declined_closed', '2026-03-02T10:00:00+00:00', { reason: 'Too many positions' }),
      event('app_declined_closed', '2026-03-02T10:00:00+00:00', { application_id: '78' }),
    )
    const { declines } = value(await allTime(app))
    expect(declines).toEqual([
      { reason: null, deals: 1 },
      { reason: 'Too many positions', deals: 1 },
    ])
  })

  test('excludes payments that were clawed back, in part or as a whole', async () => {
    const app = await open()
    const deal_id = await fundedDeal(app)
    const march = async () => value(await allTime(app)).months.at(-1)
    expect(await march()).toMatchObject({
      funded_cents: 3_500_000,
      expected_cents: 175_000,
      settled_cents: 0,
    })
    value(await changeMoney(app.context, deal_id, { payments: received(100) }))
    expect(await march()).toMatchObject({ expected_cents: 174_900, at_risk_cents: 100, settled_cents: 0 })
    // The clawback period in days determines the amounts on both screens.
    value(await saveClawbackDays(app.context, 0))
    expect(await march()).toMatchObject({ expected_cents: 174_900, at_risk_cents: 0, settled_cents: 100 })
    const back = (cents: number) => [
      ...received(100),
      { kind: 'clawed_back' as const, on: '2026-03-20', cents },
    ]
    value(await changeMoney(app.context, deal_id, { payments: back(30) }))
    expect(await march()).toMatchObject({ expected_cents: 174_900, at_risk_cents: 0, settled_cents: 70 })
    value(await changeMoney(app.context, deal_id, { payments: back(100) }))
    expect(await march()).toMatchObject({ funded_cents: 3_500_000, expected_cents: 0, settled_cents: 0 })
  })
})

describe('a renewal', () => {
  test('appears once in the news when about half of the payments on the funded deal are due', async () => {
    // The deal was funded on March 3 with ten weekly payments. The fifth payment is due on April 7.
    const app = await open('2026-04-06T12:00:00.000Z')
    const deal_id = await fundedDeal(app)
    const at = (now: string) => ({ ...app.context, clock: { now: () => now } })
    expect(value(await notifyRenewals(at('2026-04-06T18:00:00.000Z')))).toBe(0)
    expect(value(await notifyRenewals(at('2026-04-07T18:00:00.000Z')))).toBe(1)
    expect(value(await notifyRenewals(at('2026-04-08T18:00:00.000Z')))).toBe(0)
    const items = value(await app.vault.unreadNews())
    expect(items[0]).toMatchObject({ deal_id, status: 'renewal_due', title: 'Renewal due' })
    expect(app.notified.at(-1)).toMatchObject({ deal_id, status: 'renewal_due' })
  })

  test('takes over the advance as a position with its balance, and the papers that are still valid', async () => {
    const app = await open('2026-04-06T12:00:00.000Z')
    // Ten weekly payments of $4,000 from March 3 on. Four were due by April 6.
    const deal_id = await fundedDeal(app, {
      ...acceptedOffer,
      payback_cents: 4_000_000,
      payment_cents: 400_000,
    })
    for (const kind of ['voided_check', 'bank_statement', 'application_form'])
      await addDocument(app, cleanup, deal_id, {
        kind,
        state: 'received',
        added_at: '2026-02-01T09:00:00.000Z',
      })
    const renewed = value(await startRenewal(app.context, deal_id))
    const { values, document_list, renews } = await viewDeal(app.context, renewed.deal_id)
    expect(document_list).toMatchObject([
      { kind: 'voided_check', state: 'attached', added_at: '2026-02-01T09:00:00.000Z' },
    ])
    expect(valueAt(values, 'application.open_advances.0')).toMatchObject({
      funder: 'This funding partner (being renewed)',
      balance: '24000',
      weekly_payment: '4000',
      original_amount: '35000',
      original_term_months: '2',
    })
    expect(renews).toMatchObject({ deal_id, legal_name: 'Juniper Bakery LLC', balance_cents: 2_400_000 })
    expect(renewedBalance(renews, values)).toBe(2_400_000)
  })

  test('is no duplicate of the deal that it renews', async () => {
    const app = await open()
    const deal_id = await fundedDeal(app)
    const print = { ein: '12-3456789', ssns: [], content: 'x', submitted_at: '2026-03-01T12:00:00.000Z' }
    value(await app.vault.commit([{ write: 'put_fingerprint', fingerprint: { deal_id, ...print } }]))
    const renewal = value(await startRenewal(app.context, deal_id))
    const duplicatesOf = async (of: string) =>
      (await app.vault.findDuplicates({ deal_id: of, ...print }, '2026-01-01')).map((one) => one.deal_id)
    expect(await duplicatesOf(renewal.deal_id)).toEqual([])
    expect(await duplicatesOf(await addDeal(app, {}))).toEqual([deal_id])
  })

  test('creates only one draft that copies the deal, and can be started again after that draft is deleted', async () => {
    const app = await open()
    const deal_id = await fundedDeal(app)
    const states = async () =>
      renewalsOf(value(await app.vault.moneyFacts()), '2026-05-01').map(({ state }) => state)
    expect(await states()).toEqual(['due'])
    const [one, other] = await Promise.all([
      resultOf(startRenewal(app.context, deal_id)),
      resultOf(startRenewal(app.context, deal_id)),
    ])
    expect(value(one)).toEqual(value(other))
    expect(value(await app.vault.getDeal(value(one).deal_id))).toMatchObject({
      state: 'draft',
      application_id: null,
      legal_name: 'Juniper Bakery LLC',
    })
    expect(await states()).toEqual(['started'])
    value(await trashDeal(app.context, value(one).deal_id, true))
    expect(await states()).toEqual(['due'])
    expect(value(await startRenewal(app.context, deal_id))).not.toEqual(value(one))
  })
})
