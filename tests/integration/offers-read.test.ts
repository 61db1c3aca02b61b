import { describe, expect, test } from 'vitest'
import { listOf } from '../../src-main/platform/partner/list-answer.ts'
import { readListedOffer } from '../../src-main/platform/partner/offer-mapping.ts'
import { generateTerms } from '../../services/sandbox/src/offer-terms.ts'
import { SHAPE_NAMES, SHAPES } from '../../services/sandbox/src/shapes.ts'
import { standingOf } from '../../src-shared/features/offers/offer.ts'
import { commissionOf } from '../../src-shared/features/offers/commission.ts'
import { shownFigures } from '../../src-shared/features/offers/shown-figures.ts'
import { makePayload } from '../support/relay/payload.ts'

const NO_MONEY = {
  amount_cents: null,
  payback_cents: null,
  payment_cents: null,
  total_fees_cents: null,
  existing_balance_cents: null,
}

describe('offer data from the partner', () => {
  test.each(SHAPE_NAMES)(
    'is read in the shape "%s", and the calculated figures agree to the cent',
    (name) => {
      for (let seed = 0; seed < 60; seed++) {
        const application = {
          application_id: `10000000${seed}`,
          status: null,
          ...makePayload(),
          created_at: 0,
          updated_at: 0,
        }
        const made = {
          offer_id: `o${seed}`,
          application_id: application.application_id,
          status: 'offer_available',
          terms: generateTerms(seed, application as never, 1, 0),
          created_at: 0,
          expires_at: 1e12,
        }
        const offer = readListedOffer(listOf(SHAPES[name].offers([made]), 'offers')?.[0])
        if (offer === null) throw new Error('no offer')
        const missing = Object.entries(offer).filter(([, reported]) => reported === null)
        const unreported = [
          'first_payment_date',
          'funding_date',
          'prepayment_discounts',
          'total_fees_cents',
          'upsell',
        ]
        expect(missing.map(([field]) => field).toSorted()).toEqual(name === 'standard' ? [] : unreported)
        for (const [figure, { ours }] of Object.entries(shownFigures(offer)))
          expect([figure, ours]).toEqual([figure, null])
        expect(commissionOf(offer, 'points').ours).toBeNull()
        expect(offer.stipulations).toHaveLength(3)
      }
    },
  )

  test('is read with the field names of the profile', () => {
    const entry = { nummer: 7, betrag: '1.50', amount: '9' }
    expect(
      readListedOffer(entry, { offer_fields: { offer_id: ['nummer'], amount: ['betrag'] } }),
    ).toMatchObject({
      offer_id: '7',
      amount_cents: 150,
    })
  })

  test('is read with the words of the profile', () => {
    const entry = { id: 7, frequency: 'Täglich', term: '126 Banktage' }
    expect(readListedOffer(entry)).toMatchObject({ payment_frequency: 'Täglich', term: '126 Banktage' })
    const offer_words = { daily: ['täglich'], business_days: ['Banktage'] }
    expect(readListedOffer(entry, { offer_words })).toMatchObject({
      payment_frequency: 'daily',
      term: '126 business_days',
    })
    // This profile lists no words for weekly payments and months, so the app uses the standard words for them.
    const usual = { id: 7, frequency: 'once a week', term: '12 mos.' }
    expect(readListedOffer(usual, { offer_words })).toMatchObject({
      payment_frequency: 'weekly',
      term: '12 months',
    })
  })
  test.each([
    ['2026-05-04', '2026-05-04'],
    ['2026-05-04T15:00:00-07:00', '2026-05-04T15:00:00-07:00'],
    ['05/04/2026', '2026-05-04'],
    ['May 4, 2026', '2026-05-04'],
    ['2026-02-30', '2026-02-30'],
    ['next Tuesday', 'next Tuesday'],
  ])('can contain dates in any notation: %s', (given, first_payment_date) => {
    const offer = readListedOffer({ id: 7, firstPaymentDate: given, fundingDate: '5/1/2026' })
    expect(offer).toMatchObject({ first_payment_date, funding_date: '2026-05-01' })
  })

  test('a value in an unexpected unit is listed as doubtful and not used', () => {
    const offer = readListedOffer({
      id: 7,
      amount: 35_000,
      payback: 43_750,
      buy_rate: 1.17,
      upsell: 8,
      max_upsell: '0.12',
      points: 0.05,
      holdback: '0.12',
      apr: 0.9222,
      fees: [{ label: 'Origination', percentage: 0.03 }],
      prepayment_discounts: [{ within_days: 30, amount: 1200 }],
    })
    expect(offer).toMatchObject({
      upsell: null,
      maximum_upsell: '0.12',
      commission_points: null,
      holdback_percent: null,
      apr: null,
      fees: [{ label: 'Origination', percentage: null, amount_cents: null }],
      prepayment_discounts: [],
    })
    expect(offer?.doubts).toEqual([
      { field: 'upsell', raw: 'upsell: 8' },
      { field: 'apr', raw: 'apr: 0.9222' },
      { field: 'fees', raw: 'Origination: 0.03' },
      { field: 'holdback_percent', raw: 'holdback: 0.12' },
      { field: 'commission_points', raw: 'points: 0.05' },
      { field: 'prepayment_discounts', raw: 'prepayment_discounts: {"within_days":30,"amount":1200}' },
    ])
    // The app calculates no figures from doubtful (implausible) values.
    if (offer === null) throw new Error('no offer')
    expect(shownFigures(offer).factor_rate.ours).toBeNull()
    expect(commissionOf(offer, 'points').value).toBeNull()
  })

  test('unreadable values are listed as they were sent, and shorthand such as 35k is read', () => {
    const offer = readListedOffer({
      id: 7,
      amount: '35k',
      payback: '43.750 €',
      payments: 'daily',
      position: '',
      holdback: '12 % of sales',
      net: { value: 33_000 },
    })
    expect(offer).toMatchObject({
      amount_cents: 3_500_000,
      payback_cents: null,
      payments: null,
      position: null,
    })
    expect(offer?.doubts).toEqual([
      { field: 'payback', raw: 'payback: 43.750 €' },
      { field: 'payments', raw: 'payments: daily' },
      { field: 'net_to_merchant', raw: 'net: {"value":33000}' },
      { field: 'holdback_percent', raw: 'holdback: 12 % of sales' },
    ])
  })

  test('is converted by the units of the profile, or read as a percentage if it has a percent sign', () => {
    const offer_units = {
      upsell: { unit: 'percent', from: 0, to: 0.3 },
      buy_rate: { unit: 'percent', from: 1, to: 2 },
      commission_points: { unit: 'factor', from: 0.25, to: 25 },
      holdback_percent: { unit: 'factor', from: 1, to: 100 },
    } as const
    const entry = {
      id: 7,
      amount: 35_000,
      payback: 43_750,
      upsell: 8,
      buy_rate: 117,
      points: 0.0525,
      holdback: 0.12,
      prepayment_discounts: [{ within_days: 30, amount: 1200 }],
    }
    expect(readListedOffer(entry, { offer_units, discount_amount: 'discount' })).toMatchObject({
      upsell: '0.08',
      buy_rate: '1.17',
      commission_points: '5.25',
      holdback_percent: '12',
      prepayment_discounts: [{ within_days: 30, payback_cents: 42_550_00 }],
      doubts: [],
    })
    expect(readListedOffer({ id: 7, upsell: '8%', points: '5 %' })).toMatchObject({
      upsell: '0.08',
      commission_points: '5',
      doubts: [],
    })
  })

  test('amounts that contradict the funded amount are listed as doubtful', () => {
    const entry = { id: 7, amount: 35_000, payback: 43.75, net: 3_300_000, commission: 175_000 }
    const offer = readListedOffer(entry)
    expect(offer).toMatchObject({ payback_cents: null, net_to_merchant_cents: null, commission_cents: null })
    expect(offer?.doubts.map(({ raw }) => raw)).toEqual([
      'payback: 43.75',
      'net: 3300000',
      'commission: 175000',
    ])
    const sound = { id: 7, amount: 35_000, payback: 35_000, net: 35_000, commission: 8_750 }
    expect(readListedOffer(sound)?.doubts).toEqual([])
  })

  test('can contain an expiration day in any notation, and the offer stays open until that day ends', () => {
    const offer = readListedOffer({ id: 7, created_at: '5/1/2026', expires_at: '5/4/2026' })
    expect(offer).toMatchObject({ created_at: '2026-05-01', expires_at: '2026-05-04' })
    if (offer === null) throw new Error('no offer')
    expect(standingOf(offer, new Date(2026, 4, 4, 17).getTime())).toBe('open')
    const instants = { created_at: '2026-05-01T00:00:00Z', expires_at: '5/4/2026 5:00 PM' }
    expect(readListedOffer({ id: 7, ...instants })).toMatchObject(instants)
  })

  test('zero payments and negative amounts are listed as doubtful, but a negative net amount is accepted', () => {
    const money = { amount: -35_000, payback: -1, payment: '(400)', total_fees: -5, existing_balance: -2 }
    const offer = readListedOffer({ id: 7, ...money, net: -100, payments: 0, points: 5 })
    expect(offer).toMatchObject({ ...NO_MONEY, net_to_merchant_cents: -100_00, payments: null })
    expect(offer?.doubts.map(({ raw }) => raw)).toEqual([
      'amount: -35000',
      'payback: -1',
      'payment: (400)',
      'payments: 0',
      'total_fees: -5',
      'existing_balance: -2',
    ])
  })

  test('the fee total is calculated only if every fee can be read', () => {
    const feesOf = (fees: unknown) => {
      const offer = readListedOffer({ id: 7, amount: 35_000, fees })
      if (offer === null) throw new Error('no offer')
      const { fees_cents, net_to_merchant_cents } = shownFigures(offer)
      return [fees_cents.value, net_to_merchant_cents.value, offer.doubts.map(({ raw }) => raw)]
    }
    expect(feesOf([{ type: 'origination', amount: 500 }])).toEqual([500_00, 34_500_00, []])
    expect(feesOf([{ amount: 500 }, null, ''])).toEqual([500_00, 34_500_00, []])
    expect(feesOf([{ label: 'Wire', amount: 35 }, 500])).toEqual([null, null, ['fees: 500']])
    expect(feesOf([{ label: 'Wire', cost: 35 }])).toEqual([null, null, ['fees: {"label":"Wire","cost":35}']])
    expect(feesOf(1_050)).toEqual([null, null, ['fees: 1050']])
    expect(feesOf([])).toEqual([0, 35_000_00, []])
    expect(feesOf(null)).toEqual([null, null, []])
  })

  test('no net amount is calculated if the existing balance cannot be read', () => {
    const offer = readListedOffer({ id: 7, amount: 35_000, fees: [], existing_balance: 'to be settled' })
    if (offer === null) throw new Error('no offer')
    expect(shownFigures(offer).net_to_merchant_cents.value).toBeNull()
  })

  test('accepts zero as a valid value', () => {
    expect(readListedOffer({ id: 7, upsell: 0, points: '0.00', holdback: 0 })).toMatchObject({
      upsell: '0',
      commission_points: '0.00',
      holdback_percent: '0',
      doubts: [],
    })
  })
})
