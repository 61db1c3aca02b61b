import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { PartnerApi } from '../../src-main/core/ports/partner-api.ts'
import type { Result } from '../../src-shared/errors.ts'
import { connectTo, errorOf, makeBytes, makeUpload, SHORT, upload } from './partner-support/client.ts'
import {
  answer,
  APPLICATION,
  DOCUMENT,
  json,
  JWKS,
  OFFERS,
  raw,
  readBody,
  startPartner,
  WEBHOOK,
  WEBHOOKS,
  type Script,
  type ScriptedPartner,
} from './partner-support/scripted-partner.ts'
import { Cleanup } from './relay-support/program.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const submit = (client: PartnerApi) => client.createApplication({ application: {}, company: {} })
const writes: [string, (client: PartnerApi) => Promise<Result<unknown>>][] = [
  ['createApplication', submit],
  ['createDocument', (client) => upload(client, makeUpload(makeBytes(5000)))],
  ['createWebhook', (client) => client.createWebhook('offer', 'https://relay.example/hook')],
]
const reads: [string, string, (client: PartnerApi) => Promise<Result<unknown>>][] = [
  ['listOffers', OFFERS, (client) => client.listOffers('100000001')],
  ['listWebhooks', WEBHOOKS, (client) => client.listWebhooks()],
  ['getJwks', JWKS, (client) => client.getJwks()],
]

