import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { viewDeal } from '../../src-main/core/drafts/deal-view.ts'
import { tieDocument } from '../../src-main/core/documents/checklist.ts'
import { readLendingBoxes, saveLendingBoxes } from '../../src-main/core/lending/lending-boxes.ts'
import { acceptOffer, viewOffers } from '../../src-main/core/offers/accept-offer.ts'
import { keepChoice } from '../../src-main/core/offers/keep-choice.ts'
import { printComparison, type ComparisonPrint } from '../../src-main/core/offers/print-comparison.ts'
import { refreshOffers } from '../../src-main/core/offers/refresh-offers.ts'
import type { PartnerApi } from '../../src-main/core/ports/partner-api.ts'
import type { Offer } from '../../src-shared/domain/offer.ts'
import { bareOffer } from '../../src-shared/domain/offer.ts'
import { appError, fail, ok } from '../../src-shared/errors.ts'
import { EMPTY_BOX } from '../../src-shared/lending/lending-box.ts'
import { words } from '../../src-shared/messages/messages.ts'
import { standardEndpoints } from '../../src-shared/profile/standard-endpoints.ts'
import {
  addDeal,
  addDocument,
  dealOf,
  kindsOf,
  openDesk,
  scriptedPartner,
  value,
  type Desk,
} from './core-support/desk.ts'
import { connectTo } from './partner-support/client.ts'
import { makePayload } from './relay-support/payload.ts'
import { Cleanup, until } from './relay-support/program.ts'
import { asAdmin, asClient, startSandbox, type SandboxProgram } from './relay-support/sandbox.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const ACCEPT = 'POST /iso/api/v1/offer'
const AVAILABLE: Offer = { ...bareOffer('o1'), status: 'offer_available', amount_cents: 35_000_00 }
const received = () => ({ state: 'received' as const, application_id: randomUUID(), offers: [AVAILABLE] })
const lost = appError('PARTNER_CONNECTION_LOST', 'It broke.', 'Ask.', { outcome: 'unknown' })

const factsOf = async ({ vault }: Desk, deal_id: string) =>
  value(await vault.listProof(deal_id)).map(({ fact }) => fact)
const stateOf = async ({ workspace }: Desk, deal_id: string) =>
  value(await viewOffers(workspace, deal_id)).own.map(({ acceptance }) => acceptance?.state ?? null)
/** A desk whose clock the test moves. */
async function deskAt(partner: Partial<PartnerApi>) {
  const desk = await openDesk(cleanup, { partner })
  let now = Date.parse('2026-05-04T10:00:00.000Z')
  desk.workspace.clock = { now: () => new Date((now += 100)).toISOString() }
  return { desk, pass: (seconds: number) => void (now += seconds * 1_000) }
}

