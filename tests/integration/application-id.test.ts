import { resultOf } from '../../src-main/platform/base/failure.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Consent } from '../../src-main/platform/base/system.ts'
import type { JsonObject, PartnerApi } from '../../src-main/platform/partner/partner-api.ts'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import { resolveUnknownApplication } from '../../src-main/features/submission/submission-commands.ts'
import type { SubmissionEngine } from '../../src-main/features/submission/engine.ts'
import { ok } from '../../src-shared/platform/base/errors.ts'
import { valueAt } from '../../src-shared/features/form/form-path.ts'
import type { FormValues } from '../../src-shared/features/form/form-values.ts'
import { completeDraft, rowsOf } from '../../src-shared/features/form/complete-draft.fixture.ts'
import {
  addDeal,
  addDocument,
  dealOf,
  kindsOf,
  listing,
  neverAsked,
  composeApp,
  openEngine,
  submitDeal,
  value,
  type App,
} from '../support/core/composed-app.ts'
import { connectTo } from '../support/partner/client.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { asAdmin, asClient, startSandbox, type SandboxProgram } from '../support/relay/sandbox.ts'
import { formatMessage } from '../../src-shared/platform/texts/msg.ts'
import { formatted } from '../support/formatted-messages.ts'
import { eraseDeals } from '../../src-main/features/backup/empty-trash.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const clientNamed = (legal_name: string, ein: string, reference: string) => {
  const draft = completeDraft()
  return {
    legal_name,
    reference,
    values: {
      ...draft,
      application: { ...(draft['application'] as object), reference },
      company: {
        ...(draft['company'] as object),
        legal_name,
        ein,
        owners: rowsOf({ ...(valueAt(draft, 'company.owners.row01') as FormValues), ssn: ein }),
      },
    },
  }
}

describe('a new application that gets the id of another deal', () => {
  let sandbox: SandboxProgram
  let partner: PartnerApi
  let app: App
  let engine: SubmissionEngine
  let holder: string
  let application_id: string
  let second: string
  beforeAll(async () => {
    sandbox = await startSandbox(cleanup, cleanup.folder(), '--admin-port', '0', '--speed', '600000')
    partner = connectTo(cleanup, sandbox.ready)
  })
  beforeEach(async () => {
    app = await composeApp(cleanup, { partner: { ...partner } })
    engine = (await openEngine(app, cleanup)).engine
    holder = await addDeal(app, clientNamed('Juniper Bakery LLC', '112345678', 'R-1'))
    value(await submitDeal(app, engine, holder))
    application_id = (await dealOf(app, holder)).application_id as string
    await asAdmin(sandbox.ready).setFaults({
      route: 'POST /iso/api/v1/application',
      fault: 'status',
      status: 201,
      body: { application_id },
      times: 1,
    })
    second = await addDeal(app, clientNamed('Harbor Garage Inc', '223456789', 'R-2'))
    await addDocument(app, cleanup, second, { name: 'harbor.pdf' })
    value(await submitDeal(app, engine, second))
  })
  afterEach(async () => {
    await engine.stop()
    await asAdmin(sandbox.ready).setFaults()
  })

  test('has an unknown outcome, uploads nothing, and names the deal with that id', async () => {
    const view = value(await viewDeal(app.context, second))
    expect(view).toMatchObject({
      state: 'unknown',
      application_id: null,
      error: { code: 'APPLICATION_ID_TAKEN', outcome: 'unknown', deal_id: holder },
    })
    expect(formatted(view.error?.message)).toContain('Juniper Bakery LLC')
    expect(formatted(view.error?.message)).toContain(application_id)
    expect(view.document_list).toMatchObject([{ state: 'attached' }])
    const atService = await (
      await asClient(sandbox.ready)
    ).get(`/v1/documents?application_id=${application_id}`)
    expect(JSON.stringify(atService.body)).not.toContain('harbor.pdf')
    expect(await kindsOf(app, second)).toEqual([
      'application_queued',
      'application_sent',
      'application_unknown',
    ])
    expect(value(await app.vault.listProof(second)).map(({ fact }) => fact)).toContainEqual({
      what: 'application_answered',
      outcome: 'unknown',
      code: 'APPLICATION_ID_TAKEN',
      application_id,
    })
    expect(await dealOf(app, holder)).toMatchObject({ state: 'received', application_id })
  })

  test('adds an entry to the timeline of the deal with that id', async () => {
    const lines = value(await app.vault.listTimeline(holder))
    expect(formatted(lines.at(-1))).toMatchObject({
      kind: 'application_id_repeated',
      detail: expect.stringContaining('Harbor Garage Inc'),
    })
    expect(lines.filter(({ kind }) => kind === 'application_id_repeated')).toHaveLength(1)
    const reportedOf = app.emitted.flatMap(({ event, payload }) =>
      event === 'deal.changed' ? [(payload as { deal_id: string }).deal_id] : [],
    )
    expect(reportedOf.lastIndexOf(holder)).toBeGreaterThan(reportedOf.indexOf(second))
  })

  test('stays unknown if the broker enters the same id, and the error links the other deal', async () => {
    expect(
      await resultOf(resolveUnknownApplication(app.context, second, true, application_id)),
    ).toMatchObject({
      ok: false,
      error: { code: 'APPLICATION_ID_TAKEN', deal_id: holder },
    })
    expect((await dealOf(app, second)).state).toBe('unknown')
  })
})