/** A plain TCP server that does with each connection what the test says. */
async function startTcp(serve: (socket: Socket) => void) {
  const state = { connections: 0, heard: Buffer.alloc(0) }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    state.connections += 1
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.on('data', (chunk) => (state.heard = Buffer.concat([state.heard, chunk])))
    serve(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup.add(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return Object.assign(state, { port: (server.address() as AddressInfo).port })
}

describe.each(writes)('%s that never got through', (_, send) => {
  let partner: ScriptedPartner
  beforeEach(async () => {
    partner = await startPartner(cleanup)
  })

  test('to a closed port was not received', async () => {
    await partner.stop()
    const error = errorOf(await send(connectTo(cleanup, { base_url: partner.base_url })))
    expect(error).toMatchObject({ code: 'PARTNER_UNREACHABLE', outcome: 'not_received', retryable: true })
    expect(error.message).toContain(new URL(partner.base_url).host)
  })

  test('to a service that went away after it gave a token was not received', async () => {
    const client = connectTo(cleanup, { base_url: partner.base_url })
    expect(await client.listWebhooks()).toMatchObject({ ok: true })
    await partner.stop()
    expect(errorOf(await send(client)).outcome).toBe('not_received')
    expect(partner.seen.filter(({ route }) => [APPLICATION, DOCUMENT, WEBHOOK].includes(route))).toEqual([])
  })

  test('to a name that does not exist was not received', async () => {
    const error = errorOf(await send(connectTo(cleanup, { base_url: 'https://partner.invalid' })))
    expect(error).toMatchObject({ code: 'PARTNER_UNREACHABLE', outcome: 'not_received', retryable: true })
    expect(error.message).toContain('name')
  })

  test('to something that speaks no TLS was not received, and sent in the clear to nobody', async () => {
    const tcp = await startTcp((socket) => void socket.once('data', () => socket.end('HTTP/1.1 400\r\n\r\n')))
    const error = errorOf(await send(connectTo(cleanup, { base_url: `https://127.0.0.1:${tcp.port}` })))
    expect(error).toMatchObject({ code: 'PARTNER_UNREACHABLE', outcome: 'not_received' })
    expect(error.message).toContain('not safe')
    expect(tcp.heard.toString('latin1')).not.toMatch(/POST|authorization/i)
  })

  test('to something that takes the call and never answers it was not received', async () => {
    const tcp = await startTcp(() => {})
    const client = connectTo(cleanup, { base_url: `https://127.0.0.1:${tcp.port}`, timeouts: SHORT })
    expect(errorOf(await send(client))).toMatchObject({
      code: 'PARTNER_UNREACHABLE',
      outcome: 'not_received',
      retryable: true,
    })
  })
})

describe.each(reads)('%s', (_, route, read) => {
  let partner: ScriptedPartner
  let client: PartnerApi
  beforeEach(async () => {
    partner = await startPartner(cleanup)
    client = connectTo(cleanup, { base_url: partner.base_url })
  })

  const faults: [string, Script, string, boolean][] = [
    ['404', json(404, {}), 'PARTNER_NOT_OFFERED', false],
    ['405', json(405, {}), 'PARTNER_NOT_OFFERED', false],
    ['403', json(403, {}), 'PARTNER_FORBIDDEN', false],
    ['429', json(429, {}), 'PARTNER_RATE_LIMITED', true],
    ['500', json(500, {}), 'PARTNER_UNAVAILABLE', true],
    ['a reset', (request) => request.socket.resetAndDestroy(), 'PARTNER_CONNECTION_LOST', true],
    [
      'an answer cut off',
      raw('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'),
      'PARTNER_CONNECTION_LOST',
      true,
    ],
    ['a page', answer(200, '<html>Sign in</html>'), 'PARTNER_UNEXPECTED_RESPONSE', false],
    ['a redirect', answer(302, '', { location: '/login' }), 'PARTNER_UNEXPECTED_RESPONSE', false],
  ]
  test.each(faults)(
    'with %s: nothing was to be sent, so no outcome is told',
    async (__, script, code, retryable) => {
      partner.on(route, script)
      expect(errorOf(await read(client))).toMatchObject({ code, outcome: 'none', retryable })
      expect(partner.count(route)).toBe(1)
    },
  )
})

describe('the fields of a validation error', () => {
  const cases: [string, unknown, { path: string; message: string }[] | undefined][] = [
    [
      'a top-level key (section 7)',
      { extra: [{ message: 'Field required', key: 'company' }] },
      [{ path: 'company', message: 'Field required' }],
    ],
    [
      'a nested key with an index',
      { extra: [{ message: 'bad', key: 'company.owners.0.ssn', source: 'body' }] },
      [{ path: 'company.owners.0.ssn', message: 'bad' }],
    ],
    [
      'brackets',
      { extra: [{ message: 'bad', key: 'company.owners[1].email' }] },
      [{ path: 'company.owners.1.email', message: 'bad' }],
    ],
    [
      'a root sign',
      { extra: [{ message: 'bad', key: '$.company.ein' }] },
      [{ path: 'company.ein', message: 'bad' }],
    ],
    [
      'data before the path',
      { extra: [{ message: 'bad', key: 'data.company.ein' }] },
      [{ path: 'company.ein', message: 'bad' }],
    ],
    [
      'body before the path',
      { extra: [{ message: 'bad', key: 'body.application.amount' }] },
      [{ path: 'application.amount', message: 'bad' }],
    ],
    [
      'data, the field in the message (section 7)',
      { extra: [{ message: 'Object missing required field `type`', key: 'data', source: 'body' }] },
      [{ path: 'type', message: 'Object missing required field `type`' }],
    ],
    [
      'data, the field in the message without quotes',
      { extra: [{ message: 'object missing required field type', key: 'data', source: 'body' }] },
      [{ path: 'type', message: 'object missing required field type' }],
    ],
    [
      'data, and no field in the message',
      { extra: [{ message: 'something is wrong', key: 'data' }] },
      [{ path: '', message: 'something is wrong' }],
    ],
    [
      'a field whose name begins like data',
      { extra: [{ message: 'bad', key: 'database.host' }] },
      [{ path: 'database.host', message: 'bad' }],
    ],
    [
      'several at once',
      {
        extra: [
          { message: 'a', key: 'application' },
          { message: 'b', key: 'company', more: 1 },
        ],
      },
      [
        { path: 'application', message: 'a' },
        { path: 'company', message: 'b' },
      ],
    ],
    ['no key and no message', { extra: [{}] }, [{ path: '', message: 'The service does not accept this.' }]],
    [
      'a key and a message of other types',
      { extra: [{ key: 7, message: { text: 'x' } }] },
      [{ path: '', message: 'The service does not accept this.' }],
    ],
    ['extra that is no list', { extra: 'company' }, undefined],
    ['an entry that is no object', { extra: ['company'] }, undefined],
    ['no extra', { error: 'Validation failed for POST /v1/application' }, undefined],
    ['no object', 'Validation failed', undefined],
    ['null', null, undefined],
  ]
  test.each(cases)('named by %s', async (_, body, fields) => {
    const partner = await startPartner(cleanup)
    partner.on(APPLICATION, json(400, body))
    const error = errorOf(await submit(connectTo(cleanup, { base_url: partner.base_url })))
    expect(error).toMatchObject({
      code: 'PARTNER_VALIDATION_FAILED',
      outcome: 'not_received',
      retryable: false,
    })
    expect(error.fields).toEqual(fields)
  })

  test('are limited in number and length', async () => {
    const partner = await startPartner(cleanup)
    const entry = { message: 'm'.repeat(5000), key: 'k'.repeat(5000) }
    partner.on(APPLICATION, json(400, { extra: Array.from({ length: 50 }, () => entry) }))
    const { fields = [] } = errorOf(await submit(connectTo(cleanup, { base_url: partner.base_url })))
    expect(fields).toHaveLength(50)
    expect(fields[0]).toEqual({ path: 'k'.repeat(200), message: 'm'.repeat(300) })
  })

  test('come from 422 as well, and from no other status', async () => {
    const partner = await startPartner(cleanup)
    const client = connectTo(cleanup, { base_url: partner.base_url })
    const body = { extra: [{ message: 'bad', key: 'company' }] }
    partner.on(APPLICATION, json(422, body))
    expect(errorOf(await submit(client)).fields).toEqual([{ path: 'company', message: 'bad' }])
    partner.on(APPLICATION, json(409, body))
    expect(errorOf(await submit(client)).fields).toBeUndefined()
  })
})

describe('Retry-After', () => {
  const now = new Date('2030-01-15T12:00:00Z')
  const cases: [string, string | undefined, number | undefined][] = [
    ['in seconds', '120', 120],
    ['at once', '0', 0],
    ['as a date', 'Tue, 15 Jan 2030 12:01:30 GMT', 90],
    ['as a date that has passed', 'Tue, 15 Jan 2030 11:00:00 GMT', 0],
    ['too far ahead, in seconds', '99999999', 86_400],
    ['too far ahead, as a date', 'Wed, 15 Jan 2031 12:00:00 GMT', 86_400],
    ['with nonsense', 'soon', undefined],
    ['not sent', undefined, undefined],
  ]
  test.each(cases)('%s', async (_, header, seconds) => {
    const partner = await startPartner(cleanup)
    const client = connectTo(cleanup, { base_url: partner.base_url, now: () => now })
    for (const status of [429, 503]) {
      partner.on(APPLICATION, json(status, {}, header === undefined ? {} : { 'retry-after': header }))
      // oxlint-disable-next-line no-await-in-loop
      expect(errorOf(await submit(client)).retry_after_s).toBe(seconds)
    }
  })
})

describe('a success without what it should hold', () => {
  const cases: [string, unknown][] = [
    ['no application_id', { id: '7' }],
    ['an empty application_id', { application_id: '' }],
    ['an application_id that is null', { application_id: null }],
    ['a list', [{ application_id: '7' }]],
    ['a bare string', '7'],
  ]
  test.each(cases)('%s: received, since the service said so', async (_, body) => {
    const partner = await startPartner(cleanup)
    partner.on(APPLICATION, json(201, body))
    expect(errorOf(await submit(connectTo(cleanup, { base_url: partner.base_url })))).toMatchObject({
      code: 'PARTNER_UNEXPECTED_RESPONSE',
      outcome: 'received',
      retryable: false,
    })
  })

  test('nothing at all', async () => {
    const partner = await startPartner(cleanup)
    partner.on(APPLICATION, answer(201, ''))
    partner.on(WEBHOOK, answer(201, ''))
    const client = connectTo(cleanup, { base_url: partner.base_url })
    for (const [, send] of [writes[0]!, writes[2]!])
      // oxlint-disable-next-line no-await-in-loop
      expect(errorOf(await send(client)).outcome).toBe('received')
  })

  test('a number for an application_id is taken, and the whole answer is kept', async () => {
    const partner = await startPartner(cleanup)
    partner.on(APPLICATION, json(201, { application_id: 900_000_001, more: { kept: [1, null] } }))
    expect(await submit(connectTo(cleanup, { base_url: partner.base_url }))).toEqual({
      ok: true,
      value: {
        application_id: '900000001',
        reply: { application_id: 900_000_001, more: { kept: [1, null] } },
      },
    })
  })
})

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('%i to another host is followed by nothing', async (status) => {
    const partner = await startPartner(cleanup)
    const elsewhere = await startTcp((socket) => socket.end())
    const location = `http://127.0.0.1:${elsewhere.port}/taken`
    for (const route of [APPLICATION, DOCUMENT, WEBHOOK, OFFERS, JWKS])
      partner.on(route, answer(status, '', { location }))
    const client = connectTo(cleanup, { base_url: partner.base_url })
    const sends = [...writes.map(([, send]) => send), reads[0]![2], reads[2]![2]]
    for (const send of sends)
      // oxlint-disable-next-line no-await-in-loop
      expect(errorOf(await send(client)).code).toBe('PARTNER_UNEXPECTED_RESPONSE')
    expect(elsewhere.connections).toBe(0)
  })
})

