import { describe, expect, test } from 'vitest'
import { rowsOf } from '../form/complete-draft.fixture.ts'
import { untouchedOffer, type OfferScenario } from '../offers/offer-scenario.ts'
import type { OfferedDeal } from '../offers/offer-status.ts'
import type { FormValues } from '../form/form-values.ts'
import type { Offer } from '../offers/offer.ts'
import { MERCHANT_ROWS } from '../merchant-page/page-content.ts'
import { loadMessages } from '../../platform/texts/load-messages.ts'
import { standardProfile } from '../form/standard-profile.ts'
import { DEFAULT_SNIPPETS } from './default-snippets.ts'
import {
  editMessage,
  fillSnippet,
  openParts,
  textOf,
  usualOffers,
  usualSnippet,
  type SnippetDeal,
} from './render-snippet.ts'
import { openItem, SAMPLE_OFFER } from './sample-deal.ts'
import { isSnippetPlaceholder, SNIPPET_PLACEHOLDERS, type Snippet } from './snippet.ts'
import { placeholdersIn } from '../../platform/base/placeholders.ts'
import type { ChecklistItem } from '../documents/document.ts'
import { snippetSchema } from './contract.ts'

const SAID = { en: await loadMessages('en'), es: await loadMessages('es') }

/** An offer whose APR can be estimated. */
const offer: Offer = { ...SAMPLE_OFFER, offer_id: 'o1', created_at: '2026-03-02', total_fees_cents: 0 }
const withoutApr: Offer = { ...offer, offer_id: 'o2', payments: null, term: null }

const line = (item_id: string, label: string, changes: Partial<ChecklistItem> = {}): ChecklistItem => ({
  ...openItem(item_id, label),
  ...changes,
})

interface Options {
  state: string
  offers: Offer[]
  offer_ids: string[]
  language: 'en' | 'es'
  signature: string
  broker_name: string
  made_at: string
  deal: Partial<SnippetDeal>
  company: FormValues
}

function fill(template: Partial<Snippet>, options: Partial<Options> = {}) {
  const { state = 'OR', offers = [offer], language = 'en' } = options
  const snippet: Snippet = { snippet_id: 'x', name: 'x', language, subject: '', body: '', ...template }
  const deal: SnippetDeal = {
    legal_name: 'Juniper Bakery LLC',
    reference: 'JB-11',
    amount_cents: 35_000_50,
    funded_cents: 30_000_00,
    values: {
      company: {
        email: 'office@example.com',
        owners: rowsOf({ first_name: 'Ada', last_name: 'Sample' }),
        ...options.company,
        ...{ address: { state } },
      },
    },
    offers,
    has_offer: false,
    checklist: [],
    ...options.deal,
  }
  const filled = fillSnippet(
    snippet,
    {
      deal,
      profile: standardProfile,
      offer_ids: options.offer_ids ?? offers.map(({ offer_id }) => offer_id),
      broker_name: options.broker_name ?? 'Robin Broker',
      signature: options.signature ?? '',
      made_at: options.made_at ?? '2026-05-04T12:00:00',
    },
    { language, said: SAID[language] },
  )
  return { ...filled, text: textOf(filled.body) }
}
const refusalsOf = ({ gate }: ReturnType<typeof fill>) => (gate?.ok === false ? gate.refusals : [])

