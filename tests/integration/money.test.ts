import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { judgeBy } from '../../src-main/core/events/judge-event.ts'
import { receiveEvents } from '../../src-main/core/events/receive-events.ts'
import { takeAnswer } from '../../src-main/core/asking/take-answer.ts'
import { saveEndpoints } from '../../src-main/core/environments/service-settings.ts'
import {
  changeCommissionBasis,
  changeMoney,
  exportLedger,
  readDashboard,
  readLedger,
  saveClawbackDays,
} from '../../src-main/core/money/commissions.ts'
import { startRenewal, tellRenewals } from '../../src-main/core/money/renewals.ts'
import type { SaveFile } from '../../src-main/core/ports/save-file.ts'
import { viewDeal } from '../../src-main/core/drafts/deal-view.ts'
import { cellsOf } from '../../src-renderer/features/offers/comparison-rows.ts'
import { standardEndpoints } from '../../src-shared/profile/standard-endpoints.ts'
import { binDeal } from '../../src-main/core/drafts/edit-draft.ts'
import type { RelayEvent, Verification } from '../../src-shared/domain/event.ts'
import { bareOffer, type Offer } from '../../src-shared/domain/offer.ts'
import { ok } from '../../src-shared/errors.ts'
import { renewalsOf } from '../../src-shared/money/renewals.ts'
import { addDeal, listing, openDesk, value, type Desk } from './core-support/desk.ts'
import { Cleanup } from './relay-support/program.ts'
import { HostPool } from './vault-support/host-pool.ts'

const cleanup = new Cleanup()
const pool = new HostPool()
afterEach(() => cleanup.run())
afterAll(() => pool.end())

const open = (now?: string) => openDesk(cleanup, { start: pool.start, ...(now !== undefined && { now }) })
const submitted = {
  state: 'received',
  application_id: '77',
  submitted_at: '2026-03-01T12:00:00.000Z',
} as const

let seq = 0
function event(status: string, timestamp: string, more: object = {}): RelayEvent {
  const event_id = randomUUID()
  const body = {
    message_type: status.startsWith('offer_') ? 'offer_event' : 'application_event',
    callback_path: 'https://partner.example/iso/api/v1/applications/77',
    status,
    application_id: '77',
    timestamp,
    event_id,
    ...more,
  }
  return {
    seq: ++seq,
    environment: 'sandbox',
    event_id,
    received_at: '2026-03-10T12:00:00.000Z',
    sender: '127.0.0.1',
    signature: 'any',
    body: Buffer.from(JSON.stringify(body)).toString('base64'),
  }
}

const tell = (desk: Desk, ...events: RelayEvent[]) => tellAs('body', desk, events)

async function tellAs(verification: Verification, desk: Desk, events: RelayEvent[]): Promise<void> {
  const { error } = await receiveEvents(
    desk.workspace,
    judgeBy(async () => ok({ verification })),
    events,
  )
  expect(error).toBeNull()
}

const allTime = ({ workspace }: Desk) =>
  readDashboard({ ...workspace, clock: { now: () => '2026-03-10T12:00:00.000Z' } }, 'all')

const acceptedOffer = {
  ...bareOffer('o1'),
  status: 'accepted',
  amount_cents: 3_500_000,
  commission_cents: 175_000,
  payments: 10,
  payment_frequency: 'weekly',
}

/** The file that the ledger is exported to. */
async function exported(desk: Desk): Promise<string> {
  let saved = ''
  const save: SaveFile = async (_, content) => {
    saved = Buffer.from(content).toString()
    return ok({ saved_as: 'commissions.csv' })
  }
  value(await exportLedger(desk.workspace, save, null))
  return saved
}

