import { resultOf } from '../../src-main/platform/base/failure.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import { linkDocument } from '../../src-main/features/documents/checklist.ts'
import { acceptOffer, viewOffers } from '../../src-main/features/offers/accept-offer.ts'
import { noteDecline, saveScenario } from '../../src-main/features/offers/note-offer.ts'
import {
  printComparison,
  type ComparisonPrint,
} from '../../src-main/features/merchant-page/print-comparison.ts'
import type { PartnerApi } from '../../src-main/platform/partner/partner-api.ts'
import type { StoredDeal } from '../../src-main/platform/vault/records.ts'
import type { Offer } from '../../src-shared/features/offers/offer.ts'
import { bareOffer } from '../../src-shared/features/offers/offer.ts'
import { appError, fail, ok } from '../../src-shared/platform/base/errors.ts'
import { EMPTY_BOX } from '../../src-shared/features/credit-box/credit-box.ts'
import { formatMessage } from '../../src-shared/platform/texts/msg.ts'
import { messages } from '../../src-shared/platform/texts/messages.ts'
import { standardEndpoints } from '../../src-shared/platform/partner/standard-endpoints.ts'
import {
  addDeal,
  addDocument,
  dealOf,
  kindsOf,
  composeApp,
  scriptedPartner,
  value,
  type App,
} from '../support/core/composed-app.ts'
import { connectTo } from '../support/partner/client.ts'
import { makePayload } from '../support/relay/payload.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { asAdmin, asClient, startSandbox, type SandboxProgram } from '../support/relay/sandbox.ts'
import { readCreditBoxes, saveCreditBoxes } from '../../src-main/features/credit-box/room.ts'
import { refreshOffers } from '../../src-main/features/events/apply-answer.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const ACCEPT = 'POST /iso/api/v1/offer'
const AVAILABLE: Offer = { ...bareOffer('o1'), status: 'offer_available', amount_cents: 35_000_00 }
const received = () => ({ state: 'received' as const, application_id: randomUUID(), offers: [AVAILABLE] })
const lost = appError('PARTNER_CONNECTION_LOST', 'It broke.', 'Ask.', { outcome: 'unknown' })

const factsOf = async ({ vault }: App, deal_id: string) =>
  value(await vault.listProof(deal_id)).map(({ fact }) => fact)
const stateOf = async ({ context }: App, deal_id: string) =>
  value(await viewOffers(context, deal_id)).own.map(({ acceptance }) => acceptance?.state ?? null)
/** Creates an app whose clock the test controls. */
async function appAt(partner: Partial<PartnerApi>) {
  const app = await composeApp(cleanup, { partner })
  let now = Date.parse('2026-05-04T10:00:00.000Z')
  app.context.clock = { now: () => new Date((now += 100)).toISOString() }
  return { app, pass: (seconds: number) => void (now += seconds * 1_000) }
}

