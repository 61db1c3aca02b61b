import { decodeJwt, decodeProtectedHeader } from 'jose'
import { request, type Dispatcher } from 'undici'
import { fillBody } from '../../src-main/platform/partner/base-address.ts'
import {
  failed,
  verdictOf,
  missing,
  notOffered,
  pass,
  expectError,
  type Context,
  type Row,
  type Verdict,
} from './row.ts'

const HOUR_S = 3600
export const JSON_TYPE = { 'content-type': 'application/json' }

/** Sends an HTTP request without our client, because some rows need requests that our client never sends. */
export async function raw(
  { base_url }: Context,
  method: Dispatcher.HttpMethod,
  path: string,
  headers: Record<string, string> = {},
  body: string | Buffer | null = null,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const answer = await request(base_url + path, {
    method,
    headers: { accept: 'application/json', ...headers },
    body,
    signal: AbortSignal.timeout(30_000),
  })
  const json = await answer.body.json().catch(() => ({}))
  return { status: answer.statusCode, json: json as Record<string, unknown> }
}

/** Returns the Basic authentication header that the token endpoint expects. */
function basic({ client_id, client_secret }: Context): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` }
}

/** Returns the `Authorization` header for raw requests. The header contains a separate access token, not the token that our client uses. */
export async function bearer(context: Context): Promise<Record<string, string>> {
  context.made.access_token ??= String(
    (await raw(context, 'POST', '/iso/api/auth/oauth2/token', basic(context))).json['accessToken'],
  )
  return { authorization: `Bearer ${context.made.access_token}` }
}

/** Checks that the lifetime of the token is exactly the given number of seconds. Returns null if the token is not a JWT. */
function lifetimeVerdict(token: string | undefined, seconds: number): Verdict | null {
  if (token === undefined) return missing('token')
  try {
    const { iat, exp } = decodeJwt(token)
    if (exp === undefined || iat === undefined) return notOffered('the token does not contain it')
    return exp - iat === seconds ? pass() : failed(`${exp - iat} s`)
  } catch {
    return null
  }
}

/** Requests a test notification for a webhook id that does not exist, so that the partner sends no notification. */
function testOfNobody(context: Context, headers: Record<string, string>) {
  const body = JSON.stringify({ webhook_uuid: '00000000-0000-4000-8000-000000000000' })
  return raw(context, 'POST', '/iso/api/v1/webhooks/test', { ...headers, ...JSON_TYPE }, body)
}

export const authenticationRows: Row[] = [
  {
    id: 'connection',
    section: '1',
    what: 'the environment answers at its base address, for the credentials issued for it',
    run: async ({ partner }) =>
      verdictOf(await partner.testConnection(), ({ duration_ms }) =>
        pass(`token and keys in ${duration_ms} ms`),
      ),
  },
  {
    id: 'token.create',
    section: '4.1',
    what: 'Basic credentials and no body give accessToken and refreshToken',
    async run(context) {
      const { status, json } = await raw(context, 'POST', '/iso/api/auth/oauth2/token', basic(context))
      const { accessToken, refreshToken } = json
      if (status >= 300) return failed(`status ${status}`)
      if (typeof accessToken !== 'string' || typeof refreshToken !== 'string')
        return failed(`the response contains ${Object.keys(json).join(', ')}`)
      Object.assign(context.made, { access_token: accessToken, refresh_token: refreshToken })
      return pass()
    },
  },
  {
    id: 'token.signature',
    section: '5',
    what: 'the access token is an RS256 JWT that the published key of its kid verifies',
    run: async ({ partner }) =>
      verdictOf(await partner.testConnection(), ({ token_verified, token_kid }) =>
        token_verified ? pass(`kid ${token_kid}`) : notOffered('no keys at the assumed path'),
      ),
  },
  {
    id: 'token.lifetime',
    section: '8',
    what: 'the access token is valid for one hour',
    run: async ({ made }) => lifetimeVerdict(made.access_token, HOUR_S) ?? failed('the token is not a JWT'),
  },
  {
    id: 'token.refresh-lifetime',
    section: '8',
    what: 'the refresh token is valid for 24 hours',
    // The specification does not say that the refresh token is a JWT. A refresh token in another format is therefore not a failure.
    run: async ({ made }) =>
      lifetimeVerdict(made.refresh_token, 24 * HOUR_S) ?? notOffered('the token does not contain it'),
  },
  {
    id: 'token.header',
    section: '5',
    what: 'the token names its key (kid) and RS256',
    async run({ made }) {
      if (made.access_token === undefined) return missing('token')
      const { alg, kid } = decodeProtectedHeader(made.access_token)
      return alg === 'RS256' && kid ? pass(`kid ${kid}`) : failed(`alg ${alg}, kid ${kid ?? 'none'}`)
    },
  },
  {
    id: 'token.wrong-secret',
    section: '5',
    what: 'a wrong secret is rejected',
    run: async ({ stranger }) =>
      expectError(await stranger.testConnection(), ({ code }) => code === 'PARTNER_CREDENTIALS_REJECTED'),
  },
  {
    id: 'token.refresh',
    section: '4.1',
    what: 'the refresh token returns a new access token (shape assumed)',
    async run(context) {
      const place = context.endpoints.endpoints['token.refresh']
      const refreshToken = context.made.refresh_token
      if (place === undefined) return notOffered('the endpoint profile has no such operation')
      if (refreshToken === undefined) return missing('refresh token')
      const { status, json } = await raw(
        context,
        place.method,
        place.path,
        JSON_TYPE,
        JSON.stringify(fillBody(place.body ?? {}, { refreshToken })),
      )
      if (status >= 400) return notOffered(`status ${status}; the client uses the credentials instead`)
      return typeof json['accessToken'] === 'string' ? pass() : failed('the response contains no accessToken')
    },
  },
  {
    id: 'token.validate',
    section: '4.1',
    what: 'the API confirms a valid token (path assumed)',
    run: async ({ partner }) => verdictOf(await partner.validateToken(), () => pass()),
  },
  {
    id: 'jwks.read',
    section: '2',
    what: 'the key set contains several RSA keys with kid, n, and e, including iso-submission-rsa-01',
    run: async ({ partner }) =>
      verdictOf(await partner.getJwks(), ({ keys }) => {
        const kids = keys.map(({ kid }) => kid)
        if (keys.length < 2) return failed(`only ${keys.length} key`)
        return kids.includes('iso-submission-rsa-01') ? pass(kids.join(', ')) : failed(kids.join(', '))
      }),
  },
  ...['/iso/api/v1/webhooks', '/iso/api/v1/offers', '/iso/api/v1/documents'].map((path): Row => ({
    id: `bearer.required ${path.split('/').at(-1)}`,
    section: '5',
    what: `${path} rejects a request without a bearer token`,
    async run(context) {
      const { status } = await raw(context, 'GET', path)
      if (status === 404 || status === 405) return notOffered(`status ${status}: the API offers no such read`)
      return status === 401 || status === 403 ? pass(`status ${status}`) : failed(`status ${status}`)
    },
  })),
  {
    id: 'bearer.required test',
    section: '5',
    what: '/iso/api/v1/webhooks/test rejects a request without a bearer token',
    async run(context) {
      const { status } = await testOfNobody(context, {})
      return status === 401 || status === 403 ? pass(`status ${status}`) : failed(`status ${status}`)
    },
  },
  {
    id: 'bearer.forged',
    section: '5',
    what: 'a token that the API did not sign is rejected',
    async run(context) {
      const forged = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`
      const { status } = await testOfNobody(context, { authorization: `Bearer ${forged}` })
      return status === 401 || status === 403 ? pass(`status ${status}`) : failed(`status ${status}`)
    },
  },
]
