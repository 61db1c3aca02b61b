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
/** Longer than the lifetime of a signature plus the tolerance of any receiver. */
const LONG_AGO_SECONDS = 3600
/** Key identifier that no rotation reaches. */
const UNKNOWN_KID = 'iso-submission-rsa-unknown'

/** Ways to make a signature faulty. `unbound` is still a valid signature, because the spec does not show the claims (section 5). */
export type SignatureFlaw = 'wrong_key' | 'unknown_kid' | 'alg_none' | 'expired' | 'unbound'

export interface AccessClaims {
  client_id: string
  expires_at: number
}

export type Signing = ReturnType<typeof createSigning>

/**
 * Creates the functions that sign and verify. With `bindBody` false, webhook signatures contain only `iss` and `iat`. The spec does not
 * show which claims the real partner uses (section 5).
 */
export function createSigning(keys: KeyRing, clock: Clock, bindBody: boolean) {
  let stranger: ReturnType<typeof generateKeyPair> | null = null

  /** Returns a key that is not published, generated on first use. */
  function strangersKey() {
    stranger ??= generateKeyPair(ALGORITHM, { modulusLength: 2048 })
    return stranger.then(({ privateKey }) => privateKey)
  }

  return {
    /** Signs an access token that is valid for one hour. `skewMs` shifts its times, as a wrong clock would. */
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

    /** Returns the claims of a bearer token, or null if it is foreign, expired, or not an access token. */
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

    /** Returns the `X-Signature` of one delivery. Each attempt gets a new one, because a reused signature could have expired. */
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