describe('an acceptance in the sandbox', () => {
  let sandbox: SandboxProgram
  let app: App
  let pass: (seconds: number) => void
  let sent: string[] = []
  beforeAll(async () => {
    sandbox = await startSandbox(cleanup, cleanup.folder(), '--offers', '3', '--admin-port', '0')
    const client = connectTo(cleanup, {
      ...sandbox.ready,
      onCall: ({ method, path }) => sent.push(`${method} ${path.split('?')[0]}`),
    })
    ;({ app, pass } = await appAt({ ...client }))
  })

  /** Creates a deal whose application has three offers. */
  async function offered(): Promise<string> {
    const direct = await asClient(sandbox.ready)
    const { body } = await direct.post('/v1/application', makePayload())
    const { application_id } = body
    for (let made = 0; made < 3; made++)
      // Publish one offer after another, because the sandbox derives each offer from the earlier ones.
      await asAdmin(sandbox.ready).publish(application_id, 'offer_available')
    const deal_id = await addDeal(app, {
      state: 'received',
      application_id,
      legal_name: 'Juniper Bakery LLC',
    })
    await until(async () =>
      value(await refreshOffers(app.context, deal_id)).length === 3 ? true : undefined,
    )
    sent = []
    return deal_id
  }
  const idsOf = async (deal_id: string) => (await dealOf(app, deal_id)).offers.map(({ offer_id }) => offer_id)
  const accepts = () => sent.filter((call) => call === ACCEPT).length

  test('is sent once, and the timeline and the proof record every step', async () => {
    const deal_id = await offered()
    const [first = '', second = ''] = await idsOf(deal_id)
    value(await acceptOffer(app.context, deal_id, second, false))
    expect(await stateOf(app, deal_id)).toEqual(['accepted'])
    expect((await dealOf(app, deal_id)).offers.map(({ status }) => status)).toEqual([
      'offer_available',
      'offer_accepted',
      'offer_available',
    ])
    expect(await kindsOf(app, deal_id)).toEqual(
      expect.arrayContaining(['offer_accept_sent', 'offer_accepted']),
    )
    // The list of offers also shows the acceptance, which is no further line.
    const titles = value(await app.vault.listTimeline(deal_id)).map(({ title }) => formatMessage(title))
    expect(titles.filter((title) => title === 'Offer accepted')).toHaveLength(1)
    expect(await factsOf(app, deal_id)).toMatchObject([
      { what: 'offer_accept_sent', offer_id: second, amount_cents: expect.any(Number) },
      { what: 'offer_accept_answered', offer_id: second, outcome: 'received', code: null },
    ])
    for (const offer_id of [first, second])
      expect(await resultOf(acceptOffer(app.context, deal_id, offer_id, true))).toMatchObject({
        ok: false,
        error: { code: 'OFFER_NOT_OPEN', outcome: 'not_received' },
      })
    expect(accepts()).toBe(1)
  })

  test('is sent once for concurrent clicks', async () => {
    const deal_id = await offered()
    const [first = '', second = ''] = await idsOf(deal_id)
    const answers = await Promise.all(
      [first, second, first].map((offer_id) => resultOf(acceptOffer(app.context, deal_id, offer_id, false))),
    )
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(accepts()).toBe(1)
  })

  test('that the partner received without responding is confirmed by the list of offers', async () => {
    const deal_id = await offered()
    const [first = ''] = await idsOf(deal_id)
    await asAdmin(sandbox.ready).setFaults({ route: ACCEPT, fault: 'reset_after_processing', times: 1 })
    value(await acceptOffer(app.context, deal_id, first, false))
    expect(await stateOf(app, deal_id)).toEqual(['accepted'])
    expect(await kindsOf(app, deal_id)).toEqual(
      expect.arrayContaining(['offer_accept_sent', 'offer_accept_unknown', 'offer_accepted']),
    )
    expect((await factsOf(app, deal_id)).map(({ what }) => what)).toEqual([
      'offer_accept_sent',
      'offer_accept_answered',
      'offer_accept_found',
    ])
    expect(accepts()).toBe(1)
  })

  test('whose response was lost is not repeated automatically, and the broker can repeat it after the offer was read as still open', async () => {
    const deal_id = await offered()
    const [first = '', second = ''] = await idsOf(deal_id)
    await asAdmin(sandbox.ready).setFaults({ route: ACCEPT, fault: 'reset_after_body', times: 1 })
    value(await acceptOffer(app.context, deal_id, first, false))
    expect(await stateOf(app, deal_id)).toEqual(['unknown'])
    for (const again of [false, true])
      for (const offer_id of [first, second])
        // While one acceptance has an unknown outcome, the app may send no other.
        expect(await resultOf(acceptOffer(app.context, deal_id, offer_id, again))).toMatchObject({
          error: { code: 'OFFER_ACCEPT_UNKNOWN' },
        })
    value(await refreshOffers(app.context, deal_id))
    expect(await stateOf(app, deal_id)).toEqual(['unknown'])
    pass(60)
    value(await refreshOffers(app.context, deal_id))
    expect(await stateOf(app, deal_id)).toEqual(['still_open'])
    expect((await resultOf(acceptOffer(app.context, deal_id, first, false))).ok).toBe(false)
    expect(accepts()).toBe(1)
    value(await acceptOffer(app.context, deal_id, first, true))
    expect(await stateOf(app, deal_id)).toEqual(['accepted'])
    expect(accepts()).toBe(2)
  })

  test('that is refused is reported with its reason, and another offer can be accepted', async () => {
    const deal_id = await offered()
    const [first = '', second = ''] = await idsOf(deal_id)
    await asAdmin(sandbox.ready).setFaults({ route: ACCEPT, fault: 'status', status: 409, times: 1 })
    expect(await resultOf(acceptOffer(app.context, deal_id, first, false))).toMatchObject({
      error: { code: 'PARTNER_CONFLICT', outcome: 'not_received' },
    })
    expect(await stateOf(app, deal_id)).toEqual([null])
    expect(await kindsOf(app, deal_id)).toContain('offer_not_accepted')
    value(await acceptOffer(app.context, deal_id, second, false))
    expect(await stateOf(app, deal_id)).toContain('accepted')
  })
})

