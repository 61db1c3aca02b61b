import { resultOf } from '../../src-main/platform/base/failure.ts'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addChecklistItem,
  removeChecklistItem,
  linkDocument,
} from '../../src-main/features/documents/checklist.ts'
import { attachDocuments } from '../../src-main/features/documents/attach-documents.ts'
import { FileRegistry } from '../../src-main/platform/ipc/file-registry.ts'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import type { JsonObject, PartnerApi } from '../../src-main/platform/partner/partner-api.ts'
import {
  checkSubmission,
  queueDocuments,
  resolveUnknownApplication,
  submitApplication,
  cancelSubmission,
  saveSubmissionSettings,
} from '../../src-main/features/submission/submission-commands.ts'
import type { SubmissionEngine } from '../../src-main/features/submission/engine.ts'
import { appError, fail, ok } from '../../src-shared/platform/base/errors.ts'
import { valueAt } from '../../src-shared/features/form/form-path.ts'
import type { FormValues } from '../../src-shared/features/form/form-values.ts'
import { completeDraft, rowsOf } from '../../src-shared/features/form/complete-draft.fixture.ts'
import {
  addDeal,
  addDocument,
  dealOf,
  kindsOf,
  listing,
  memoryKeychain,
  composeApp,
  openEngine,
  settled,
  value,
  type App,
  type ManualTimers,
} from '../support/core/composed-app.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { formatted } from '../support/formatted-messages.ts'

const cleanup = new Cleanup()
let app: App
let engine: SubmissionEngine
let timers: ManualTimers
let sent: string[]
/** The partner's behavior for the next calls; each test sets it. */
let partner: Partial<PartnerApi>

beforeAll(async () => {
  const scripted = new Proxy<Partial<PartnerApi>>(
    {},
    {
      ownKeys: () => [
        'createApplication',
        'createDocument',
        'listApplications',
        'readApplication',
        'listDocuments',
      ],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      get: (_, call: keyof PartnerApi) =>
        partner[call] === undefined
          ? undefined
          : (...args: unknown[]) => (partner[call] as (...values: unknown[]) => unknown)(...args),
    },
  )
  app = await composeApp(cleanup, { partner: scripted })
  // The clock is fixed, so a pause between two tries ends only when a test ends it.
  app.context.clock = { now: () => '2026-05-04T10:00:00.000Z' }
})
afterAll(() => cleanup.run())
afterEach(() => engine.stop())
beforeEach(async () => {
  sent = []
  partner = {
    createApplication: async (payload) => {
      sent.push((payload['application'] as { reference: string }).reference)
      return ok({ application_id: randomUUID(), reply: null })
    },
    createDocument: async ({ file }) => {
      sent.push(file.name)
      return ok({ reply: null })
    },
    listApplications: async () => notOffered,
    readApplication: async () => notOffered,
    listDocuments: async () => notOffered,
  }
  ;({ engine, timers } = await openEngine(app, cleanup))
})

const notOffered = fail(appError('PARTNER_NOT_OFFERED', 'Not offered.', 'Go on.'))
const away = appError('PARTNER_UNREACHABLE', 'The service cannot be reached.', 'Check the network.', {
  outcome: 'not_received',
  retryable: true,
})
const rejected = appError('PARTNER_CREDENTIALS_REJECTED', 'The credentials are not taken.', 'Check them.', {
  outcome: 'not_received',
})
const cut = appError('PARTNER_CONNECTION_LOST', 'The connection broke.', 'Ask.', { outcome: 'unknown' })

const nineDigits = () => String(Math.floor(1e8 + Math.random() * 8e8))

/** Adds a complete draft of a separate client. */
function addClient(
  reference: string,
  { ein = nineDigits(), legal_name = `Client ${nineDigits()} LLC`, ssn = `5${nineDigits().slice(1)}` } = {},
): Promise<string> {
  const draft = completeDraft()
  const owner = valueAt(draft, 'company.owners.row01') as FormValues
  const values = {
    ...draft,
    application: { ...(draft['application'] as object), reference },
    company: { ...(draft['company'] as object), ein, legal_name, owners: rowsOf({ ...owner, ssn }) },
  }
  return addDeal(app, { values, reference, legal_name })
}
async function submit(deal_id: string, despite: string[] = []) {
  const submitted = await resultOf(submitApplication(app.context, deal_id, despite))
  engine.wake()
  return submitted
}
const stateOf = async (deal_id: string) => (await dealOf(app, deal_id)).state
const reaches = (deal_id: string, state: string) =>
  until(async () => ((await stateOf(deal_id)) === state ? true : undefined))

