import { request, type IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makePayload } from '../support/relay/payload.ts'
import { makePdf } from '../support/relay/pdf.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { asAdmin, asClient, startSandbox, type SandboxProgram } from '../support/relay/sandbox.ts'

const cleanup = new Cleanup()
let sandbox: SandboxProgram
let client: Awaited<ReturnType<typeof asClient>>
let admin: ReturnType<typeof asAdmin>
beforeAll(async () => {
  sandbox = await startSandbox(cleanup, cleanup.folder(), '--admin-port', '0', '--speed', '600000')
  client = await asClient(sandbox.ready)
  admin = asAdmin(sandbox.ready)
})
afterEach(() => admin.setFaults())
afterAll(() => cleanup.run())

const LIST = 'GET /iso/api/v1/webhooks'
const CREATE = 'POST /iso/api/v1/webhooks'
const WEBHOOK = { event_type: 'none', webhook_url: 'http://127.0.0.1:9/hook' }

interface Seen {
  /** The HTTP status; null if no response began. */
  status: number | null
  headers: IncomingMessage['headers']
  body: string
  /** The error that ended the connection, if any. */
  broken: string | null
}

/** Sends one request over a plain connection. Returns the received data and how the connection ended. Disconnects after `enough` bytes. */
function exchange(method: string, path: string, { body = '', enough = Infinity } = {}): Promise<Seen> {
  return new Promise((resolve) => {
    const seen: Seen = { status: null, headers: {}, body: '', broken: null }
    const sending = request(
      `${sandbox.ready.base_url}/iso/api${path}`,
      {
        method,
        agent: false,
        headers: {
          authorization: `Bearer ${client.accessToken}`,
          ...(body === '' ? {} : { 'content-type': 'application/json', 'content-length': body.length }),
        },
      },
      (response) => {
        seen.status = response.statusCode ?? null
        seen.headers = response.headers
        response.setEncoding('latin1').on('data', (text: string) => {
          seen.body += text
          if (seen.body.length < enough) return
          resolve(seen)
          response.destroy()
        })
        response.on('error', (error: NodeJS.ErrnoException) => {
          resolve({ ...seen, broken: error.code ?? error.name })
        })
        response.on('end', () => resolve(seen))
      },
    )
    sending.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ ...seen, broken: error.code ?? error.name }),
    )
    sending.end(body)
  })
}

const create = () => exchange('POST', '/v1/webhooks', { body: JSON.stringify(WEBHOOK) })
const count = async () => ((await client.get('/v1/webhooks')).body.webhooks as unknown[]).length

/** For each fault of a write: whether the sandbox still executes the write, and what the client sees. */
test.each([
  {
    fault: { fault: 'reset_before_body' },
    processed: false,
    seen: { status: null, broken: 'ECONNRESET' },
  },
  { fault: { fault: 'reset_after_body' }, processed: false, seen: { status: null, broken: 'ECONNRESET' } },
  {
    fault: { fault: 'reset_after_processing' },
    processed: true,
    seen: { status: null, broken: 'ECONNRESET' },
  },
  {
    fault: { fault: 'status', status: 503, headers: { 'retry-after': '7' }, body: { error: 'busy' } },
    processed: false,
    seen: {
      status: 503,
      headers: expect.objectContaining({ 'retry-after': '7' }),
      body: '{"error":"busy"}',
    },
  },
  {
    fault: { fault: 'status', status: 502, body: 'Bad gateway', processed: true },
    processed: true,
    seen: { status: 502, body: 'Bad gateway', broken: null },
  },
  {
    fault: { fault: 'html' },
    processed: false,
    seen: {
      status: 200,
      headers: expect.objectContaining({ 'content-type': 'text/html; charset=utf-8' }),
      body: expect.stringContaining('<!doctype html>'),
    },
  },
  {
    fault: { fault: 'html', processed: true },
    processed: true,
    seen: { status: 200, body: expect.stringContaining('<!doctype html>') },
  },
  {
    fault: { fault: 'truncated' },
    processed: true,
    seen: { status: 201, body: expect.stringMatching(/^\{"uuid"[^}]+$/), broken: 'ECONNRESET' },
  },
  {
    fault: { fault: 'malformed' },
    processed: true,
    seen: { status: 201, body: expect.stringMatching(/^\{"uuid"[^}]+$/), broken: null },
  },
  { fault: { fault: 'latency', ms: 30 }, processed: true, seen: { status: 201, broken: null } },
  {
    fault: { fault: 'drip', ms: 1 },
    processed: true,
    seen: { status: 201, body: expect.stringMatching(/^\{"uuid".*\}$/), broken: null },
  },
])(
  'the fault $fault changes the response to a write; the sandbox processed the write: $processed',
  async ({ fault, processed, seen }) => {
    const before = await count()
    await admin.setFaults({ route: CREATE, times: 1, ...fault })
    expect(await create()).toMatchObject(seen)
    expect(await count()).toBe(before + (processed ? 1 : 0))
    expect((await create()).status).toBe(201)
  },
)

