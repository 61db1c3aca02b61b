import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appError } from '../../platform/base/errors.ts'
import { DEAL_PARTS } from '../../platform/addresses/deep-link.ts'
import { SUBMISSION_STATES } from '../deals/deal.ts'
import { nextStep, partOf, type StepFacts } from './next-step.ts'
import { untouchedOffer } from '../offers/offer-scenario.ts'
import { bareOffer } from '../offers/offer.ts'
import type { QueueStatus } from '../submission/queue.ts'
import { APPLICATION_STATUSES, FINAL_STATUSES, PARTNER_STATUSES } from '../../platform/words/vocabulary.ts'
import { DOCUMENT_STATES, type DealDocument, type ChecklistItem } from '../documents/document.ts'

const NOW = new Date(2026, 4, 4, 10, 0).getTime()
const LINE: QueueStatus = { state: 'moving', error: null, retry_at: null }
const APRIL = { from: '2026-04-01', to: '2026-04-30' }
const deal_id = '0b7f6a7c-9f2e-4c55-8f52-0f1f4a2f9d10'

const facts = (changes: Partial<StepFacts> = {}): StepFacts => ({
  deal_id,
  state: 'draft',
  latest_status: null,
  has_offer: false,
  error: null,
  document_list: [],
  offers: [],
  own_offers: [],
  unpaid_commission: null,
  queue: [],
  checklist: [],
  problems: [],
  ...changes,
})
const line = (label: string, state: ChecklistItem['state']): ChecklistItem => ({
  item_id: `kind:${label}`,
  label,
  own: false,
  of_offer: false,
  state,
  document_ids: [],
  chosen: false,
  missing_days: [],
  month_so_far: null,
  undated: 0,
  unverified: 0,
  undecided: 0,
})
const document = (state: DealDocument['state'], name = 'March.pdf'): DealDocument => ({
  document_id: deal_id,
  deal_id,
  name,
  kind: 'bank_statement',
  size: 1,
  pages: 1,
  sha256: '',
  state,
  error: null,
  added_at: '',
  sent_at: null,
  reading: null,
})
const offer = (expires_at: string | null, status: string | null = null) => ({
  ...bareOffer(`offer ${expires_at}`),
  expires_at,
  status,
})
const inHours = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString()
const received = (changes: Partial<StepFacts>) => facts({ state: 'received', ...changes })
const place = (leaves_at: string) => ({
  subject_id: deal_id,
  task: 'send_application' as const,
  position: 1,
  leaves_at,
  evidence: null,
})
const problem = (path: string) => ({ path, message: 'It is required.' })
const notReceived = appError('PARTNER_UNREACHABLE', 'No.', 'Wait.')

const declined = (offer_id: string) => ({
  ...untouchedOffer(offer_id),
  declined: { reason: 'cost', note: '', at: '' } as const,
})