describe('the submission queue', () => {
  test('waits and shows the error while the partner is down, and sends in order after it is back', async () => {
    const send = partner.createApplication as PartnerApi['createApplication']
    let tries = 0
    partner.createApplication = async () => {
      tries++
      return fail(away)
    }
    const deals = [await addClient('first'), await addClient('second'), await addClient('third')]
    for (const deal_id of deals) value(await submit(deal_id))
    await until(() => (engine.status.state === 'waiting' ? true : undefined))
    expect(engine.status).toMatchObject({ error: { message: away.message }, retry_at: expect.any(String) })
    // During the pause, the engine does not send the applications that follow in the queue.
    expect(tries).toBe(1)
    const third = value(await viewDeal(app.context, deals[2] as string))
    expect(third).toMatchObject({ state: 'queued', queue: [{ task: 'send_application', position: 3 }] })
    timers.ring()
    engine.retryNow()
    await until(() => (tries === 2 && engine.status.state === 'waiting' ? true : undefined))

    partner.createApplication = send
    engine.retryNow()
    await settled(app, engine)
    expect(sent).toEqual(['first', 'second', 'third'])
    expect(engine.status).toEqual({ state: 'moving', error: null, retry_at: null })
    expect(app.emitted.some(({ event }) => event === 'queue.changed')).toBe(true)
  })

  test('stops on a problem that affects all submissions, and continues only after the connection is saved, not after retryNow', async () => {
    const send = partner.createApplication as PartnerApi['createApplication']
    let tries = 0
    partner.createApplication = async () => {
      tries++
      return fail(rejected)
    }
    const deal_id = await addClient('held')
    value(await submit(deal_id))
    await until(() => (engine.status.state === 'held' ? true : undefined))
    expect(formatted(engine.status.error?.message)).toBe(rejected.message)
    engine.retryNow()
    timers.ring()
    await reaches(deal_id, 'queued')
    expect([tries, engine.status.state]).toEqual([1, 'held'])

    partner.createApplication = send
    engine.release()
    await reaches(deal_id, 'received')
    expect(sent).toEqual(['held'])
  })

  test('lets the broker cancel a submission before it is sent, and answers a later attempt with the report that it was sent', async () => {
    value(await saveSubmissionSettings(app.context, { undo_seconds: 600, duplicate_days: 90 }))
    const deal_id = await addClient('taken back')
    value(await submit(deal_id))
    expect(await submit(deal_id)).toMatchObject({ ok: false, error: { code: 'SUBMISSION_IN_PROGRESS' } })
    value(await cancelSubmission(app.context, deal_id))
    timers.ring()
    engine.retryNow()
    expect(await dealOf(app, deal_id)).toMatchObject({ state: 'draft', error: null })
    expect(value(await app.vault.listTasks()).filter((effect) => effect.deal_id === deal_id)).toEqual([])
    expect(sent).toEqual([])

    value(await saveSubmissionSettings(app.context, { undo_seconds: 0, duplicate_days: 90 }))
    let backInTime: unknown = null
    partner.createApplication = async () => {
      backInTime = await resultOf(cancelSubmission(app.context, deal_id))
      return ok({ application_id: randomUUID(), reply: null })
    }
    value(await submit(deal_id))
    await reaches(deal_id, 'received')
    expect(backInTime).toMatchObject({ ok: false, error: { code: 'SUBMISSION_IN_PROGRESS' } })
  })
})

