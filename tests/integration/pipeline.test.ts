import { resultOf } from '../../src-main/platform/base/failure.ts'
import { randomUUID } from 'node:crypto'
import { beforeEach, afterEach, describe, expect, test } from 'vitest'
import { loadDeal } from '../../src-main/features/deals/load-deal.ts'
import { healthOf } from '../../src-main/features/submission/health.ts'
import { addChecklistItem } from '../../src-main/features/documents/checklist.ts'
import { BulkActions } from '../../src-main/features/pipeline/bulk.ts'
import {
  listDealIds,
  listDeals,
  readFilters,
  readLayout,
  saveFilters,
  saveLayout,
  sumDeals,
} from '../../src-main/features/pipeline/list-deals.ts'
import { incompleteDeals, nextActions } from '../../src-main/features/pipeline/next-actions.ts'
import type { StoredDeal } from '../../src-main/platform/vault/records.ts'
import type { FormValues } from '../../src-shared/features/deals/deal.ts'
import { type Need, NEEDS } from '../../src-shared/features/deals/need.ts'
import { completeDraft, rowsOf } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { bareOffer } from '../../src-shared/features/offers/offer.ts'
import { MOST_LOOKED_AT, USUAL_LAYOUT } from '../../src-shared/features/pipeline/pipeline-view.ts'
import type { DealQuery, NextAction } from '../../src-shared/features/pipeline/pipeline.ts'
import { addDeal, composeApp, value, type App } from '../support/core/composed-app.ts'
import { storedDeal } from '../support/stored-deal.ts'
import { Cleanup } from '../support/cleanup.ts'
import { type DocumentState, UNREAD } from '../../src-shared/features/documents/document.ts'
import { dealQuerySchema } from '../../src-shared/features/pipeline/contract.ts'
import { exportDeals } from '../../src-main/features/pipeline/export-deals.ts'

const cleanup = new Cleanup()
let app: App
beforeEach(async () => {
  app = await composeApp(cleanup)
})
afterEach(() => cleanup.run())

const HOUR_MS = 3_600_000
const query = (more: Partial<DealQuery> = {}) => dealQuerySchema.parse(more)
const names = async (more: Partial<DealQuery>) =>
  value(await listDeals(app.context, query(more))).rows.map(({ legal_name }) => legal_name)
const received = { state: 'received', application_status: 'app_under_review' } as const

function withOffer(expires_at: string | null, amount_cents = 5_000_000): Partial<StoredDeal> {
  const at = app.context.clock.now()
  const none = {
    status: null,
    payback_cents: null,
    payment_cents: null,
    payment_frequency: null,
    payments: null,
  }
  const rest = { term: null, factor_rate: null, commission_cents: null, net_to_merchant_cents: null }
  const offer = { ...bareOffer('1'), amount_cents, expires_at, ...none, ...rest }
  return { ...received, offer_status: 'offer_available', offer_status_at: at, offers: [offer] }
}

function inHours(hours: number): string {
  return new Date(Date.parse(app.context.clock.now()) + hours * HOUR_MS).toISOString()
}

function endOfToday(): string {
  const end = new Date(app.context.clock.now())
  end.setHours(23, 59, 59)
  return end.toISOString()
}

async function attach(deal_id: string, kind: string, state: DocumentState): Promise<void> {
  const document = {
    document_id: randomUUID(),
    deal_id,
    name: `${kind}.pdf`,
    kind,
    size: 1,
    pages: 1,
    sha256: 'ab'.repeat(32),
    state,
    error: null,
    added_at: app.context.clock.now(),
    sent_at: null,
    reading: { ...UNREAD, period: { from: '2025-12-01', to: '2026-05-31' } },
  }
  value(await app.vault.commit([{ write: 'put_document', document }]))
}

async function attachAll(deal_id: string, state: DocumentState = 'attached'): Promise<void> {
  for (const kind of app.context.profile.expected_documents) await attach(deal_id, kind, state)
}

const offered = { ...received, offer_status: 'offer_available' } as const