describe('with the sandbox', () => {
  let sandbox: SandboxProgram
  let desk: Desk
  let pass: (seconds: number) => void
  let sent: string[] = []
  beforeAll(async () => {
    sandbox = await startSandbox(cleanup, cleanup.folder(), '--offers', '3', '--admin-port', '0')
    const client = connectTo(cleanup, {
      ...sandbox.ready,
      onCall: ({ method, path }) => sent.push(`${method} ${path.split('?')[0]}`),
    })
    ;({ desk, pass } = await deskAt({ ...client }))
  })

  /** A deal whose application has three offers. */
  async function offered(): Promise<string> {
    const direct = await asClient(sandbox.ready)
    const { body } = await direct.post('/v1/application', makePayload())
    const { application_id } = body
    for (let made = 0; made < 3; made++)
      // The n-th offer is made from those before.
      // oxlint-disable-next-line no-await-in-loop
      await asAdmin(sandbox.ready).publish(application_id, 'offer_available')
    const deal_id = await addDeal(desk, {
      state: 'received',
      application_id,
      legal_name: 'Juniper Bakery LLC',
    })
    await until(async () =>
      value(await refreshOffers(desk.workspace, deal_id)).length === 3 ? true : undefined,
    )
    sent = []
    return deal_id
  }
  const idsOf = async (deal_id: string) =>
    (await dealOf(desk, deal_id)).offers.map(({ offer_id }) => offer_id)
  const accepts = () => sent.filter((call) => call === ACCEPT).length

  test('an offer is accepted once, and timeline and proof record every step', async () => {
    const deal_id = await offered()
    const [first = '', second = ''] = await idsOf(deal_id)
    value(await acceptOffer(desk.workspace, deal_id, second, false))
    expect(await stateOf(desk, deal_id)).toEqual(['accepted'])
    expect((await dealOf(desk, deal_id)).offers.map(({ status }) => status)).toEqual([
      'offer_available',
      'offer_accepted',
      'offer_available',
    ])
    expect(await kindsOf(desk, deal_id)).toEqual(
      expect.arrayContaining(['offer_accept_sent', 'offer_accepted']),
    )
    expect(await factsOf(desk, deal_id)).toMatchObject([
      { what: 'offer_accept_sent', offer_id: second, amount_cents: expect.any(Number) },
      { what: 'offer_accept_answered', offer_id: second, outcome: 'received', code: null },
    ])
    for (const offer_id of [first, second])
      expect(await acceptOffer(desk.workspace, deal_id, offer_id, true)).toMatchObject({
        ok: false,
        error: { code: 'OFFER_NOT_OPEN', outcome: 'not_received' },
      })
    expect(accepts()).toBe(1)
  })

  test('two concurrent presses are one acceptance', async () => {
    const deal_id = await offered()
    const [first = '', second = ''] = await idsOf(deal_id)
    const answers = await Promise.all(
      [first, second, first].map((offer_id) => acceptOffer(desk.workspace, deal_id, offer_id, false)),
    )
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(accepts()).toBe(1)
  })

  test('one without an answer that arrived is found among the offers', async () => {
    const deal_id = await offered()
    const [first = ''] = await idsOf(deal_id)
    await asAdmin(sandbox.ready).setFaults({ route: ACCEPT, fault: 'reset_after_processing', times: 1 })
    value(await acceptOffer(desk.workspace, deal_id, first, false))
    expect(await stateOf(desk, deal_id)).toEqual(['accepted'])
    expect(await kindsOf(desk, deal_id)).toEqual(
      expect.arrayContaining(['offer_accept_sent', 'offer_accept_unknown', 'offer_accepted']),
    )
    expect((await factsOf(desk, deal_id)).map(({ what }) => what)).toEqual([
      'offer_accept_sent',
      'offer_accept_answered',
      'offer_accept_found',
    ])
    expect(accepts()).toBe(1)
  })

  test('a lost one stays unknown, is not repeated automatically, and can be repeated after a later read', async () => {
    const deal_id = await offered()
    const [first = '', second = ''] = await idsOf(deal_id)
    await asAdmin(sandbox.ready).setFaults({ route: ACCEPT, fault: 'reset_after_body', times: 1 })
    value(await acceptOffer(desk.workspace, deal_id, first, false))
    expect(await stateOf(desk, deal_id)).toEqual(['unknown'])
    for (const again of [false, true])
      for (const offer_id of [first, second])
        // Nothing may leave while one is open.
        // oxlint-disable-next-line no-await-in-loop
        expect(await acceptOffer(desk.workspace, deal_id, offer_id, again)).toMatchObject({
          error: { code: 'OFFER_ACCEPT_UNKNOWN' },
        })
    value(await refreshOffers(desk.workspace, deal_id))
    expect(await stateOf(desk, deal_id)).toEqual(['unknown'])
    pass(60)
    value(await refreshOffers(desk.workspace, deal_id))
    expect(await stateOf(desk, deal_id)).toEqual(['still_open'])
    expect((await acceptOffer(desk.workspace, deal_id, first, false)).ok).toBe(false)
    expect(accepts()).toBe(1)
    value(await acceptOffer(desk.workspace, deal_id, first, true))
    expect(await stateOf(desk, deal_id)).toEqual(['accepted'])
    expect(accepts()).toBe(2)
  })

  test('a refused one is reported with its reason, and another may be tried', async () => {
    const deal_id = await offered()
    const [first = '', second = ''] = await idsOf(deal_id)
    await asAdmin(sandbox.ready).setFaults({ route: ACCEPT, fault: 'status', status: 409, times: 1 })
    expect(await acceptOffer(desk.workspace, deal_id, first, false)).toMatchObject({
      error: { code: 'PARTNER_CONFLICT', outcome: 'not_received' },
    })
    expect(await stateOf(desk, deal_id)).toEqual([null])
    expect(await kindsOf(desk, deal_id)).toContain('offer_not_accepted')
    value(await acceptOffer(desk.workspace, deal_id, second, false))
    expect(await stateOf(desk, deal_id)).toContain('accepted')
  })
})

