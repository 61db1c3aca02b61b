import fc from 'fast-check'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createDraft } from '../../src-main/features/drafts/create-draft.ts'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import { exportDeals } from '../../src-main/features/pipeline/export-deals.ts'
import { listDeals, sumDeals } from '../../src-main/features/pipeline/list-deals.ts'
import { viewToday, viewTodayScreen } from '../../src-main/features/today/today.ts'
import { LISTED, MOST_LISTED } from '../../src-shared/features/today/today.ts'
import { type Need, NEEDS } from '../../src-shared/features/deals/need.ts'
import { SUBMISSION_STATES } from '../../src-shared/features/deals/deal.ts'
import { nextStep } from '../../src-shared/features/deal-screen/next-step.ts'
import { DOCUMENT_STATES } from '../../src-shared/features/documents/document.ts'
import { bareOffer } from '../../src-shared/features/offers/offer.ts'
import { dealQuerySchema } from '../../src-shared/features/pipeline/contract.ts'
import { APPLICATION_STATUSES, OFFER_STATUSES } from '../../src-shared/platform/words/vocabulary.ts'
import { statusMessage } from '../../src-shared/platform/words/status-labels.ts'
import { formatMessage, msg } from '../../src-shared/platform/texts/msg.ts'
import { addDeal, addDocument, composeApp, value } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { HostPool } from '../support/vault/host-pool.ts'

const cleanup = new Cleanup()
const pool = new HostPool()
afterEach(() => cleanup.run())
afterAll(() => pool.end())

const NOW = '2026-05-04T12:00:00.000Z'
const MOVING = { state: 'moving', error: null, retry_at: null } as const
const at = fc.constantFrom('2026-05-01T10:00:00.000Z', '2026-05-02T10:00:00.000Z', '2026-05-03T10:00:00.000Z')
const offer = fc
  .tuple(fc.constantFrom('a', 'b'), fc.constantFrom(null, 'available', 'accepted', 'rescinded'), at)
  .map(([id, status, expires_at]) => ({ ...bareOffer(id), status, expires_at }))

/** A change in the history of a deal: what the app did, what the partner reported, or a document. */
const change = fc.oneof(
  fc.constantFrom(...SUBMISSION_STATES).map((state) => ({ deal: { state } })),
  fc
    .tuple(fc.constantFrom(...APPLICATION_STATUSES, 'app_in_orbit'), at)
    .map(([application_status, when]) => ({ deal: { application_status, application_status_at: when } })),
  fc
    .tuple(fc.constantFrom(...OFFER_STATUSES, 'offer_in_orbit'), at)
    .map(([offer_status, when]) => ({ deal: { offer_status, offer_status_at: when } })),
  fc
    .uniqueArray(offer, { maxLength: 2, selector: ({ offer_id }) => offer_id })
    .map((offers) => ({ deal: { offers } })),
  fc
    .boolean()
    .map((isOpen) => ({ deal: { field_problems: isOpen ? [{ path: 'company.ein', message: '' }] : [] } })),
  fc
    .tuple(fc.constantFrom(...DOCUMENT_STATES), fc.nat({ max: 2 }))
    .map(([state, kind]) => ({ document: { state, kind } })),
)

test('the list, the board, the palette, Today, the deal, and the export agree about the state of a deal, after every history', async () => {
  const app = await composeApp(cleanup, { start: pool.start, now: NOW })
  const { context, vault } = app
  const columns = ['status'] as const
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 8 }), async (history) => {
      const application_id = crypto.randomUUID()
      const deal_id = await addDeal(app, { state: 'received', application_id })
      for (const one of history) {
        if ('document' in one) {
          const kind = context.profile.expected_documents[one.document.kind] ?? 'other'
          await addDocument(app, cleanup, deal_id, { kind, state: one.document.state })
        } else value(await vault.commit([{ write: 'update_deal', deal_id, changes: one.deal }]))
      }
      const deal = value(await viewDeal(context, deal_id))
      const step = nextStep({ ...deal, problems: deal.field_problems }, MOVING, Date.parse(NOW))
      const query = (needs_you?: true) =>
        dealQuerySchema.parse({ where: { ...(needs_you && { needs_you }) } })
      const [row, ...others] = (await listDeals(context, query())).rows
      const needing = (await listDeals(context, query(true))).rows
      const sums = await sumDeals(context, query())
      const palette = dealQuerySchema.parse({ search: 'juniper bakery', limit: 8 })
      const found = (await listDeals(context, palette)).rows
      const today = await viewTodayScreen(context)
      const missing = step.step === 'attach' ? step.lines : []
      let csv = ''
      const save = async (_: unknown, pieces: AsyncIterable<unknown>) => {
        for await (const piece of pieces) csv += String(value(piece as never))
        return { saved_as: 'deals.csv' }
      }
      await exportDeals(context, save as never, { columns: [...columns], of: { deal_ids: [deal_id] } })
      const { state, latest_status } = deal
      expect(others).toEqual([])
      expect(found).toEqual([row])
      expect(row).toMatchObject({ deal_id, state, latest_status })
      expect(csv).toContain(
        formatMessage(latest_status === null ? msg.states[state] : statusMessage(latest_status)),
      )
      expect(
        Object.values(sums)
          .map(({ deals }) => deals)
          .reduce((all, deals) => all + deals),
      ).toBe(1)
      const actor = NEEDS[row?.need as Need]
      if (actor !== 'papers') expect(step.actor).toBe(actor)
      expect(needing.length).toBe(step.actor === 'act' ? 1 : 0)
      expect(today.count).toBe(step.actor === 'act' ? 1 : 0)
      expect(today.lines.length).toBe(today.count)
      for (const line of today.lines)
        expect(line).toMatchObject({ deal_id, reasons: [{ kind: 'need', need: row?.need, missing }] })
      value(await vault.commit([{ write: 'update_deal', deal_id, changes: { deleted_at: NOW } }]))
    }),
    { numRuns: 60 },
  )
})