/** One deal for each need, and the states of its documents. */
const NEEDING: Record<Need, { deal: Partial<StoredDeal>; documents?: DocumentState[] }> = {
  fields: { deal: { field_problems: [{ path: 'company.ein', message: '' }] } },
  submission: { deal: {} },
  queue: { deal: { state: 'queued' } },
  sending: { deal: { state: 'sending' } },
  outcome: { deal: { state: 'unknown' } },
  decision: { deal: offered },
  document_outcome: { deal: received, documents: ['unknown'] },
  refused_document: { deal: received, documents: ['refused'] },
  leaving_documents: { deal: received, documents: ['sending'] },
  unsent_documents: { deal: received, documents: ['attached'] },
  answer: { deal: { ...offered, offers: [bareOffer('o1')] } },
  another_offer: { deal: { ...received, offers: [bareOffer('o1')] } },
  information: { deal: { ...received, application_status: 'app_incomplete_info' } },
  documents: { deal: { ...received, application_status: 'app_documentation_pending' } },
  reason: { deal: { ...received, offer_status: 'offer_rescinded' } },
  news: { deal: received },
  reading: { deal: { ...received, application_status: 'app_in_orbit' } },
  funded: { deal: { ...received, application_status: 'app_funded' } },
  declined: { deal: { ...received, application_status: 'app_declined_closed' } },
}

describe('next actions', () => {
  const reported = async () =>
    value(await nextActions(app.context)).map(({ kind, paper, deals }) => `${paper?.value ?? kind} ${deals}`)

  test('are empty if nothing is waiting', async () => {
    await attachAll(await addDeal(app, { ...received, legal_name: 'Fine' }), 'received')
    expect(await reported()).toEqual([])
  })

  test.each(Object.keys(NEEDING) as Need[])(
    'offer an action of its own for a deal with the need %s, if the broker must act',
    async (need) => {
      const { deal, documents = [] } = NEEDING[need]
      const deal_id = await addDeal(app, { ...deal, legal_name: need })
      for (const state of documents) await attach(deal_id, 'other', state)
      if (need === 'answer') {
        const sent = { by: 'email', on: '2026-05-04' } as const
        value(await app.vault.commit([{ write: 'put_offer_sent', deal_id, offer_id: 'o1', sent }]))
      }
      if (need === 'another_offer') {
        const declined = { reason: 'cost', note: '', at: app.context.clock.now() } as const
        value(await app.vault.commit([{ write: 'put_offer_declined', deal_id, offer_id: 'o1', declined }]))
      }
      expect((await listDeals(app.context, query())).rows.map((row) => row.need)).toEqual([need])
      const kinds = value(await nextActions(app.context)).map(({ kind }) => kind)
      const mustAct = NEEDS[need] === 'act' || NEEDS[need] === 'papers'
      expect(kinds.includes('all')).toBe(mustAct)
      expect(kinds.some((kind) => kind !== 'all')).toBe(mustAct)
    },
  )

  test('count the deals that the search finds, and open them', async () => {
    for (const legal_name of ['Alder', 'Birch', 'Alder Cafe'])
      await addDeal(app, { ...received, application_status: 'app_incomplete_info', legal_name })
    const [all] = value(await nextActions(app.context, { search: 'alder', where: {} }))
    expect(all).toMatchObject({ kind: 'all', deals: 2 })
    expect((await names(all?.choice ?? {})).toSorted()).toEqual(['Alder', 'Alder Cafe'])
    expect(value(await nextActions(app.context, { search: 'cedar', where: {} }))).toEqual([])
  })

  test('count the deals within the filters, and keep them, but not the action that was chosen before', async () => {
    const asked = { ...received, application_status: 'app_incomplete_info' }
    await addDeal(app, { ...asked, legal_name: 'Small', amount_cents: 100 })
    await addDeal(app, { ...asked, legal_name: 'Large', amount_cents: 900 })
    const large = { amount_from_cents: 500 }
    const within = async (where: NextAction['choice']['where']) =>
      value(await nextActions(app.context, { search: '', where }))
    const [all, information] = await within(large)
    expect([all, information]).toMatchObject([
      { kind: 'all', deals: 1, choice: { where: { ...large, needs_you: true } } },
      { kind: 'information', deals: 1 },
    ])
    expect(await within(information?.choice.where ?? {})).toEqual(await within(large))
    expect(await within({ ...large, need: 'decision' })).toEqual([])
  })

  test('show a count that equals the length of the list that they open', async () => {
    await attachAll(await addDeal(app, { ...withOffer(endOfToday()), legal_name: 'Now' }))
    await attachAll(await addDeal(app, { ...withOffer(inHours(50)), legal_name: 'Soon' }))
    await attachAll(await addDeal(app, { ...withOffer(inHours(-1)), legal_name: 'Over' }))
    await attachAll(await addDeal(app, { ...withOffer(inHours(300)), legal_name: 'Later' }))
    const stipulated = await addDeal(app, { ...received, legal_name: 'Stipulated' })
    await attachAll(stipulated)
    value(await addChecklistItem(app.context, stipulated, 'Lease'))
    const lacking = await addDeal(app, { ...received, legal_name: 'Lacking' })
    for (const kind of app.context.profile.expected_documents)
      if (kind !== 'voided_check') await attach(lacking, kind, 'received')
    const asked = { ...received, application_status: 'app_incomplete_info' }
    await attachAll(await addDeal(app, { ...asked, legal_name: 'Asked' }), 'received')
    const requested = { ...received, application_status: 'app_documentation_pending' }
    await attachAll(await addDeal(app, { ...requested, legal_name: 'Requested' }), 'received')
    await attachAll(await addDeal(app, { legal_name: 'Ready' }))
    await addDeal(app, { state: 'unknown', legal_name: 'Unclear' })
    // The app must not report missing documents of a decided deal, a deal in the trash, or an incomplete draft.
    await addDeal(app, { ...received, application_status: 'app_declined_closed', legal_name: 'Declined' })
    await addDeal(app, { ...received, deleted_at: app.context.clock.now(), legal_name: 'Thrown' })
    await addDeal(app, { field_problems: [{ path: 'company.ein', message: '' }], legal_name: 'Begun' })
    const actions = value(await nextActions(app.context))
    const shown: Record<string, string[]> = {}
    for (const { kind, paper, choice, deals } of actions) {
      const found = await names(choice)
      expect(found).toHaveLength(deals)
      shown[paper?.value ?? kind] = found.toSorted()
    }
    expect(shown).toMatchObject({
      expire_today: ['Now'],
      expire_soon: ['Now', 'Soon'],
      outcome: ['Unclear'],
      information: ['Asked'],
      documents: ['Requested'],
      stipulations: ['Stipulated'],
      voided_check: expect.arrayContaining(['Lacking']),
      ready: ['Ready'],
      fields: ['Begun'],
    })
    expect(shown['voided_check']).not.toContain('Declined')
    expect(shown['voided_check']).not.toContain('Begun')
    expect(shown['lease']).toBeUndefined()
  })
})