/** A deal that was offered, accepted and funded in one batch, as after a night offline. */
async function fundedDeal(desk: Desk, accepted: Offer = acceptedOffer): Promise<string> {
  const deal_id = await addDeal(desk, submitted)
  await tell(
    desk,
    event('offer_available', '2026-03-01T16:00:00.000000+00:00'),
    event('offer_accepted', '2026-03-02T08:00:00.000000-05:00'),
    event('app_funded', '2026-03-03T17:00:00.000000+00:00'),
  )
  const offers = [{ ...bareOffer('o0'), status: 'available' }, accepted]
  const answer = {
    deal_id,
    application_id: '77',
    asked_at: '2026-03-03T17:00:05.000Z',
    status: null,
    offers: value(listing(offers)),
  }
  value(await takeAnswer(desk.workspace, answer, () => true))
  return deal_id
}

describe('the commission ledger', () => {
  test('gets its line with the news that a deal was funded, from the offer that was accepted', async () => {
    const desk = await open()
    const deal_id = await fundedDeal(desk)
    const { lines, clawback_days } = value(await readLedger(desk.workspace))
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

  test('keeps each step of a batch of which only the last one shows on the deal', async () => {
    const desk = await open('2026-03-10T12:00:00.000Z')
    await fundedDeal(desk)
    const { time_to_offer, funnel } = value(await allTime(desk))
    expect(time_to_offer).toMatchObject({ deals: 1, median_minutes: 240 })
    expect(funnel).toEqual({ started: 1, submitted: 1, offered: 1, funded: 1 })
  })

  test('an earlier step that is told late still counts, and a later repeat of it does not', async () => {
    const desk = await open()
    await addDeal(desk, submitted)
    await tell(desk, event('offer_accepted', '2026-03-02T10:00:00+00:00'))
    await tell(desk, event('offer_available', '2026-03-01T13:00:00+00:00'))
    await tell(desk, event('offer_available', '2026-03-05T13:00:00+00:00'))
    const { time_to_offer } = value(await allTime(desk))
    expect(time_to_offer.median_minutes).toBe(60)
  })

  test('what is written by hand stands, is kept, and the change back takes it back', async () => {
    const desk = await open('2026-03-10T12:00:00.000Z')
    const deal_id = await fundedDeal(desk)
    const before = value(await readLedger(desk.workspace))
    const { back } = value(
      await changeMoney(desk.workspace, deal_id, { settled_cents: 170_000, note: 'wire' }),
    )
    const [line] = value(await readLedger(desk.workspace)).lines
    expect(line).toMatchObject({
      settled_cents: 170_000,
      settled_on: '2026-03-10',
      state: 'at_risk',
      hand: { note: 'wire' },
    })
    expect(desk.emitted).toContainEqual({ event: 'deal.changed', payload: { deal_id } })
    value(await changeMoney(desk.workspace, deal_id, back))
    expect(value(await readLedger(desk.workspace))).toEqual(before)
  })

  test('has a line for a deal that came back after a decline, and none for one whose offer is rescinded', async () => {
    const desk = await open()
    const deal_id = await addDeal(desk, submitted)
    const lines = async () => value(await readLedger(desk.workspace)).lines
    const declines = async () => value(await allTime(desk)).declines.length
    await tell(
      desk,
      event('app_declined_closed', '2026-03-01T13:00:00+00:00'),
      event('offer_accepted', '2026-03-02T10:00:00+00:00'),
    )
    expect([(await lines()).length, await declines()]).toEqual([1, 0])
    await tell(desk, event('app_declined_closed', '2026-03-04T10:00:00+00:00'))
    expect([(await lines()).length, await declines()]).toEqual([0, 1])
    // A hint brings nothing back.
    await tellAs('hint', desk, [event('app_under_review', '2026-03-05T10:00:00+00:00')])
    expect([(await lines()).length, await declines()]).toEqual([0, 1])
    await tell(desk, event('app_final_approval', '2026-03-06T10:00:00+00:00'))
    expect([(await lines()).length, await declines()]).toEqual([1, 0])
    const answer = { deal_id, application_id: '77', asked_at: '2026-03-07T10:00:00.000Z', status: null }
    value(
      await takeAnswer(desk.workspace, { ...answer, offers: value(listing([acceptedOffer])) }, () => true),
    )
    expect(await lines()).toHaveLength(1)
    value(
      await takeAnswer(
        desk.workspace,
        { ...answer, offers: value(listing([{ ...acceptedOffer, status: 'rescinded' }])) },
        () => true,
      ),
    )
    expect(await lines()).toEqual([])
  })

  test('of a service that tells no statuses, an offer that a second one made doubtful is taken back', async () => {
    const desk = await open()
    const deal_id = await addDeal(desk, submitted)
    const first = { ...bareOffer('a'), commission_cents: 100_000 }
    const second = { ...bareOffer('b'), commission_cents: 250_000 }
    const list = (...offers: Offer[]) =>
      desk.vault.commit([{ write: 'update_deal', deal_id, changes: { offers } }])
    value(await list(first))
    await tell(desk, event('offer_accepted', '2026-03-02T10:00:00+00:00'))
    const expected = async () => value(await readLedger(desk.workspace)).lines[0]?.expected_cents
    expect(await expected()).toBe(100_000)
    value(await list(first, second))
    expect(await expected()).toBeNull()
    const acceptance = { state: 'accepted', at: '2026-03-02T09:59:00.000Z' } as const
    value(await desk.vault.commit([{ write: 'put_acceptance', deal_id, offer_id: 'b', acceptance }]))
    expect(await expected()).toBe(250_000)
    // That a list shows it no more is no reason to forget it, and none to take another.
    value(await list(first))
    expect(await expected()).toBe(250_000)
    // An event names no offer: while there is another one, it is no proof that this one is rescinded.
    await tell(desk, event('offer_rescinded', '2026-03-03T10:00:00+00:00'))
    expect(await expected()).toBe(250_000)
    value(await list(second))
    expect(await expected()).toBeUndefined()
  })

  test('the days of clawback are the vault’s own, and a line’s date goes before them', async () => {
    const desk = await open()
    const deal_id = await fundedDeal(desk)
    expect(value(await saveClawbackDays(desk.workspace, 30)).lines[0]?.clawback_on).toBe('2026-04-02')
    value(await changeMoney(desk.workspace, deal_id, { clawback_on: '2026-06-30' }))
    expect(value(await readLedger(desk.workspace)).lines[0]?.clawback_on).toBe('2026-06-30')
  })

  test('a deal in the bin has no line, and a draft none to change', async () => {
    const desk = await open()
    const deal_id = await fundedDeal(desk)
    value(await binDeal(desk.workspace, deal_id, true))
    expect(value(await readLedger(desk.workspace)).lines).toEqual([])
    const draft = await addDeal(desk)
    const refused = await changeMoney(desk.workspace, draft, { settled_cents: 1 })
    expect(refused).toMatchObject({ ok: false, error: { code: 'DEAL_NOT_FOUND' } })
  })

  test('shows a commission that no offer reports as calculated, the same on every screen and in the file', async () => {
    const desk = await open('2026-03-10T12:00:00.000Z')
    const sold = { buy_rate: '1.17', upsell: '0.08', factor_rate: '1.25' }
    const offer = { ...acceptedOffer, ...sold, commission_cents: null, commission_points: '5' }
    const deal_id = await fundedDeal(desk, offer)
    const figures = async () => {
      const { offers, commission_basis } = value(await viewDeal(desk.workspace, deal_id))
      const accepted = offers.find(({ offer_id }) => offer_id === offer.offer_id) ?? offer
      const ledger = value(await readLedger(desk.workspace))
      const [line] = ledger.lines
      const month = value(await readDashboard(desk.workspace, '30')).months.at(-1)
      return {
        compare: cellsOf(accepted, null, commission_basis).commission,
        ledger: [line?.expected_cents, line?.expected_from, ledger.months[0]?.sums.expected],
        dashboard: [month?.expected_cents, month?.calculated_cents],
        file: (await exported(desk)).split('\r\n')[1]?.split(',').slice(4, 6),
      }
    }
    expect(await figures()).toMatchObject({
      compare: { lines: ['$1,750'], figured: true },
      ledger: [175_000, 'calculated', 175_000],
      dashboard: [175_000, 175_000],
      file: ['1750.00', 'Calculated'],
    })
    value(await changeCommissionBasis(desk.workspace, 'spread'))
    expect(await figures()).toMatchObject({
      compare: { lines: ['$2,800'], figured: true },
      ledger: [280_000, 'calculated', 280_000],
      dashboard: [280_000, 280_000],
      file: ['2800.00', 'Calculated'],
    })
  })

  test('takes how commissions are calculated from the endpoint profile, and keeps it there', async () => {
    const desk = await open()
    const basis = async () => value(await readLedger(desk.workspace)).commission_basis
    const profile = () => desk.vault.getSetting('endpoint_profile')
    expect(await basis()).toBe('points')
    // A profile that an older app saved has no such setting.
    const { commission_basis: _, ...older } = standardEndpoints
    value(await saveEndpoints(desk.workspace, JSON.stringify({ ...older, title: 'Ours' })))
    expect(await basis()).toBe('points')
    expect(value(await changeCommissionBasis(desk.workspace, 'both')).commission_basis).toBe('both')
    expect(JSON.parse(value(await profile()) ?? '')).toMatchObject({
      title: 'Ours',
      commission_basis: 'both',
    })
    value(await saveEndpoints(desk.workspace, JSON.stringify(standardEndpoints)))
    value(await changeCommissionBasis(desk.workspace, 'points'))
    expect(value(await profile())).toBeNull()
    // Nothing is calculated by a guess where the profile is unreadable.
    value(await desk.vault.commit([{ write: 'set_setting', key: 'endpoint_profile', value: '{' }]))
    expect(await basis()).toBeNull()
    expect(await changeCommissionBasis(desk.workspace, 'points')).toMatchObject({
      error: { code: 'SETTINGS_UNREADABLE' },
    })
  })

  test('goes to a spreadsheet in dollars, and no name becomes a formula', async () => {
    const desk = await open()
    const deal_id = await fundedDeal(desk)
    value(await desk.vault.commit([{ write: 'update_deal', deal_id, changes: { legal_name: '=Evil, Inc' } }]))
    const saved = await exported(desk)
    expect(saved.split('\r\n')[1]).toBe(
      `"'=Evil, Inc",Funded,2026-03-03,35000.00,1750.00,Accepted offer,,,2026-04-17,,Expected,`,
    )
  })
})

describe('an event that nothing binds to its body', () => {
  const answer = (deal_id: string, status: string, asked_at: string) => ({
    deal_id,
    application_id: '77',
    asked_at,
    status,
    offers: value(listing([])),
  })
  const moneyOf = async (desk: Desk) => ({
    lines: value(await readLedger(desk.workspace)).lines,
    dashboard: value(await allTime(desk)),
  })

  test('writes no money, also when the service says otherwise', async () => {
    const desk = await open()
    const deal_id = await addDeal(desk, submitted)
    const before = await moneyOf(desk)
    await tellAs('hint', desk, [
      event('offer_accepted', '2026-03-02T10:00:00.000Z'),
      event('app_declined_closed', '2026-03-02T11:00:00.000Z', { reason: 'words of a stranger' }),
      event('app_funded', '2026-03-02T12:00:00.000Z'),
    ])
    expect(await moneyOf(desk)).toEqual(before)
    value(
      await takeAnswer(
        desk.workspace,
        answer(deal_id, 'app_under_review', '2026-03-10T12:05:00.000Z'),
        () => true,
      ),
    )
    expect(await moneyOf(desk)).toEqual(before)
  })

  test('counts from when it came once the service says the same, and never by its own day or words', async () => {
    const desk = await open()
    const deal_id = await addDeal(desk, submitted)
    await tellAs('hint', desk, [event('app_funded', '2001-01-01T00:00:00.000Z')])
    value(
      await takeAnswer(desk.workspace, answer(deal_id, 'app_funded', '2026-03-11T09:00:00.000Z'), () => true),
    )
    expect((await moneyOf(desk)).lines).toMatchObject([{ deal_id, step: 'funded', step_on: '2026-03-10' }])
  })

  test('tells no reason of a decline, though the service confirms that it was declined', async () => {
    const desk = await open()
    const deal_id = await addDeal(desk, submitted)
    const told = event('app_declined_closed', '2026-03-02T11:00:00.000Z', { reason: 'words of a stranger' })
    await tellAs('hint', desk, [told])
    value(
      await takeAnswer(
        desk.workspace,
        answer(deal_id, 'app_declined_closed', '2026-03-10T12:05:00.000Z'),
        () => true,
      ),
    )
    expect((await moneyOf(desk)).dashboard.declines).toEqual([{ reason: null, deals: 1 }])
  })
})

describe('the dashboard', () => {
  test('tells the reason of a decline where the event does, and that none was told', async () => {
    const desk = await open()
    await addDeal(desk, submitted)
    await addDeal(desk, { ...submitted, application_id: '78' })
    await tell(
      desk,
      event('app_declined_closed', '2026-03-02T10:00:00+00:00', { reason: 'Too many positions' }),
      event('app_declined_closed', '2026-03-02T10:00:00+00:00', { application_id: '78' }),
    )
    const { declines } = value(await allTime(desk))
    expect(declines).toEqual([
      { reason: null, deals: 1 },
      { reason: 'Too many positions', deals: 1 },
    ])
  })

  test('counts what was taken back no more', async () => {
    const desk = await open()
    const deal_id = await fundedDeal(desk)
    const march = async () => value(await allTime(desk)).months.at(-1)
    expect(await march()).toMatchObject({
      funded_cents: 3_500_000,
      expected_cents: 175_000,
      settled_cents: 0,
    })
    value(await changeMoney(desk.workspace, deal_id, { settled_cents: 100 }))
    expect(await march()).toMatchObject({ expected_cents: 0, settled_cents: 100 })
    value(await changeMoney(desk.workspace, deal_id, { clawed_back_on: '2026-03-20' }))
    expect(await march()).toMatchObject({ funded_cents: 3_500_000, expected_cents: 0, settled_cents: 0 })
  })
})

describe('renewals', () => {
  test('are told once in the inbox when about half is paid', async () => {
    // Five of ten weekly payments from March 3rd.
    const desk = await open('2026-04-06T12:00:00.000Z')
    const deal_id = await fundedDeal(desk)
    const at = (now: string) => ({ ...desk.workspace, clock: { now: () => now } })
    expect(value(await tellRenewals(at('2026-04-06T18:00:00.000Z')))).toBe(0)
    expect(value(await tellRenewals(at('2026-04-07T18:00:00.000Z')))).toBe(1)
    expect(value(await tellRenewals(at('2026-04-08T18:00:00.000Z')))).toBe(0)
    const { items } = value(await desk.vault.listInbox())
    expect(items[0]).toMatchObject({ deal_id, status: 'renewal_due', title: 'Renewal due' })
    expect(desk.notified.at(-1)).toMatchObject({ deal_id, status: 'renewal_due' })
  })

  test('start with a copy as a new draft, once; thrown away, it can be started again', async () => {
    const desk = await open()
    const deal_id = await fundedDeal(desk)
    const states = async () =>
      renewalsOf(value(await desk.vault.moneyFacts()), '2026-05-01').map(({ state }) => state)
    expect(await states()).toEqual(['due'])
    const [one, other] = await Promise.all([
      startRenewal(desk.workspace, deal_id),
      startRenewal(desk.workspace, deal_id),
    ])
    expect(value(one)).toEqual(value(other))
    expect(value(await desk.vault.getDeal(value(one).deal_id))).toMatchObject({
      state: 'draft',
      application_id: null,
      legal_name: 'Juniper Bakery LLC',
    })
    expect(await states()).toEqual(['started'])
    value(await binDeal(desk.workspace, value(one).deal_id, true))
    expect(await states()).toEqual(['due'])
    expect(value(await startRenewal(desk.workspace, deal_id))).not.toEqual(value(one))
  })
})
