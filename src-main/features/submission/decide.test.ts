import { resultOf } from '../../platform/base/failure.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SUBMISSION_STATES, type Evidence } from '../../../src-shared/features/deals/deal.ts'
import type { OutboxTask } from '../../../src-shared/features/submission/queue.ts'
import { ERROR_CODES, OUTCOMES, appError, fail, ok } from '../../../src-shared/platform/base/errors.ts'
import type { KnownDeal, StoredDeal } from '../../platform/vault/records.ts'
import { decideApplication, type ApplicationEvent } from './decide-application.ts'
import { decideDocument, type DocumentEvent } from './decide-document.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { DOCUMENT_STATES, type DealDocument } from '../../../src-shared/features/documents/document.ts'
import { classifyFailure } from '../../platform/partner/classify-failure.ts'

const at = '2026-05-04T10:00:00.000Z'
const later = '2026-05-04T10:00:10.000Z'
const task: OutboxTask = {
  subject_id: 'd',
  deal_id: 'd',
  task: 'send_application',
  not_before: at,
  tries: 0,
  begun_at: null,
  evidence: null,
}
const evidence: Evidence = { sought_at: at, findings: [], gaps: [] }
const deal = (state: StoredDeal['state']) => ({ deal_id: 'd', state, updated_at: at }) as StoredDeal
const file = (state: DealDocument['state']) =>
  ({ document_id: 'f', deal_id: 'd', name: 'march.pdf', kind: 'bank_statement', state }) as DealDocument
const error = appError('DRAFT_INCOMPLETE', 'm', 'a', { outcome: 'not_received' })

/** The diagram in docs/submission.md as a table: the states that allow each event. */
const APPLICATION: Record<ApplicationEvent['event'], [ApplicationEvent, StoredDeal['state'][]]> = {
  submit: [{ event: 'submit', leaves_at: later, known: [] }, ['draft', 'refused']],
  take_back: [{ event: 'take_back' }, ['queued']],
  send_now: [{ event: 'send_now' }, ['queued']],
  leave: [{ event: 'leave', payload_hash: 'abc' }, ['queued']],
  unfit: [{ event: 'unfit', error }, ['queued']],
  answer: [{ event: 'answer', answer: ok({ application_id: '77' }) }, ['sending']],
  interrupt: [{ event: 'interrupt' }, ['sending']],
  restore: [{ event: 'restore' }, ['queued']],
  evidence: [{ event: 'evidence', evidence, seek_again_at: later }, ['unknown']],
  resolve: [{ event: 'resolve', application_id: null }, ['unknown']],
  documents_queued: [{ event: 'documents_queued' }, ['received']],
}
const DOCUMENT: Record<DocumentEvent['event'], [DocumentEvent, DealDocument['state'][]]> = {
  queue: [{ event: 'queue', leaves_at: at }, ['attached', 'refused']],
  take_back: [{ event: 'take_back' }, ['queued']],
  leave: [{ event: 'leave' }, ['queued']],
  unfit: [{ event: 'unfit', error: appError('DEAL_NOT_EDITABLE', 'm', 'a') }, ['queued']],
  answer: [{ event: 'answer', answer: ok(null), taken_back: false }, ['sending']],
  interrupt: [{ event: 'interrupt' }, ['sending']],
  restore: [{ event: 'restore' }, ['queued']],
  evidence: [{ event: 'evidence', evidence, seek_again_at: later }, ['unknown']],
  resolve: [{ event: 'resolve', arrived: false }, ['unknown']],
}

describe('the state machine', () => {
  const applications = Object.values(APPLICATION).flatMap(([event, states]) =>
    SUBMISSION_STATES.map((state) => [event.event, state, event, states.includes(state)] as const),
  )
  test.each(applications)(
    'allows or refuses the application event %s in the state %s, as documented',
    async (_, state, event, isPossible) => {
      const decided = await resultOf(() =>
        decideApplication({ deal: deal(state), task, holder: null }, event, at),
      )
      expect(decided.ok).toBe(isPossible)
    },
  )
  const documents = Object.values(DOCUMENT).flatMap(([event, states]) =>
    DOCUMENT_STATES.map((state) => [event.event, state, event, states.includes(state)] as const),
  )
  test.each(documents)(
    'allows or refuses the document event %s in the state %s, as documented',
    async (_, state, event, isPossible) => {
      const decided = await resultOf(() => decideDocument({ document: file(state), task }, event, at))
      expect(decided.ok).toBe(isPossible)
    },
  )
})