test('the sums for each stage respect the filters and exclude deals in the trash', async () => {
  await addDeal(app, { legal_name: 'One', amount_cents: 100 })
  await addDeal(app, { legal_name: 'Two', amount_cents: 250 })
  await addDeal(app, { legal_name: 'None', amount_cents: null })
  await addDeal(app, { legal_name: 'Gone', amount_cents: 9, deleted_at: app.context.clock.now() })
  await addDeal(app, { ...withOffer(null, 70), legal_name: 'Offered', amount_cents: 1_000 })
  const all = value(await sumDeals(app.context, query()))
  expect(all.draft).toEqual({ deals: 3, amount_cents: 350, offer_cents: 0, funded_cents: 0 })
  expect(all.offer).toEqual({ deals: 1, amount_cents: 1_000, offer_cents: 70, funded_cents: 0 })
  const some = value(await sumDeals(app.context, query({ where: { amount_from_cents: 200 } })))
  expect(some.draft).toEqual({ deals: 1, amount_cents: 250, offer_cents: 0, funded_cents: 0 })
})

describe('the sort order by expiration', () => {
  // The clock of these tests advances at each call, so the hours are rounded.
  const hoursUntil = (instant: string | null) =>
    instant && Math.round((Date.parse(instant) - Date.parse(inHours(0))) / HOUR_MS)

  test('puts open offers first, expired offers next, and deals without an open offer last, in both directions', async () => {
    await addDeal(app, { ...withOffer(inHours(-30)), legal_name: 'Long over' })
    await addDeal(app, { ...withOffer(inHours(-1)), legal_name: 'Over' })
    await addDeal(app, { ...withOffer(inHours(90)), legal_name: 'Late' })
    await addDeal(app, { ...withOffer(inHours(2)), legal_name: 'Soon' })
    await addDeal(app, { ...withOffer(inHours(1)), offer_status: 'offer_accepted', legal_name: 'Taken' })
    const nobodyKnows = { ...withOffer(inHours(24)), offer_status: 'offer_extended' }
    await addDeal(app, { ...nobodyKnows, legal_name: 'Extended' })
    await addDeal(app, {
      ...withOffer(inHours(1)),
      offer_status_at: inHours(-2),
      application_status: 'app_declined_closed',
      application_status_at: inHours(-1),
      legal_name: 'Declined',
    })
    const rows = value(await listDeals(app.context, query({ sort: 'expires' }))).rows
    const shown = rows.map(({ legal_name, expires_at }) => [legal_name, hoursUntil(expires_at)])
    expect(shown.slice(0, 5)).toEqual([
      ['Soon', 2],
      ['Extended', 24],
      ['Late', 90],
      ['Over', -1],
      ['Long over', -30],
    ])
    expect(new Map(shown.slice(5) as [string, number | null][])).toEqual(
      new Map([
        ['Declined', null],
        ['Taken', null],
      ]),
    )
    const reversed = await names({ sort: 'expires', reversed: true })
    expect(reversed.slice(0, 5)).toEqual(['Late', 'Extended', 'Soon', 'Over', 'Long over'])
    expect(reversed.slice(5).toSorted()).toEqual(['Declined', 'Taken'])
  })

  test('changes when an offer expires, even without a change of stored data', async () => {
    const [first] = withOffer(inHours(1)).offers ?? []
    const [second] = withOffer(inHours(48)).offers ?? []
    if (first === undefined || second === undefined) throw new Error('no offers')
    await addDeal(app, {
      ...withOffer(null),
      offers: [first, { ...second, offer_id: '2' }],
      legal_name: 'Two offers',
    })
    await addDeal(app, { ...withOffer(inHours(3)), legal_name: 'One offer' })
    expect(await names({ sort: 'expires' })).toEqual(['Two offers', 'One offer'])
    const inTwoHours = inHours(2)
    const later = { ...app.context, clock: { ...app.context.clock, now: () => inTwoHours } }
    const { rows } = value(await listDeals(later, query({ sort: 'expires' })))
    expect(rows.map(({ legal_name, expires_at }) => [legal_name, hoursUntil(expires_at)])).toEqual([
      ['One offer', 3],
      ['Two offers', 48],
    ])
  })
})

