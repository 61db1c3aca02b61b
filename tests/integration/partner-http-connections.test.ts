import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { reads, submit, writes } from '../support/partner/calls.ts'
import { connectTo, errorOf, SHORT, tryToConnectTo } from '../support/partner/client.ts'
import {
  answer,
  APPLICATION,
  DOCUMENT,
  json,
  JWKS,
  OFFERS,
  readBody,
  startPartner,
  WEBHOOK,
  WEBHOOKS,
  type ScriptedPartner,
} from '../support/partner/scripted-partner.ts'
import { Cleanup } from '../support/cleanup.ts'
import { formatted } from '../support/formatted-messages.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

/** Starts a plain TCP server that handles each connection as the test requires. */
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

describe.each(writes)('%s without a working connection to the partner', (_, send) => {
  let partner: ScriptedPartner
  beforeEach(async () => {
    partner = await startPartner(cleanup)
  })

  test('reports not_received for a closed port', async () => {
    await partner.stop()
    const error = errorOf(await send(connectTo(cleanup, { base_url: partner.base_url })))
    expect(error).toMatchObject({ code: 'PARTNER_UNREACHABLE', outcome: 'not_received', retryable: true })
    expect(formatted(error.message)).toContain(new URL(partner.base_url).host)
  })

  test('reports not_received if the partner stops after it issued a token', async () => {
    const client = connectTo(cleanup, { base_url: partner.base_url })
    expect(await client.listWebhooks()).toMatchObject({ ok: true })
    await partner.stop()
    expect(errorOf(await send(client)).outcome).toBe('not_received')
    expect(partner.seen.filter(({ route }) => [APPLICATION, DOCUMENT, WEBHOOK].includes(route))).toEqual([])
  })

  test('reports not_received for a host name that does not exist', async () => {
    const error = errorOf(await send(connectTo(cleanup, { base_url: 'https://partner.invalid' })))
    expect(error).toMatchObject({ code: 'PARTNER_UNREACHABLE', outcome: 'not_received', retryable: true })
    expect(formatted(error.message)).toContain('name')
  })

  test('reports not_received for a server without TLS, and sends nothing unencrypted', async () => {
    const tcp = await startTcp((socket) => void socket.once('data', () => socket.end('HTTP/1.1 400\r\n\r\n')))
    const error = errorOf(await send(connectTo(cleanup, { base_url: `https://127.0.0.1:${tcp.port}` })))
    expect(error).toMatchObject({ code: 'PARTNER_UNREACHABLE', outcome: 'not_received' })
    expect(formatted(error.message)).toContain('not secure')
    expect(tcp.heard.toString('latin1')).not.toMatch(/POST|authorization/i)
  })

  test('reports not_received for a server that accepts the connection and never responds', async () => {
    const tcp = await startTcp(() => {})
    const client = connectTo(cleanup, {
      base_url: `https://127.0.0.1:${tcp.port}`,
      timeouts: { ...SHORT, connect: 1_500 },
    })
    expect(errorOf(await send(client))).toMatchObject({
      code: 'PARTNER_UNREACHABLE',
      outcome: 'not_received',
      retryable: true,
    })
  })
})

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('with status %i to another host is not followed', async (status) => {
    const partner = await startPartner(cleanup)
    const elsewhere = await startTcp((socket) => socket.end())
    const location = `http://127.0.0.1:${elsewhere.port}/taken`
    for (const route of [APPLICATION, DOCUMENT, WEBHOOK, OFFERS, JWKS])
      partner.on(route, answer(status, '', { location }))
    const client = connectTo(cleanup, { base_url: partner.base_url })
    const sends = [...writes.map(([, send]) => send), reads[0]![2], reads[2]![2]]
    for (const send of sends) expect(errorOf(await send(client)).code).toBe('PARTNER_UNEXPECTED_RESPONSE')
    expect(elsewhere.connections).toBe(0)
  })
})

describe('a base address', () => {
  const refused: [string, string, string][] = [
    ['plain http to a name', 'http://partner.example', 'PARTNER_ADDRESS_INSECURE'],
    ['plain http to another address', 'http://192.0.2.7:8080', 'PARTNER_ADDRESS_INSECURE'],
    [
      'plain http to a name that starts like loopback',
      'http://localhost.evil.example',
      'PARTNER_ADDRESS_INSECURE',
    ],
    [
      'plain http to an address that starts like loopback',
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
    ['a script URL', 'javascript:alert(1)', 'PARTNER_ADDRESS_INVALID'],
    ['no scheme', 'partner.example', 'PARTNER_ADDRESS_INVALID'],
    ['no content', '', 'PARTNER_ADDRESS_INVALID'],
  ]
  test.each(refused)('with %s is refused before any request', (_, base_url, code) => {
    const error = errorOf(tryToConnectTo({ base_url }))
    expect(error).toMatchObject({ code, outcome: 'not_received' })
    expect(error.fields?.[0]?.path).toBe('base_url')
    expect(JSON.stringify(error)).not.toContain('hunter2')
  })

  test('with a path, surrounding spaces, and trailing slashes leads to that path', async () => {
    const partner = await startPartner(cleanup)
    const client = connectTo(cleanup, { base_url: ` ${partner.base_url}/tenant/a// ` })
    errorOf(await submit(client))
    expect(partner.seen.map(({ url }) => url)).toEqual(['/tenant/a/iso/api/auth/oauth2/token'])
  })

  test('an id with special characters stays inside its query value', async () => {
    const partner = await startPartner(cleanup)
    const client = connectTo(cleanup, { base_url: partner.base_url })
    await client.listOffers('7&admin=1#x/../?y=é')
    expect(partner.seen.at(-1)?.url).toBe(
      '/iso/api/v1/offers?application_id=7%26admin%3D1%23x%2F..%2F%3Fy%3D%C3%A9',
    )
  })
})

test('two environments share no token and no secret', async () => {
  const [a, b] = [await startPartner(cleanup), await startPartner(cleanup)]
  const [inA, inB] = [a, b].map(({ base_url }, at) =>
    connectTo(cleanup, { base_url, client_id: `client-${at}`, client_secret: `secret-${at}` }),
  )
  await Promise.all([submit(inA!), submit(inB!), submit(inA!), submit(inB!)])
  const authorizations = [a, b].map(({ seen }) => [
    ...new Set(seen.map(({ authorization }) => authorization)),
  ])
  // Each partner receives its own credentials and one token, and no value reaches both partners.
  expect(authorizations.map(({ length }) => length)).toEqual([2, 2])
  expect(new Set(authorizations.flat()).size).toBe(4)
})

test('a write closes its connection instead of leaving it open for reuse', async () => {
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

test('a connection that the partner closed between two calls does not make the next call fail', async () => {
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