describe('a new application that gets the id of a permanently deleted deal', () => {
  const agreeing: Consent = { ...neverAsked, eraseDeals: async () => true }
  let app: App
  let engine: SubmissionEngine
  let second: string
  const uploaded: unknown[] = []
  const listed: { application_id: string; record: JsonObject }[] = []
  beforeEach(async () => {
    uploaded.length = 0
    listed.length = 0
    app = await composeApp(cleanup, {
      partner: {
        createApplication: async () => ok({ application_id: '88', reply: null }),
        createDocument: async ({ application_id }) => {
          uploaded.push(application_id)
          return ok({ reply: null })
        },
        listApplications: async () => listing(listed),
      },
    })
    engine = (await openEngine(app, cleanup)).engine
    const first = await addDeal(app, {
      legal_name: 'Erased Bakery LLC',
      state: 'received',
      application_id: '88',
      deleted_at: '2026-05-03T10:00:00.000Z',
    })
    value(await eraseDeals(app.context, agreeing, [first]))
    second = await addDeal(app, clientNamed('Harbor Garage Inc', '223456789', 'R-2'))
    await addDocument(app, cleanup, second, { name: 'harbor.pdf' })
  })
  afterEach(() => engine.stop())

  test('has an unknown outcome, uploads nothing, and reports that the deal was deleted', async () => {
    value(await submitDeal(app, engine, second))
    const view = value(await viewDeal(app.context, second))
    expect(view).toMatchObject({
      state: 'unknown',
      application_id: null,
      error: { code: 'APPLICATION_ID_TAKEN', outcome: 'unknown' },
    })
    expect(formatted(view.error?.message)).toContain('88')
    expect(formatted(view.error?.message)).toContain('deleted')
    expect(formatted(view.error?.message)).not.toContain('Erased Bakery')
    expect(view.error).not.toHaveProperty('deal_id')
    expect(view.document_list).toMatchObject([{ state: 'attached' }])
    expect(uploaded).toEqual([])
    expect(
      formatted(await resultOf(resolveUnknownApplication(app.context, second, true, '88'))),
    ).toMatchObject({
      ok: false,
      error: { code: 'APPLICATION_ID_TAKEN', message: expect.stringContaining('deleted') },
    })
  })

  test('stays unknown even if the partner lists an application with the id of the deleted deal', async () => {
    listed.push({ application_id: '88', record: { application: { reference: 'R-2' } } })
    value(await submitDeal(app, engine, second))
    const evidence = await until(
      async () =>
        value(await viewDeal(app.context, second)).queue.find(({ subject_id }) => subject_id === second)
          ?.evidence ?? undefined,
    )
    expect(evidence.findings).toEqual([])
    expect(evidence.gaps.map(formatMessage).join(' ')).toContain('deleted')
    expect((await dealOf(app, second)).state).toBe('unknown')
  })
})

describe('an application that the partner lists with our reference and the id of another deal', () => {
  test('does not resolve the unknown outcome, and the evidence names the other deal', async () => {
    const listed: { application_id: string; record: JsonObject }[] = []
    const app = await composeApp(cleanup, {
      partner: {
        createApplication: async () => ok({ application_id: '77', reply: null }),
        createDocument: async () => ok({ reply: null }),
        listApplications: async () => listing(listed),
      },
    })
    const { engine } = await openEngine(app, cleanup)
    const holder = await addDeal(app, { state: 'received', application_id: '77', legal_name: 'First LLC' })
    listed.push({ application_id: '77', record: { application: { reference: 'R-9' } } })
    const deal_id = await addDeal(app, clientNamed('Second LLC', '334567890', 'R-9'))
    value(await submitDeal(app, engine, deal_id))
    const evidence = await until(
      async () =>
        value(await viewDeal(app.context, deal_id)).queue.find(({ subject_id }) => subject_id === deal_id)
          ?.evidence ?? undefined,
    )
    expect(evidence.findings).toEqual([])
    expect(evidence.gaps.map(formatMessage).join(' ')).toContain('First LLC')
    expect(await dealOf(app, deal_id)).toMatchObject({ state: 'unknown', error: { deal_id: holder } })
    await engine.stop()
  })
})

describe('application ids in the vault', () => {
  test('are unique, and a duplicate is refused with an error code of the app', async () => {
    const app = await composeApp(cleanup)
    await addDeal(app, { state: 'received', application_id: '5' })
    const other = await addDeal(app, { state: 'unknown' })
    expect(
      await resultOf(
        app.vault.commit([
          { write: 'update_deal', deal_id: other, changes: { state: 'received', application_id: '5' } },
        ]),
      ),
    ).toMatchObject({ ok: false, error: { code: 'APPLICATION_ID_TAKEN' } })
    expect((await dealOf(app, other)).application_id).toBeNull()
    // More than one deal may have no application id.
    await addDeal(app)
    await addDeal(app)
  })

  test('stay reserved after their deal was permanently deleted', async () => {
    const app = await composeApp(cleanup)
    const deleted_at = '2026-01-01T00:00:00.000Z'
    const gone = await addDeal(app, { state: 'received', application_id: '6', deleted_at })
    expect(value(await app.vault.eraseDeals([gone]))).toBe(1)
    const other = await addDeal(app, { state: 'unknown' })
    expect(
      formatted(
        await resultOf(
          app.vault.commit([{ write: 'update_deal', deal_id: other, changes: { application_id: '6' } }]),
        ),
      ),
    ).toMatchObject({
      ok: false,
      error: { code: 'APPLICATION_ID_TAKEN', message: expect.stringContaining('deleted') },
    })
    expect((await dealOf(app, other)).application_id).toBeNull()
  })
})