const step = (
  state: StoredDeal['state'],
  event: ApplicationEvent,
  stored: OutboxTask = task,
  holder: KnownDeal | null = null,
) => decideApplication({ deal: deal(state), task: stored, holder }, event, at)
const fileStep = (state: DealDocument['state'], event: DocumentEvent, stored: OutboxTask = task) =>
  decideDocument({ document: file(state), task: stored }, event, at)
const answer = (code: (typeof ERROR_CODES)[number], outcome: (typeof OUTCOMES)[number]) =>
  step('sending', { event: 'answer', answer: fail(appError(code, 'm', 'a', { outcome })) })

test('a submitted application waits in the queue during its undo window, and its task counts as started only when sending begins', () => {
  expect(step('draft', { event: 'submit', leaves_at: later, known: [] })).toMatchObject({
    changes: { state: 'queued' },
    task: { task: 'send_application', not_before: later, begun_at: null },
  })
  expect(step('queued', { event: 'leave', payload_hash: 'abc' })).toMatchObject({
    changes: { state: 'sending' },
    entry: { detail: msg.history.bodyHash('abc') },
    task: { task: 'send_application', begun_at: at, tries: 1 },
  })
  expect(step('queued', { event: 'take_back' })).toMatchObject({ changes: { state: 'draft' }, task: null })
})

test('sends an application or document again only if the partner certainly did not receive it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ERROR_CODES), fc.constantFrom(...OUTCOMES), (code, outcome) => {
      const failure = fail(appError(code, 'm', 'a', { outcome }))
      const maybeThere = outcome === 'unknown' || outcome === 'received'
      const application = step('sending', { event: 'answer', answer: failure })
      const sent = (taken_back: boolean) =>
        fileStep('sending', { event: 'answer', answer: failure, taken_back })
      for (const taken of [application, sent(false), sent(true)]) {
        expect(taken.changes.state === 'unknown').toBe(maybeThere)
        expect(taken.changes.state).not.toBe('received')
        const kind = typeof taken.task === 'object' ? taken.task?.task : undefined
        if (maybeThere) expect(kind).toMatch(/^seek_/)
        else expect(kind === undefined).toBe(taken.changes.state !== 'queued')
      }
      expect(sent(true).changes.state).not.toBe('queued')
      expect(classifyFailure(failure.error) === 'unknown').toBe(maybeThere)
    }),
  )
})

test('keeps a failed application queued if the failure would affect every application, but not if it concerns only this one', () => {
  expect(answer('PARTNER_UNREACHABLE', 'not_received').changes.state).toBe('queued')
  expect(answer('PARTNER_RATE_LIMITED', 'not_received').changes.state).toBe('queued')
  expect(answer('PARTNER_CREDENTIALS_REJECTED', 'not_received').changes.state).toBe('queued')
  expect(answer('KEYCHAIN_LOCKED', 'none').changes.state).toBe('queued')
  expect(answer('PARTNER_VALIDATION_FAILED', 'not_received').changes.state).toBe('refused')
  expect(answer('PARTNER_UNEXPECTED_RESPONSE', 'not_received').changes).toMatchObject({
    state: 'draft',
    error: { code: 'PARTNER_UNEXPECTED_RESPONSE' },
  })
})

test('if the partner refuses an application, stores the fields that the partner named', () => {
  const fields = [{ path: 'company.ein', message: 'unknown EIN' }]
  const refusal = appError('PARTNER_VALIDATION_FAILED', 'm', 'a', { outcome: 'not_received', fields })
  expect(step('sending', { event: 'answer', answer: fail(refusal) }).changes).toEqual({
    state: 'refused',
    error: refusal,
    refused_fields: fields,
  })
})