describe('a snippet', () => {
  test('is filled in with names, amount, date, and signature', () => {
    const { subject, text, to } = fill({
      subject: '{merchant} {reference}',
      body: '{contact_first_name} {contact_name}, {amount_requested}, {amount_funded}, {date}\n{signature}',
    })
    expect(textOf(subject)).toBe('Juniper Bakery LLC JB-11')
    expect(text).toBe('Ada Ada Sample, $35,000.50, $30,000, May 4, 2026\nRobin Broker')
    expect(to).toBe('office@example.com')
    expect(fill({ body: '{signature}' }, { signature: 'Robin\r\nDesk' }).text).toBe('Robin\nDesk')
    expect(openParts(fill({ body: 'Bye\n{signature}' }, { broker_name: '' }))).toMatchObject([
      { kind: 'empty', text: '[your name]', placeholder: 'my_name' },
    ])
  })

  test('writes the names of people in mixed case, and leaves initials and the business as they are', () => {
    const names = (first_name: string, last_name: string) =>
      fill(
        { body: '{contact_first_name}|{contact_name}|{merchant}' },
        { company: { owners: rowsOf({ first_name, last_name }) }, deal: { legal_name: 'ACME LLC' } },
      ).text
    expect(names('ADA', "O'NEIL-PEÑA")).toBe("Ada|Ada O'Neil-Peña|ACME LLC")
    expect(names('J', 'McDonald')).toBe('J|J McDonald|ACME LLC')
  })

  test('names the papers that an offer requires in its own language', () => {
    const stipulations = [{ label: 'voided check' }, { label: 'Lease of 2026' }].map((one) => ({
      ...one,
      document_kind: null,
    }))
    const options = { offers: [{ ...offer, stipulations }], language: 'es' as const }
    expect(fill({ body: '{offers}' }, options).text).toContain('Condiciones: Cheque anulado, Lease of 2026')
  })

  test('that a message first shows fits what happened to the deal', () => {
    const open = [line('kind:voided_check', 'Voided check')]
    const sent = { checklist: [], offers: [], own_offers: [], latest_status: null, has_offer: false }
    const shown = (deal: Partial<Parameters<typeof usualSnippet>[1]>) => {
      const now = Date.parse('2026-05-04')
      return usualSnippet(DEFAULT_SNIPPETS, { state: 'received', ...sent, ...deal }, now)?.name
    }
    expect(shown({ state: 'draft', checklist: open })).toBe('Welcome')
    expect(shown({ checklist: open })).toBe('Missing papers')
    expect(shown({ checklist: open, offers: [offer] })).toBe('Offer summary')
    expect(shown({})).toBe('Follow-up')
    expect(shown({ checklist: open, offers: [offer], latest_status: 'app_funded' })).toBe('Funded')
  })

  test('lists the missing papers in its own language', () => {
    const checklist = [
      line('kind:voided_check', 'Voided check'),
      line('kind:bank_statement', 'Bank statement', {
        state: 'prepared',
        missing_days: [{ from: '2026-03-17', to: '2026-03-31' }],
        // The merchant cannot know which statements have no dates.
        undated: 1,
      }),
      line('own', 'Lease', { state: 'answered' }),
    ]
    const body = '{missing_papers}'
    expect(fill({ body }, { deal: { checklist } }).text).toBe(
      '- Voided check\n- Bank statement (March 17 – 31, 2026)',
    )
    expect(fill({ body }, { deal: { checklist }, language: 'es' }).text).toMatch(
      /^- Cheque anulado\n- Estado de cuenta .*marzo/,
    )
    // The screen shows Spanish labels, but the snippet is in English.
    const spanish = [line('kind:voided_check', 'Cheque anulado')]
    expect(fill({ body }, { deal: { checklist: spanish } }).text).toBe('- Voided check')
  })

  test('names the months of bank statements before the first statement', () => {
    const checklist = [line('kind:bank_statement', 'Bank statement'), line('own', 'Bank statement of 2025')]
    const papers = (made_at: string, language: 'en' | 'es' = 'en') =>
      fill({ body: '{missing_papers}' }, { deal: { checklist }, made_at, language }).text
    expect(papers('2026-11-10T12:00:00Z')).toBe(
      '- Bank statement (August, September, and October 2026)\n- Bank statement of 2025',
    )
    // After the middle of a month, the funder asks for its first days, too.
    expect(papers('2026-01-20T12:00:00Z')).toContain(
      '- Bank statement (October 2025, November 2025, December 2025, and January 2026 month-to-date)',
    )
    expect(papers('2026-11-10T12:00:00Z', 'es')).toContain('(agosto, septiembre y octubre de 2026)')
  })

  test('marks placeholders without a value and unknown placeholders', () => {
    const filled = fill({ subject: '{dba}', body: '{ssn} {ein} {offer_amount} {merchant}' }, { offers: [] })
    expect(openParts(filled).map(({ kind, placeholder }) => [kind, placeholder])).toEqual([
      ['empty', 'dba'],
      ['unknown', 'ssn'],
      ['unknown', 'ein'],
      ['empty', 'offer_amount'],
    ])
    expect(filled.text).toBe('{ssn} {ein} [offer amount] Juniper Bakery LLC')
  })

  test('offers no placeholder for a sensitive number', () => {
    const all: string[] = Object.values(SNIPPET_PLACEHOLDERS).flat()
    expect(all.filter((name) => /ssn|ein|tax|bank|account|routing|birth/.test(name))).toEqual([])
  })

  test('contains no number that looks like an SSN or EIN, even if it is in another field', () => {
    const filled = fill(
      { body: '{reference}|{dba}|{contact_name}' },
      {
        deal: { reference: '123-45-6789' },
        company: { dba: '12-3456789', owners: rowsOf({ first_name: '900123456', last_name: 'Sample' }) },
      },
    )
    expect(filled.text).toBe('[reference]|[DBA]|Sample')
  })

  test.each([
    ['a placeholder', '{signature}{offer_amount}', '{signature}{offer_amount}'],
    ['line breaks', 'Acme\r\nBcc: eve@example.com', 'Acme Bcc: eve@example.com'],
    ['marks that reverse the text', '\u202Eemca\u2067\u200F', 'emca'],
    ['a huge text', 'x'.repeat(1_000_000), 'x'.repeat(200)],
    ['only invisible characters', '\u200B\u202E\u0000', '[merchant]'],
  ])('inserts a merchant’s name with %s as plain text on one line', (_, legal_name, expected) => {
    const filled = fill({ subject: '{merchant}', body: '{merchant}' }, { deal: { legal_name } })
    expect(filled.text).toBe(expected)
    expect(textOf(filled.subject)).toBe(expected)
  })
})