test('the fault endless sends a response without an end', async () => {
  await admin.setFaults({ route: LIST, fault: 'endless', ms: 1 })
  expect((await exchange('GET', '/v1/webhooks', { enough: 50_000 })).body).toMatch(/^ {50000,}$/)
})

test('a latency fault that applies before processing delays the write itself, not only its response', async () => {
  await admin.setFaults({ route: CREATE, fault: 'latency', ms: 60_000, processed: false })
  const before = await count()
  const logged = sandbox.log().split('injecting the fault latency').length
  const sending = new AbortController()
  const waiting = fetch(`${sandbox.ready.base_url}/iso/api/v1/webhooks`, {
    method: 'POST',
    signal: sending.signal,
    headers: { authorization: `Bearer ${client.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(WEBHOOK),
  })
  await until(() => sandbox.log().split('injecting the fault latency').length > logged || undefined)
  // Another write, sent after the delayed write, finishes while the delayed write waits.
  const { body } = await client.post('/v1/application', makePayload())
  expect(body).toHaveProperty('application_id')
  sending.abort()
  await expect(waiting).rejects.toThrow('aborted')
  expect(await count()).toBe(before)
})

test('faults of a route apply in order, as often as configured, and only to this route', async () => {
  await admin.setFaults(
    { route: LIST, fault: 'status', status: 429, headers: { 'retry-after': '1' }, times: 2 },
    { route: LIST, fault: 'status', status: 500, times: 1 },
    { route: 'GET /iso/api/v1/applications/:id', fault: 'status', status: 418 },
  )
  const statuses: number[] = []
  while (statuses.length < 4) statuses.push((await client.get('/v1/webhooks')).status)
  expect(statuses).toEqual([429, 429, 500, 200])
  expect((await client.get('/v1/applications/1')).status).toBe(418)
  expect((await client.post('/v1/webhooks', WEBHOOK)).status).toBe(201)
  expect((await admin.send('GET', '/faults')).body).toEqual([
    expect.objectContaining({ route: 'GET /iso/api/v1/applications/:id' }),
  ])
  await admin.setFaults()
  expect((await client.get('/v1/applications/1')).status).toBe(404)
})

test('a fault applies to an upload like to any other write', async () => {
  const application_id = await client.apply(makePayload())
  const route = 'POST /iso/api/v1/document'
  const doc = await makePdf('faulty upload')
  const upload = () => client.upload({ application_id, type: 'bank_statement', doc })
  const stored = async () =>
    ((await client.get(`/v1/documents?application_id=${application_id}`)).body.documents as unknown[]).length
  await admin.setFaults({ route, fault: 'reset_after_body', times: 1 })
  await expect(upload()).rejects.toThrow('fetch failed')
  expect(await stored()).toBe(0)
  await admin.setFaults({ route, fault: 'reset_after_processing', times: 1 })
  await expect(upload()).rejects.toThrow('fetch failed')
  expect(await stored()).toBe(1)
  expect((await upload()).status).toBe(409)
})

test('a changed clock of the sandbox expires its tokens', async () => {
  await admin.send('PUT', '/clock', { offset_seconds: 4000 })
  expect((await client.get('/v1/webhooks')).status).toBe(401)
  await admin.send('PUT', '/clock', { offset_seconds: 0 })
  expect((await client.get('/v1/webhooks')).status).toBe(200)
})

test.each([
  [{ route: LIST, fault: 'gremlins' }],
  [{ route: LIST, fault: 'duplicate' }],
  [{ route: 'WEBHOOK *', fault: 'truncated' }],
  [{ route: LIST, fault: 'latency' }],
  [{ route: LIST, fault: 'html', times: 0 }],
  [{ route: 'WEBHOOK *', fault: 'sender_address', address: '192.0.2.1' }],
])('the admin endpoint refuses %j with a readable reason and keeps the faults', async (fault) => {
  await admin.setFaults({ route: LIST, fault: 'html' })
  const { status, body } = await admin.send('PUT', '/faults', [fault])
  expect(status).toBe(400)
  expect(body.error).toEqual(expect.any(String))
  expect((await admin.send('GET', '/faults')).body).toHaveLength(1)
})

test('the admin endpoint listens only on this machine, and only if it is enabled', async () => {
  const { admin_url = '' } = sandbox.ready
  expect(new URL(admin_url).hostname).toBe('127.0.0.1')
  const asked = await new Promise<number | undefined>((resolve, reject) => {
    request(`${admin_url}/faults`, { headers: { host: 'attacker.example' } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
  expect(asked).toBe(403)
  expect((await fetch(`${sandbox.ready.base_url}/faults`)).status).toBe(404)
  const plain = await startSandbox(cleanup, cleanup.folder())
  expect(plain.ready).not.toHaveProperty('admin_url')
})