describe('a base address', () => {
  const refused: [string, string, string][] = [
    ['plain http to a name', 'http://partner.example', 'PARTNER_ADDRESS_INSECURE'],
    ['plain http to another address', 'http://192.0.2.7:8080', 'PARTNER_ADDRESS_INSECURE'],
    [
      'plain http to a name that begins like loopback',
      'http://localhost.evil.example',
      'PARTNER_ADDRESS_INSECURE',
    ],
    [
      'plain http to an address that begins like loopback',
      'http://127.0.0.1.evil.example',
      'PARTNER_ADDRESS_INSECURE',
    ],
    ['plain http to all addresses of this computer', 'http://0.0.0.0', 'PARTNER_ADDRESS_INSECURE'],
    ['plain http to an IPv6 address', 'http://[2001:db8::1]', 'PARTNER_ADDRESS_INSECURE'],
    ['a user name', 'https://user@partner.example', 'PARTNER_ADDRESS_INVALID'],
    ['a user name and a password', 'https://user:hunter2@partner.example', 'PARTNER_ADDRESS_INVALID'],
    ['loopback before an at sign', 'http://127.0.0.1@partner.example', 'PARTNER_ADDRESS_INVALID'],
    ['a query', 'https://partner.example/?key=hunter2', 'PARTNER_ADDRESS_INVALID'],
    ['a fragment', 'https://partner.example/#top', 'PARTNER_ADDRESS_INVALID'],
    ['another scheme', 'ftp://partner.example', 'PARTNER_ADDRESS_INVALID'],
    ['a script', 'javascript:alert(1)', 'PARTNER_ADDRESS_INVALID'],
    ['no scheme', 'partner.example', 'PARTNER_ADDRESS_INVALID'],
    ['nothing', '', 'PARTNER_ADDRESS_INVALID'],
  ]
  test.each(refused)('with %s is refused before anything is asked for', async (_, base_url, code) => {
    let asked = 0
    const client = connectTo(cleanup, { base_url, onSecret: () => (asked += 1) })
    for (const send of [...writes.map(([, write]) => write), ...reads.map(([, , read]) => read)]) {
      // oxlint-disable-next-line no-await-in-loop
      const error = errorOf(await send(client))
      expect(error).toMatchObject({ code, outcome: 'not_received' })
      expect(error.fields?.[0]?.path).toBe('base_url')
      expect(JSON.stringify(error)).not.toContain('hunter2')
    }
    expect(asked).toBe(0)
  })

  test('with a path, spaces around it and a slash at its end leads to that path', async () => {
    const partner = await startPartner(cleanup)
    const client = connectTo(cleanup, { base_url: ` ${partner.base_url}/tenant/a// ` })
    errorOf(await submit(client))
    expect(partner.seen.map(({ url }) => url)).toEqual(['/tenant/a/iso/api/auth/oauth2/token'])
  })

  test('keeps what a value of a path holds inside that value', async () => {
    const partner = await startPartner(cleanup)
    const client = connectTo(cleanup, { base_url: partner.base_url })
    await client.listOffers('7&admin=1#x/../?y=é')
    expect(partner.seen.at(-1)?.url).toBe(
      '/iso/api/v1/offers?application_id=7%26admin%3D1%23x%2F..%2F%3Fy%3D%C3%A9',
    )
  })
})

