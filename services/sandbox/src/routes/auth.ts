import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../problems.ts'
import type { Service } from '../service.ts'
import type { AccessClaims } from '../signing.ts'
import { read, refreshSchema } from '../validation.ts'

const REFRESH_TOKEN_MS = 24 * 3600 * 1000

/** Adds the authentication routes (spec sections 4.1 and 5). Their paths contain no version. */
export function authRoutes(app: FastifyInstance, service: Service): void {
  const { store, signing, keys, shapes, clock } = service

  const accessToken = () => signing.signAccessToken(store.credentials.client().client_id)

  /** Returns a new pair of tokens in exactly the two fields that section 2 of the spec shows. */
  async function tokenPair() {
    return {
      accessToken: await accessToken(),
      refreshToken: store.credentials.issueRefreshToken(clock(), clock() + REFRESH_TOKEN_MS),
    }
  }

  app.post('/oauth2/token', async (request, reply) => {
    const credentials = basicCredentials(request)
    if (credentials !== null && store.credentials.accepts(credentials)) return tokenPair()
    return refuse(
      request,
      reply.header('www-authenticate', 'Basic'),
      401,
      'The client id or the client secret is wrong.',
    )
  })

  // This route requires a refresh token but no access token, because the access token may have expired. The spec does not show this, so it
  // is assumed.
  app.post('/oauth2/token/refresh', async (request, reply) => {
    const sent = read(refreshSchema, request.body, 'body')
    const { refreshToken } = sent
    if (shapes.refreshTokensRotate) {
      if (store.credentials.redeemRefreshToken(refreshToken, clock())) return tokenPair()
    } else if (store.credentials.knowsRefreshToken(refreshToken, clock())) {
      return { accessToken: await accessToken() }
    }
    return refuse(request, reply, 401, 'The refresh token is invalid or expired.')
  })

  // The spec does not show this route, so its path and response are assumed.
  app.get('/oauth2/token/validate', async (request, reply) => {
    const claims = await requireBearer(service, request, reply)
    if (claims === null) return reply
    return shapes.tokenValid(claims.client_id, claims.expires_at)
  })

  // The path is assumed. The route needs no access token, because receivers of webhooks have none.
  app.get('/.well-known/jwks.json', () => keys.jwks())
}

/** Returns the client id and secret of an `Authorization: Basic` header, or null if the header is missing or malformed. */
function basicCredentials(request: FastifyRequest): { client_id: string; client_secret: string } | null {
  const encoded = /^Basic +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  return colon < 0 ? null : { client_id: text.slice(0, colon), client_secret: text.slice(colon + 1) }
}

/**
 * Verifies the access token of a request (spec section 5). If the token is missing, invalid, expired, or from another client, responds
 * with 401 and returns null.
 */
export async function requireBearer(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AccessClaims | null> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const claims = token === undefined ? null : await service.signing.verifyAccessToken(token)
  if (claims !== null && claims.client_id === service.store.credentials.client().client_id) return claims
  const detail =
    token === undefined ? 'A bearer access token is required.' : 'The access token is invalid or expired.'
  refuse(request, reply.header('www-authenticate', 'Bearer'), 401, detail)
  return null
}