describe('an unknown outcome', () => {
  async function lose(reference: string): Promise<string> {
    partner.createApplication = async () => fail(cut)
    const deal_id = await addClient(reference)
    value(await submit(deal_id))
    await reaches(deal_id, 'unknown')
    return deal_id
  }
  const evidenceOf = (deal_id: string) =>
    until(
      async () =>
        value(await viewDeal(app.context, deal_id)).queue.find((place) => place.subject_id === deal_id)
          ?.evidence ?? undefined,
    )
  const listed = (reference: string, more: JsonObject = {}) => {
    const application_id = randomUUID()
    const application: JsonObject = { reference }
    partner.listApplications = async () =>
      listing([{ application_id, record: { application_id, application, ...more } }])
    return application_id
  }

  test('is resolved if the list of the partner contains our reference, and then the documents are sent', async () => {
    const reference = `REF-${randomUUID()}`
    const application_id = listed(reference)
    partner.createApplication = async () => fail(cut)
    const deal_id = await addClient(reference)
    await addDocument(app, cleanup, deal_id, { name: 'follows.pdf' })
    value(await submit(deal_id))
    await reaches(deal_id, 'received')
    expect((await dealOf(app, deal_id)).application_id).toBe(application_id)
    const { timeline } = value(await viewDeal(app.context, deal_id))
    expect(formatted(timeline.find(({ kind }) => kind === 'application_received')?.detail)).toContain(
      'your reference',
    )
    expect(value(await app.vault.listProof(deal_id)).map(({ fact }) => fact.what)).toContain(
      'application_found',
    )
    await settled(app, engine)
    expect(sent).toEqual(['follows.pdf'])
  })

  test.each([
    ['under another name', { company: { legal_name: 'Somebody Else Inc' } }],
    ['that is older than the send', { created_at: '2020-01-01T00:00:00.000Z' }],
  ])('is not resolved by an application with our reference %s', async (_, more) => {
    const reference = `REF-${randomUUID()}`
    listed(reference, more)
    const deal_id = await lose(reference)
    const evidence = await evidenceOf(deal_id)
    expect(evidence.findings.every(({ strong }) => !strong)).toBe(true)
    expect(await stateOf(deal_id)).toBe('unknown')
  })

  test('is not resolved by a reference that two deals share, or by an application that belongs to another deal', async () => {
    const reference = `REF-${randomUUID()}`
    await addClient(reference)
    const application_id = listed(reference)
    const deal_id = await lose(reference)
    const evidence = await evidenceOf(deal_id)
    expect(evidence.findings).toMatchObject([{ says: 'arrived', strong: false, application_id }])

    const other = await addDeal(app, { state: 'received', application_id })
    engine.retryNow()
    await until(async () =>
      (await evidenceOf(deal_id)).findings[0]?.says === 'not_arrived' ? true : undefined,
    )
    expect(
      await resultOf(resolveUnknownApplication(app.context, deal_id, true, application_id)),
    ).toMatchObject({
      ok: false,
      error: { code: 'APPLICATION_ID_TAKEN', deal_id: other },
    })
    expect(other).not.toBe(deal_id)
  })

  test('is not resolved by an event of an unknown application until the app reads that application and identifies the deal', async () => {
    const application_id = randomUUID()
    const reference = `REF-${randomUUID()}`
    const deal_id = await lose(reference)
    await evidenceOf(deal_id)
    const now = app.context.clock.now()
    value(
      await app.vault.commit([
        {
          write: 'insert_event',
          event: {
            event_id: randomUUID(),
            seq: 1,
            received_at: now,
            message_type: 'application_event',
            status: 'app_under_review',
            application_id,
            timestamp: now,
            verification: 'hint',
            raw_body: '',
            signature: '',
            state: 'waiting',
          },
        },
      ]),
    )
    engine.retryNow()
    await until(async () =>
      (await evidenceOf(deal_id)).findings.some((finding) => finding.application_id === application_id)
        ? true
        : undefined,
    )
    expect(await stateOf(deal_id)).toBe('unknown')

    partner.readApplication = async () =>
      ok({ status: null, record: { data: { externalReference: reference } } })
    engine.retryNow()
    await reaches(deal_id, 'received')
    expect(await dealOf(app, deal_id)).toMatchObject({ application_id, application_status: null })
    // The app polls the partner about applications that wait for a decision.
    await expect.poll(() => app.asked).toContainEqual({ deal_id, application_id, about: 'all' })
  })

  test('of a document is resolved by the partner’s list only if exactly one listed document matches', async () => {
    partner.createDocument = async () => fail(cut)
    const deal_id = await addDeal(app, { state: 'received', application_id: randomUUID() })
    const document = await addDocument(app, cleanup, deal_id, { name: 'lost.pdf' })
    value(await queueDocuments(app.context, deal_id))
    engine.wake()
    const stateNow = async () => value(await app.vault.getDocument(document.document_id))?.state
    await until(async () => ((await stateNow()) === 'unknown' ? true : undefined))
    const record = { name: 'lost.pdf', type: document.kind }
    const list = (...sizes: number[]) =>
      listing(sizes.map((size) => ({ document_id: randomUUID(), ...record, record: { size } })))
    partner.listDocuments = async () => list(document.size + 1)
    engine.retryNow()
    await until(async () => {
      const { queue } = value(await viewDeal(app.context, deal_id))
      return queue[0]?.evidence?.findings[0]?.says === 'not_arrived' ? true : undefined
    })
    partner.listDocuments = async () => list(document.size, document.size)
    engine.retryNow()
    await until(async () => {
      const { queue } = value(await viewDeal(app.context, deal_id))
      return queue[0]?.evidence?.findings[0]?.says === 'arrived' ? true : undefined
    })
    expect(await stateNow()).toBe('unknown')
    partner.listDocuments = async () => list(document.size)
    engine.retryNow()
    await until(async () => ((await stateNow()) === 'received' ? true : undefined))
  })
})

