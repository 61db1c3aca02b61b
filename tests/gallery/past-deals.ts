import { createHash, randomUUID } from 'node:crypto'
import type { VaultWrite } from '../../src-main/platform/vault/vault.ts'
import { wholeMonth } from '../../src-shared/features/documents/statement-coverage.ts'
import { addMonths, dayOf, monthOf } from '../../src-shared/platform/base/days.ts'
import { completeDraft } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { NO_HAND } from '../../src-shared/features/money/money-view.ts'
import { bareOffer, type Offer } from '../../src-shared/features/offers/offer.ts'
import { storedDeal } from '../support/stored-deal.ts'
import type { Milestone } from '../../src-shared/platform/words/vocabulary.ts'
import { UNREAD, type StatementPeriod } from '../../src-shared/features/documents/document.ts'

const DAY_MS = 86_400_000
export const PAST_DEALS = 140
/** File content that all documents of past deals share. */
export const PAPER = new TextEncoder().encode('%PDF-1.4\n%%EOF\n')
const PAPER_SHA256 = createHash('sha256').update(PAPER).digest('hex')

const FIRST = [
  'Alder',
  'Bluebird',
  'Cedar',
  'Dover',
  'Elm Street',
  'Fjord',
  'Granite',
  'Harbor',
  'Ivy',
  'Kestrel',
]
const SECOND = ['& Sons', 'Logistics', 'Dental', 'Print', 'Gym', 'Fish Market', 'Works']
const COURSES = [
  { application_status: 'app_funded', offer_status: 'offer_accepted', documents: true },
  { application_status: 'app_funded', offer_status: 'offer_accepted', documents: true },
  { application_status: 'app_declined_closed', offer_status: null, documents: true },
  { application_status: 'app_under_review', offer_status: null, documents: true },
  { application_status: 'app_documentation_pending', offer_status: 'offer_accepted', documents: true },
  { application_status: 'app_under_review', offer_status: 'offer_available', documents: true },
  { application_status: null, offer_status: null, documents: false },
] as const

/**
 * Returns the vault writes that create one deal. The deals are a year of work in a mid-size broker's office, and `number` is the deal's
 * position in this year. The deal is funded, declined, in review, a draft, or has offers.
 */
export function pastDeal(number: number): VaultWrite[] {
  const course = COURSES[number % COURSES.length] ?? COURSES[0]
  const created = Date.now() - (PAST_DEALS - number) * 2.6 * DAY_MS
  const day = (after: number) => new Date(Math.min(created + after * DAY_MS, Date.now())).toISOString()
  const legal_name = `${FIRST[number % FIRST.length]} ${SECOND[number % SECOND.length]}`
  const amount = 12_000 + ((number * 7_919) % 140) * 1_000
  const reference = `2026-${String(number + 1).padStart(3, '0')}`
  const values = completeDraft()
  const isDraft = course.application_status === null
  const deal = storedDeal({
    values: {
      ...values,
      application: { ...(values['application'] as object), reference, amount_requested: String(amount) },
      company: { ...(values['company'] as object), legal_name },
    },
    legal_name,
    reference,
    amount_cents: amount * 100,
    state: isDraft ? 'draft' : 'received',
    application_id: isDraft ? null : `8${String(number).padStart(8, '0')}`,
    application_status: course.application_status,
    application_status_at: isDraft ? null : day(9),
    offer_status: course.offer_status,
    offer_status_at: course.offer_status === null ? null : day(2),
    created_at: day(0),
    updated_at: day(isDraft ? 0 : 9),
    submitted_at: isDraft ? null : day(1),
  })
  const { deal_id } = deal
  return [
    { write: 'create_deal', deal },
    ...(course.documents ? documents(deal_id, number, day(1)) : []),
    ...milestones(deal_id, course, amount, day),
    ...(course.offer_status === 'offer_accepted' ? accepted(deal_id, number, amount, day) : []),
    ...(course.offer_status === 'offer_available' ? open(deal_id, number, amount) : []),
    ...(number > PAST_DEALS - 18 && number % 7 === 4 ? reminded(deal_id, legal_name) : []),
  ]
}

/** Returns the vault writes for an offer that expires within the next weeks. */
function open(deal_id: string, number: number, amount: number): VaultWrite[] {
  const expires_at = new Date(Date.now() + (1.2 + (number % 9) * 2) * DAY_MS).toISOString()
  const offer = { ...acceptedOffer(number, amount), status: 'available', expires_at }
  return [{ write: 'update_deal', deal_id, changes: { offers: [offer] } }]
}

