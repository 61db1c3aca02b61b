import { createHash, randomUUID } from 'node:crypto'
import { generateKeyPair } from 'jose/key/generate/keypair'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import type { Clock } from './clock.ts'
import { ALGORITHM, type KeyRing } from './key-ring.ts'

const ACCESS_TOKEN_SECONDS = 3600
const SIGNATURE_SECONDS = 300
const ACCESS_ISSUER = 'iso-auth'
const WEBHOOK_ISSUER = 'iso-submission'
/** Beyond the life of a signature and every receiver's tolerance. */
const LONG_AGO_SECONDS = 3600
/** No rotation of this service gets here. */
const UNKNOWN_KID = 'iso-submission-rsa-unknown'

/** What may be wrong with a signature. `unbound` is none that a receiver can blame: the claims are not shown (section 5). */
export type SignatureFlaw = 'wrong_key' | 'unknown_kid' | 'alg_none' | 'expired' | 'unbound'

export interface AccessClaims {
  client_id: string
  /** Milliseconds since 1970. */
  expires_at: number
}

export type Signing = ReturnType<typeof createSigning>

/**
 * Everything that is signed and verified here. `bindBody` false leaves all claims but `iss` and `iat` out of webhook
 * signatures, since which claims the real service puts there is not shown (section 5).
 */
export function createSigning(keys: KeyRing, clock: Clock, bindBody: boolean) {
  let stranger: ReturnType<typeof generateKeyPair> | null = null

  /** A key of nobody's, made once it is asked for. */
  function strangersKey() {
    stranger ??= generateKeyPair(ALGORITHM, { modulusLength: 2048 })
    return stranger.then(({ privateKey }) => privateKey)
  }

  return {
    /** An access token, good for one hour from now, or from `skewMs` later as by a clock that is off. */
    signAccessToken(client_id: string, skewMs: number): Promise<string> {
      const issued = seconds(clock() + skewMs)
      const { kid, key } = keys.signer('access')
      return new SignJWT()
        .setIssuer(ACCESS_ISSUER)
        .setSubject(client_id)
        .setJti(randomUUID())
        .setIssuedAt(issued)
        .setExpirationTime(issued + ACCESS_TOKEN_SECONDS)
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
        .sign(key)
    },

    /** What a bearer token says, or null when it is not ours, not an access token, or expired. */
    async verifyAccessToken(token: string): Promise<AccessClaims | null> {
      try {
        const { payload } = await jwtVerify(token, keys.find, {
          algorithms: [ALGORITHM],
          issuer: ACCESS_ISSUER,
          requiredClaims: ['sub', 'exp'],
          currentDate: new Date(clock()),
        })
        return { client_id: String(payload.sub), expires_at: Number(payload.exp) * 1000 }
      } catch {
        return null
      }
    },

    /** The `X-Signature` of one delivery. Made anew at every attempt, or a retry would come expired. */
    async signWebhook(body: string, flaw: SignatureFlaw | null): Promise<string> {
      const issued = seconds(clock()) - (flaw === 'expired' ? LONG_AGO_SECONDS : 0)
      const bound = bindBody && flaw !== 'unbound'
      const claims = {
        iss: WEBHOOK_ISSUER,
        iat: issued,
        ...(bound && {
          jti: randomUUID(),
          exp: issued + SIGNATURE_SECONDS,
          body_sha256: createHash('sha256').update(body).digest('hex'),
        }),
      }
      const signer = keys.signer('webhook')
      const kid = flaw === 'unknown_kid' ? UNKNOWN_KID : signer.kid
      if (flaw === 'alg_none') return `${encode({ alg: 'none', kid, typ: 'JWT' })}.${encode(claims)}.`
      const foreign = flaw === 'wrong_key' || flaw === 'unknown_kid'
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
        .sign(foreign ? await strangersKey() : signer.key)
    },
  }
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}