/** One desk for what needs no service; each test scripts its own. */
let shared: Desk
let service: Partial<PartnerApi> = {}
beforeAll(async () => {
  ;({ desk: shared } = await deskAt({}))
  shared.workspace.partner = async () => ok(scriptedPartner(service))
})
function scripted(partner: Partial<PartnerApi>): Desk {
  service = partner
  return shared
}

describe('accepting', () => {
  test('steps back where the service does not offer it, until the profile names another operation', async () => {
    let code: 'PARTNER_NOT_OFFERED' | 'PARTNER_NOT_FOUND' = 'PARTNER_NOT_FOUND'
    const desk = scripted({
      acceptOffer: async () => fail(appError(code, 'Not here.', 'Go on.', { outcome: 'not_received' })),
    })
    const deal_id = await addDeal(desk, received())
    expect(value(await viewOffers(desk.workspace, deal_id)).accepting).toBe('assumed')
    const refused = () => acceptOffer(desk.workspace, deal_id, 'o1', false)
    // Offers that the service does not know say nothing of others.
    const unknown = { error: { code, message: words().errorsDeals.offerUnknown } }
    expect([await refused(), await refused()]).toMatchObject([unknown, unknown])
    expect(value(await viewOffers(desk.workspace, deal_id)).accepting).toBe('assumed')
    code = 'PARTNER_NOT_OFFERED'
    expect((await refused()).ok).toBe(false)
    expect(value(await viewOffers(desk.workspace, deal_id))).toMatchObject({ accepting: 'not_offered' })
    const { 'offer.accept': operation, ...endpoints } = standardEndpoints.endpoints
    const put = async (changed: object) =>
      value(
        await desk.vault.commit([
          {
            write: 'set_setting',
            key: 'endpoint_profile',
            value: JSON.stringify({ ...standardEndpoints, endpoints: { ...endpoints, ...changed } }),
          },
        ]),
      )
    await put({ 'offer.accept': { ...operation, path: '/iso/api/v1/offer/accept' } })
    expect(value(await viewOffers(desk.workspace, deal_id)).accepting).toBe('assumed')
    await put({})
    expect(value(await viewOffers(desk.workspace, deal_id)).accepting).toBe('not_offered')
    value(await desk.vault.commit([{ write: 'set_setting', key: 'endpoint_profile', value: null }]))
    value(await desk.vault.commit([{ write: 'set_setting', key: 'offer_accept_tried', value: null }]))
  })

  test.each([
    ['expired', { expires_at: '2026-05-04T09:59:59Z' }],
    ['rescinded', { status: 'offer_rescinded' }],
  ])('nothing leaves for an offer that is %s', async (_name, changes) => {
    const desk = scripted({})
    const deal_id = await addDeal(desk, {
      state: 'received',
      offers: [{ ...AVAILABLE, ...changes }],
    })
    for (const offer_id of ['o1', 'another'])
      // oxlint-disable-next-line no-await-in-loop
      expect(await acceptOffer(desk.workspace, deal_id, offer_id, true)).toMatchObject({
        error: { code: 'OFFER_NOT_OPEN' },
      })
    expect(await factsOf(desk, deal_id)).toEqual([])
  })

  test('one that the app’s end cut off is unknown, and one that breaks in the app too', async () => {
    const desk = scripted({
      acceptOffer: async () => {
        throw new Error('a fault')
      },
    })
    const cut = await addDeal(desk, received())
    const acceptance = { state: 'sending', at: '2026-05-04T09:00:00Z' } as const
    value(await desk.vault.commit([{ write: 'put_acceptance', deal_id: cut, offer_id: 'o1', acceptance }]))
    expect(await stateOf(desk, cut)).toEqual(['unknown'])
    const broken = await addDeal(desk, { state: 'received', application_id: '8', offers: [AVAILABLE] })
    value(await acceptOffer(desk.workspace, broken, 'o1', false))
    expect(await stateOf(desk, broken)).toEqual(['unknown'])
  })

  test('a scenario is stored with the offer and deleted with the deal', async () => {
    const desk = scripted({ acceptOffer: async () => fail(lost) })
    const deal_id = await addDeal(desk, received())
    const choice = { amount_cents: 20_000_00, upsell: '0.0500' }
    value(await desk.vault.commit([{ write: 'put_offer_choice', deal_id, offer_id: 'o1', choice }]))
    value(await acceptOffer(desk.workspace, deal_id, 'o1', false))
    expect(value(await desk.vault.ownOffers(deal_id))).toMatchObject([
      { offer_id: 'o1', choice, acceptance: { state: 'unknown' } },
    ])
    const deleted_at = '2026-05-04T10:00:00.000Z'
    value(await desk.vault.commit([{ write: 'update_deal', deal_id, changes: { deleted_at } }]))
    expect(value(await desk.vault.eraseDeals([deal_id]))).toBe(1)
    expect(value(await desk.vault.ownOffers(deal_id))).toEqual([])
  })
})

