import type { Message } from '../../../src-shared/messages/message.ts'
import { createLocalJWKSet, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import type { Jwks } from '../../core/ports/partner-api.ts'

/** Clocks differ by minutes, not by hours. */
const CLOCK_TOLERANCE_S = 300

/** Validates an access token with the partner's keys (spec section 5.6): RS256, and the key with the token's kid. */
export async function verifyToken(
  token: string,
  keys: Jwks,
  now: Date,
): Promise<Result<{ kid: string; expires_at: string | null }>> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), {
      algorithms: ['RS256'],
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: now,
    })
    const { exp } = payload
    return ok({
      kid: protectedHeader.kid ?? '',
      expires_at: exp === undefined ? null : new Date(exp * 1000).toISOString(),
    })
  } catch (error) {
    const isOutOfTime = error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed
    return fail(
      isOutOfTime
        ? appError('PARTNER_TOKEN_NOT_VALID', msg.errorsPartner.tokenOutOfTime, msg.errorsPartner.checkClock)
        : appError(
            'PARTNER_TOKEN_NOT_VALID',
            msg.errorsPartner.tokenNotSigned(kidOf(token)),
            msg.errorsPartner.checkBaseNothingStored,
          ),
    )
  }
}

function kidOf(token: string): Message {
  try {
    return `kid ${(decodeProtectedHeader(token).kid ?? 'none').slice(0, 80)}`
  } catch {
    return msg.errorsPartner.noJwt
  }
}