describe('bulk actions on many deals', () => {
  const engine = { wake: () => {} }
  const run = (action: 'bin' | 'restore' | 'submit', deal_ids: string[], bulk = new BulkActions()) =>
    resultOf(bulk.run(app.context, engine, { bulk_id: randomUUID(), action, deal_ids }))

  test('delete and restore deals, but refuse deals that are being sent and report their names', async () => {
    const deals = []
    for (let number = 0; number < 5; number++)
      deals.push(await addDeal(app, { legal_name: `Deal ${number}` }))
    const sending = await addDeal(app, { state: 'sending', legal_name: 'On its way' })
    const binned = value(await run('bin', [...deals, sending, randomUUID()]))
    expect(binned).toMatchObject({
      refusals: 1,
      refused: [{ deal_id: sending, legal_name: 'On its way', error: { code: 'DEAL_NOT_EDITABLE' } }],
      not_reached: 0,
    })
    expect(await names({})).toEqual(['On its way'])
    expect(await names({ filter: 'bin' })).toHaveLength(5)
    value(await run('restore', deals))
    expect(await names({})).toHaveLength(6)
    expect(app.emitted.at(-1)).toMatchObject({ event: 'pipeline.progress', payload: { done: 5, total: 5 } })
  })

  test('follow the rules for a single deal: they refuse incomplete deals and a second deal of the same client', async () => {
    const first = await addDeal(app, { legal_name: 'First' })
    const duplicate = await addDeal(app, { legal_name: 'Twin' })
    const incomplete = await addDeal(app, { legal_name: 'Incomplete', values: {} })
    const done = value(await run('submit', [first, duplicate, incomplete]))
    expect(done.deal_ids).toEqual([first])
    expect(done.refused.map(({ legal_name, error }) => [legal_name, error.code])).toEqual([
      ['Twin', 'SUBMISSION_DUPLICATE'],
      ['Incomplete', 'DRAFT_INCOMPLETE'],
    ])
    expect(await names({ filter: 'sending' })).toEqual(['First'])
  })

  test('report before the submission what the submission of a single deal reports, but only for the deals that would be sent', async () => {
    const { expected_documents } = app.context.profile
    const path = 'business/ein'
    const bare = await addDeal(app, { legal_name: 'Bare' })
    const refused = await addDeal(app, {
      legal_name: 'Refused',
      state: 'refused',
      refused_fields: [{ path, message: 'Unknown' }],
    })
    const whole = await addDeal(app, { legal_name: 'Whole' })
    await attachAll(whole)
    const others = [
      await addDeal(app, { legal_name: 'Incomplete', field_problems: [{ path, message: 'Missing' }] }),
      await addDeal(app, { ...received, legal_name: 'Gone out' }),
      randomUUID(),
    ]
    const { deals, leaving, not_looked_at } = value(
      await incompleteDeals(app.context, [bare, refused, whole, ...others]),
    )
    expect({ leaving, not_looked_at }).toEqual({ leaving: 3, not_looked_at: 0 })
    expect(deals.map(({ legal_name }) => legal_name)).toEqual(['Bare', 'Refused', 'Whole'])
    for (const { deal_id, notes } of deals)
      expect(notes).toEqual(await healthOf(app.context, await loadDeal(app.context, deal_id)))
    expect(deals[0]?.notes.length).toBeGreaterThanOrEqual(expected_documents.length)
    const many = Array.from({ length: MOST_LOOKED_AT + 3 }, () => randomUUID())
    expect(value(await incompleteDeals(app.context, many))).toEqual({
      deals: [],
      leaving: 0,
      not_looked_at: 3,
    })
  })

  test('leave the remaining deals unchanged after the broker stops the action', async () => {
    const bulk = new BulkActions()
    const bulk_id = randomUUID()
    bulk.stop(bulk_id)
    const deal = await addDeal(app, { legal_name: 'Left' })
    const done = await resultOf(bulk.run(app.context, engine, { bulk_id, action: 'bin', deal_ids: [deal] }))
    expect(value(done)).toMatchObject({ deal_ids: [], not_reached: 1 })
    expect(await names({})).toEqual(['Left'])
  })
})

