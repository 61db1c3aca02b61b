import { afterAll, describe, expect, test } from 'vitest'
import type { PartnerApi } from '../../src-main/platform/partner/partner-api.ts'
import type { Result } from '../../src-shared/platform/base/errors.ts'
import type { EndpointProfile, Operation } from '../../src-shared/platform/partner/endpoint-profile.ts'
import { isAssumed, standardEndpoints } from '../../src-shared/platform/partner/standard-endpoints.ts'
import { listing } from '../support/core/composed-app.ts'
import { connectTo, errorOf, makeBytes, makeUpload, upload } from '../support/partner/client.ts'
import { json, keeping, startPartner } from '../support/partner/scripted-partner.ts'
import { Cleanup } from '../support/cleanup.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const HOOK = { uuid: 'u-1', event_type: 'offer', webhook_url: 'https://relay.example/hook', is_active: true }

async function start(profile: EndpointProfile = standardEndpoints) {
  const partner = await startPartner(cleanup)
  const client = connectTo(cleanup, { base_url: partner.base_url, service: { endpoints: profile } })
  return { partner, client }
}

/** Optional operations of a partner, each with the client call that uses it and the outcome that the client reports if it fails. */
const OPTIONAL: [Operation, (client: PartnerApi) => Promise<Result<unknown>>, 'none' | 'not_received'][] = [
  ['token.validate', (client) => client.validateToken(), 'none'],
  ['jwks.read', (client) => client.getJwks(), 'none'],
  ['applications.list', (client) => client.listApplications('R-1'), 'none'],
  ['webhooks.list', (client) => client.listWebhooks(), 'none'],
  ['webhook.read', (client) => client.readWebhook('u-1'), 'none'],
  ['webhook.update', (client) => client.updateWebhook(HOOK), 'not_received'],
  ['webhook.delete', (client) => client.deleteWebhook('u-1'), 'not_received'],
]

/** Operations for which the specification shows only the path, but not the rest of the request. */
const OTHERWISE_ASKED: typeof OPTIONAL = [
  ['documents.list', (client) => client.listDocuments('77'), 'none'],
  ['offers.list', (client) => client.listOffers('77'), 'none'],
  ['offer.read', (client) => client.readOffer('o-1'), 'none'],
  ['offer.accept', (client) => client.acceptOffer('o-1'), 'not_received'],
]

describe('operations that a partner may not offer', () => {
  test('include exactly the operations whose address is assumed', () => {
    const assumed = standardEndpoints.assumed.filter((path) => path.endsWith('.*'))
    expect(OPTIONAL.map(([operation]) => `${operation}.*`).toSorted()).toEqual(assumed.toSorted())
  })

  const refusals = OPTIONAL.flatMap(([operation, call, outcome]) =>
    [404, 405].map((status) => ({ operation, call, outcome, status })),
  )
  test.each(refusals)(
    '$operation is reported as not offered after a $status',
    async ({ operation, call, outcome, status }) => {
      const { partner, client } = await start()
      const endpoint = standardEndpoints.endpoints[operation]
      const path = endpoint?.path.replace('{webhook_uuid}', 'u-1').split('?')[0]
      partner.on(`${endpoint?.method} ${path}`, json(status, {}))
      expect(errorOf(await call(client))).toMatchObject({ code: 'PARTNER_NOT_OFFERED', outcome })
      expect(partner.count(`${endpoint?.method} ${path}`)).toBe(1)
      expect(await client.createApplication({ application: {} })).toMatchObject({ ok: true })
    },
  )

  const left: typeof OPTIONAL = [
    ...OPTIONAL,
    ...OTHERWISE_ASKED,
    ['application.read', (client) => client.readApplication({ application_id: '77' }), 'none'],
    ['webhook.test', (client) => client.testWebhook('u-1'), 'not_received'],
  ]
  test.each(left)(
    '%s is reported as not offered if the profile omits it',
    async (operation, call, outcome) => {
      const { [operation]: _, ...endpoints } = standardEndpoints.endpoints
      const profile = { ...standardEndpoints, endpoints } as EndpointProfile
      const { partner, client } = await start(profile)
      expect(errorOf(await call(client))).toMatchObject({ code: 'PARTNER_NOT_OFFERED', outcome })
      expect(partner.seen).toEqual([])
    },
  )

  test.each(OTHERWISE_ASKED)(
    '%s has a path in the specification, so a 404 means not found, and only a 405 means not offered',
    async (operation, call, outcome) => {
      const { partner, client } = await start()
      const endpoint = standardEndpoints.endpoints[operation]
      const route = `${endpoint?.method} ${endpoint?.path.split('?')[0]}`
      partner.on(route, json(404, { error: 'No offers yet' }))
      expect(errorOf(await call(client))).toMatchObject({ code: 'PARTNER_NOT_FOUND', outcome })
      partner.on(route, json(405, {}))
      expect(errorOf(await call(client))).toMatchObject({ code: 'PARTNER_NOT_OFFERED', outcome })
      expect(isAssumed(standardEndpoints, operation)).toBe(true)
    },
  )

  test('a 404 on a specified path means a missing object, not a missing operation', async () => {
    const { client } = await start()
    const error = errorOf(await client.readApplication({ application_id: 'none' }))
    expect(error.code).toBe('PARTNER_NOT_FOUND')
  })
})

