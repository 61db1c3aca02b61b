import { expect, test } from 'vitest'
import { NEEDS, type NeedFacts, needOf } from './need.ts'

const facts = (changes: Partial<NeedFacts>): NeedFacts => ({
  state: 'received',
  latest_status: null,
  has_offer: false,
  offer_statuses: [],
  problems: 0,
  documents: ['received'],
  ...changes,
})
const OFFER = { has_offer: true, offer_statuses: ['offer_available'] }
const SENT_OFFER = { has_offer: true, offer_statuses: ['merchant_declined', 'sent_to_merchant'] }
const DECLINED_OFFER = { offer_statuses: ['merchant_declined'] }

test.each<[string, Partial<NeedFacts>, string]>([
  ['a draft with open fields', { state: 'draft', problems: 2 }, 'fields act'],
  ['a complete draft', { state: 'draft' }, 'submission act'],
  ['a refused application with refused fields', { state: 'refused', problems: 1 }, 'fields act'],
  ['a corrected application', { state: 'refused' }, 'submission act'],
  ['a queued application', { state: 'queued' }, 'queue wait'],
  ['an application that is being sent', { state: 'sending' }, 'sending wait'],
  ['an application with an unknown outcome', { state: 'unknown' }, 'outcome act'],
  ['a submitted deal without news', {}, 'news papers'],
  ['a submitted deal without documents', { documents: [] }, 'news papers'],
  ['a deal under review', { latest_status: 'app_under_review' }, 'news papers'],
  ['a deal in final approval', { latest_status: 'app_final_approval' }, 'news papers'],
  ['a deal with an accepted offer', { latest_status: 'offer_accepted' }, 'news papers'],
  [
    'a deal for which the funder needs information',
    { latest_status: 'app_incomplete_info' },
    'information act',
  ],
  [
    'a deal for which the funder needs documents',
    { latest_status: 'app_documentation_pending' },
    'documents act',
  ],
  ['a deal with a rescinded offer', { latest_status: 'offer_rescinded' }, 'reason act'],
  ['a deal with an unknown status', { latest_status: 'app_in_orbit' }, 'reading act'],
  ['a deal with an open offer', { ...OFFER, latest_status: 'offer_available' }, 'decision act'],
  ['a deal with an open offer and a refused document', { ...OFFER, documents: ['refused'] }, 'decision act'],
  [
    'a deal whose offers the merchant has',
    { ...SENT_OFFER, latest_status: 'offer_available' },
    'answer offers',
  ],
  [
    'a deal with an offer that the merchant has and a new one',
    { ...OFFER, offer_statuses: ['sent_to_merchant', 'offer_available'] },
    'decision act',
  ],
  [
    'a deal whose offers the merchant has, with a refused document',
    { ...SENT_OFFER, documents: ['refused'] },
    'refused_document act',
  ],
  [
    'a deal whose offers the merchant has, and for which the funder needs documents',
    { ...SENT_OFFER, latest_status: 'app_documentation_pending' },
    'documents act',
  ],
  ['a deal whose offers the merchant declined', DECLINED_OFFER, 'another_offer act'],
  ['a document with an unknown outcome', { documents: ['refused', 'unknown'] }, 'document_outcome act'],
  ['a refused document', { documents: ['attached', 'refused'] }, 'refused_document act'],
  ['a queued document', { documents: ['attached', 'queued'] }, 'leaving_documents wait'],
  ['a document that is being sent', { documents: ['received', 'sending'] }, 'leaving_documents wait'],
  ['a document that was not sent', { documents: ['received', 'attached'] }, 'unsent_documents act'],
  ['a funded deal', { latest_status: 'app_funded', ...OFFER, documents: ['refused'] }, 'funded over'],
  ['a declined deal', { latest_status: 'app_declined_closed', ...OFFER }, 'declined over'],
])('the need of %s is known, and who acts', (_, changes, expected) => {
  const need = needOf(facts(changes))
  expect(`${need} ${NEEDS[need]}`).toBe(expected)
})