test('the counts of a list include a deal that was written after they were counted, also in a search', async () => {
  const counted = async (search: string) =>
    value(await listDeals(app.context, query({ search }))).counts.draft
  await addDeal(app, { legal_name: 'Acorn' })
  expect([await counted(''), await counted('acorn')]).toEqual([1, 1])
  await addDeal(app, { legal_name: 'Acorn two' })
  expect([await counted('acorn'), await counted(''), await counted('two')]).toEqual([2, 2, 1])
})

describe('the sort order by text', () => {
  test('includes a deal that was written after the list was sorted, for every text column', async () => {
    const first = await addDeal(app, { legal_name: 'Acorn', reference: 'B', application_id: '1' })
    await addDeal(app, { legal_name: 'Birch', reference: 'A', application_id: '2' })
    const sorts = ['name', 'reference', 'application'] as const
    const orders = () => Promise.all(sorts.map((sort) => names({ sort })))
    expect(await orders()).toEqual([
      ['Acorn', 'Birch'],
      ['Birch', 'Acorn'],
      ['Acorn', 'Birch'],
    ])
    const changes = { legal_name: 'Cedar', reference: '0', application_id: '3' }
    value(await app.vault.commit([{ write: 'update_deal', deal_id: first, changes }]))
    await addDeal(app, { legal_name: 'ash', reference: 'C', application_id: '0' })
    expect(await orders()).toEqual([
      ['ash', 'Birch', 'Cedar'],
      ['Cedar', 'Birch', 'ash'],
      ['ash', 'Birch', 'Cedar'],
    ])
  })
})

