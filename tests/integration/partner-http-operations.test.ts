import { afterAll, describe, expect, test } from 'vitest'
import { connectTo, errorOf, SHORT } from '../support/partner/client.ts'
import {
  answer,
  json,
  keeping,
  OFFERS,
  readBody,
  startPartner,
  type Script,
} from '../support/partner/scripted-partner.ts'
import { Cleanup } from '../support/cleanup.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const READ = 'GET /iso/api/v1/applications/77'
const DOCUMENTS = 'GET /iso/api/v1/documents'
const OFFER = 'GET /iso/api/v1/offer'
const ACCEPT = 'POST /iso/api/v1/offer'
const HOOK = { uuid: 'u-1', event_type: 'offer', webhook_url: 'https://relay.example/hook', is_active: true }

async function start() {
  const partner = await startPartner(cleanup)
  return { partner, client: connectTo(cleanup, { base_url: partner.base_url }) }
}

const record = { application_id: '77', status: 'in_review', stage: { name: 'x', steps: [1, null] } }

describe('readApplication', () => {
  test('returns the status and the complete record, including unknown fields, for an id', async () => {
    const { partner, client } = await start()
    partner.on(READ, json(200, record))
    expect(await client.readApplication({ application_id: '77' })).toEqual({
      ok: true,
      value: { status: 'in_review', record },
    })
  })

  test('escapes an id, so that it stays one segment of the path', async () => {
    const { partner, client } = await start()
    errorOf(await client.readApplication({ application_id: '../7 7?x=1#y' }))
    expect(partner.seen.at(-1)?.url).toBe('/iso/api/v1/applications/..%2F7%207%3Fx%3D1%23y')
  })

  test.each([
    ['a record without a status', { application_id: '77' }, null],
    ['a status under another usual name', { application_status: 'declined' }, 'declined'],
    ['a status that is not text', { status: { code: 1 } }, null],
    ['a blank status', { status: ' ' }, null],
    ['an uppercase status', { status: 'APP_UNDER_REVIEW ' }, 'app_under_review'],
    ['a status without its prefix', { data: { status: 'Funded' } }, 'app_funded'],
    [
      'a status in a response that has its own status',
      { status: 'success', data: { status: 'app_funded' } },
      'app_funded',
    ],
    [
      'a status of the response only',
      { status: 200, message: 'OK', data: { application_id: 77, stage: 'Funded' } },
      null,
    ],
    [
      'a status in a sentence',
      { status: 'success', application: { application_id: 77, stage: 'Funded' } },
      null,
    ],
    ['a status next to an empty record', { status: 'success', data: {} }, null],
    [
      'a status next to the sent data',
      { application_id: 77, status: 'app_funded', application: { amount: 5 } },
      'app_funded',
    ],
    ['a status that is a number', { application_id: 77, status: 200 }, null],
    ['a status in plain words', { status: 'Under review' }, 'app_under_review'],
    ['a status of an offer', { status: 'Offer_Available' }, 'offer_available'],
    ['an unknown status', { status: 'In Renewal ' }, 'In Renewal'],
    ['the state of an address', { application_id: '77', city: 'Albany', state: 'NY' }, null],
  ])('returns the record, and its status if there is one, for %s', async (_name, body, status) => {
    const { partner, client } = await start()
    partner.on(READ, json(200, body))
    expect(await client.readApplication({ application_id: '77' })).toEqual({
      ok: true,
      value: { status, record: body },
    })
  })

  test.each([
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"in_review"'],
    ['nothing', ''],
    ['endlessly nested brackets', `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
  ])('reports %s as an invalid application', async (_name, body) => {
    const { partner, client } = await start()
    partner.on(READ, answer(200, body))
    expect(errorOf(await client.readApplication({ application_id: '77' }))).toMatchObject({
      code: 'PARTNER_UNEXPECTED_RESPONSE',
      outcome: 'none',
    })
  })
})

test('a redirect to another host is not followed', async () => {
  const { partner, client } = await start()
  const { partner: other } = await start()
  partner.on(READ, answer(302, '', { location: `${other.base_url}/iso/api/v1/applications/77` }))
  expect(errorOf(await client.readApplication({ application_id: '77' })).code).toBe(
    'PARTNER_UNEXPECTED_RESPONSE',
  )
  expect(other.seen).toEqual([])
})

describe('a list from a partner that ignores the requested application', () => {
  test('returns only offers that do not name another application', async () => {
    const { partner, client } = await start()
    const offers = [
      { offer_id: 'o-1', application_id: '77' },
      { offer_id: 'o-2', application_id: '78' },
      { offer_id: 'o-3', applicationId: 77 },
      { offer_id: 'o-4', applicationId: 78 },
      { offer_id: 'o-5' },
    ]
    partner.on(OFFERS, json(200, { offers, total: 5 }))
    const listed = await client.listOffers('77')
    expect(listed).toMatchObject({ ok: true, value: { unread: 0, has_more: false } })
    const ids = listed.ok ? listed.value.entries.map(({ offer_id }) => offer_id) : []
    expect(ids).toEqual(['o-1', 'o-3', 'o-5'])
  })

  test('returns no document that belongs to another application', async () => {
    const { partner, client } = await start()
    const same = { type: 'bank_statement', file_name: 'march.pdf', size: 9 }
    partner.on(DOCUMENTS, json(200, { documents: [{ ...same, application_id: '78' }] }))
    expect(await client.listDocuments('77')).toEqual({
      ok: true,
      value: { entries: [], unread: 0, has_more: false },
    })
  })
})

describe('listDocuments', () => {
  test('reads documents with the usual field names, and keeps their unknown fields', async () => {
    const { partner, client } = await start()
    const first = { document_id: 'd-1', type: 'bank_statement', file_name: 'march.pdf', pages: 3 }
    const second = { id: 8, kind: 'tax_return', name: 'tax.pdf' }
    partner.on(DOCUMENTS, json(200, { documents: [first, second, {}, null, 'x'], total: 3 }))
    expect(await client.listDocuments('77')).toEqual({
      ok: true,
      value: {
        entries: [
          { document_id: 'd-1', type: 'bank_statement', name: 'march.pdf', record: first },
          { document_id: '8', type: 'tax_return', name: 'tax.pdf', record: second },
          { document_id: null, type: null, name: null, record: {} },
        ],
        unread: 2,
        has_more: false,
      },
    })
    expect(partner.seen.at(-1)?.url).toBe('/iso/api/v1/documents?application_id=77')
  })

  test.each([
    ['without a wrapper', [{ id: 'd' }]],
    ['under data', { data: [{ id: 'd' }] }],
    ['under items', { items: [{ id: 'd' }] }],
    ['under its name within data', { data: { documents: [{ id: 'd' }] }, next: null, total: 1 }],
  ])('reads a list %s', async (_name, body) => {
    const { partner, client } = await start()
    partner.on(DOCUMENTS, json(200, body))
    expect(await client.listDocuments('77')).toMatchObject({
      ok: true,
      value: { entries: [{ document_id: 'd' }], unread: 0, has_more: false },
    })
  })

  test.each<[string, unknown, Record<string, string>]>([
    ['the URL of the next page', { documents: [], next: '/documents?page=2' }, {}],
    ['a has_more flag', { documents: [], meta: { has_more: true } }, {}],
    ['a total above the number of entries', { data: { documents: [{}], total: 40 } }, {}],
    ['a total of two pages', { documents: [], pagination: { total_pages: 2 } }, {}],
    [
      'a Link header with a next page',
      [],
      { link: '</documents?page=1>; rel="prev", </documents?page=2>; rel="next"' },
    ],
  ])('reports that the list has more pages if the response contains %s', async (_name, body, headers) => {
    const { partner, client } = await start()
    partner.on(DOCUMENTS, json(200, body, headers))
    expect(await client.listDocuments('77')).toMatchObject({ ok: true, value: { has_more: true } })
  })
})

describe('a response without a list', () => {
  test.each([[{ count: 3 }], ['x'], [null], [{ documents: {} }], [{ data: { files: [] } }]])(
    'reports %j as an error instead of an empty list',
    async (body) => {
      const { partner, client } = await start()
      for (const path of ['documents', 'applications', 'offers', 'webhooks'])
        partner.on(`GET /iso/api/v1/${path}`, json(200, body))
      const asked = await Promise.all([
        client.listDocuments('77'),
        client.listApplications('R-1'),
        client.listOffers('77'),
        client.listWebhooks(),
      ])
      for (const listed of asked)
        expect(errorOf(listed)).toMatchObject({ code: 'PARTNER_UNEXPECTED_RESPONSE', outcome: 'none' })
    },
  )

  test('a list of only unreadable entries is an error, and a response without a body does not prove an empty list', async () => {
    const { partner, client } = await start()
    partner.on(OFFERS, json(200, { offers: [{ quote: 1 }] }))
    partner.on('GET /iso/api/v1/webhooks', json(200, { webhooks: [{ id: 'u-1', url: 'https://x.example' }] }))
    expect(errorOf(await client.listOffers('77')).code).toBe('PARTNER_UNEXPECTED_RESPONSE')
    expect(errorOf(await client.listWebhooks()).code).toBe('PARTNER_UNEXPECTED_RESPONSE')
    partner.on(OFFERS, answer(204, ''))
    expect(await client.listOffers('77')).toEqual({
      ok: true,
      value: { entries: [], unread: 0, has_more: true },
    })
    partner.on(OFFERS, json(200, { offers: [{ offer_id: 'o-1' }, { quote: 1 }], next: '/offers?page=2' }))
    expect(await client.listOffers('77')).toMatchObject({
      ok: true,
      value: { entries: [{ offer_id: 'o-1' }], unread: 1, has_more: true },
    })
  })
})

describe('an offer', () => {
  const bare = { offer_id: 'o-1', amount: '12500.50', factor_rate: 1.31, status: 'available' }
  const read = { offer_id: 'o-1', amount_cents: 1_250_050, factor_rate: '1.31', status: 'available' }
  const shapes: [string, unknown][] = [
    ['bare', bare],
    ['wrapped in offer', { offer: bare, message: 'ok' }],
    ['wrapped in data', { data: bare }],
    ['bare, with a field named data', { ...bare, data: { note: 'x' } }],
    ['bare, with a field named offer', { ...bare, offer: 'first' }],
  ]

  test.each(shapes)('is read if the response is %s', async (_name, body) => {
    const { partner, client } = await start()
    partner.on(OFFER, json(200, body))
    expect(await client.readOffer('o-1')).toMatchObject({ ok: true, value: read })
    expect(partner.seen.at(-1)?.url).toBe('/iso/api/v1/offer?offer_id=o-1')
  })

  test.each([[{}], [{ offer: null }], [[]], ['ok']])(
    'is reported as invalid if the response is %j',
    async (body) => {
      const { partner, client } = await start()
      partner.on(OFFER, json(200, body))
      expect(errorOf(await client.readOffer('o-1'))).toMatchObject({ code: 'PARTNER_UNEXPECTED_RESPONSE' })
    },
  )

  test.each(shapes)(
    'is accepted, and the accepted offer is read if the response is %s',
    async (_name, body) => {
      const { partner, client } = await start()
      const sent: unknown[] = []
      partner.on(ACCEPT, keeping(sent, json(200, body)))
      expect(await client.acceptOffer('o-1')).toMatchObject({ ok: true, value: { offer: read, reply: body } })
      expect(sent).toEqual([{ offer_id: 'o-1', action: 'accept' }])
    },
  )

  test.each([
    ['with text', 200, '{"message":"accepted"}', { message: 'accepted' }],
    ['with no body', 204, '', null],
  ])('is accepted if the partner responds %s', async (_name, status, body, reply) => {
    const { partner, client } = await start()
    partner.on(ACCEPT, answer(status, body))
    expect(await client.acceptOffer('o-1')).toEqual({ ok: true, value: { offer: null, reply } })
  })

  test.each<[string, Script, string]>([
    ['missing', (request) => readBody(request), 'unknown'],
    [
      'a reset after the request',
      async (request) => {
        await readBody(request)
        request.socket.resetAndDestroy()
      },
      'unknown',
    ],
    ['500', json(500, {}), 'unknown'],
    ['an HTML page', answer(200, '<html>'), 'unknown'],
    ['a refusal', json(409, {}), 'not_received'],
  ])('gets only one acceptance request, even if the response is %s', async (name, script, outcome) => {
    const { partner } = await start()
    const client = connectTo(cleanup, {
      base_url: partner.base_url,
      retryPolicy: { tries: 3, firstWaitMs: 1 },
      ...(name === 'missing' ? { timeouts: SHORT } : {}),
    })
    partner.on(ACCEPT, script)
    expect(errorOf(await client.acceptOffer('o-1'))).toMatchObject({ outcome, retryable: false })
    expect(partner.count(ACCEPT)).toBe(1)
  })
})

describe('webhooks', () => {
  const route = (method: string) => `${method} /iso/api/v1/webhooks/u-1`

  test('reads a webhook, including its unknown fields', async () => {
    const { partner, client } = await start()
    partner.on(route('GET'), json(200, { ...HOOK, created: 'today' }))
    expect(await client.readWebhook('u-1')).toEqual({ ok: true, value: { ...HOOK, created: 'today' } })
  })

  test('reports a webhook record that is not a registration as an error', async () => {
    const { partner, client } = await start()
    partner.on(route('GET'), json(200, { uuid: 'u-1' }))
    expect(errorOf(await client.readWebhook('u-1')).code).toBe('PARTNER_UNEXPECTED_RESPONSE')
  })

  test("changes a webhook, and returns the partner's record", async () => {
    const { partner, client } = await start()
    const sent: unknown[] = []
    partner.on(route('PUT'), keeping(sent, json(200, { ...HOOK, is_active: false })))
    expect(await client.updateWebhook(HOOK)).toMatchObject({ ok: true, value: { is_active: false } })
    const { uuid: _, ...fields } = HOOK
    expect(sent).toEqual([fields])
  })

  test('returns the changed webhook if the partner confirms the change without a body', async () => {
    const { partner, client } = await start()
    partner.on(route('PUT'), answer(204, ''))
    expect(await client.updateWebhook({ ...HOOK, is_active: false })).toEqual({
      ok: true,
      value: { ...HOOK, is_active: false },
    })
  })

  test('deletes a webhook without sending a body', async () => {
    const { partner, client } = await start()
    const sent: unknown[] = []
    partner.on(route('DELETE'), keeping(sent, answer(204, '')))
    expect(await client.deleteWebhook('u-1')).toEqual({ ok: true, value: undefined })
    expect(sent).toEqual([null])
  })

  test('omits list entries that are not registrations', async () => {
    const { partner, client } = await start()
    partner.on('GET /iso/api/v1/webhooks', json(200, { webhooks: [HOOK, { uuid: 'x' }, null] }))
    expect(await client.listWebhooks()).toEqual({ ok: true, value: [HOOK] })
  })
})

test('validateToken sends the token, and requests a new token if the partner refuses it', async () => {
  const { partner, client } = await start()
  const route = 'GET /iso/api/auth/oauth2/token/validate'
  partner.on(route, json(200, { valid: true }))
  expect(await client.validateToken()).toEqual({ ok: true, value: undefined })
  expect(partner.seen.at(-1)?.authorization).toMatch(/^Bearer /)
  partner.on(route, json(401, {}))
  expect(errorOf(await client.validateToken()).code).toBe('PARTNER_CREDENTIALS_REJECTED')
  const tokens = partner.seen.filter((seen) => seen.route === route).map((seen) => seen.authorization)
  expect(tokens).toHaveLength(3)
  expect(new Set(tokens).size).toBe(2)
})