describe('after a crash during sending', () => {
  test.each(['application', 'document'] as const)(
    'the %s has an unknown outcome, is reconciled, and is not sent again automatically',
    async (what) => {
      const folder = cleanup.folder()
      const secrets = memoryKeychain()
      const calls: string[] = []
      const hang = (call: string) => () => {
        calls.push(call)
        return new Promise<never>(() => {})
      }
      const scripted = { createApplication: hang('application'), createDocument: hang('document') }
      const before = await composeApp(cleanup, { folder, secrets, partner: scripted })
      const deal_id = await addDeal(
        before,
        what === 'document' ? { state: 'received', application_id: '77' } : {},
      )
      await addDocument(before, cleanup, deal_id)
      const first = await openEngine(before, cleanup)
      value(
        await (what === 'document'
          ? resultOf(queueDocuments(before.context, deal_id))
          : resultOf(submitApplication(before.context, deal_id))),
      )
      first.engine.wake()
      await until(() => calls[0])
      await before.crash()

      const after = await composeApp(cleanup, { folder, secrets, partner: scripted })
      await openEngine(after, cleanup)
      await until(async () => (value(await after.vault.listTasks())[0]?.evidence === null ? undefined : true))
      expect(calls).toEqual([what])
      const deal = await dealOf(after, deal_id)
      const [document] = value(await after.vault.listDocuments(deal_id))
      const cutOff = { state: 'unknown', error: { outcome: 'unknown', code: 'PARTNER_CONNECTION_LOST' } }
      expect(what === 'document' ? document : deal).toMatchObject(cutOff)
      expect(value(await after.vault.listTasks())).toMatchObject([{ task: `seek_${what}` }])
      expect(await kindsOf(after, deal_id)).toEqual([`${what}_queued`, `${what}_sent`, `${what}_unknown`])
    },
  )
})