describe('the CSV file', () => {
  async function saved(wish: Parameters<typeof exportDeals>[2]): Promise<string> {
    let text = ''
    const save = async (_: unknown, pieces: AsyncIterable<string>) => {
      for await (const piece of pieces) text += piece
      return { saved_as: 'x.csv' }
    }
    value(await exportDeals(app.context, save, wish))
    return text
  }

  test('has the columns in order, plain numbers, and nothing that a spreadsheet would execute', async () => {
    for (const evil of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])
      await addDeal(app, { legal_name: `${evil}, "LLC"`, amount_cents: null })
    const plain = await addDeal(app, { legal_name: 'Café, Inc', reference: 'R-1', amount_cents: 3_500_050 })
    const all = await saved({ columns: ['business', 'amount'], of: { query: query({ sort: 'name' }) } })
    expect(all.startsWith('\uFEFFBusiness,Requested,Owner,Phone,Email\r\n')).toBe(true)
    for (const evil of ['=', '+', '-', '@', '\t', '\r']) expect(all).toContain(`"'${evil}`)
    expect(all).not.toMatch(/(^|[,\n])"?[=+\-@\t\r](?!\n)/)
    const one = await saved({ columns: ['reference', 'amount', 'business'], of: { deal_ids: [plain] } })
    expect(one).toBe(
      '\uFEFFReference,Requested,Business,Owner,Phone,Email\r\nR-1,35000.50,"Café, Inc",Ada Sample,(503) 555-0142,\r\n',
    )
  })

  test('has times of this computer, and the first owner with phone and email or those of the business, but no SSN or EIN', async () => {
    const draft = completeDraft()
    const second = { first_name: 'Bo', last_name: 'Other', cell_phone: '5415550199', email: 'bo@other.com' }
    const dealWith = (owner: FormValues, company: FormValues = {}) =>
      addDeal(app, {
        created_at: new Date(2026, 10, 29, 14, 5, 59).toISOString(),
        values: {
          ...draft,
          company: { ...(draft.company as FormValues), ...company, owners: rowsOf(owner, second) },
        },
      })
    const ada = { first_name: 'Ada', last_name: 'Sample', ssn: '900-12-3456' }
    const deal_ids = [
      await dealWith({ ...ada, cell_phone: '541 555 0142', email: 'ada@juniper.com' }),
      await dealWith(ada, { email: 'office@juniper.com' }),
      // Numbers in the wrong field.
      await dealWith({ ...ada, cell_phone: '900-12-3456', email: '12-3456789' }, { phone: '12-3456789' }),
    ]
    const file = await saved({ columns: ['owner', 'created', 'expires'], of: { deal_ids } })
    expect(file.split('\r\n')).toEqual([
      '\uFEFFOwner,Created,Offer expires,Phone,Email',
      'Ada Sample,2026-11-29 14:05,,(541) 555-0142,ada@juniper.com',
      'Ada Sample,2026-11-29 14:05,,(503) 555-0142,office@juniper.com',
      'Ada Sample,2026-11-29 14:05,,,',
      '',
    ])
  })

  test('has all rows of a list of 205 deals', async () => {
    const deals = Array.from({ length: 205 }, (_, number) => storedDeal({ legal_name: `N${number}` }))
    value(await app.vault.commit(deals.map((deal) => ({ write: 'create_deal', deal }))))
    const lines = (await saved({ columns: ['business'], of: { query: query() } })).trim().split('\r\n')
    expect(new Set(lines).size).toBe(206)
    const some = value(await listDealIds(app.context, { ...query({ sort: 'name' }), offset: 200, limit: 50 }))
    expect(some.deal_ids).toHaveLength(5)
  })
})

test('the layout and the saved filters are stored, each filter shows its number of deals, and unreadable stored values are ignored', async () => {
  await addDeal(app, { legal_name: 'Small', amount_cents: 100 })
  await addDeal(app, { legal_name: 'Large', amount_cents: 10_000 })
  expect(value(await readLayout(app.context))).toEqual(USUAL_LAYOUT)
  const layout = { ...USUAL_LAYOUT, as: 'board' as const, sort: 'amount' as const, reversed: true }
  value(await saveLayout(app.context, layout))
  expect(value(await readLayout(app.context))).toEqual(layout)
  const filter = {
    filter_id: randomUUID(),
    name: 'Large ones',
    choice: { search: '', filter: 'draft' as const, where: { amount_from_cents: 5_000 } },
  }
  value(await saveFilters(app.context, [filter]))
  expect(value(await readFilters(app.context))).toEqual([{ ...filter, deals: 1 }])
  expect(app.emitted).toContainEqual({ event: 'pipeline.filters_changed', payload: {} })
  // Simulates a value from a newer version, which this version cannot read.
  const unknown = { ...filter, choice: { ...filter.choice, filter: 'moon' } }
  const stored = { 'pipeline.layout': { ...layout, as: 'wall' }, 'pipeline.saved_filters': [unknown, filter] }
  const writes = Object.entries(stored).map(([key, one]) => ({
    write: 'set_setting' as const,
    key,
    value: JSON.stringify(one),
  }))
  value(await app.vault.commit(writes))
  expect(value(await readLayout(app.context))).toEqual({ ...layout, as: USUAL_LAYOUT.as })
  expect(value(await readFilters(app.context))).toEqual([{ ...filter, deals: 1 }])
})