describe('evidence', () => {
  const arrived = (application_id: string, strong: boolean) => ({
    says: 'arrived' as const,
    strong,
    application_id,
    words: 'w',
  })
  const weigh = (...findings: Evidence['findings']) =>
    step('unknown', {
      event: 'evidence',
      evidence: { ...evidence, findings },
      seek_again_at: later,
    })

  test('resolves the outcome as received if it is strong and unique', () => {
    expect(weigh(arrived('77', true), arrived('78', false))).toMatchObject({
      changes: { state: 'received', application_id: '77' },
      task: { task: 'queue_documents' },
    })
  })

  test.each([
    ['weak', [arrived('77', false)]],
    ['strong for two applications', [arrived('77', true), arrived('78', true)]],
    [
      'only evidence of absence',
      [{ says: 'not_arrived' as const, strong: true, application_id: null, words: 'w' }],
    ],
  ])('that is %s is stored without resolving the outcome, and reconciling continues', (_, findings) => {
    expect(weigh(...findings)).toMatchObject({
      changes: {},
      task: { not_before: later, evidence: { findings } },
    })
  })
})

describe('an application_id that belongs to another deal', () => {
  const holder: KnownDeal = { deal_id: 'h', legal_name: 'First LLC', reference: '', deleted_at: null }
  const given = ok({ application_id: '77' })

  test('in the response to a new application makes the outcome unknown, queues no documents, and is reported with the other deal', () => {
    expect(step('sending', { event: 'answer', answer: given }, task, holder)).toMatchObject({
      changes: {
        state: 'unknown',
        error: { code: 'APPLICATION_ID_TAKEN', outcome: 'unknown', deal_id: 'h' },
      },
      fact: { what: 'application_answered', outcome: 'unknown', application_id: '77' },
      task: { task: 'seek_application' },
    })
  })

  test('is ignored even in strong evidence of arrival, and reconciling continues', () => {
    const finding = { says: 'arrived' as const, strong: true, application_id: '77', words: 'w' }
    const event: ApplicationEvent = {
      event: 'evidence',
      evidence: { ...evidence, findings: [finding] },
      seek_again_at: later,
    }
    expect(step('unknown', event, task, holder)).toMatchObject({
      changes: {},
      task: { not_before: later, evidence: { findings: [] } },
    })
  })

  test('is refused when the broker enters it, and the error identifies the other deal', async () => {
    const event = { event: 'resolve', application_id: '77' } as const
    expect(
      await resultOf(() => decideApplication({ deal: deal('unknown'), task, holder }, event, at)),
    ).toMatchObject({ ok: false, error: { code: 'APPLICATION_ID_TAKEN', deal_id: 'h' } })
  })
})

test('an unknown outcome is resolved when the broker enters whether the application or document arrived', () => {
  expect(step('unknown', { event: 'resolve', application_id: '77' })).toMatchObject({
    changes: { state: 'received', application_id: '77' },
    task: { task: 'queue_documents' },
  })
  expect(step('unknown', { event: 'resolve', application_id: null })).toMatchObject({
    changes: { state: 'draft' },
    task: null,
  })
  expect(fileStep('unknown', { event: 'resolve', arrived: true }).changes.state).toBe('received')
  expect(fileStep('unknown', { event: 'resolve', arrived: false }).changes.state).toBe('attached')
})

test('the submission time is the time of sending, even if the app learns of the arrival later', () => {
  const begun: OutboxTask = { ...task, begun_at: '2026-04-30T17:59:00.000Z' }
  const findings = [{ says: 'arrived' as const, strong: true, application_id: '77', words: 'w' }]
  const sought: Evidence = { ...evidence, findings }
  const events: [StoredDeal['state'], ApplicationEvent][] = [
    ['sending', { event: 'answer', answer: ok({ application_id: '77' }) }],
    ['unknown', { event: 'evidence', evidence: sought, seek_again_at: later }],
    ['unknown', { event: 'resolve', application_id: '77' }],
  ]
  for (const [state, event] of events)
    expect(step(state, event, begun).changes.submitted_at, event.event).toBe(begun.begun_at)
  const ofFile: [DealDocument['state'], DocumentEvent][] = [
    ['sending', { event: 'answer', answer: ok(null), taken_back: false }],
    ['unknown', { event: 'evidence', evidence: sought, seek_again_at: later }],
    ['unknown', { event: 'resolve', arrived: true }],
  ]
  for (const [state, event] of ofFile)
    expect(fileStep(state, event, begun).changes.sent_at, event.event).toBe(begun.begun_at)
})