describe('a second deal with the same client', () => {
  test('is reported as a duplicate before sending, and is sent only if the broker confirms every duplicate', async () => {
    const client = { ein: '98-7654321', legal_name: 'Two Times LLC', ssn: '900-12-3456' }
    const first = await addClient('one', client)
    value(await submit(first))
    await reaches(first, 'received')
    const second = await addClient('two', { ...client, ein: '987654321' })
    const { duplicates } = value(await checkSubmission(app.context, second))
    expect(duplicates).toMatchObject([{ deal_id: first, same: 'content', reference: 'one', in_bin: false }])
    expect(await submit(second)).toMatchObject({ ok: false, error: { code: 'SUBMISSION_DUPLICATE' } })
    expect(await stateOf(second)).toBe('draft')
    value(await submit(second, [first]))
    await reaches(second, 'received')

    // A deal that was submitted before the configured period does not count as a duplicate. A withdrawn deal does not count either.
    value(await saveSubmissionSettings(app.context, { undo_seconds: 0, duplicate_days: 0 }))
    const third = await addClient('three', client)
    expect(value(await checkSubmission(app.context, third)).duplicates).toEqual([])
    value(await saveSubmissionSettings(app.context, { undo_seconds: 0, duplicate_days: 90 }))
    expect(value(await checkSubmission(app.context, third)).duplicates).toHaveLength(2)
  })
})

test('a second deal with another EIN is a duplicate if the legal name or the SSN of an owner is the same', async () => {
  const first = await addClient('A-1', { legal_name: 'Harbor Bakery LLC', ssn: '900-33-4455' })
  value(await submit(first))
  await reaches(first, 'received')
  const duplicatesOf = async (client: Parameters<typeof addClient>[1]) =>
    (await checkSubmission(app.context, await addClient('A-2', client))).duplicates
  expect(await duplicatesOf({ legal_name: 'HARBOR BAKERY, L.L.C.' })).toMatchObject([
    { deal_id: first, same: 'name' },
  ])
  expect(await duplicatesOf({ ssn: '900334455' })).toMatchObject([{ deal_id: first, same: 'owner' }])
  expect(await duplicatesOf({})).toEqual([])
})

test('a file that is also attached to another deal is accepted, and the other deal is named', async () => {
  const path = join(cleanup.folder(), 'statement.pdf')
  writeFileSync(path, `%PDF-1.7 ${randomUUID()}`)
  const registry = new FileRegistry()
  const attach = async (deal_id: string) => {
    const [file] = registry.register([path])
    return value(
      await attachDocuments(app.context, registry, deal_id, [{ file_id: file?.file_id as string }]),
    )
  }
  const one = await addDeal(app, { legal_name: 'Marlow Garage Inc' })
  const two = await addDeal(app, { legal_name: 'Marlow Garage Inc', reference: 'MG-2' })
  expect(await attach(one)).toMatchObject([{ attached: true, also_in: [] }])
  const other = await addDeal(app)
  expect(await attach(two)).toMatchObject([{ also_in: ['Marlow Garage Inc · $35,000'] }])
  expect(await attach(other)).toMatchObject([
    { attached: true, also_in: ['Marlow Garage Inc · $35,000', 'Marlow Garage Inc · MG-2'] },
  ])
  expect(await attach(other)).toMatchObject([{ attached: false, error: { code: 'FILE_DUPLICATE' } }])
})

test('the checklist shows documents as open, attached, or received, and the broker can link a document to an entry that the broker added', async () => {
  const deal_id = await addDeal(app, { state: 'received', application_id: randomUUID() })
  const statement = await addDocument(app, cleanup, deal_id)
  value(await addChecklistItem(app.context, deal_id, 'Payoff letter of the old lender'))
  const lines = async () => value(await viewDeal(app.context, deal_id)).checklist
  const line = async (label: string) => (await lines()).find((item) => item.label === label)
  expect(await line('Bank statement')).toMatchObject({ state: 'prepared', own: false })
  const own = await line('Payoff letter of the old lender')
  expect(own).toMatchObject({ state: 'open', own: true })

  value(await linkDocument(app.context, statement.document_id, own?.item_id as string))
  expect(await line('Bank statement')).toMatchObject({ state: 'open' })
  value(await queueDocuments(app.context, deal_id))
  await settled(app, engine)
  expect(await line('Payoff letter of the old lender')).toMatchObject({
    state: 'answered',
    document_ids: [statement.document_id],
  })
  expect(await resultOf(linkDocument(app.context, statement.document_id, 'kind:nothing'))).toMatchObject({
    ok: false,
  })
  value(await removeChecklistItem(app.context, deal_id, own?.item_id as string))
  expect(await line('Bank statement')).toMatchObject({ state: 'answered' })
})
