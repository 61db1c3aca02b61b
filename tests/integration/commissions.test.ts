import { resultOf } from '../../src-main/platform/base/failure.ts'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import { keepEndpoints } from '../../src-main/features/connection/service-settings.ts'
import {
  changeCommissionBasis,
  changeMoney,
  readDashboard,
  readLedger,
} from '../../src-main/features/money/commissions.ts'
import { cellsOf } from '../../src-renderer/features/offers/comparison-rows.ts'
import { standardEndpoints } from '../../src-shared/platform/partner/standard-endpoints.ts'
import type { MoneyChanges } from '../../src-shared/features/money/money-view.ts'
import { contract } from '../../src-shared/app/contract.ts'
import { composeApp, value, type App } from '../support/core/composed-app.ts'
import { acceptedOffer, exported, fundedDeal } from '../support/core/funded-deal.ts'
import { Cleanup } from '../support/cleanup.ts'
import { HostPool } from '../support/vault/host-pool.ts'

const cleanup = new Cleanup()
const pool = new HostPool()
afterEach(() => cleanup.run())
afterAll(() => pool.end())

const open = (now?: string) => composeApp(cleanup, { start: pool.start, ...(now !== undefined && { now }) })

describe('a commission', () => {
  test('is shown as calculated if no offer reports it, with the same amount on every screen and in the exported file', async () => {
    const app = await open('2026-03-10T12:00:00.000Z')
    const sold = { buy_rate: '1.17', upsell: '0.08', factor_rate: '1.25' }
    const offer = { ...acceptedOffer, ...sold, commission_cents: null, commission_points: '5' }
    const deal_id = await fundedDeal(app, offer)
    const figures = async () => {
      const { offers, commission_basis } = value(await viewDeal(app.context, deal_id))
      const accepted = offers.find(({ offer_id }) => offer_id === offer.offer_id) ?? offer
      const ledger = value(await readLedger(app.context))
      const [line] = ledger.lines
      const month = value(await readDashboard(app.context, 'all')).months.at(-1)
      return {
        compare: cellsOf(accepted, null, commission_basis).commission,
        ledger: [line?.expected_cents, line?.expected_from, ledger.months[0]?.sums.expected],
        dashboard: [month?.expected_cents, month?.calculated_cents],
        file: (await exported(app)).split('\r\n')[1]?.split(',').slice(4, 6),
      }
    }
    expect(await figures()).toMatchObject({
      compare: { lines: ['$1,750'], calculated: true },
      ledger: [175_000, 'calculated', 175_000],
      dashboard: [175_000, 175_000],
      file: ['1750.00', 'Calculated'],
    })
    value(await changeCommissionBasis(app.context, 'spread'))
    expect(await figures()).toMatchObject({
      compare: { lines: ['$2,800'], calculated: true },
      ledger: [280_000, 'calculated', 280_000],
      dashboard: [280_000, 280_000],
      file: ['2800.00', 'Calculated'],
    })
  })

  test('is calculated by the method that the endpoint profile names, and a changed method is stored in that profile', async () => {
    const app = await open()
    const basis = async () => value(await readLedger(app.context)).commission_basis
    const profile = () => resultOf(app.vault.getSetting('endpoint_profile'))
    expect(await basis()).toBe('points')
    value(await keepEndpoints(app.context, { ...standardEndpoints, title: 'Ours' }))
    expect(value(await changeCommissionBasis(app.context, 'both')).commission_basis).toBe('both')
    expect(JSON.parse(value(await profile()) ?? '')).toMatchObject({
      title: 'Ours',
      commission_basis: 'both',
    })
    value(await keepEndpoints(app.context, { ...standardEndpoints }))
    value(await changeCommissionBasis(app.context, 'points'))
    expect(value(await profile())).toBeNull()
    // If the endpoint profile is unreadable, the app does not guess how to calculate a commission.
    value(await app.vault.commit([{ write: 'set_setting', key: 'endpoint_profile', value: '{' }]))
    expect(await basis()).toBeNull()
    expect(await resultOf(changeCommissionBasis(app.context, 'points'))).toMatchObject({
      error: { code: 'SETTINGS_UNREADABLE' },
    })
  })

  test('is exported to a spreadsheet in dollars, and no business name becomes a formula', async () => {
    const app = await open()
    const deal_id = await fundedDeal(app)
    value(await app.vault.commit([{ write: 'update_deal', deal_id, changes: { legal_name: '=Evil, Inc' } }]))
    const saved = await exported(app)
    expect(saved.split('\r\n')[1]).toBe(
      `"'=Evil, Inc",Funded,2026-03-03,35000.00,1750.00,Accepted offer,,0.00,1750.00,,1750.00,,0.00,1750.00,2026-04-17,,Expected,`,
    )
  })
})