test('Today counts all deals that need the broker, as many as its filter finds in the pipeline, and lists the first of them', async () => {
  const app = await composeApp(cleanup, { start: pool.start, now: NOW })
  for (let added = 0; added < MOST_LISTED + 3; added++) await addDeal(app)
  const { lines, count, more } = await viewToday(app.context)
  expect(lines).toHaveLength(MOST_LISTED)
  expect(more).toEqual({ offer: 0, need: 3 })
  const found = await listDeals(app.context, dealQuerySchema.parse({ where: LISTED.need }))
  expect(found.total).toBe(count)
})

test('Today lists the newest applications if more deals need the broker, and counts no unlisted deal twice', async () => {
  const app = await composeApp(cleanup, { start: pool.start, now: NOW })
  const add = (changes: object) =>
    addDeal(app, { state: 'received', application_status: 'app_incomplete_info', ...changes })
  const oldest = await add({ updated_at: '2026-05-01T10:00:00.000Z' })
  for (let added = 0; added < MOST_LISTED; added++) await add({ updated_at: '2026-05-02T10:00:00.000Z' })
  for (let added = 0; added < 2; added++) await addDeal(app)
  const newest = await add({ updated_at: '2026-05-03T10:00:00.000Z' })
  const item = { deal_id: oldest, at: NOW, status: 'app_incomplete_info', title: '', body: '', amount: null }
  value(await app.vault.commit([{ write: 'insert_news', item }]))
  const { lines, count, updates } = await viewToday(app.context)
  expect(lines[0]).toMatchObject({ deal_id: newest, reasons: [{ kind: 'need' }] })
  expect(lines.at(-1)).toMatchObject({ deal_id: oldest, reasons: [{ kind: 'news' }] })
  expect({ count, updates }).toEqual({ count: MOST_LISTED + 4, updates: 0 })
})

test('Today counts no draft into which nobody entered anything, and says how many applications are queued', async () => {
  const app = await composeApp(cleanup, { start: pool.start, now: NOW })
  await createDraft(app.context)
  await addDeal(app, { state: 'queued' })
  expect(await viewTodayScreen(app.context)).toMatchObject({ lines: [], count: 0, queued: 1 })
  await addDeal(app, { state: 'draft', field_problems: [{ path: 'company.ein', message: '' }] })
  expect(await viewTodayScreen(app.context)).toMatchObject({ count: 1, queued: 1 })
})

test('Today names the fields to fix of an application that the partner rejected, and none of a draft', async () => {
  const app = await composeApp(cleanup, { start: pool.start, now: NOW })
  const field_problems = [{ path: 'company.legal_name', message: 'Legal name is required.' }]
  const refused_fields = [{ path: 'company.ein', message: 'is invalid' }]
  await addDeal(app, { state: 'draft', field_problems })
  await addDeal(app, { state: 'refused', refused_fields })
  const { lines } = await viewToday(app.context)
  expect(lines.flatMap(({ reasons }) => reasons)).toMatchObject([
    { need: 'fields', rejected: ['EIN'] },
    { need: 'fields', rejected: [] },
  ])
})

test('Today names the best open offer of a deal, and how many are open', async () => {
  const app = await composeApp(cleanup, { start: pool.start, now: NOW })
  const listed = (id: string, amount_cents: number, status = 'available') => ({
    ...bareOffer(id),
    status,
    amount_cents,
  })
  const offers = [
    listed('best', 31_000_00),
    listed('newest', 28_500_00),
    listed('rescinded', 90_000_00, 'rescinded'),
    { ...listed('expired', 80_000_00), expires_at: '2026-05-01T10:00:00.000Z' },
  ]
  await addDeal(app, { state: 'received', offers, offer_status: 'offer_available' })
  await addDeal(app, { state: 'received', application_id: '2', application_status: 'app_incomplete_info' })
  const { lines } = await viewTodayScreen(app.context)
  expect(lines.map(({ best }) => best)).toEqual([null, { amount_cents: 31_000_00, offers: 2 }])
})

test('Today asks for a new offer when all offers of a deal expired', async () => {
  const app = await composeApp(cleanup, { start: pool.start, now: NOW })
  const expired = { ...bareOffer('expired'), status: 'available', expires_at: '2026-05-01T10:00:00.000Z' }
  await addDeal(app, { state: 'received', offers: [expired], offer_status: 'offer_available' })
  const { lines } = await viewTodayScreen(app.context)
  expect(lines.flatMap(({ reasons }) => reasons)).toMatchObject([{ need: 'decision', is_expired: true }])
})
