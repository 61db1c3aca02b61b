import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveCredentials } from '../../src-main/features/connection/credentials.ts'
import type { JsonObject, PartnerApi } from '../../src-main/platform/partner/partner-api.ts'
import { reconcileApplication, reconcileDocument } from '../../src-main/features/submission/reconcile.ts'
import { KEPT_EVIDENCE } from '../../src-shared/features/submission/evidence-messages.ts'
import { messages } from '../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../src-shared/platform/texts/msg.ts'
import {
  addDeal,
  addDocument,
  dealOf,
  listing,
  composeApp,
  value,
  type App,
} from '../support/core/composed-app.ts'
import { connectTo } from '../support/partner/client.ts'
import { json, startPartner, type ScriptedPartner } from '../support/partner/scripted-partner.ts'
import { Cleanup } from '../support/cleanup.ts'
import type { DealDocument } from '../../src-shared/features/documents/document.ts'

const cleanup = new Cleanup()
let partner: ScriptedPartner
let app: App

beforeAll(async () => {
  partner = await startPartner(cleanup)
  const client: PartnerApi = connectTo(cleanup, { base_url: partner.base_url })
  app = await composeApp(cleanup, { partner: client })
})
afterAll(() => cleanup.run())

const BEGUN = '2026-05-04T10:00:00.000Z'
const other = { application_id: '5', application: { reference: 'R-other' } }

async function seek(body: unknown, headers: Record<string, string> = {}) {
  partner.on('GET /iso/api/v1/applications', json(200, body, headers))
  return reconcileOf(`R-${randomUUID()}`)
}

async function reconcileOf(reference: string) {
  const deal_id = await addDeal(app, { state: 'unknown', reference })
  return value(await reconcileApplication(app.context, await dealOf(app, deal_id), BEGUN))
}

describe('the finding that an application did not arrive', () => {
  test.each<[string, unknown]>([
    ['an empty list', { applications: [] }],
    ['a list of other applications', { applications: [other], next: null, total: 1 }],
    ['a wrapped list of other applications', { data: { applications: [other] }, has_more: false }],
    ['an application with another name', [{ id: '6', business_name: 'Somebody Else Inc' }]],
    ['an application that was created before', [{ id: '6', created_at: '2020-01-01T00:00:00Z' }]],
  ])('follows from %s', async (_name, body) => {
    expect((await seek(body)).findings).toMatchObject([{ says: 'not_arrived', strong: false }])
  })

  test.each<[string, unknown, Record<string, string>]>([
    ['the first page of several', { applications: [other], next: '/applications?page=2' }, {}],
    ['fewer entries than its count', { applications: [other], total: 40 }, {}],
    ['a list that its header continues', [other], { link: '</applications?page=2>; rel="next"' }],
    ['an entry without an id that the app knows', { applications: [other, { applicationNumber: '9' }] }, {}],
    ['an entry without a reference and a name', [{ id: '9', status: 'app_under_review' }], {}],
  ])('does not follow from %s', async (_name, body, headers) => {
    const { findings, gaps } = await seek(body, headers)
    expect(findings).toEqual([])
    expect(gaps.map(formatMessage)).toContain(messages().history.listNotWhole)
  })

  test('does not follow from a response without a list, and the missing list is reported', async () => {
    const { findings, gaps } = await seek({ count: 3 })
    expect(findings).toEqual([])
    expect(gaps.map(formatMessage)[0]).toContain('not with a list')
  })
})

