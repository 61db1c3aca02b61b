import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../problems.ts'
import type { Service } from '../service.ts'
import type { AccessClaims } from '../signing.ts'
import { read, refreshSchema } from '../validation.ts'

const REFRESH_TOKEN_MS = 24 * 3600 * 1000

export function authRoutes(app: FastifyInstance, service: Service): void {
  const { store, signing, keys, shapes, clock } = service

  const accessToken = () => signing.signAccessToken(store.client.client_id)

  /** Exactly the two fields that section 2 of the spec shows. */
  async function tokenPair() {
    const refreshToken = randomBytes(32).toString('base64url')
    store.refreshTokens.put({ token: refreshToken, expires_at: clock() + REFRESH_TOKEN_MS })
    return { accessToken: await accessToken(), refreshToken }
  }

  app.post('/oauth2/token', async (request, reply) => {
    const encoded = /^Basic +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const { client_id, client_secret } = store.client
    if (Buffer.from(encoded, 'base64').toString() === `${client_id}:${client_secret}`) return tokenPair()
    return refuse(
      request,
      reply.header('www-authenticate', 'Basic'),
      401,
      'The client id or the client secret is wrong.',
    )
  })

  // Assumed. This route requires no access token, because it may have expired.
  app.post('/oauth2/token/refresh', async (request, reply) => {
    const { refreshToken } = read(refreshSchema, request.body, 'body')
    const known = store.refreshTokens.get(refreshToken)
    if (known === null || known.expires_at <= clock())
      return refuse(request, reply, 401, 'The refresh token is invalid or expired.')
    if (!shapes.refreshTokensRotate) return { accessToken: await accessToken() }
    store.refreshTokens.delete(refreshToken)
    return tokenPair()
  })

  // Assumed, with its path.
  app.get('/oauth2/token/validate', async (request, reply) => {
    const claims = await requireBearer(service, request, reply)
    if (claims === null) return reply
    return shapes.tokenValid(claims.client_id, claims.expires_at)
  })

  // The path is assumed. The route needs no access token, because receivers of webhooks have none.
  app.get('/.well-known/jwks.json', () => keys.jwks())
}

/** Spec section 5. Without a valid token of this client, responds with 401 and returns null. */
export async function requireBearer(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AccessClaims | null> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const claims = token === undefined ? null : await service.signing.verifyAccessToken(token)
  if (claims !== null && claims.client_id === service.store.client.client_id) return claims
  const detail =
    token === undefined ? 'A bearer access token is required.' : 'The access token is invalid or expired.'
  refuse(request, reply.header('www-authenticate', 'Bearer'), 401, detail)
  return null
}