test('a profile can change methods, paths, bodies, and keys', async () => {
  const endpoints: EndpointProfile['endpoints'] = {
    'token.create': { method: 'PUT', path: '/v2/session' },
    'application.create': { method: 'PUT', path: '/v2/deals' },
    'application.read': {
      method: 'POST',
      path: '/v2/deals/{application_id}/read',
      body: { id: 'deal-{application_id}' },
    },
    'document.create': { method: 'PATCH', path: '/v2/files' },
    'documents.list': { method: 'GET', path: '/v2/deals/{application_id}/files', items: 'files' },
    'offers.list': {
      method: 'POST',
      path: '/v2/offers',
      body: { deal: '{application_id}' },
      items: 'quotes',
    },
    'offer.accept': { method: 'PATCH', path: '/v2/offers/{offer_id}', body: { state: 'accepted' } },
    'webhook.create': { method: 'POST', path: '/v2/hooks' },
    'webhook.delete': { method: 'POST', path: '/v2/hooks/{webhook_uuid}/remove' },
  }
  const { partner, client } = await start({ ...standardEndpoints, id: 'other', assumed: [], endpoints })
  const sent: unknown[] = []
  partner.on('PUT /v2/session', json(200, partner.tokens()))
  partner.on('PUT /v2/deals', keeping(sent, json(201, { application_id: 5 })))
  partner.on('POST /v2/deals/77/read', keeping(sent, json(200, { application_id: '77' })))
  partner.on('PATCH /v2/files', json(201, {}))
  partner.on('GET /v2/deals/77/files', json(200, { files: [{ id: 'd' }] }))
  partner.on('POST /v2/offers', keeping(sent, json(200, { quotes: [{ id: 'q' }] })))
  partner.on('PATCH /v2/offers/q', keeping(sent, json(200, {})))
  partner.on('POST /v2/hooks/u-1/remove', keeping(sent, json(200, {})))

  expect(await client.createApplication({ a: 1 })).toMatchObject({ ok: true, value: { application_id: '5' } })
  expect(await client.readApplication({ application_id: '77' })).toMatchObject({ ok: true })
  expect(await upload(client, makeUpload(makeBytes(100)))).toMatchObject({ ok: true })
  expect(await client.listDocuments('77')).toMatchObject({
    ok: true,
    value: { entries: [{ document_id: 'd' }] },
  })
  expect(await client.listOffers('77')).toMatchObject(listing([{ offer_id: 'q' }]))
  expect(await client.acceptOffer('q')).toMatchObject({ ok: true })
  expect(await client.deleteWebhook('u-1')).toMatchObject({ ok: true })
  expect(sent).toEqual([{ a: 1 }, { id: 'deal-77' }, { deal: '77' }, { state: 'accepted' }, null])
  // The profile does not mark this operation as assumed (not shown by the specification), so the operation exists. The 404 means that the
  // requested object does not exist.
  partner.on('POST /v2/hooks/u-1/remove', json(404, {}))
  expect(errorOf(await client.deleteWebhook('u-1')).code).toBe('PARTNER_NOT_FOUND')
})
