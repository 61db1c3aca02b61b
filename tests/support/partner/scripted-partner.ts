import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Cleanup } from '../cleanup.ts'
import { createSigningKey, makeToken, rs256, type SigningKey } from '../relay/signing.ts'

export const TOKEN = 'POST /iso/api/auth/oauth2/token'
export const REFRESH = 'POST /iso/api/auth/oauth2/token/refresh'
export const JWKS = 'GET /iso/api/auth/.well-known/jwks.json'
export const APPLICATION = 'POST /iso/api/v1/application'
export const DOCUMENT = 'POST /iso/api/v1/document'
export const WEBHOOK = 'POST /iso/api/v1/webhooks'
export const WEBHOOKS = 'GET /iso/api/v1/webhooks'
export const OFFERS = 'GET /iso/api/v1/offers'

export const CLIENT_ID = 'client-of-the-test'
export const CLIENT_SECRET = 'secret-7d1f-of-the-test'

/** A request that reached the server. It counts as soon as its header has arrived, even if its body does not arrive completely. */
export interface Seen {
  /** HTTP method and path, without the query. */
  route: string
  url: string
  authorization: string | undefined
  headers: IncomingMessage['headers']
}

/** A function that handles the requests to a route. When it is called, nothing has read the request's body yet. */
export type Script = (request: IncomingMessage, response: ServerResponse) => unknown

export interface ScriptedPartner {
  base_url: string
  port: number
  key: SigningKey
  seen: Seen[]
  /** Returns how many requests to this route have arrived. */
  count(route: string): number
  /** Replaces the function that handles requests to this route. */
  on(route: string, script: Script): void
  /** Creates an access token like the partner's. It is valid for one hour. */
  makeAccessToken(): string
  tokens(): { accessToken: string; refreshToken: string }
  /** Closes the port, so that further connections are refused. */
  stop(): Promise<void>
}

/** One signing key for all tests of a file, because creating a key is slow. */
const key = createSigningKey('iso-auth-rsa-01')

interface Place {
  /** Host under which the server is reachable. */
  host?: string
  /** TLS options, such as the certificate. Without them, the partner uses http. */
  tls?: ServerOptions
}

/** Starts a simulated partner on a free port. It behaves as in the specification until a test replaces the script of a route. */
export async function startPartner(
  cleanup: Cleanup,
  { host = '127.0.0.1', tls }: Place = {},
): Promise<ScriptedPartner> {
  const scripts = new Map<string, Script>()
  const seen: Seen[] = []
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const url = request.url ?? ''
    const route = `${request.method} ${url.split('?')[0]}`
    seen.push({ route, url, authorization: request.headers.authorization, headers: request.headers })
    request.on('error', () => {})
    const script = scripts.get(route) ?? json(404, {})
    void script(request, response)
  }
  const server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve)
  server.listen(0, host.replaceAll(/[[\]]/g, ''))
  await once(server, 'listening')
  const stop = async () => {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  cleanup.add(stop)
  const makeAccessToken = () => {
    const iat = Math.floor(Date.now() / 1000)
    const claims = { iat, exp: iat + 3600, jti: randomUUID() }
    return makeToken({ alg: 'RS256', kid: key.kid, typ: 'JWT' }, claims, rs256(key))
  }
  const { port } = server.address() as AddressInfo
  const partner: ScriptedPartner = {
    base_url: `${tls === undefined ? 'http' : 'https'}://${host}:${port}`,
    port,
    key,
    seen,
    count: (route) => seen.filter((entry) => entry.route === route).length,
    on: (route, script) => void scripts.set(route, script),
    makeAccessToken,
    tokens: () => ({ accessToken: makeAccessToken(), refreshToken: `refresh-${randomUUID()}` }),
    stop,
  }
  partner.on(TOKEN, (request, response) => json(200, partner.tokens())(request, response))
  partner.on(REFRESH, (request, response) => json(200, partner.tokens())(request, response))
  partner.on(JWKS, json(200, { keys: [key.jwk] }))
  partner.on(APPLICATION, json(201, { application_id: '100000001' }))
  partner.on(DOCUMENT, json(201, { document_id: 'd-1' }))
  partner.on(WEBHOOKS, json(200, { webhooks: [] }))
  partner.on(OFFERS, json(200, { offers: [] }))
  return partner
}

/** Reads the request's body to its end. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Creates a script that reads the whole request, then responds. */
export const answer =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): Script =>
  async (request, response) => {
    await readBody(request)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Script =>
  answer(status, JSON.stringify(body), headers)

/** Creates a script that adds the request's JSON to `kept` (null for an empty body), then runs `script`. */
export function keeping(kept: unknown[], script: Script): Script {
  return async (request, response) => {
    const body = (await readBody(request)).toString()
    kept.push(body === '' ? null : JSON.parse(body))
    await script(request, response)
  }
}

/**
 * Creates a script that reads the whole request, then writes these bytes to the connection. With `stayOpen`, it does not end the connection
 * afterward.
 */
export const raw =
  (bytes: string, { stayOpen = false } = {}): Script =>
  async (request) => {
    await readBody(request)
    request.socket.write(bytes)
    if (!stayOpen) request.socket.end()
  }

/** Creates a script that handles the first request with the first script, and so on. The last script handles all further requests. */
export function inTurn(...scripts: Script[]): Script {
  return (request, response) => {
    const script = scripts.length > 1 ? scripts.shift() : scripts[0]
    return script?.(request, response)
  }
}