describe('stipulations', () => {
  const asking = (offer_id: string, labels: string[], status = 'offer_available'): Offer => ({
    ...bareOffer(offer_id),
    status,
    stipulations: labels.map((label) => ({ label, document_kind: null })),
  })
  test('are lines of the checklist, each once, tied to documents, and of an accepted offer only its own', async () => {
    const desk = scripted({})
    const { workspace } = desk
    const deal_id = await addDeal(desk, {
      offers: [
        asking('o1', ['Landlord’s word', 'Signed contract', 'Voided check']),
        asking('o2', ['landlord’s word ', 'Payoff letter']),
        asking('o3', ['Never asked'], 'offer_rescinded'),
        { ...asking('o4', ['Asked too long ago']), expires_at: '2026-05-01T00:00:00.000Z' },
      ],
    })
    const lines = async () =>
      value(await viewDeal(workspace, deal_id))
        .checklist.filter(({ of_offer }) => of_offer)
        .map(({ label, state }) => [label, state])
    // The voided check is always expected, and is listed once.
    expect(await lines()).toEqual([
      ['Landlord’s word', 'open'],
      ['Signed contract', 'open'],
      ['Payoff letter', 'open'],
    ])
    const word = await addDocument(desk, cleanup, deal_id, { kind: 'other', state: 'received' })
    await addDocument(desk, cleanup, deal_id, { kind: 'signed_contract' })
    value(await tieDocument(workspace, word.document_id, 'offer:landlord’s word'))
    expect(await lines()).toEqual([
      ['Landlord’s word', 'answered'],
      ['Signed contract', 'prepared'],
      ['Payoff letter', 'open'],
    ])
    const offers = [asking('o1', ['Landlord’s word']), asking('o2', ['Payoff letter'], 'offer_accepted')]
    value(await desk.vault.commit([{ write: 'update_deal', deal_id, changes: { offers } }]))
    expect(await lines()).toEqual([['Payoff letter', 'open']])
    expect((await tieDocument(workspace, word.document_id, 'offer:landlord’s word')).ok).toBe(false)
  })
})