describe("an application in the partner's list", () => {
  const reconcileListed = (entry: JsonObject, reference = `R-${randomUUID()}`) => {
    const { application, ...more } = entry as { application?: JsonObject }
    const listed = { id: '9', ...more, application: { reference, ...application } }
    partner.on('GET /iso/api/v1/applications', json(200, [listed]))
    return reconcileOf(reference)
  }

  test.each<[string, JsonObject]>([
    ['an hour before the send by this computer’s clock', { created_at: '2026-05-04T09:00:00Z' }],
    ['years before the send', { created_at: '2020-01-01' }],
    ['in an ambiguous format', { application: { created: '04/05/2026' } }],
  ])('with our reference, dated %s, is reported and resolves nothing', async (_name, entry) => {
    expect((await reconcileListed(entry)).findings).toEqual([
      { says: 'arrived', strong: false, application_id: '9', words: KEPT_EVIDENCE.referenceOlder },
    ])
  })

  test.each<[string, JsonObject]>([
    ['dated with only a day', { created_at: '2026-05-04' }],
    ['dated in another time zone', { createdAt: '2026-05-04T03:00:05' }],
    ['dated with a UTC offset', { application: { created_at: '2026-05-04 12:00:05+02:00' } }],
    [
      'without a date but next to an older date of the company',
      { company: { created_at: '2024-01-01T00:00:00Z' } },
    ],
    ['next to the partner’s own reference', { external_id: 'LOS-7', created_at: '2026-05-04T10:00:05Z' }],
  ])('with our reference, %s, is identified as ours', async (_name, entry) => {
    expect((await reconcileListed(entry)).findings).toMatchObject([
      { says: 'arrived', strong: true, application_id: '9', words: KEPT_EVIDENCE.reference },
    ])
  })

  test('with our client’s name is reported even if an owner in the entry has an external id', async () => {
    const owned = { id: '9', legal_name: 'Juniper Bakery LLC', owner: { external_id: 'own-3' } }
    expect((await seek([owned])).findings).toMatchObject([
      { says: 'arrived', strong: false, words: KEPT_EVIDENCE.sameName },
    ])
  })

  test('with our client’s name is reported even if one of the two clocks is off by hours', async () => {
    const entry = { id: '9', legal_name: 'Juniper Bakery LLC', created_at: '2026-05-04T07:00:00Z' }
    expect((await seek([entry])).findings).toMatchObject([
      { says: 'arrived', strong: false, words: KEPT_EVIDENCE.sameName },
    ])
  })
})

describe('an application that was sent to another partner', () => {
  test('is not reported as missing at the current partner', async () => {
    const moved = await composeApp(cleanup, {
      partner: { listApplications: async () => listing([]), listDocuments: async () => listing([]) },
    })
    const { context } = moved
    const save = async (base_url: string) =>
      value(
        await saveCredentials(context, {
          environment: 'sandbox',
          base_url,
          client_id: 'office',
          client_secret: 'secret',
        }),
      )
    const deal_id = await addDeal(moved, { state: 'unknown', reference: 'R-moved', application_id: null })
    const document = await addDocument(moved, cleanup, deal_id, { name: 'moved.pdf' })
    await save('https://first.example')
    const begun_at = context.clock.now()
    const look = async () => [
      value(await reconcileApplication(context, await dealOf(moved, deal_id), begun_at)),
      value(await reconcileDocument(context, '77', document, begun_at)),
    ]
    // Saving the same address again does not count as a change to a different partner.
    await save('https://first.example')
    for (const { findings } of await look()) expect(findings).toMatchObject([{ says: 'not_arrived' }])

    await save('https://second.example')
    for (const { findings, gaps } of await look()) {
      expect(findings).toEqual([])
      expect(gaps.map(formatMessage)).toContain(messages().history.addressChanged)
    }
  })
})

describe('an event of an unknown application', () => {
  const reconcileAfterEvent = async (status: number) => {
    const application_id = randomUUID()
    const event = {
      event_id: randomUUID(),
      seq: 1,
      received_at: BEGUN,
      message_type: 'application_event',
      status: 'app_under_review',
      application_id,
      timestamp: BEGUN,
      verification: 'hint',
      raw_body: '',
      signature: '',
      state: 'waiting',
    } as const
    value(await app.vault.commit([{ write: 'insert_event', event }]))
    partner.on(`GET /iso/api/v1/applications/${application_id}`, json(status, {}))
    return { application_id, ...(await seek([])) }
  }

  test('is no evidence if the partner says that this application does not exist', async () => {
    const { findings } = await reconcileAfterEvent(404)
    expect(findings).toMatchObject([{ says: 'not_arrived', application_id: null }])
  })

  test('is reported if the partner does not allow reading the application', async () => {
    const { findings, application_id } = await reconcileAfterEvent(403)
    expect(findings).toMatchObject([
      { says: 'arrived', strong: false, application_id, words: KEPT_EVIDENCE.strayNews },
    ])
  })
})

