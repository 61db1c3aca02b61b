import { formatMessage } from '../../platform/texts/msg.ts'
import { describe, expect, test } from 'vitest'
import { bareOffer, type Offer } from '../offers/offer.ts'
import { loadMessages } from '../../platform/texts/load-messages.ts'
import { passMerchantGate, restrictedTerms, type Gate } from './gate.ts'
import { flagMessage, refusalMessage } from './gate-messages.ts'
import { formatted } from '../../../tests/support/formatted-messages.ts'

const SAID = { en: (await loadMessages('en')).offers, es: (await loadMessages('es')).offers }
const LANGUAGES = ['en', 'es'] as const

/** An offer whose APR can be estimated. */
const offer: Offer = {
  ...bareOffer('1'),
  created_at: '2026-03-02',
  amount_cents: 35_000_00,
  factor_rate: '1.25',
  payments: 126,
  payment_frequency: 'daily',
  term: '6 months',
  fees: [],
  stipulations: [{ label: 'Signed contract', document_kind: null }],
}
const withoutApr: Offer = { ...offer, payments: null, term: null }

interface Options {
  state: string | null
  /** The date on which the page is created. */
  on: string
  merchant: string
  broker: string
}

function pass(offers: Offer[], options: Partial<Options> = {}, language: 'en' | 'es' = 'en'): Gate {
  const { state = 'CA', on = '2026-01-01', merchant = 'Juniper Bakery LLC', broker = '' } = options
  const numbered = offers.map((one, at) => ({ number: at + 1, offer: one }))
  // Use noon, because its date is the same in every time zone of the tests.
  const made_at = `${on}T12:00:00`
  return passMerchantGate({ merchant, broker, made_at, offers: numbered, state }, language, SAID[language])
}
const rowsOf = (gate: Gate) => (gate.ok ? gate.page.rows.map(({ row }) => row) : [])
const refusalsOf = (gate: Gate) => (gate.ok ? [] : gate.refusals)

/**
 * Creates two pages with one offer each. The first offer has no APR, and the second offer has one. Returns why the first page was refused,
 * or `passes`. Also returns whether the second page shows the offer's factor rate.
 */
function outcome(amount_cents: number | null, on: string, state: string | null): string {
  const [first] = refusalsOf(pass([{ ...withoutApr, amount_cents, payback_cents: 43_750_00 }], { state, on }))
  const isPlain = rowsOf(pass([{ ...offer, amount_cents, apr: '92.2' }], { state, on })).includes('factor')
  return `${first?.refusal ?? 'passes'}, ${isPlain ? 'factor' : 'no factor'}`
}

describe('the rules of a state', () => {
  const STRICT = 'no_apr, no factor'
  const PLAIN = 'passes, factor'
  test.each<[string, number | null, string, string | null, string]>([
    ['California, exactly $500,000', 500_000_00, '2026-01-01', 'CA', STRICT],
    ['California, one cent above the limit', 500_000_01, '2026-01-01', 'CA', PLAIN],
    ['California, small', 1_000_00, '2026-01-01', 'CA', STRICT],
    ['California, unknown amount', null, '2026-01-01', 'CA', STRICT],
    ['California, the day before the law', 35_000_00, '2025-12-31', 'CA', PLAIN],
    ['California, years later', 35_000_00, '2031-05-01', 'CA', STRICT],
    ['New York, exactly $2,500,000', 2_500_000_00, '2026-05-01', 'NY', STRICT],
    ['New York, one cent above the limit', 2_500_000_01, '2026-05-01', 'NY', PLAIN],
    ['New York, the day before the law', 35_000_00, '2023-07-31', 'NY', PLAIN],
    ['New York, the first day of the law', 35_000_00, '2023-08-01', 'NY', STRICT],
    ['Texas', 35_000_00, '2026-05-01', 'TX', PLAIN],
    ['Virginia', 35_000_00, '2026-05-01', 'VA', PLAIN],
    ['a state without a rule', 35_000_00, '2026-05-01', 'OR', PLAIN],
    ['an unknown state', 35_000_00, '2026-05-01', null, STRICT],
    ['an unknown state, above California’s limit', 600_000_00, '2026-05-01', null, STRICT],
    ['an unknown state, above every limit', 2_500_000_01, '2026-05-01', null, PLAIN],
    ['an unknown state before every law', 35_000_00, '2023-07-31', null, PLAIN],
    ['an unknown state and amount', null, '2026-05-01', null, STRICT],
  ])(
    'decide whether an APR is required and the factor is allowed: %s',
    (_name, amount, on, state, expected) => {
      expect(outcome(amount, on, state)).toBe(expected)
    },
  )

  test('apply to an offer above the limit if its minimum amount is within the limit', () => {
    const large = { ...withoutApr, amount_cents: 600_000_00, minimum_amount_cents: 500_000_00 }
    expect(refusalsOf(pass([large]))).toHaveLength(1)
    expect(pass([{ ...large, minimum_amount_cents: 500_000_01 }]).ok).toBe(true)
  })

  test('remove the factor from the whole page if they apply to one of its offers', () => {
    const large = { ...offer, amount_cents: 600_000_00 }
    expect(rowsOf(pass([large, offer]))).not.toContain('factor')
    expect(rowsOf(pass([large]))).toContain('factor')
  })

  test('require an APR for every covered offer', () => {
    const law = 'California SB 362'
    const large = { ...withoutApr, amount_cents: 600_000_00 }
    expect(refusalsOf(pass([offer, withoutApr, large, withoutApr]))).toEqual([
      { refusal: 'no_apr', law, offer: 2 },
      { refusal: 'no_apr', law, offer: 4 },
    ])
  })
})

