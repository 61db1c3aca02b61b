import { describe, expect, test } from 'vitest'
import { listOf } from '../../src-main/adapters/partner-http/list-answer.ts'
import { readListedOffer } from '../../src-main/adapters/partner-http/offer-mapping.ts'
import { generateTerms } from '../../services/sandbox/src/offer-generation.ts'
import { SHAPE_NAMES, shapesNamed } from '../../services/sandbox/src/shapes.ts'
import { commissionOf } from '../../src-shared/offers/commission.ts'
import { shownFigures } from '../../src-shared/offers/shown.ts'
import { makePayload } from './relay-support/payload.ts'

describe('offer data from the partner', () => {
  test.each(SHAPE_NAMES)('is read in full in the shape "%s", and our figures agree to the cent', (name) => {
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
      const offer = readListedOffer(listOf(shapesNamed(name).offers([made]), 'offers')?.[0])
      if (offer === null) throw new Error('no offer')
      const missing = Object.entries(offer).filter(([, told]) => told === null)
      const untold = [
        'first_payment_date',
        'funding_date',
        'prepayment_discounts',
        'total_fees_cents',
        'upsell',
      ]
      expect(missing.map(([field]) => field).toSorted()).toEqual(name === 'standard' ? [] : untold)
      for (const [figure, { ours }] of Object.entries(shownFigures(offer)))
        expect([figure, ours]).toEqual([figure, null])
      expect(commissionOf(offer, 'points').ours).toBeNull()
      expect(offer.stipulations).toHaveLength(3)
    }
  })

  test('uses field names that the profile can change', () => {
    const entry = { nummer: 7, betrag: '1.50', amount: '9' }
    expect(
      readListedOffer(entry, { offer_fields: { offer_id: ['nummer'], amount: ['betrag'] } }),
    ).toMatchObject({
      offer_id: '7',
      amount_cents: 150,
    })
  })

  test('uses words that the profile can change', () => {
    const entry = { id: 7, frequency: 'Täglich', term: '126 Banktage' }
    expect(readListedOffer(entry)).toMatchObject({ payment_frequency: 'Täglich', term: '126 Banktage' })
    const offer_words = { daily: ['täglich'], business_days: ['Banktage'] }
    expect(readListedOffer(entry, { offer_words })).toMatchObject({
      payment_frequency: 'daily',
      term: '126 business_days',
    })
    // A word that the profile leaves out has the standard's list.
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
  ])('may name its dates in any notation: %s', (given, first_payment_date) => {
    const offer = readListedOffer({ id: 7, firstPaymentDate: given, fundingDate: '5/1/2026' })
    expect(offer).toMatchObject({ first_payment_date, funding_date: '2026-05-01' })
  })
})
