import { afterAll, describe, expect, test } from 'vitest'
import { connectTo, errorOf } from '../support/partner/client.ts'
import { answer, json, OFFERS, startPartner } from '../support/partner/scripted-partner.ts'
import { Cleanup } from '../support/cleanup.ts'

// A partner's responses must not refer to other records, exhaust the memory, or contain ids that this app cannot send back.

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const READ = 'GET /iso/api/v1/applications/77'
const DOCUMENTS = 'GET /iso/api/v1/documents'

async function start() {
  const partner = await startPartner(cleanup)
  return { partner, client: connectTo(cleanup, { base_url: partner.base_url }) }
}

test('a status that the partner reports is cut to 200 characters', async () => {
  const { partner, client } = await start()
  partner.on(READ, json(200, { application_id: '77', status: 'x'.repeat(100_000) }))
  expect(await client.readApplication({ application_id: '77' })).toMatchObject({
    ok: true,
    value: { status: 'x'.repeat(200) },
  })
})

test.each([
  ['at the top', { application_id: '78', status: 'app_funded' }],
  ['as a number', { applicationId: 78, status: 'app_funded' }],
  ['in a wrapped record', { status: 200, data: { application_id: '78', status: 'app_funded' } }],
  ['in its application object', { application: { application_id: '78', status: 'app_funded' } }],
])('a record that names another application %s is refused', async (_, body) => {
  const { partner, client } = await start()
  partner.on(READ, json(200, body))
  expect(errorOf(await client.readApplication({ application_id: '77' }))).toMatchObject({
    code: 'PARTNER_UNEXPECTED_RESPONSE',
    outcome: 'none',
  })
})

test.each([
  ['offers', 500],
  ['documents', 5_000],
] as const)(
  'a list of 60,000 %s is read up to a limit, and the result says that more entries follow',
  async (what, most) => {
    const { partner, client } = await start()
    const entries = Array.from({ length: 60_000 }, (_, id) => `{"id":${id}}`)
    partner.on(what === 'offers' ? OFFERS : DOCUMENTS, answer(200, `[${entries.join(',')}]`))
    const listed = await (what === 'offers' ? client.listOffers('77') : client.listDocuments('77'))
    expect(listed).toMatchObject({ ok: true, value: { has_more: true } })
    expect(listed.ok && listed.value.entries.length).toBe(most)
  },
)

describe('an id that cannot be sent back unchanged counts as missing', () => {
  const ids: [string, string][] = [
    ['a number above 2^53, which is rounded to the id of another record', '9007199254740993'],
    ['a number with decimals', '77.5'],
    ['a text with a trailing space', '"77 "'],
    ['a text with a line break', '"77\\n"'],
    ['a text with half a surrogate pair', '"77\\ud800"'],
    ['a text of 201 characters', JSON.stringify('7'.repeat(201))],
  ]

  test.each(ids)('of a created application: %s', async (_, id) => {
    const { partner, client } = await start()
    partner.on('POST /iso/api/v1/application', answer(201, `{"application_id":${id}}`))
    expect(errorOf(await client.createApplication({}))).toMatchObject({
      code: 'PARTNER_UNEXPECTED_RESPONSE',
      outcome: 'received',
    })
  })

  test.each(ids)('of an offer: %s', async (_, id) => {
    const { partner, client } = await start()
    partner.on(OFFERS, answer(200, `[{"offer_id":${id}},{"offer_id":8}]`))
    expect(await client.listOffers('77')).toMatchObject({
      ok: true,
      value: { entries: [{ offer_id: '8' }], unread: 1 },
    })
  })

  test.each(ids)('of a listed application: %s', async (_, id) => {
    const { partner, client } = await start()
    partner.on('GET /iso/api/v1/applications', answer(200, `[{"application_id":${id}},{"application_id":8}]`))
    expect(await client.listApplications('R-1')).toMatchObject({
      ok: true,
      value: { entries: [{ application_id: '8' }], unread: 1 },
    })
  })

  test('an entry of another application is omitted even if rounding would make its application id equal to the requested id', async () => {
    const { partner, client } = await start()
    partner.on(OFFERS, answer(200, '[{"offer_id":1,"application_id":9007199254740993}]'))
    expect(await client.listOffers('9007199254740992')).toMatchObject({ ok: true, value: { entries: [] } })
  })
})