/** One app that many tests share. `service` contains the responses of the app's partner; each test sets them with `scripted`. */
let shared: App
let service: Partial<PartnerApi> = {}
beforeAll(async () => {
  ;({ app: shared } = await appAt({}))
  shared.context.partner = async () => ok(scriptedPartner(service))
})
function scripted(partner: Partial<PartnerApi>): App {
  service = partner
  return shared
}

describe('accepting an offer', () => {
  test('is shown as unavailable if the partner does not offer this operation, until the endpoint profile names another operation', async () => {
    let code: 'PARTNER_NOT_OFFERED' | 'PARTNER_NOT_FOUND' = 'PARTNER_NOT_FOUND'
    const app = scripted({
      acceptOffer: async () => fail(appError(code, 'Not here.', 'Go on.', { outcome: 'not_received' })),
    })
    const deal_id = await addDeal(app, received())
    expect(value(await viewOffers(app.context, deal_id)).accepting).toBe('assumed')
    const refused = () => resultOf(acceptOffer(app.context, deal_id, 'o1', false))
    // The partner does not know this offer. That proves nothing about other offers, so accepting offers stays available.
    const unknown = { error: { code, message: messages().errorsDeals.offerUnknown } }
    expect([await refused(), await refused()]).toMatchObject([unknown, unknown])
    expect(value(await viewOffers(app.context, deal_id)).accepting).toBe('assumed')
    code = 'PARTNER_NOT_OFFERED'
    expect((await refused()).ok).toBe(false)
    expect(value(await viewOffers(app.context, deal_id))).toMatchObject({ accepting: 'not_offered' })
    const { 'offer.accept': operation, ...endpoints } = standardEndpoints.endpoints
    const put = async (changed: object) =>
      value(
        await app.vault.commit([
          {
            write: 'set_setting',
            key: 'endpoint_profile',
            value: JSON.stringify({ ...standardEndpoints, endpoints: { ...endpoints, ...changed } }),
          },
        ]),
      )
    await put({ 'offer.accept': { ...operation, path: '/iso/api/v1/offer/accept' } })
    expect(value(await viewOffers(app.context, deal_id)).accepting).toBe('assumed')
    await put({})
    expect(value(await viewOffers(app.context, deal_id)).accepting).toBe('not_offered')
    value(await app.vault.commit([{ write: 'set_setting', key: 'endpoint_profile', value: null }]))
    value(await app.vault.commit([{ write: 'set_setting', key: 'offer_accept_tried', value: null }]))
  })

  test.each([
    ['expired', { expires_at: '2026-05-04T09:59:59Z' }],
    ['rescinded', { status: 'offer_rescinded' }],
  ])('sends nothing for an offer that is %s', async (_name, changes) => {
    const app = scripted({})
    const deal_id = await addDeal(app, {
      state: 'received',
      offers: [{ ...AVAILABLE, ...changes }],
    })
    for (const offer_id of ['o1', 'another'])
      expect(await resultOf(acceptOffer(app.context, deal_id, offer_id, true))).toMatchObject({
        error: { code: 'OFFER_NOT_OPEN' },
      })
    expect(await factsOf(app, deal_id)).toEqual([])
  })

  test('has an unknown outcome if the app ends during the call or if the call throws an error', async () => {
    const app = scripted({
      acceptOffer: async () => {
        throw new Error('a fault')
      },
    })
    const cut = await addDeal(app, received())
    const acceptance = { state: 'sending', at: '2026-05-04T09:00:00Z' } as const
    value(await app.vault.commit([{ write: 'put_acceptance', deal_id: cut, offer_id: 'o1', acceptance }]))
    expect(await stateOf(app, cut)).toEqual(['unknown'])
    const broken = await addDeal(app, { state: 'received', application_id: '8', offers: [AVAILABLE] })
    value(await acceptOffer(app.context, broken, 'o1', false))
    expect(await stateOf(app, broken)).toEqual(['unknown'])
  })

  test('stores the acceptance together with the offer scenario, and erasing the deal deletes both', async () => {
    const app = scripted({ acceptOffer: async () => fail(lost) })
    const deal_id = await addDeal(app, received())
    const choice = { amount_cents: 20_000_00, upsell: '0.0500' }
    value(await app.vault.commit([{ write: 'put_offer_choice', deal_id, offer_id: 'o1', choice }]))
    value(await acceptOffer(app.context, deal_id, 'o1', false))
    expect(value(await app.vault.offerScenarios(deal_id))).toMatchObject([
      { offer_id: 'o1', choice, acceptance: { state: 'unknown' } },
    ])
    const deleted_at = '2026-05-04T10:00:00.000Z'
    value(await app.vault.commit([{ write: 'update_deal', deal_id, changes: { deleted_at } }]))
    expect(value(await app.vault.eraseDeals([deal_id]))).toBe(1)
    expect(value(await app.vault.offerScenarios(deal_id))).toEqual([])
  })
})

