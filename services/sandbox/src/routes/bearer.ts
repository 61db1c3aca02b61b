import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../problems.ts'
import type { AccessClaims } from '../signing.ts'
import type { Service } from './service.ts'

/**
 * Verifies the access token of a request (spec section 5). If it is missing, invalid, expired, or from another client, responds with 401
 * and returns null.
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
