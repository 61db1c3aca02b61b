import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { makeOwner, makePayload } from '../support/relay/payload.ts'
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

/** Returns the response to an invalid request, as section 7 of the specification shows it. */
const invalid = (path: string, ...extra: object[]) => ({
  status: 400,
  body: {
    error: `Validation failed for POST ${path}`,
    path,
    detail: `Validation failed for POST ${path}`,
    extra,
  },
})
const required = (key: string) => ({ message: 'Field required', key })

describe('the sandbox', () => {
  let sandbox: SandboxProgram
  let data: string
  let client: Awaited<ReturnType<typeof asClient>>
  beforeAll(async () => {
    data = cleanup.folder()
    sandbox = await startSandbox(cleanup, data, '--speed', '600000')
    client = await asClient(sandbox.ready)
  })

  test('exchanges the client secret for an RS256 token that its key set verifies and that is valid for one hour', async () => {
    const response = await requestToken(sandbox.ready)
    expect(response.status).toBe(200)
    const tokens = (await response.json()) as { accessToken: string; refreshToken: string }
    expect(tokens).toEqual({ accessToken: expect.any(String), refreshToken: expect.any(String) })

    const jwks = (await (await fetch(sandbox.ready.jwks_url)).json()) as { keys: Record<string, string>[] }
    expect(jwks.keys.length).toBeGreaterThanOrEqual(2)
    expect(jwks.keys.map(({ kid }) => kid)).toContain('iso-submission-rsa-01')
    for (const key of jwks.keys) {
      expect(Object.keys(key).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n'])
      expect(key).toMatchObject({ kty: 'RSA', alg: 'RS256' })
    }
    const { payload } = await jwtVerify(tokens.accessToken, createLocalJWKSet(jwks), {
      algorithms: ['RS256'],
    })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600)
    expect(decodeProtectedHeader(tokens.accessToken)).toMatchObject({ alg: 'RS256', typ: 'JWT' })
  })

  test('returns 401 for a wrong secret, another client, and missing credentials', async () => {
    for (const wrong of [{ client_secret: 'wrong' }, { client_id: 'somebody' }])
      expect((await requestToken({ ...sandbox.ready, ...wrong })).status).toBe(401)
    const bare = await fetch(`${sandbox.ready.base_url}/iso/api/auth/oauth2/token`, { method: 'POST' })
    expect(bare.status).toBe(401)
  })

  test.each(['/v1/application', '/v1/document', '/v1/webhooks', '/application'])(
    'requires a bearer token at %s before it reads the body',
    async (path) => {
      for (const token of ['', 'Bearer nonsense', `Bearer ${client.accessToken.slice(0, -4)}AAAA`]) {
        const response = await fetch(`${sandbox.ready.base_url}/iso/api${path}`, {
          method: 'POST',
          headers: { authorization: token, 'content-type': 'application/json' },
          body: '{',
        })
        expect(response.status).toBe(401)
      }
    },
  )

  test('accepts an application and stores only the last four digits of an SSN', async () => {
    const application_id = await client.apply(makePayload())
    expect(application_id).toMatch(/^\d{9}$/)
    const { body } = await client.get(`/v1/applications/${application_id}`)
    expect(body).toMatchObject({
      application_id,
      status: null,
      company: { legal_name: 'Juniper Bakery LLC' },
    })
    expect(body.company.owners[0].ssn).toBe('*****3456')
    const kept = readdirSync(data).filter((name) => name.startsWith('sandbox.sqlite'))
    for (const name of kept) expect(readFileSync(join(data, name)).includes('900123456')).toBe(false)
    expect(kept.length).toBeGreaterThan(0)
  })

  test('reports missing top-level keys exactly as the specification shows', async () => {
    const { application = {}, company = {} } = makePayload()
    const apply = (payload: unknown) => client.post('/v1/application', payload)
    expect(await apply({ company })).toEqual(invalid('/v1/application', required('application')))
    expect(await apply({ application })).toEqual(invalid('/v1/application', required('company')))
    expect(await apply({})).toEqual(invalid('/v1/application', required('application'), required('company')))
    expect(await client.post('/v1/webhooks', { event_type: 'offer' })).toEqual(
      invalid('/v1/webhooks', required('webhook_url')),
    )
  })

  test('reports a nested field by its path', async () => {
    const payload = makePayload()
    const answer = await client.post('/v1/application', {
      ...payload,
      company: { ...(payload['company'] as object), ein: '12' },
    })
    expect(answer).toEqual(
      invalid('/v1/application', { message: 'ein must be 9 digits', key: 'company.ein', source: 'body' }),
    )
  })

  test.each([
    ['company.owners.0.ssn', 'ssn', { company: { owners: rowsOf(makeOwner({ ssn: '000-12-3456' })) } }],
    ['company.owners.0.ssn', 'ssn', { company: { owners: rowsOf(makeOwner({ ssn: '666-12-3456' })) } }],
    ['company.ein', 'ein', { company: { ein: '00-1234567' } }],
  ])(
    'refuses a number in %s that was never issued, although the form of the app accepts it',
    async (key, what, changes) => {
      expect(await client.post('/v1/application', makePayload(changes))).toEqual(
        invalid('/v1/application', {
          message: `${what} is a number that was never issued`,
          key,
          source: 'body',
        }),
      )
    },
  )

  test('stores a document byte for byte and lists it', async () => {
    const application_id = await client.apply(makePayload())
    const doc = await makePdf('bank statement')
    const bytes = Buffer.from(await doc.arrayBuffer())
    const { status, body } = await client.upload({ application_id, type: 'bank_statement', doc })
    expect(status).toBe(201)
    expect(body).toMatchObject({ application_id, type: 'bank_statement', size: bytes.length })
    expect(body.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(readFileSync(join(data, 'documents', `${body.document_id}.pdf`)).equals(bytes)).toBe(true)
    expect((await client.get(`/v1/documents?application_id=${application_id}`)).body).toEqual({
      documents: [body],
    })
    expect((await client.upload({ application_id, type: 'other', doc })).status).toBe(409)
  })

  test('refuses a document without a type, for an unknown application, in a format other than PDF, or over the size limit', async () => {
    const application_id = await client.apply(makePayload())
    const doc = await makePdf('refused')
    expect(await client.upload({ application_id, doc })).toEqual(
      invalid('/v1/document', {
        message: 'object missing required field type',
        key: 'data',
        source: 'body',
      }),
    )
    const type = 'bank_statement'
    expect((await client.upload({ application_id: '1', type, doc })).status).toBe(404)
    expect(
      (await client.upload({ application_id, type, doc: new File(['plain words'], 'a.pdf') })).status,
    ).toBe(415)
    const large = new File(['%PDF-1.7\n', new Uint8Array(50 * 1024 * 1024)], 'large.pdf')
    expect((await client.upload({ application_id, type, doc: large })).status).toBe(413)
    expect((await client.get(`/v1/documents?application_id=${application_id}`)).body).toEqual({
      documents: [],
    })
  })

  test('streams an upload to disk and deletes an aborted one', async () => {
    const application_id = await client.apply(makePayload())
    const folder = join(data, 'documents')
    const parts = () => readdirSync(folder).filter((name) => name.endsWith('.part'))
    const upload = request(`${sandbox.ready.base_url}/iso/api/v1/document`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${client.accessToken}`,
        'content-type': 'multipart/form-data; boundary=b',
      },
    })
    const broken = new Promise((resolve) => upload.on('error', resolve))
    upload.write(
      `--b\r\ncontent-disposition: form-data; name="application_id"\r\n\r\n${application_id}\r\n` +
        '--b\r\ncontent-disposition: form-data; name="type"\r\n\r\nbank_statement\r\n' +
        '--b\r\ncontent-disposition: form-data; name="doc"; filename="a.pdf"\r\n\r\n%PDF-1.7\r\n',
    )
    upload.write(Buffer.alloc(2 * 1024 * 1024))
    await until(() => parts().some((name) => statSync(join(folder, name)).size > 1024 * 1024) || undefined)
    upload.destroy()
    await broken
    await until(() => parts().length === 0 || undefined)
    expect((await client.get(`/v1/documents?application_id=${application_id}`)).body.documents).toEqual([])
  })

  test('registers, returns, changes, and deletes webhooks', async () => {
    const webhook_url = 'http://127.0.0.1:9/hook'
    const { status, body } = await client.post('/v1/webhooks', { event_type: 'offer', webhook_url })
    expect(status).toBe(201)
    expect(body).toEqual({
      uuid: expect.stringMatching(/^[\da-f-]{36}$/),
      event_type: 'offer',
      is_active: true,
      webhook_url,
    })
    const path = `/v1/webhooks/${body.uuid}`
    expect((await client.get('/v1/webhooks')).body.webhooks).toContainEqual(body)
    expect((await client.send('PUT', path, { is_active: false })).body).toEqual({ ...body, is_active: false })
    expect((await client.send('DELETE', path)).status).toBe(204)
    expect((await client.get(path)).status).toBe(404)
    expect((await client.post('/v1/webhooks/test', { webhook_uuid: body.uuid })).status).toBe(404)
    expect(
      (await client.post('/v1/webhooks', { event_type: 'offer', webhook_url: 'ftp://a' })).body.extra,
    ).toEqual([{ message: 'webhook_url must be an http or https URL', key: 'webhook_url', source: 'body' }])
  })

  test('responds at the deprecated paths and marks these responses', async () => {
    const response = await fetch(`${sandbox.ready.base_url}/iso/api/application`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(makePayload()),
    })
    expect(response.status).toBe(201)
    expect(response.headers.get('link')).toBe('</iso/api/v1/application>; rel="successor-version"')
  })

  test('logs each request without its content', async () => {
    const application_id = await client.apply(makePayload())
    const { stdout } = await runProgram(SANDBOX, ['log', '--data', data, '--json'])
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.at(-1)).toEqual({
      time: expect.any(String),
      method: 'POST',
      path: '/iso/api/v1/application',
      status: 201,
      application_id,
    })
    for (const secret of ['Juniper', '900123456', sandbox.ready.client_secret, client.accessToken])
      expect(`${stdout}${sandbox.log()}`).not.toContain(secret)
  })
})

test('an access token is valid for an hour, and a refresh token for a day and one use', async () => {
  const listWith = async (base: string, accessToken = '') =>
    (await fetch(`${base}/v1/webhooks`, { headers: { authorization: `Bearer ${accessToken}` } })).status
  const data = cleanup.folder()
  const first = await startSandbox(cleanup, data)
  const tokens = (await (await requestToken(first.ready)).json()) as Record<string, string>
  const other = (await (await requestToken(first.ready)).json()) as Record<string, string>
  expect(await listWith(`${first.ready.base_url}/iso/api`, tokens['accessToken'])).toBe(200)
  await first.stop()

  const at = async (seconds: number, work: (base_url: string) => Promise<void>) => {
    const sandbox = await startSandbox(cleanup, data, '--admin-port', '0')
    await asAdmin(sandbox.ready).send('PUT', '/clock', { offset_seconds: seconds })
    await work(`${sandbox.ready.base_url}/iso/api`)
    await sandbox.stop()
  }
  const refresh = (base: string, refreshToken = '') =>
    fetch(`${base}/auth/oauth2/token/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
    })

  await at(3700, async (base) => {
    expect(await listWith(base, tokens['accessToken'])).toBe(401)
    const renewed = await refresh(base, tokens['refreshToken'])
    expect(renewed.status).toBe(200)
    expect(await listWith(base, ((await renewed.json()) as { accessToken: string }).accessToken)).toBe(200)
    expect((await refresh(base, tokens['refreshToken'])).status).toBe(401)
  })
  await at(24 * 3600 + 60, async (base) =>
    expect((await refresh(base, other['refreshToken'])).status).toBe(401),
  )
})

test('the command line refuses invalid commands with a readable message', async () => {
  const run = (...args: string[]) => runProgram(SANDBOX, args)
  const [help, none, noData, badPort] = await Promise.all([
    run('serve', '--help'),
    run(),
    run('serve'),
    run('serve', '--data', cleanup.folder(), '--port', 'eighty'),
  ])
  expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('--speed <PACE>') })
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage: sandbox') })
  expect(noData).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("required option '--data <DIR>' not specified"),
  })
  expect(badPort).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Use a whole number from 0 to 65535'),
  })
})