test('two environments share neither token nor secret', async () => {
  const [a, b] = [await startPartner(cleanup), await startPartner(cleanup)]
  const [inA, inB] = [a, b].map(({ base_url }, at) =>
    connectTo(cleanup, { base_url, client_id: `client-${at}`, client_secret: `secret-${at}` }),
  )
  await Promise.all([submit(inA!), submit(inB!), submit(inA!), submit(inB!)])
  const authorizations = [a, b].map(({ seen }) => [
    ...new Set(seen.map(({ authorization }) => authorization)),
  ])
  // The credentials and one token each, and none of them twice.
  expect(authorizations.map(({ length }) => length)).toEqual([2, 2])
  expect(new Set(authorizations.flat()).size).toBe(4)
})

test('a write keeps no connection, for the next one could find it closed at that moment', async () => {
  const partner = await startPartner(cleanup)
  const gone: Promise<unknown>[] = []
  partner.on(APPLICATION, (request, response) => {
    gone.push(once(request.socket, 'close'))
    return json(201, { application_id: '7' }, { 'keep-alive': 'timeout=60' })(request, response)
  })
  const client = connectTo(cleanup, { base_url: partner.base_url })
  expect(await submit(client)).toMatchObject({ ok: true })
  await gone[0]
  expect(await submit(client)).toMatchObject({ ok: true })
  expect(gone).toHaveLength(2)
})

test('a connection that the service closed between two calls makes no call fail', async () => {
  const partner = await startPartner(cleanup)
  partner.on(WEBHOOKS, async (request, response) => {
    await readBody(request)
    response.once('finish', () => request.socket.destroy()).end('[]')
  })
  const client = connectTo(cleanup, { base_url: partner.base_url })
  expect(await client.listWebhooks()).toEqual({ ok: true, value: [] })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await submit(client)).toMatchObject({ ok: true })
  expect(partner.count(APPLICATION)).toBe(1)
})
