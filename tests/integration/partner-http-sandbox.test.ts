import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject, PartnerApi, UploadFile } from '../../src-main/platform/partner/partner-api.ts'
import { ok } from '../../src-shared/platform/base/errors.ts'
import { messages } from '../../src-shared/platform/texts/messages.ts'
import { listing } from '../support/core/composed-app.ts'
import { connectTo, errorOf, tryToConnectTo } from '../support/partner/client.ts'
import { makePayload } from '../support/relay/payload.ts'
import { makePdf } from '../support/relay/pdf.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { asAdmin, asClient, startSandbox, type SandboxProgram } from '../support/relay/sandbox.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const payload = () => makePayload() as unknown as JsonObject

async function makeDocument(name: string): Promise<{ file: UploadFile; sha256: string }> {
  const bytes = Buffer.from(await (await makePdf('statement')).arrayBuffer())
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    file: {
      name,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      open: () => Promise.resolve(ok(Readable.from([bytes]))),
    },
  }
}

describe('the client with the sandbox', () => {
  let sandbox: SandboxProgram
  let client: PartnerApi
  let direct: Awaited<ReturnType<typeof asClient>>
  beforeAll(async () => {
    sandbox = await startSandbox(cleanup, cleanup.folder(), '--admin-port', '0')
    client = connectTo(cleanup, sandbox.ready)
    direct = await asClient(sandbox.ready)
  })
  const send = (application_id: string, file: UploadFile, type = 'bank_statement') =>
    client.createDocument({ application_id, type, file }, () => {}, new AbortController().signal)
  async function apply(): Promise<string> {
    const created = await client.createApplication(payload())
    if (!created.ok) throw new Error(created.error.code)
    return created.value.application_id
  }

  test('tests the connection with a token that the published keys verify', async () => {
    const report = await client.testConnection()
    expect(report).toMatchObject({ ok: true, value: { base_url: sandbox.ready.base_url } })
    if (!report.ok) return
    const jwks = await client.getJwks()
    if (!jwks.ok) throw new Error(jwks.error.code)
    expect(jwks.value.keys.map(({ kid }) => kid)).toEqual(
      expect.arrayContaining(['iso-submission-rsa-01', report.value.token_kid]),
    )
    expect(report.value.keys).toBe(jwks.value.keys.length)
    const ends = Date.parse(report.value.token_expires_at ?? '')
    expect(Math.abs(ends - Date.now() - 3_600_000)).toBeLessThan(300_000)
  })

  test('tests the connection even if reading the keys requires a token', async () => {
    const route = 'GET /iso/api/auth/.well-known/jwks.json'
    await asAdmin(sandbox.ready).setFaults({ route, fault: 'needs_token' })
    expect((await fetch(sandbox.ready.jwks_url)).status).toBe(401)
    expect(await client.testConnection()).toMatchObject({ ok: true, value: { token_verified: true } })
    await asAdmin(sandbox.ready).setFaults()
  })

  test("creates an application and returns the partner's response", async () => {
    const created = await client.createApplication(payload())
    expect(created).toMatchObject({ ok: true, value: { application_id: expect.stringMatching(/^\d{9}$/) } })
    if (!created.ok) return
    const { application_id, reply } = created.value
    expect(reply).toMatchObject({ application_id })
    expect((await direct.get(`/v1/applications/${application_id}`)).status).toBe(200)
  })

  test.each([
    ['application', { company: {} }],
    ['company', { application: {} }],
  ])('reports the field %s if an application lacks it', async (missing, incomplete) => {
    const error = errorOf(await client.createApplication(incomplete))
    expect(error).toMatchObject({ code: 'PARTNER_VALIDATION_FAILED', outcome: 'not_received' })
    expect(error.fields?.map(({ path }) => path)).toContain(missing)
  })

  test('uploads a document with its exact bytes and name', async () => {
    const application_id = await apply()
    const name = 'Kontoauszug März – 銀行.pdf'
    const { file, sha256 } = await makeDocument(name)
    expect(await send(application_id, file)).toMatchObject({ ok: true })
    const { body } = await direct.get(`/v1/documents?application_id=${application_id}`)
    expect(body.documents).toMatchObject([
      { application_id, type: 'bank_statement', file_name: name, sha256, size: file.size },
    ])
  })

  test('reports a document for a missing application as not received', async () => {
    const { file } = await makeDocument('statement.pdf')
    const error = errorOf(await send('000000000', file))
    expect(error.outcome).toBe('not_received')
    expect(['PARTNER_VALIDATION_FAILED', 'PARTNER_NOT_FOUND']).toContain(error.code)
  })

  test('gets offers after the documents were reviewed', async () => {
    const application_id = await apply()
    expect(await client.listOffers(application_id)).toEqual(listing([]))
    const { file } = await makeDocument('statement.pdf')
    expect(await send(application_id, file)).toMatchObject({ ok: true })
    const offers = await until(async () => {
      const listed = await client.listOffers(application_id)
      return listed.ok && listed.value.entries.length > 0 ? listed.value.entries : undefined
    })
    for (const offer of offers) {
      expect(offer.offer_id).not.toBe('')
      expect(offer.amount_cents).toBeGreaterThan(0)
      expect(offer.payback_cents).toBeGreaterThan(offer.amount_cents ?? 0)
      expect(Object.values(offer)).not.toContain(null)
    }
  })

  test('registers, lists, and tests a webhook', async () => {
    const receiver = createServer((request, response) => {
      signatures.push(String(request.headers['x-signature']))
      request.resume()
      response.writeHead(202).end()
    })
    const signatures: string[] = []
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    cleanup.add(() => receiver.close())
    const webhook_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`

    const created = await client.createWebhook('offer', webhook_url)
    if (!created.ok) throw new Error(created.error.code)
    expect(created.value).toMatchObject({ event_type: 'offer', webhook_url, is_active: true })
    const listed = await client.listWebhooks()
    expect(listed).toMatchObject({ ok: true, value: expect.arrayContaining([created.value]) })
    expect(await client.testWebhook(created.value.uuid)).toMatchObject({
      ok: true,
      value: { event_id: expect.any(String) },
    })
    expect(await until(() => signatures[0])).toMatch(/^ey[\w-]+\.[\w-]+\.[\w-]+$/)
  })

  test('reports which field is wrong if a webhook is registered without an address', async () => {
    const error = errorOf(await client.createWebhook('offer', ''))
    expect(error).toMatchObject({ code: 'PARTNER_VALIDATION_FAILED', outcome: 'not_received' })
    expect(error.fields?.map(({ path }) => path)).toEqual(['webhook_url'])
  })

  test('reports the path in the base address, not the secret, as wrong if the broker pasted the address of an operation', async () => {
    const { base_url } = sandbox.ready
    const path = '/iso/api/v1/application'
    const pasted = tryToConnectTo({ ...sandbox.ready, base_url: base_url + path })
    expect(errorOf(pasted)).toMatchObject({
      code: 'PARTNER_ADDRESS_INVALID',
      fields: [
        {
          path: 'base_url',
          message: messages().errorsPartner.pathRepeated(path, base_url),
        },
      ],
    })
  })

  test('reports a wrong secret and unknown credentials', async () => {
    for (const wrong of [{ client_secret: 'wrong' }, { client_id: 'nobody' }]) {
      const stranger = connectTo(cleanup, { ...sandbox.ready, ...wrong })
      expect(errorOf(await stranger.testConnection())).toMatchObject({
        code: 'PARTNER_CREDENTIALS_REJECTED',
        outcome: 'none',
      })
      expect(errorOf(await stranger.createApplication(payload()))).toMatchObject({
        code: 'PARTNER_CREDENTIALS_REJECTED',
        outcome: 'not_received',
      })
    }
  })

  test('uses the refresh endpoint of the sandbox to renew a token that is about to expire', async () => {
    let asked = 0
    let elapsed = 0
    const now = () => new Date(Date.now() + elapsed)
    const later = connectTo(cleanup, { ...sandbox.ready, now, onSecret: () => (asked += 1) })
    expect(await later.listWebhooks()).toMatchObject({ ok: true })
    elapsed = 3_590_000
    expect(await later.listWebhooks()).toMatchObject({ ok: true })
    // The client did not need the secret again, so it used the refresh token.
    expect(asked).toBe(1)
  })
})