describe('the merchant’s paper', () => {
  test('holds what concerns the merchant, in the language asked for, and nothing of the broker’s', async () => {
    const desk = scripted({})
    const deal_id = await addDeal(desk, {
      legal_name: 'Lumi & <b>Söhne</b> 東京',
      offers: [
        {
          ...AVAILABLE,
          buy_rate: '1.1717',
          upsell: '0.0783',
          maximum_upsell: '0.1299',
          payments: 126,
          payment_frequency: 'daily',
          term: '6 months',
          fees: [{ label: 'Wire', percentage: null, amount_cents: 50_00 }],
          commission_points: '5.55',
          commission_cents: 1_942_50,
        },
      ],
    })
    const pages: string[] = []
    const saved: string[] = []
    const desks: ComparisonPrint = {
      print: async (html) => {
        pages.push(html)
        return Buffer.from(html)
      },
      save: async ({ name }) => {
        saved.push(name)
        return ok({ saved_as: name })
      },
    }
    const wish = { deal_id, offer_ids: ['o1'], broker_name: 'Ada "the" Broker' }
    value(await printComparison(desk.workspace, desks, { ...wish, language: 'en' }))
    value(await printComparison(desk.workspace, desks, { ...wish, language: 'es' }))
    const [en = '', es = ''] = pages
    expect(en).toContain('Lumi &amp; &lt;b&gt;Söhne&lt;/b&gt; 東京 by Ada &quot;the&quot; Broker')
    expect(en).toContain('$43,750.00')
    expect(es).toContain('Total a pagar')
    expect(es).toContain('6 meses')
    for (const page of pages)
      for (const hidden of [
        '1.1717',
        '0.0783',
        '7.83',
        '12.99',
        '5.55',
        '1,942',
        'ommission',
        'omisi',
        'Upsell',
      ])
        expect(page).not.toContain(hidden)
    expect(saved[1]).toMatch(/^Comparación de ofertas.*東京 2026-05-04\.pdf$/)
    expect(value(await viewOffers(desk.workspace, deal_id)).broker_name).toBe('Ada "the" Broker')
    const failing: ComparisonPrint = { ...desks, print: () => Promise.reject(new Error('no printer')) }
    expect(await printComparison(desk.workspace, failing, { ...wish, language: 'en' })).toMatchObject({
      error: { code: 'FILE_NOT_WRITTEN' },
    })
  })
})

test('the vault stores the credit box, and an unreadable one is reported', async () => {
  const desk = scripted({})
  expect(value(await readLendingBoxes(desk.workspace))).toEqual({ boxes: [] })
  const boxes = { boxes: [{ ...EMPTY_BOX, name: 'Usual', minimum_score: 600 }] }
  value(await saveLendingBoxes(desk.workspace, boxes))
  expect(desk.emitted).toContainEqual({ event: 'lending.changed', payload: {} })
  expect(value(await readLendingBoxes(desk.workspace))).toEqual(boxes)
  value(await desk.vault.commit([{ write: 'set_setting', key: 'lending_boxes', value: '{"boxes": 3}' }]))
  expect(await readLendingBoxes(desk.workspace)).toMatchObject({ error: { code: 'SETTINGS_UNREADABLE' } })
})

test('a choice is stored for an existing deal, and reported for a missing one', async () => {
  const { desk } = await deskAt({})
  const deal_id = await addDeal(desk)
  const choice = { amount_cents: 30_000_00, upsell: '1.1' }
  expect(value(await keepChoice(desk.workspace, deal_id, 'o1', choice)).own).toEqual([
    { offer_id: 'o1', choice, acceptance: null },
  ])
  const nowhere = '7f3c2d10-0000-4000-8000-000000000000'
  expect(await keepChoice(desk.workspace, nowhere, 'o1', choice)).toMatchObject({
    ok: false,
    error: { code: 'DEAL_NOT_FOUND' },
  })
})