describe('the next step', () => {
  test('of a funded deal is to collect its commission until it is paid', () => {
    const funded = received({
      latest_status: 'app_funded',
      unpaid_commission: { outstanding_cents: 1_750_00 },
    })
    expect(nextStep(funded, LINE, NOW)).toMatchObject({
      step: 'collect_commission',
      outstanding_cents: 1_750_00,
    })
    expect(nextStep({ ...funded, unpaid_commission: null }, LINE, NOW)).toMatchObject({
      step: 'over',
      as: 'funded',
    })
  })

  test('of a deal whose offers the merchant all declined is to ask for another offer', () => {
    const offers = [{ ...bareOffer('1') }, { ...bareOffer('2') }]
    const deal = received({ latest_status: 'app_under_review', offers })
    const step = (own_offers: StepFacts['own_offers'], has_offer: boolean) =>
      nextStep({ ...deal, own_offers, has_offer }, LINE, NOW)
    expect(step([declined('1')], true)).toMatchObject({ step: 'decide_offer', count: 1 })
    expect(step([declined('1'), declined('2')], false)).toMatchObject({ step: 'offers_declined' })
  })

  test('stays to ask for another offer after the declined offers expired', () => {
    const offers = [{ ...bareOffer('1'), expires_at: inHours(-1) }]
    const deal = received({ latest_status: 'app_under_review', offers, own_offers: [declined('1')] })
    expect(nextStep(deal, LINE, NOW)).toMatchObject({ step: 'offers_declined' })
  })

  test.each<[string, StepFacts, object]>([
    [
      'a draft with open fields',
      facts({
        problems: [problem('company.ein'), problem('company.owners.0.ssn')],
        checklist: [line('A', 'open')],
      }),
      { step: 'fill_fields', paths: ['company.ein', 'company.owners.0.ssn'], wasRefused: false },
    ],
    [
      'a complete draft with a missing document',
      facts({ checklist: [line('Voided check', 'open'), line('ID', 'prepared')] }),
      { step: 'attach', lines: [{ label: 'Voided check' }] },
    ],
    [
      'a complete draft with a missing month of statements',
      facts({ checklist: [{ ...line('Bank statements', 'prepared'), missing_days: [APRIL] }] }),
      { step: 'attach', lines: [{ label: 'Bank statements', missing_days: [APRIL] }] },
    ],
    [
      'a complete draft whose statements may not be the merchant’s',
      facts({
        checklist: [line('Voided check', 'open'), { ...line('Bank statements', 'open'), undecided: 4 }],
      }),
      { step: 'confirm_account', count: 4 },
    ],
    [
      'a refused application with a missing month of statements',
      facts({
        state: 'refused',
        checklist: [{ ...line('Bank statements', 'prepared'), missing_days: [APRIL] }],
      }),
      { step: 'submit', again: 'refused' },
    ],
    ['a complete draft', facts({ checklist: [line('ID', 'prepared')] }), { step: 'submit', again: 'no' }],
    [
      'an application that did not arrive',
      facts({ error: notReceived }),
      { step: 'submit', again: 'not_received' },
    ],
    [
      'an application whose fields were refused',
      facts({ state: 'refused', problems: [problem('company.ein')] }),
      { step: 'fill_fields', wasRefused: true },
    ],
    [
      'a refused application after its correction',
      facts({ state: 'refused', error: notReceived }),
      { step: 'submit', again: 'refused' },
    ],
    [
      'an application in the undo window',
      facts({ state: 'queued', queue: [place(inHours(1))] }),
      { step: 'sends_soon' },
    ],
    [
      'a queued application',
      facts({ state: 'queued', queue: [place(inHours(-1))] }),
      { step: 'queued', because: 'moving' },
    ],
    ['an application that is being sent', facts({ state: 'sending' }), { step: 'sending' }],
    [
      'an application with an unknown outcome',
      facts({ state: 'unknown', error: notReceived }),
      { step: 'resolve_outcome', name: null },
    ],
    [
      'a document with an unknown outcome',
      received({ document_list: [document('unknown')] }),
      { step: 'resolve_outcome', name: 'March.pdf' },
    ],
    [
      'a refused document',
      received({ document_list: [document('received'), document('refused', 'April.pdf')] }),
      { step: 'replace_document', name: 'April.pdf' },
    ],
    [
      'documents that are being sent',
      received({ document_list: [document('received'), document('queued')] }),
      { step: 'sending_documents', received: 1, total: 2 },
    ],
    [
      'documents that were not sent',
      received({ document_list: [document('attached')] }),
      { step: 'send_documents', count: 1 },
    ],
    ['a received application without news', received({}), { step: 'wait', until: 'first_news' }],
    [
      'app_under_review',
      received({ latest_status: 'app_under_review' }),
      { step: 'wait', until: 'reviewed' },
    ],
    [
      'app_incomplete_info',
      received({
        latest_status: 'app_incomplete_info',
        checklist: [line('Voided check', 'open'), { ...line('Lease', 'open'), own: true }],
      }),
      { step: 'inform_partner', labels: ['Lease'] },
    ],
    [
      'app_documentation_pending',
      received({ latest_status: 'app_documentation_pending' }),
      { step: 'send_requested_documents', labels: [] },
    ],
    [
      'app_final_approval',
      received({ latest_status: 'app_final_approval' }),
      { step: 'wait', until: 'approved' },
    ],
    [
      'app_funded, even with an offer and a refused document',
      received({ latest_status: 'app_funded', has_offer: true, document_list: [document('refused')] }),
      { step: 'over', as: 'funded' },
    ],
    [
      'app_declined_closed',
      received({ latest_status: 'app_declined_closed', has_offer: true }),
      { step: 'over', as: 'declined' },
    ],
    ['offer_accepted', received({ latest_status: 'offer_accepted' }), { step: 'wait', until: 'funded' }],
    [
      'offer_accepted with a stipulation',
      received({ latest_status: 'offer_accepted', checklist: [line('Lease', 'open')] }),
      { step: 'send_missing', labels: ['Lease'] },
    ],
    ['offer_rescinded', received({ latest_status: 'offer_rescinded' }), { step: 'ask_reason' }],
    [
      'an unknown partner status',
      received({ latest_status: 'app_never_heard_of' }),
      { step: 'read_status', status: 'app_never_heard_of' },
    ],
    [
      'offer_available without figures',
      received({ latest_status: 'offer_available', has_offer: true }),
      { step: 'ask_for_figures' },
    ],
    [
      'an offer with a refused document',
      received({ has_offer: true, offers: [offer(null)], document_list: [document('refused')] }),
      { step: 'decide_offer', count: 1, days: null },
    ],
    [
      'the first of two offers to expire',
      received({ has_offer: true, offers: [offer(inHours(60)), offer(inHours(24)), offer(inHours(-1))] }),
      { step: 'decide_offer', count: 2, expires_at: inHours(24), days: 1 },
    ],
    [
      'an offer that expires tonight',
      received({ has_offer: true, offers: [offer(inHours(13))] }),
      { step: 'decide_offer', days: 0 },
    ],
    [
      'an offer that expires after midnight',
      received({ has_offer: true, offers: [offer(inHours(15))] }),
      { step: 'decide_offer', days: 1 },
    ],
    [
      'an offer that has expired',
      received({ has_offer: true, offers: [offer(inHours(-1))] }),
      { step: 'offer_expired' },
    ],
    [
      'an offer with an unreadable expiration date',
      received({ has_offer: true, offers: [offer('soon')] }),
      { step: 'decide_offer', expires_at: null },
    ],
  ])('is correct for %s', (_, deal, expected) => {
    expect(nextStep(deal, LINE, NOW)).toMatchObject(expected)
  })

  test.each(['waiting', 'held', 'unconfirmed'] as const)(
    'for a queued application shows that the queue is %s',
    (state) => {
      const queued = facts({ state: 'queued', queue: [place(inHours(-1))] })
      expect(nextStep(queued, { ...LINE, state }, NOW)).toMatchObject({ step: 'queued', because: state })
    },
  )

  test('is specific for every known application status', () => {
    const steps = APPLICATION_STATUSES.map((latest_status) =>
      nextStep(facts({ state: 'received', latest_status }), LINE, NOW),
    )
    expect(steps.filter(({ step }) => step === 'read_status')).toEqual([])
  })

  test('never asks to submit an incomplete or sent deal, and never hides an open offer', () => {
    const anyFacts = fc.record({
      state: fc.constantFrom(...SUBMISSION_STATES),
      latest_status: fc.option(fc.oneof(fc.constantFrom(...PARTNER_STATUSES), fc.string())),
      has_offer: fc.boolean(),
      error: fc.constantFrom(null, notReceived),
      problems: fc.array(fc.constant(problem('company.ein')), { maxLength: 3 }),
      document_list: fc.array(
        fc.constantFrom(...DOCUMENT_STATES).map((state) => document(state)),
        { maxLength: 4 },
      ),
      offers: fc.array(
        fc
          .option(fc.integer({ min: -100, max: 100 }))
          .map((hours) => offer(hours === null ? null : inHours(hours))),
        { maxLength: 3 },
      ),
      checklist: fc.array(
        fc.constantFrom('open', 'prepared', 'answered').map((state) => line('A', state)),
        { maxLength: 3 },
      ),
      queue: fc.array(
        fc.integer({ min: -5, max: 5 }).map((hours) => place(inHours(hours))),
        { maxLength: 1 },
      ),
    })
    fc.assert(
      fc.property(anyFacts, (some) => {
        const deal = facts(some)
        const { step, ...what } = nextStep(deal, LINE, NOW)
        const isEditable = deal.state === 'draft' || deal.state === 'refused'
        expect(DEAL_PARTS).toContain(partOf({ step, ...what }))
        expect(step === 'fill_fields').toBe(isEditable && deal.problems.length > 0)
        if (step === 'submit' || step === 'attach')
          expect(isEditable && deal.problems.length === 0).toBe(true)
        const isOver = deal.latest_status !== null && FINAL_STATUSES.includes(deal.latest_status)
        const stands = deal.offers.some(
          ({ expires_at }) => expires_at === null || Date.parse(expires_at) > NOW,
        )
        if (deal.state === 'received' && deal.has_offer && stands && !isOver)
          expect(step).toBe('decide_offer')
      }),
    )
  })
})