describe('a snippet with figures of offers', () => {
  test('states them as the page for the merchant does, with the disclaimer', () => {
    const { text } = fill({
      body: '{offer_amount}; {offer_payment}; {offer_payback}; {offer_factor}; {offer_expires}',
    })
    expect(text).toContain('$35,000.00; $347.22 daily, 126 payments')
    expect(text).toContain('$43,750.00; 1.2500; June 30, 2026')
    expect(text).toContain(SAID.en.offers.print.disclaimerOfOne)
    expect(text).toContain('This summary is for information.')
  })

  test('lists all chosen offers, or states the figures of the first chosen one', () => {
    const second = { ...offer, offer_id: 'o3', amount_cents: 50_000_00, payback_cents: null }
    const both = fill({ body: '{offers}' }, { offers: [offer, second] })
    expect(both.text).toMatch(/^Offer 1\n- Amount: \$35,000\.00\n[^]*\n\nOffer 2\n- Amount: \$50,000\.00/)
    expect(both.offers).toEqual([1, 2])
    const one = fill({ body: '{offer_amount}' }, { offers: [offer, second], offer_ids: ['o3'] })
    expect(one.text).toMatch(/^\$50,000\.00/)
    expect(one.offers).toEqual([2])
  })

  test.each(['CA', 'NY', ''])('obeys the rules of the state “%s”', (state) => {
    const law = state === '' ? null : (expect.any(String) as string)
    expect(refusalsOf(fill({ body: '{offers}' }, { state, offers: [withoutApr] }))).toEqual([
      { refusal: 'no_apr', law, offer: 1 },
    ])
    expect(refusalsOf(fill({ body: '{offer_amount}' }, { state }))).toEqual([
      { refusal: 'apr_not_shown', law },
    ])
    expect(refusalsOf(fill({ body: 'A low rate: {offers}' }, { state }))).toEqual([
      { refusal: 'word', law, word: 'rate', text: 'A low rate:' },
    ])
    expect(refusalsOf(fill({ body: '{offers}', subject: 'Your ínterest' }, { state }))).toMatchObject([
      { refusal: 'word', word: 'interest' },
    ])
    expect(
      refusalsOf(fill({ body: '{offers}\n{signature}' }, { state, signature: 'The factor desk' })),
    ).toMatchObject([{ refusal: 'word', word: 'factor' }])
    const passes = fill({ body: '{offer_factor}|{offer_amount}|{offer_apr}' }, { state })
    expect(passes.gate?.ok).toBe(true)
    expect(passes.body[0]).toEqual({ kind: 'left_out', text: '', placeholder: 'offer_factor' })
    expect(passes.text).toMatch(/^\|\$35,000\.00\|94\.50%/)
    expect(passes.text).not.toMatch(/\b1\.25\b|factor/i)
  })

  test('contains no figure if it is refused', () => {
    const { text, subject } = fill(
      { subject: '{offer_amount}', body: '{offers} {offer_factor}' },
      { state: 'CA', offers: [withoutApr] },
    )
    expect(text + textOf(subject)).not.toMatch(/35,000|43,750|1\.25/)
  })

  test('may contain a restricted word in the merchant’s own name', () => {
    const filled = fill(
      { body: '{merchant}: {offers}' },
      { state: 'CA', deal: { legal_name: 'First Rate Interest LLC' } },
    )
    expect(filled.gate?.ok).toBe(true)
  })

  test('needs no APR if it states only when the offer expires', () => {
    const filled = fill({ body: 'It expires on {offer_expires}.' }, { state: 'CA', offers: [withoutApr] })
    expect(filled.gate?.ok).toBe(true)
    expect(filled.text).toBe('It expires on June 30, 2026.')
  })

  test('is checked in Spanish too', () => {
    expect(
      refusalsOf(fill({ body: 'Una tasa baja: {offers}' }, { state: 'CA', language: 'es' })),
    ).toMatchObject([{ refusal: 'word', word: 'tasa' }])
    const filled = fill({ body: '{offers}' }, { state: 'CA', language: 'es' })
    expect(filled.gate?.ok).toBe(true)
    expect(filled.text).not.toMatch(/\b(?:factor|tasa|interés)\b/i)
  })
})

