import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import standardProfile from '../../resources/profiles/endpoint-default.json' with { type: 'json' }
import { methodsAt } from '../../services/sandbox/src/problems.ts'
import { makePayload } from '../support/relay/payload.ts'
import { makePdf } from '../support/relay/pdf.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { runProgram, SANDBOX } from '../../build/demo/program.ts'
import {
  asAdmin,
  asClient,
  requestToken,
  startSandbox,
  type SandboxProgram,
} from '../support/relay/sandbox.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const DEPRECATED = /^\/iso\/api\/(application|documents?|offers?|webhooks)(\/|$)/

test('the sandbox has every operation of the app’s endpoint profile', () => {
  for (const { method, path } of Object.values(standardProfile.endpoints))
    expect([path, methodsAt(path.split('?', 1)[0]!.replaceAll(/\{\w+\}/g, 'x1'))]).toEqual([
      path,
      expect.arrayContaining([method]),
    ])
})

describe('the standard shape', () => {
  let sandbox: SandboxProgram
  let data: string
  let client: Awaited<ReturnType<typeof asClient>>
  beforeAll(async () => {
    data = cleanup.folder()
    sandbox = await startSandbox(cleanup, data, '--speed', '600000')
    client = await asClient(sandbox.ready)
  })

  test('names the methods that a path allows, and marks unversioned paths as deprecated', async () => {
    const ask = (method: string, path: string) =>
      fetch(`${sandbox.ready.base_url}/iso/api${path}`, {
        method,
        headers: { authorization: `Bearer ${client.accessToken}` },
      })
    const wrong = await ask('DELETE', '/v1/offer')
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, POST'])
    expect((await ask('GET', '/v1/loans')).status).toBe(404)
    expect((await ask('GET', '/applications/1')).status).toBe(404)
    expect((await ask('POST', '/v1/auth/oauth2/token')).status).toBe(404)
    for (const path of ['/documents', '/offers', '/offer', '/webhooks', '/webhooks/x1', '/v1/documents']) {
      const { headers } = await ask('GET', path)
      expect([path, headers.has('deprecation')]).toEqual([path, DEPRECATED.test(`/iso/api${path}`)])
    }
  })

  test('accepts only credentials and ids of its own environment', async () => {
    const production = await startSandbox(cleanup, cleanup.folder(), '--environment', 'production')
    expect(production.ready).toMatchObject({
      environment: 'production',
      client_id: expect.stringMatching(/^production-/),
    })
    expect(production.ready.sender_addresses).toHaveLength(4)
    for (const address of production.ready.sender_addresses)
      expect(sandbox.ready.sender_addresses).not.toContain(address)

    const { client_id, client_secret } = sandbox.ready
    expect((await requestToken({ ...production.ready, client_id, client_secret })).status).toBe(401)
    const elsewhere = await fetch(`${production.ready.base_url}/iso/api/v1/webhooks`, {
      headers: { authorization: `Bearer ${client.accessToken}` },
    })
    expect(elsewhere.status).toBe(401)
    expect((await requestToken(production.ready)).status).toBe(200)

    const mixed = await runProgram(SANDBOX, ['serve', '--data', data, '--environment', 'production'])
    expect(mixed).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('does not belong to the environment'),
    })
  })
})

test('the alternative shape returns the same data under different names', async () => {
  const sandbox = await startSandbox(
    cleanup,
    cleanup.folder(),
    ...['--shapes', 'alternative', '--speed', '600000', '--admin-port', '0'],
  )
  const { base_url } = sandbox.ready
  const client = await asClient(sandbox.ready)
  const application_id = await client.apply(makePayload())
  expect((await client.get(`/v1/applications/${application_id}`)).body).toMatchObject({
    data: { applicationId: application_id, status: null },
  })

  const doc = await makePdf('alternative')
  expect(await client.upload({ application_id, type: 'bank_statement', doc })).toEqual({
    status: 204,
    body: null,
  })
  expect((await client.get(`/v1/documents?application_id=${application_id}`)).body).toEqual([
    expect.objectContaining({ documentType: 'bank_statement', fileName: 'alternative.pdf' }),
  ])

  await asAdmin(sandbox.ready).publish(application_id, 'offer_available')
  const [offer] = await until(async () => {
    const { data } = (await client.get(`/v1/offers?application_id=${application_id}`)).body
    return data.length > 0 ? (data as Record<string, unknown>[]) : undefined
  })
  expect(offer).toMatchObject({
    applicationId: application_id,
    status: 'offer_available',
    amount: expect.stringMatching(/^\d+\.\d\d$/),
    payment: expect.stringMatching(/^\d+\.\d\d$/),
    factor: expect.any(Number),
  })
  const accepted = await client.post('/v1/offer', { offer_id: offer?.['id'], action: 'accept' })
  expect(accepted.body).toEqual({ data: { ...offer, status: 'offer_accepted' } })

  const webhook = { event_type: 'offer', webhook_url: 'http://127.0.0.1:9/hook' }
  const created = await client.post('/v1/webhooks', webhook)
  expect(created.body).toEqual({ ...webhook, uuid: expect.any(String), is_active: true })
  expect((await client.get('/v1/webhooks')).body).toEqual([created.body])
  expect((await client.post('/v1/webhooks/test', { webhook_uuid: created.body.uuid })).status).toBe(204)

  const { refreshToken } = (await (await requestToken(sandbox.ready)).json()) as { refreshToken: string }
  for (let round = 0; round < 2; round += 1) {
    const renewed = await fetch(`${base_url}/iso/api/auth/oauth2/token/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
    })
    expect(await renewed.json()).toEqual({ accessToken: expect.any(String) })
  }
})