describe('the APR', () => {
  const aprOf = (gate: Gate) => (gate.ok ? gate.page.rows.find(({ row }) => row === 'apr')?.cells[0] : null)
  test('is reported by the funder or, if not reported, estimated by the app, and the page states which', () => {
    expect(aprOf(pass([{ ...withoutApr, apr: '92.2' }]))).toEqual(['92.2%', 'reported by the funder'])
    expect(aprOf(pass([{ ...offer, apr: '12.3' }]))).toEqual([
      '12.3%',
      'reported by the funder',
      'Check with the funder: by its other figures, this would be 94.50%.',
    ])
    expect(aprOf(pass([offer]))).toEqual([
      '94.50%',
      'our estimate',
      expect.stringContaining('Based on: funding on'),
    ])
    expect(aprOf(pass([offer], {}, 'es'))?.[1]).toBe('estimación nuestra')
    expect(aprOf(pass([{ ...withoutApr, apr: '92.2' }], {}, 'es'))).toEqual([
      '92.2\u00a0%',
      'según el financiador',
    ])
  })
  test.each(['-92.2', 'about 90', '', ' '])(
    'counts as missing, and the page is refused, if the funder reports it as %j',
    (apr) => {
      expect(refusalsOf(pass([{ ...offer, apr }]))).toContainEqual(
        expect.objectContaining({ refusal: 'no_apr', offer: 1 }),
      )
    },
  )
  test('appears on the page for California, New York, and an unknown state', () => {
    for (const state of ['CA', 'NY', null]) expect(rowsOf(pass([offer], { state }))).toContain('apr')
  })
})

describe('restricted words', () => {
  test.each([
    ['Factor rate', ['factor', 'rate']],
    ['RATES', ['rates']],
    ['Tasa de factor', ['tasa', 'factor']],
    ['interés simple', ['interes']],
    ['ra\u200Bte', ['rate']],
    ['ｒａｔｅ', ['rate']],
    ['buy-rate', ['rate']],
    ['factor_rate', ['factor', 'rate']],
    ['rate1', ['rate']],
    ['The annual percentage rate', []],
    ['Tasa de porcentaje anual', []],
    ['Separate corporate tax statement', []],
    ['APR', []],
  ])('are found correctly in %j', (text, words) => {
    expect(restrictedTerms(text)).toEqual(words)
  })

  test.each<[string, Partial<Offer>]>([
    ['a requested document', { stipulations: [{ label: 'Signed factor sheet', document_kind: null }] }],
    ['a term', { term: '6 months at a 1.25 rate' }],
    ['a frequency', { payment_frequency: 'daily at 1.25 factor rate' }],
    ['an expiration', { expires_at: 'when rates change' }],
  ])('in %s from the funder block the page in California, but not in Texas', (_name, change) => {
    const gate = pass([{ ...offer, apr: '92.2', ...change }])
    expect(refusalsOf(gate)[0]).toMatchObject({ refusal: 'word', law: 'California SB 362' })
    expect(pass([{ ...offer, apr: '92.2', ...change }], { state: 'TX' }).ok).toBe(true)
  })
  test('block the California page if the broker name contains them, but not if the merchant name contains them', () => {
    expect(refusalsOf(pass([offer], { broker: 'Best Rates Inc.' }))).toMatchObject([{ word: 'rates' }])
    expect(pass([offer], { broker: 'Best Rates Inc.', state: 'TX' }).ok).toBe(true)
    expect(pass([offer], { merchant: 'Second Rate Records' }).ok).toBe(true)
  })
  test.each(LANGUAGES)(
    'do not appear in the texts that the app itself puts on a California page (%s)',
    (language) => {
      const gate = pass([{ ...offer, total_fees_cents: 1_00, payback_cents: 45_500_00 }], {}, language)
      expect(refusalsOf(gate)).toEqual([])
      expect(restrictedTerms(JSON.stringify(gate.ok ? gate.page : 'rate'))).toEqual([])
    },
  )
})