describe('stipulations', () => {
  const asking = (offer_id: string, labels: string[], status = 'offer_available'): Offer => ({
    ...bareOffer(offer_id),
    status,
    stipulations: labels.map((label) => ({ label, document_kind: null })),
  })
  test('appear once each in the checklist with their documents, and after an acceptance only the stipulations of the accepted offer remain', async () => {
    const app = scripted({})
    const { context } = app
    const deal_id = await addDeal(app, {
      offers: [
        asking('o1', ['Landlord’s word', 'Signed contract', 'Voided check']),
        asking('o2', ['landlord’s word ', 'Payoff letter']),
        asking('o3', ['Never asked'], 'offer_rescinded'),
        { ...asking('o4', ['Asked too long ago']), expires_at: '2026-05-01T00:00:00.000Z' },
      ],
    })
    const lines = async () =>
      value(await viewDeal(context, deal_id))
        .checklist.filter(({ of_offer }) => of_offer)
        .map(({ label, state }) => [label, state])
    // Every checklist already contains a voided check, so the offers add no second line for it.
    expect(await lines()).toEqual([
      ['Landlord’s word', 'open'],
      ['Signed contract', 'open'],
      ['Payoff letter', 'open'],
    ])
    const word = await addDocument(app, cleanup, deal_id, { kind: 'other', state: 'received' })
    await addDocument(app, cleanup, deal_id, { kind: 'signed_contract' })
    value(await linkDocument(context, word.document_id, 'offer:landlord’s word'))
    expect(await lines()).toEqual([
      ['Landlord’s word', 'answered'],
      ['Signed contract', 'prepared'],
      ['Payoff letter', 'open'],
    ])
    const offers = [asking('o1', ['Landlord’s word']), asking('o2', ['Payoff letter'], 'offer_accepted')]
    value(await app.vault.commit([{ write: 'update_deal', deal_id, changes: { offers } }]))
    expect(await lines()).toEqual([['Payoff letter', 'open']])
    expect((await resultOf(linkDocument(context, word.document_id, 'offer:landlord’s word'))).ok).toBe(false)
  })

  describe('of offers without a status', () => {
    const offers = [asking('o1', ['Landlord’s word']), asking('o2', ['Payoff letter'])].map((offer) => ({
      ...offer,
      status: null,
    }))
    async function dealWith(more: Partial<StoredDeal> = {}) {
      const app = scripted({})
      const deal_id = await addDeal(app, { offers, ...more })
      const word = await addDocument(app, cleanup, deal_id, { kind: 'other', state: 'received' })
      const labels = async () =>
        value(await viewDeal(app.context, deal_id))
          .checklist.filter(({ of_offer }) => of_offer)
          .map(({ label }) => label)
      const canLink = async () =>
        (await resultOf(linkDocument(app.context, word.document_id, 'offer:landlord’s word'))).ok
      return { app, deal_id, labels, canLink }
    }

    test('leave the checklist after another offer was accepted in the app', async () => {
      const { app, deal_id, labels, canLink } = await dealWith()
      expect(await labels()).toEqual(['Landlord’s word', 'Payoff letter'])
      expect(await canLink()).toBe(true)
      const acceptance = { state: 'accepted', at: '2026-05-04T10:00:00.000Z' } as const
      value(await app.vault.commit([{ write: 'put_acceptance', deal_id, offer_id: 'o2', acceptance }]))
      expect(await labels()).toEqual(['Payoff letter'])
      expect(await canLink()).toBe(false)
    })

    test('leave the checklist after the merchant declined the offer', async () => {
      const { app, deal_id, labels, canLink } = await dealWith()
      value(await noteDecline(app.context, { deal_id, offer_id: 'o1' }, { reason: 'cost', note: '' }))
      expect(await labels()).toEqual(['Payoff letter'])
      expect(await canLink()).toBe(false)
      value(await noteDecline(app.context, { deal_id, offer_id: 'o1' }, null))
      expect(await labels()).toEqual(['Landlord’s word', 'Payoff letter'])
    })

    test('stay in the checklist while nothing shows which offer was accepted', async () => {
      const { labels } = await dealWith({
        state: 'received',
        application_id: randomUUID(),
        application_status: 'app_documentation_pending',
        application_status_at: '2026-05-04T11:00:00.000Z',
        offer_status: 'offer_accepted',
        offer_status_at: '2026-05-04T10:00:00.000Z',
      })
      expect(await labels()).toEqual(['Landlord’s word', 'Payoff letter'])
    })
  })
})