/** Returns the vault writes for a reminder that is due, and for news of the same deal. */
function reminded(deal_id: string, legal_name: string): VaultWrite[] {
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const note = 'Ask Maria for the signed contract'
  return [
    {
      write: 'put_follow_up',
      follow_up: { deal_id, wall: null, at: at(3), note, set_at: at(72), fired_at: at(3) },
    },
    {
      write: 'insert_news',
      item: {
        deal_id,
        at: at(26),
        status: 'app_documentation_pending',
        title: 'Documentation pending',
        body: legal_name,
      },
    },
  ]
}

/** Returns the vault writes for a deal's required documents. Some deals still lack the voided check. */
function documents(deal_id: string, number: number, at: string): VaultWrite[] {
  const kinds = ['application_form', 'bank_statement', 'bank_statement', 'bank_statement', 'drivers_license']
  return [...kinds, ...(number % 12 === 5 ? [] : ['voided_check'])].map((kind, place) => ({
    write: 'put_document',
    document: {
      document_id: randomUUID(),
      deal_id,
      name: `${kind.replaceAll('_', ' ')} ${place}.pdf`,
      kind,
      size: PAPER.length,
      pages: 2,
      sha256: PAPER_SHA256,
      state: 'received',
      error: null,
      added_at: at,
      sent_at: at,
      reading: kind === 'bank_statement' ? { ...UNREAD, text: 'read', period: monthBefore(at, place) } : null,
    },
  }))
}

/** Returns the calendar month that is `months` months before the month of the instant `at`. */
function monthBefore(at: string, months: number): StatementPeriod {
  return wholeMonth(addMonths(monthOf(dayOf(at)), -months))
}

/**
 * Returns the vault writes for an accepted offer. Commissions of older deals were paid, and the funder took one of them and a part of another back (clawbacks).
 */
function accepted(
  deal_id: string,
  number: number,
  amount: number,
  day: (after: number) => string,
): VaultWrite[] {
  const offer = acceptedOffer(number, amount)
  const isPaid = number < PAST_DEALS - 30 && number % 4 !== 0
  const paid = { kind: 'received' as const, on: day(16).slice(0, 10), cents: offer.commission_cents ?? 0 }
  // `renewal_off` hides a deal from the list of possible renewals. It is set for most deals, because the broker already talked to these
  // merchants.
  const talked = { renewal_off: number % 10 !== 1 }
  const splits =
    number % 9 === 4
      ? [
          { name: 'Ana Ruiz', percent: '30', amount_cents: null },
          { name: 'Main Street CPA', percent: null, amount_cents: 200_00 },
        ]
      : []
  const back =
    number === 15 || number === 22
      ? [
          {
            kind: 'clawed_back' as const,
            on: day(60).slice(0, 10),
            cents: number === 15 ? paid.cents : Math.round(paid.cents / 4),
          },
        ]
      : []
  return [
    { write: 'update_deal', deal_id, changes: { offers: [offer] } },
    ...(isPaid
      ? ([
          { write: 'put_money', deal_id, hand: { ...NO_HAND, ...talked, payments: [paid, ...back], splits } },
        ] satisfies VaultWrite[])
      : []),
  ]
}

function acceptedOffer(number: number, amount: number): Offer {
  const amount_cents = amount * 90
  return {
    ...bareOffer(`past-${number}`),
    status: 'accepted',
    amount_cents,
    payback_cents: Math.round(amount_cents * 1.25),
    payment_cents: Math.round((amount_cents * 1.25) / 52),
    payment_frequency: 'weekly',
    payments: 52,
    term: '12 months',
    factor_rate: '1.25',
    commission_cents: Math.round(amount_cents * 0.05),
    net_to_merchant_cents: null,
    expires_at: null,
  }
}

/** Returns the vault writes for the milestones (such as offered or funded) that the partner reported for a deal. */
function milestones(
  deal_id: string,
  { application_status, offer_status }: (typeof COURSES)[number],
  amount: number,
  day: (after: number) => string,
): VaultWrite[] {
  const reached = (milestone: Milestone, after: number, reason: string | null = null): VaultWrite => ({
    write: 'reach_milestone',
    deal_id,
    milestone,
    at: day(after),
    reason,
  })
  if (application_status === 'app_declined_closed')
    return [reached('declined', 9, amount > 80_000 ? 'Revenue too low' : 'Time in business')]
  if (offer_status === null) return []
  const writes = [reached('offered', 2 + (amount % 3))]
  if (offer_status === 'offer_accepted') writes.push(reached('accepted', 4))
  if (application_status === 'app_funded') writes.push(reached('funded', 9))
  return writes
}