describe('an implausible value from the funder', () => {
  const UNCLEAR = {
    en: 'Check with the funder: it sent an unclear figure.',
    es: 'Consulte al financiador: envió una cifra poco clara.',
  }
  const doubting = (...fields: Offer['doubts'][number]['field'][]) => ({
    ...offer,
    doubts: fields.map((field) => ({ field, raw: `${field}: 4711` })),
  })
  const cellsOf = (gate: Gate) =>
    Object.fromEntries(gate.ok ? gate.page.rows.map(({ row, cells }) => [row, cells[0]]) : [])
  const marked = (gate: Gate, language: 'en' | 'es' = 'en') =>
    Object.entries(cellsOf(gate))
      .filter(([, cell]) => cell?.includes(UNCLEAR[language]))
      .map(([row]) => row)

  describe.each(LANGUAGES)('(%s)', (language) => {
    test.each(['CA', 'TX', null])(
      'is replaced on the page by a note that the funder sent an unclear figure (%s)',
      (state) => {
        const gate = pass([doubting('holdback_percent', 'prepayment_discounts')], { state }, language)
        expect(cellsOf(gate)).toMatchObject({
          holdback: [UNCLEAR[language]],
          discounts: [UNCLEAR[language]],
        })
        expect(JSON.stringify(gate)).not.toContain('4711')
      },
    )
    test('is replaced by the calculated figure, with a note that the funder sent an unclear figure', () => {
      expect(cellsOf(pass([doubting('payback')], {}, language))['payback']).toEqual([
        '$43,750.00',
        UNCLEAR[language],
      ])
    })
    test('puts no restricted word on the page, even if the implausible value is a factor', () => {
      const gate = pass([doubting('factor_rate', 'apr', 'fees')], {}, language)
      expect(marked(gate, language)).toEqual(['fees', 'net', 'apr'])
      expect(restrictedTerms(JSON.stringify(gate.ok ? gate.page : 'rate'))).toEqual([])
    })
  })

  test('also puts the note at the net and the APR that depend on it, unless the funder reported them', () => {
    expect(marked(pass([doubting('existing_balance')]))).toEqual(['balance', 'net'])
    expect(cellsOf(pass([doubting('existing_balance')]))['net']).toEqual([UNCLEAR.en])
    expect(marked(pass([doubting('payments')]))).toEqual(['payment', 'apr'])
    expect(marked(pass([{ ...doubting('payments'), apr: '92.2' }]))).toEqual(['payment'])
    expect(marked(pass([{ ...doubting('existing_balance'), net_to_merchant_cents: 35_000_00 }]))).toEqual([
      'balance',
    ])
  })
  test('is reported to the broker, unless it is a figure that only the broker sees', () => {
    expect(pass([doubting('payback')]).flags).toContainEqual({ flag: 'doubt', offer: 1 })
    const hidden = pass([doubting('buy_rate', 'upsell', 'commission', 'commission_points')])
    expect(marked(hidden)).toEqual([])
    expect(hidden.flags).not.toContainEqual({ flag: 'doubt', offer: 1 })
  })
  test('is not used as the APR, so a page that requires an APR is refused', () => {
    expect(refusalsOf(pass([{ ...withoutApr, doubts: doubting('apr').doubts }]))).toContainEqual(
      expect.objectContaining({ refusal: 'no_apr' }),
    )
  })
  test('makes the state rules apply to the offer if it is the minimum amount', () => {
    const large = { ...withoutApr, amount_cents: 600_000_00 }
    expect(pass([large]).ok).toBe(true)
    expect(pass([{ ...large, doubts: doubting('minimum_amount').doubts }]).ok).toBe(false)
  })
})

describe('the notes for the broker', () => {
  const flagged = (gate: Gate) => gate.flags.map((flag) => flagMessage(flag, SAID.en))
  test('name the law that applies to the page', () => {
    expect(pass([{ ...withoutApr, apr: '92.2' }]).flags).toEqual([
      { flag: 'wording', law: 'California SB 362' },
      { flag: 'disclosure', law: 'California Commercial Financing Disclosures' },
    ])
    expect(pass([{ ...withoutApr, apr: '92.2' }], { state: 'TX' }).flags).toEqual([
      { flag: 'disclosure', law: 'Texas Finance Code § 398.051' },
    ])
    expect(pass([{ ...withoutApr, apr: '92.2' }], { state: 'OR' }).flags).toEqual([])
  })
  test('mention a missing state, an estimated APR, and contradictory figures', () => {
    expect(pass([{ ...offer, payback_cents: 45_500_00 }], { state: null }).flags).toEqual([
      { flag: 'unknown_state' },
      { flag: 'estimate', offer: 1 },
      { flag: 'contradiction', offer: 1 },
    ])
  })
  test('give the reason for a refused page, and what to do', () => {
    const refusals = refusalsOf(pass([withoutApr], { state: null, broker: 'Best Rates Inc.' }))
    for (const refusal of refusals) {
      const { why, advice } = refusalMessage(refusal)
      expect(formatMessage(why)).toContain('The strictest state rule')
      expect(formatted(advice)).not.toBe('')
    }
    expect(refusals.map(({ refusal }) => refusal)).toEqual(['no_apr', 'word'])
  })
  test.each(LANGUAGES)('never claim that a page complies (%s)', (language) => {
    const { gate } = SAID[language]
    const said = [
      ...flagged(pass([offer])),
      gate.note,
      gate.title,
      gate.flags.wording('law'),
      gate.flags.disclosure('law'),
    ].join(' ')
    expect(said).not.toMatch(/compl(?:y|ies|iant)|cumple|conforme/i)
  })
})
