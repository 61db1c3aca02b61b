import { afterEach, describe, expect, test, vi } from 'vitest'
import { bareOffer, type Offer } from '../../../src-shared/features/offers/offer.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { merchantHtml, printedRows } from './printed-page.fixture.ts'

afterEach(() => void vi.unstubAllEnvs())

const page = (offer: Offer, number = 1) =>
  merchantHtml({ offers: [{ number, offer }] }, 'en', messages().offers)
const cell = (row: string, offer: Offer) => printedRows(page(offer)).get(row)?.[0]

test('prints the expiration date that the partner reported, even in time zones west of Greenwich', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  expect(page({ ...bareOffer('1'), expires_at: '2026-05-04' })).toContain('<td>May 4, 2026</td>')
})

describe('the printed comparison page', () => {
  /** An offer as another funding service's API sends it, with all its figures. */
  const offer: Offer = {
    ...bareOffer('1'),
    created_at: '2026-03-02',
    amount_cents: 35_000_00,
    factor_rate: '1.25',
    payments: 126,
    payment_frequency: 'daily',
    fees: [{ label: 'Origination', percentage: '3', amount_cents: null }],
  }
  test('calculates payments and APR from a reported payback', () => {
    const reported = { ...offer, fees: [], payback_cents: 45_500_00 }
    expect(cell('Payment', reported)).toEqual(['$361.11 daily', '126 payments', 'last payment $361.25'])
    expect(cell('APR', reported)).toEqual([
      '111.97%',
      'our estimate',
      'Based on: funding on March 3, 2026; first payment on March 4, 2026; payments on business days, none on Federal holidays; all fees taken at funding',
      'Check with the funder: its figures do not agree.',
    ])
    expect(cell('Total payback', reported)).toEqual([
      '$45,500.00',
      'Check with the funder: by its other figures, this would be $43,750.00.',
    ])
  })
  test('calculates the net amount from reported fees', () => {
    const reported = { ...offer, total_fees_cents: 2_000_00 }
    expect(cell('Net to merchant', reported)).toEqual(['$33,000.00'])
    expect(cell('Fees', reported)).toEqual([
      '$2,000.00',
      'Check with the funder: by its other figures, this would be $1,050.00.',
    ])
  })
  test('shows a note to check a fee whose percentage and dollar amount contradict each other', () => {
    const fees = [{ label: 'Origination', percentage: '3', amount_cents: 1_000_00 }]
    expect(cell('Fees', { ...offer, fees })).toEqual([
      '$1,000.00',
      'Check with the funder: by its other figures, this would be $1,050.00.',
    ])
    expect(cell('Net to merchant', { ...offer, fees })).toEqual(['$34,000.00'])
  })
  test('shows a note to check a reported net amount that contradicts the fees', () => {
    expect(cell('Net to merchant', { ...offer, net_to_merchant_cents: 34_000_00 })).toEqual([
      '$34,000.00',
      'Check with the funder: by its other figures, this would be $33,950.00.',
    ])
  })
  test('shows a note to check payments that do not add up to the payback', () => {
    const reported = { ...offer, payback_cents: 45_500_00, payment_cents: 347_22 }
    expect(cell('Payment', reported)).toEqual([
      '$347.22 daily',
      '126 payments',
      'Check with the funder: by its other figures, this would be $361.11.',
    ])
  })
  test('shows a smaller last payment if the funder rounds payments up to full dollars', () => {
    expect(cell('Payment', { ...offer, payment_cents: 348_00 })).toEqual([
      '$348.00 daily',
      '126 payments',
      'last payment $250.00',
    ])
  })
  test('shows a note to check a contradictory factor rate, without revealing the buy rate and upsell', () => {
    const reported = { ...offer, buy_rate: '1.17', upsell: '0.05' }
    expect(cell('Factor rate', reported)).toEqual([
      '1.2500',
      'Check with the funder: its figures do not agree.',
    ])
  })
  test('shows a note to check an early payoff amount that is higher than the payback', () => {
    const reported = { ...offer, prepayment_discounts: [{ within_days: 30, payback_cents: 44_000_00 }] }
    expect(cell('Early payoff', reported)).toEqual([
      '$44,000.00 within 30 days',
      'Check with the funder: its figures do not agree.',
    ])
  })
})

test('the printed comparison page shows a note to check an implausible value instead of a dash', () => {
  const offer = { ...bareOffer('1'), doubts: [{ field: 'holdback_percent' as const, raw: 'holdback: 0.12' }] }
  expect(cell('Holdback', offer)).toEqual(['Check with the funder: it sent an unclear figure.'])
  expect(page(offer)).not.toContain('0.12')
})

test('the printed comparison page uses the same column numbers as the screen', () => {
  expect(page({ ...bareOffer('3'), amount_cents: 1_00 }, 3)).toContain('<th scope="col">Offer 3</th>')
})