test('payments are refused if more was clawed back than received', () => {
  const { changes } = contract['money.change'].input.shape
  const received = { kind: 'received', on: '2026-03-10', cents: 100 }
  const isAccepted = (cents: number) =>
    changes.safeParse({ payments: [received, { ...received, kind: 'clawed_back', cents }] }).success
  expect([100, 101, 0].map(isAccepted)).toEqual([true, false, false])
})

describe('the splits of a commission', () => {
  const ana = { name: 'Ana Ruiz', percent: '30', amount_cents: null }
  const referrer = { name: 'Referrer', percent: null, amount_cents: 200_00 }
  const line = async (app: App) => value(await readLedger(app.context)).lines[0]

  test('count in every total after they are added or changed, and undo removes them', async () => {
    const app = await open('2026-03-10T12:00:00.000Z')
    const deal_id = await fundedDeal(app)
    const before = await line(app)
    const { back } = value(await changeMoney(app.context, deal_id, { splits: [ana, referrer] }))
    expect(await line(app)).toMatchObject({ own_cents: 1_025_00, hand: { splits: [ana, referrer] } })
    const month = value(await readDashboard(app.context, 'all')).months.at(-1)
    expect(month).toMatchObject({ expected_cents: 1_025_00 })
    value(await changeMoney(app.context, deal_id, { splits: [{ ...ana, percent: '50' }] }))
    expect(await line(app)).toMatchObject({ own_cents: 875_00, shares: [{ cents: 875_00 }] })
    value(await changeMoney(app.context, deal_id, back))
    expect(await line(app)).toEqual(before)
  })

  test('are exported with every payment and the share of each recipient and of the broker', async () => {
    const app = await open()
    const deal_id = await fundedDeal(app)
    const splits = [{ ...ana, name: '=Ana' }, referrer]
    const payments = [
      { kind: 'clawed_back' as const, on: '2026-04-02', cents: 300_00 },
      { kind: 'received' as const, on: '2026-03-10', cents: 1_000_00 },
    ]
    value(await changeMoney(app.context, deal_id, { splits, payments }))
    const [heading, row] = (await exported(app)).split('\r\n').map((cells) => cells.split(','))
    const cell = (column: string) => row?.[heading?.indexOf(column) ?? -1]
    expect(cell('Splits')).toBe("'=Ana 30% 525.00; Referrer 200.00")
    const whole = ['Expected', 'Paid', 'Clawed back', 'Still expected'].map(cell)
    expect(whole).toEqual(['1750.00', '1000.00', '300.00', '750.00'])
    expect(cell('Payments')).toBe('2026-03-10 1000.00; 2026-04-02 -300.00')
    const own = ['Your share', 'Your share paid', 'Your share clawed back', 'Your share still expected']
    expect(own.map(cell)).toEqual(['1025.00', '585.71', '175.71', '439.29'])
  })

  test('are refused if they exceed the commission, and a commission below the sum of its splits is refused too', async () => {
    const app = await open()
    const deal_id = await fundedDeal(app)
    const change = (changes: MoneyChanges) => resultOf(changeMoney(app.context, deal_id, changes))
    const refused = { ok: false, error: { code: 'INVALID_INPUT' } }
    expect(await change({ splits: [{ ...referrer, amount_cents: 1_750_01 }] })).toMatchObject(refused)
    expect(await change({ splits: [ana, { ...ana, percent: '70.0001' }] })).toMatchObject(refused)
    value(await change({ splits: [{ ...referrer, amount_cents: 1_750_00 }] }))
    expect(await change({ expected_cents: 1_749_99 })).toMatchObject(refused)
    expect(await line(app)).toMatchObject({ expected_cents: 1_750_00, own_cents: 0 })
    // The app accepts changes of fields unrelated to the splits, even if the splits exceed the commission.
    value(await change({ note: 'Paid by wire' }))
  })

  test.each([
    ['neither', { percent: null, amount_cents: null }],
    ['both', { percent: '30', amount_cents: 1 }],
    ['a percentage of zero', { percent: '0', amount_cents: null }],
    ['more than 100 percent', { percent: '100.01', amount_cents: null }],
    ['a percentage that is not a number', { percent: '1/3', amount_cents: null }],
    ['a blank name', { name: ' ' }],
  ])('must have a name and either a valid percentage or an amount: %s is refused', (_, wrong) => {
    const { changes } = contract['money.change'].input.shape
    expect(changes.safeParse({ splits: [{ ...ana, ...wrong }] }).success).toBe(false)
    expect(changes.safeParse({ splits: [ana] }).success).toBe(true)
  })
})