describe('a snippet without figures of offers', () => {
  const typed = '$50,000 at a factor rate of 1.25'
  const words = (options: Partial<Options>, body = typed) =>
    refusalsOf(fill({ body }, options)).map((refusal) =>
      refusal.refusal === 'own_word' ? refusal.word : refusal.refusal,
    )

  test.each(['CA', 'NY', ''])('may contain no restricted word for a deal with an offer in “%s”', (state) => {
    expect(words({ state })).toEqual(['factor', 'rate'])
    expect(words({ state, language: 'es' }, 'Una tasa de 1.25')).toEqual(['tasa'])
    expect(refusalsOf(fill({ subject: 'Low interest' }, { state }))).toEqual([
      {
        refusal: 'own_word',
        law: state === '' ? null : expect.any(String),
        word: 'interest',
        text: 'Low interest',
      },
    ])
    // The partner reported an offer, but not its figures.
    expect(words({ state, offers: [], deal: { has_offer: true } })).toEqual(['factor', 'rate'])
  })

  test('is not checked without an offer, in another state, or above the limit of the law', () => {
    expect(fill({ body: typed }, { state: 'CA', offers: [] }).gate).toBeNull()
    expect(fill({ body: typed }, { state: 'OR' }).gate).toBeNull()
    const large = { ...offer, amount_cents: 600_000_00 }
    expect(words({ state: 'CA', offers: [large] })).toEqual([])
    expect(words({ state: 'CA', offers: [large, offer] })).toEqual(['factor', 'rate'])
    expect(words({ state: 'NY', offers: [large] })).toEqual(['factor', 'rate'])
  })

  test('may name the APR, and only its own text counts, not the values of placeholders', () => {
    const body = 'Hello {merchant}, {contact_name},\n{missing_papers}\nAnnual Percentage Rate\n{signature}'
    const filled = fill(
      { body },
      {
        state: 'CA',
        signature: 'The Factor Desk',
        deal: {
          legal_name: 'First Rate LLC',
          checklist: [line('own', 'Interest statement')],
        },
      },
    )
    expect(filled.gate).toBeNull()
    expect(filled.text).toContain('Interest statement')
  })
})

describe('a snippet with placeholders of offers, if no offer is chosen,', () => {
  const refused = (body: string, options: Partial<Options> = {}) =>
    refusalsOf(fill({ body }, { state: 'CA', offer_ids: [], ...options }))
  const noOffer = { refusal: 'no_offer', law: expect.any(String) as string }

  test('is refused where the law requires the APR', () => {
    expect(refused('{offer_amount}')).toEqual([noOffer])
    expect(refused('{offers}', { offers: [] })).toEqual([noOffer])
    expect(refused('{offers}', { state: '' })).toEqual([{ ...noOffer, law: null }])
    expect(refused('rate 1.25 {offer_amount}')).toMatchObject([
      noOffer,
      { refusal: 'own_word', word: 'rate' },
    ])
    expect(refused('{offers}', { state: 'OR' })).toEqual([])
  })

  test('passes if it states only when the offer expires', () => {
    expect(refused('It expires on {offer_expires}.')).toEqual([])
    expect(refused('The rate expires on {offer_expires}.')).toMatchObject([{ word: 'rate' }])
  })
})