describe('the merchant page', () => {
  test('is in the chosen language and hides what concerns only the broker', async () => {
    const app = scripted({})
    const deal_id = await addDeal(app, {
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
    const apps: ComparisonPrint = {
      print: async (html) => {
        pages.push(html)
        return Buffer.from(html)
      },
      save: async ({ name }) => {
        saved.push(name)
        return { saved_as: name }
      },
    }
    const wish = { deal_id, offer_ids: ['o1'], broker_name: 'Ada "the" Broker', tried: false }
    value(await printComparison(app.context, apps, { ...wish, language: 'en' }))
    value(await printComparison(app.context, apps, { ...wish, language: 'es' }))
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
    expect(value(await viewOffers(app.context, deal_id)).broker_name).toBe('Ada "the" Broker')
    // The terms that the broker tries out are printed only on demand, and as a calculation.
    const other = { amount_cents: 35_000_00, upsell: '0.0283' }
    value(await saveScenario(app.context, deal_id, 'o1', other))
    for (const tried of [false, true])
      value(await printComparison(app.context, apps, { ...wish, language: 'en', tried }))
    expect(pages[2]).toBe(en)
    expect(pages[3]).toContain('Offer 1, other terms (a calculation, not an offer)')
    expect(pages[3]).toContain('$42,000.00')
    const failing: ComparisonPrint = { ...apps, print: () => Promise.reject(new Error('no printer')) }
    expect(await resultOf(printComparison(app.context, failing, { ...wish, language: 'en' }))).toMatchObject({
      error: { code: 'FILE_NOT_WRITTEN' },
    })
  })
})

test('the vault stores the credit boxes, and credit boxes that cannot be read are reported', async () => {
  const app = scripted({})
  expect(value(await readCreditBoxes(app.context))).toEqual({ boxes: [] })
  const boxes = { boxes: [{ ...EMPTY_BOX, name: 'Usual', minimum_score: 600 }] }
  value(await saveCreditBoxes(app.context, boxes))
  expect(app.emitted).toContainEqual({ event: 'credit_box.changed', payload: {} })
  expect(value(await readCreditBoxes(app.context))).toEqual(boxes)
  value(await app.vault.commit([{ write: 'set_setting', key: 'lending_boxes', value: '{"boxes": 3}' }]))
  expect(await resultOf(readCreditBoxes(app.context))).toMatchObject({
    error: { code: 'SETTINGS_UNREADABLE' },
  })
})

test('an offer scenario is stored for an existing deal, and an error is reported for a missing deal', async () => {
  const { app } = await appAt({})
  const deal_id = await addDeal(app)
  const choice = { amount_cents: 30_000_00, upsell: '1.1' }
  expect(value(await saveScenario(app.context, deal_id, 'o1', choice)).own).toEqual([
    { offer_id: 'o1', choice, acceptance: null, sent: null, declined: null },
  ])
  const nowhere = '7f3c2d10-0000-4000-8000-000000000000'
  expect(await resultOf(saveScenario(app.context, nowhere, 'o1', choice))).toMatchObject({
    ok: false,
    error: { code: 'DEAL_NOT_FOUND' },
  })
})