describe('the finding that a document did not arrive', () => {
  const reconcileOne = async (body: unknown, name = 'lost.pdf', size?: number) => {
    partner.on('GET /iso/api/v1/documents', json(200, body))
    const deal_id = await addDeal(app, { state: 'received', application_id: randomUUID() })
    await addDocument(app, cleanup, deal_id, { name: 'sent.pdf', size: 812 })
    const document = await addDocument(app, cleanup, deal_id, {
      name,
      ...(size === undefined ? {} : { size }),
    })
    return value(await reconcileDocument(app.context, '77', document))
  }

  test('follows from a list that shows only other documents', async () => {
    const { findings } = await reconcileOne({ documents: [{ id: 'd', name: 'other.pdf' }] })
    expect(findings).toMatchObject([{ says: 'not_arrived' }])
  })

  test.each<[string, unknown]>([
    ['a list that continues', { documents: [{ id: 'd', name: 'other.pdf' }], has_more: true }],
    ['a list with another kind of entry', { documents: [{ id: 'd', name: 'other.pdf' }, 'x'] }],
    ['a list without names', { documents: [{ id: 'd' }] }],
  ])('does not follow from %s', async (_name, body) => {
    const { findings, gaps } = await reconcileOne(body)
    expect({ findings, gaps }).toEqual({ findings: [], gaps: [messages().history.listNotWhole] })
  })

  test.each<[string, unknown]>([
    ['of the same size under another name', { name: 'lost (1).pdf', type: 'bank_statement', size: 812 }],
    ['of the same name and another kind', { name: 'lost.pdf', type: 'Statements' }],
  ])('does not follow from a list with a document %s', async (_name, entry) => {
    const sent = { name: 'sent.pdf', type: 'bank_statement', size: 812 }
    const { findings, gaps } = await reconcileOne({ documents: [sent, entry] }, 'lost.pdf', 812)
    expect({ findings, gaps }).toEqual({ findings: [], gaps: [messages().history.listNotWhole] })
    expect((await reconcileOne({ documents: [sent] }, 'lost.pdf', 812)).findings).toMatchObject([
      { says: 'not_arrived' },
    ])
  })

  test('does not follow if the listed name and kind differ only in the partner’s formatting', async () => {
    const entry = { id: 'd', name: 'Rel\u00e9v\u00e9 %22May%22.pdf', type: 'BANK STATEMENT', size: 77 }
    const name = 'Rele\u0301ve\u0301 "May".pdf'
    expect((await reconcileOne({ documents: [entry] }, name, 77)).findings).toMatchObject([
      { says: 'arrived', strong: true, words: KEPT_EVIDENCE.documentListed },
    ])
  })
})

describe('the finding that a document arrived', () => {
  const listed = { id: 'd', name: 'May.pdf', type: 'bank_statement', size: 812 }
  /** Compares one record of the partner's list with the first of a deal's documents. */
  async function reconcileFirst(
    record: object,
    ...documents: { name: string; kind: string; size: number }[]
  ) {
    partner.on('GET /iso/api/v1/documents', json(200, { documents: [record] }))
    const deal_id = await addDeal(app, { state: 'received', application_id: randomUUID() })
    const [first] = await Promise.all(documents.map((one) => addDocument(app, cleanup, deal_id, one)))
    const { findings } = value(await reconcileDocument(app.context, '77', first as DealDocument))
    return findings.map(({ says, strong }) => [says, strong])
  }
  const may = { name: 'May.pdf', kind: 'bank_statement', size: 812 }
  const sure = [['arrived', true]]

  test('is certain if name, kind, and size match, unless another document of the deal looks the same', async () => {
    expect(await reconcileFirst(listed, may)).toEqual(sure)
    for (const changed of [{ name: 'June.pdf' }, { kind: 'voided_check' }, { size: 813 }])
      expect(await reconcileFirst(listed, may, { ...may, ...changed })).toEqual(sure)
    expect(await reconcileFirst(listed, may, may)).toEqual([['arrived', false]])
  })

  test('does not follow from a record with another name, kind, or size', async () => {
    for (const changed of [{ name: 'June.pdf' }, { type: 'voided_check' }, { size: 813 }])
      expect(
        (await reconcileFirst({ ...listed, ...changed }, may)).filter(([says]) => says === 'arrived'),
      ).toEqual([])
  })
})