describe('the default offers', () => {
  const now = Date.parse('2026-05-04T12:00:00Z')
  const offers = ['o1', 'o2', 'o3'].map((offer_id) => ({ ...offer, offer_id, status: null }))
  const usual = (own_offers: OfferScenario[], deal: Partial<OfferedDeal> = {}) =>
    usualOffers({ offers, own_offers, latest_status: 'offer_available', has_offer: true, ...deal }, now)
  const declined: OfferScenario = {
    ...untouchedOffer('o1'),
    declined: { reason: 'cost', note: '', at: '2026-05-04T10:00:00Z' },
  }
  const accepted: OfferScenario = {
    ...untouchedOffer('o2'),
    acceptance: { state: 'accepted', at: '2026-05-04T10:00:00Z' },
  }

  test('are the accepted offer if there is one, otherwise the open offers', () => {
    const expired = { ...offer, offer_id: 'old', expires_at: '2026-01-01' }
    const won = { ...offer, offer_id: 'won', status: 'accepted' }
    expect(usual([], { offers: [expired, offer, withoutApr] })).toEqual(['o1', 'o2'])
    expect(usual([], { offers: [offer, won] })).toEqual(['won'])
  })

  test('are those still open after a decline or an acceptance', () => {
    expect(usual([declined])).toEqual(['o2', 'o3'])
    expect(usual([accepted])).toEqual(['o2'])
    expect(usual([declined, accepted])).toEqual(['o2'])
    expect(usual([], { latest_status: 'app_declined_closed' })).toEqual([])
  })
})

test('the default snippets are valid, use known placeholders, and pass the strictest rules', () => {
  for (const snippet of DEFAULT_SNIPPETS) {
    expect(snippetSchema.parse(snippet)).toEqual(snippet)
    const unknown = placeholdersIn(`${snippet.subject}\n${snippet.body}`).filter(
      (name) => !isSnippetPlaceholder(name),
    )
    expect(unknown).toEqual([])
    const { gate } = fill(snippet, { state: 'CA', language: snippet.language })
    expect(gate?.ok ?? true).toBe(true)
  }
  expect(new Set(DEFAULT_SNIPPETS.map(({ snippet_id }) => snippet_id)).size).toBe(DEFAULT_SNIPPETS.length)
})

test('the rows of the page for the merchant are all rows that have a meaning', () => {
  expect([...MERCHANT_ROWS]).toEqual(Object.keys(SAID.en.offers.print.meanings))
})

describe('a message that the broker changes', () => {
  const edit = (state: string, change: (body: string) => string) => {
    const { text, ...filled } = fill({ body: 'Hello\n{offers}' }, { state })
    const values = { company: { address: { state } } }
    const deal = {
      legal_name: '',
      reference: '',
      amount_cents: null,
      funded_cents: null,
      values,
      offers: [offer],
      checklist: [],
    }
    return editMessage(
      filled,
      { subject: 'Your offer', body: change(text) },
      { deal: { ...deal, has_offer: true }, made_at: '2026-05-04T12:00:00' },
    )
  }
  test('keeps the changes around the figures', () => {
    const edited = edit('CA', (body) => `${body}\nCall me.`)
    expect(edited.gate?.ok).toBe(true)
    expect(textOf(edited.body)).toMatch(/^Hello\n[^]*\nCall me\.$/)
  })

  test.each([
    ['changes a figure', 'OR', (body: string) => body.replace('35,000', '36,000'), 'figures_changed'],
    ['adds a restricted word', 'CA', (body: string) => `${body}\nA great rate`, 'own_word'],
  ] as const)('is refused if it %s', (_, state, change, refusal) => {
    const { gate } = edit(state, change)
    expect(gate?.ok === false && gate.refusals).toMatchObject([{ refusal }])
  })
})
